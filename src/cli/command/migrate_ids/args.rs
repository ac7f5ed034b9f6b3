//! The arguments of `turnwise migrate-ids`.

use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;
use turnwise::format::Framing;
use turnwise::format::ids::Scope;
use turnwise::json::{Layout, SetMember};
use turnwise::lower::IdRule;
use turnwise::model::uuid_v5;
use turnwise::op::Input;
use turnwise::op::migrate_ids::{Scheme, Scopes, target, targets};
use uuid::Uuid;

use crate::cli::args::{FramingArg, InputArgs, LayoutArgs, OutputArg, WorkArgs};
use crate::cli::job::nested;
use crate::cli::job::patience::FailureArgs;
use crate::cli::job::report_files::RejectArgs;
use crate::cli::job::run::{EscapeArg, RewriteArgs};

/// Create or rename ids and update all references to them
///
/// Changes only ids. By default, items without an id get one if the format has a field for it; with --which, other ids
/// are renamed as well. All references are updated: tool results, branches, lineage, event streams. A record with a
/// dangling reference is rejected. Equal ids stay equal across records and files.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(mut_args(LayoutArgs::without_lines))]
#[command(after_help = "Examples:
  turnwise migrate-ids --scope call --which all --map-out map.jsonl -o new.jsonl chats.jsonl
  turnwise migrate-ids --reverse --map-in map.jsonl new.jsonl > chats.jsonl
  turnwise migrate-ids --for mistral -i chats.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) work: WorkArgs,
    #[command(flatten)]
    pub(super) new: NewIdArgs,
    #[command(flatten)]
    pub(super) map: MapArgs,
    /// Set a field in each record: /run=7, /metadata/source="x"; a value that is not JSON is a string (repeatable)
    #[arg(long, value_name = "/POINTER=VALUE", value_parser = SetMember::parse, conflicts_with = "reverse")]
    pub(super) set: Vec<SetMember>,
    #[command(flatten)]
    pub(super) output: OutputArg,
    #[command(flatten)]
    pub(super) escapes: EscapeArg,
    #[command(flatten)]
    pub(super) rewrite: RewriteArgs,
    /// How records are arranged in the output [default: as in the input]
    #[arg(long, value_name = "FRAMING")]
    pub(super) framing: Option<FramingArg>,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) failures: FailureArgs,
    #[command(flatten)]
    pub(super) report: RejectArgs,
}

/// Which ids change, and into what.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct NewIdArgs {
    /// Scheme of new ids: uuid5, uuid4, uuid7, seq:PREFIX or normal
    ///
    /// seq:PREFIX makes numbers. `normal` keeps the ids and spells them as the format's own program does.
    #[arg(long, value_name = "SCHEME", default_value = "uuid5", value_parser = scheme)]
    pub(super) scheme: Scheme,
    /// Which ids to change [default: missing; with --for: invalid]
    #[arg(long, value_name = "WHICH")]
    pub(super) which: Option<WhichArg>,
    /// Kinds of ids to change [default: message, or call]
    ///
    /// The default is `call` if the format has no message ids, and with --for.
    #[arg(long, value_name = "SCOPES", value_delimiter = ',', value_parser = scopes())]
    scope: Vec<IdScopeArg>,
    /// Namespace for uuid5: a UUID, dns, url, oid, x500 or any name [default: oid]
    #[arg(long, value_name = "NAME", value_parser = namespace)]
    pub(super) namespace: Option<Uuid>,
    /// Generate call ids that this service accepts
    #[arg(long = "for", value_name = "TARGET", value_parser = clap::builder::PossibleValuesParser::new(targets().map(|(name, _)| name)))]
    pub(super) target: Option<String>,
    /// Also rename dangling references, instead of rejecting the record
    #[arg(long)]
    pub(super) allow_dangling: bool,
}

/// Maps of old and new ids.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct MapArgs {
    /// Write old and new ids to this file, one pair per line
    #[arg(long, value_name = "FILE", conflicts_with = "map_in")]
    pub(super) map_out: Option<PathBuf>,
    /// Rename only the ids in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scheme", "which", "namespace", "target"])]
    pub(super) map_in: Option<PathBuf>,
    /// Undo the changes in --map-in, byte for byte
    #[arg(long, requires = "map_in", conflicts_with = "scope")]
    pub(super) reverse: bool,
    /// Continue the numbers from file to file (only for seq:)
    #[arg(long)]
    pub(super) shared_map: bool,
}

/// The ids that change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum WhichArg {
    /// Missing ids
    Missing,
    /// Missing ids, and ids that do not match the scheme or the target
    Invalid,
    /// All
    All,
}

fn scheme(text: &str) -> Result<Scheme, String> {
    match text {
        "uuid5" => Ok(Scheme::Uuid5),
        "uuid4" => Ok(Scheme::Uuid4),
        "uuid7" => Ok(Scheme::Uuid7),
        "normal" => Ok(Scheme::Normal),
        _ => match text.strip_prefix("seq:") {
            Some(prefix) => Ok(Scheme::Sequence(prefix.to_owned())),
            None => Err("it is one of uuid5, uuid4, uuid7, normal, seq:PREFIX".to_owned()),
        },
    }
}

/// A kind of ids, or `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IdScopeArg {
    All,
    One(Scope),
}

fn scopes() -> impl clap::builder::TypedValueParser<Value = IdScopeArg> {
    use clap::builder::TypedValueParser as _;
    let names = Scope::ALL.into_iter().map(Scope::name).chain(["all"]);
    clap::builder::PossibleValuesParser::new(names)
        .map(|name| Scope::named(&name).map_or(IdScopeArg::All, IdScopeArg::One))
}

/// A name that is not a UUID is one of the four of RFC 9562, or is hashed to a namespace below that of domain names.
fn namespace(text: &str) -> Result<Uuid, String> {
    match text {
        "" => Err("it is empty".to_owned()),
        "dns" => Ok(Uuid::NAMESPACE_DNS),
        "url" => Ok(Uuid::NAMESPACE_URL),
        "oid" => Ok(Uuid::NAMESPACE_OID),
        "x500" => Ok(Uuid::NAMESPACE_X500),
        _ => Ok(Uuid::try_parse(text).unwrap_or_else(|_| uuid_v5(&Uuid::NAMESPACE_DNS, text.as_bytes()))),
    }
}

impl Args {
    /// The kinds of ids that change.
    pub(super) fn scopes(&self) -> Scopes {
        let named: Vec<Scope> = self
            .new
            .scope
            .iter()
            .filter_map(|it| if let IdScopeArg::One(it) = it { Some(*it) } else { None })
            .collect();
        if self.new.scope.contains(&IdScopeArg::All) {
            return Scopes::All;
        }
        match (named.is_empty(), self.target()) {
            (false, _) => Scopes::Named(named),
            // A map already contains the kinds.
            (true, _) if self.map.map_in.is_some() || self.new.scheme == Scheme::Normal => Scopes::All,
            (true, Some(_)) => Scopes::Named(vec![Scope::Call]),
            (true, None) => Scopes::Usual(Scope::Message),
        }
    }

    /// The framing and layout of the output of an input. `is_joined`: the outputs of several inputs are one file.
    pub(super) fn form(&self, input: &Input, is_joined: bool) -> anyhow::Result<(Option<Framing>, Option<Layout>)> {
        if !self.set.is_empty() && (self.framing.is_some() || self.layout.pretty || self.layout.compact) {
            bail!("--set keeps the framing and layout of records; change them in a separate run");
        }
        nested::check(&self.input, self.framing.is_some(), self.layout)?;
        // Several documents one after the other are not documents: they become lines.
        let lines = Some(Framing::Lines).filter(|lines| is_joined && input.framing != *lines);
        let framing = self.input.output_framing(self.framing)?.map(Framing::from).or(lines);
        let layout = self.layout.layout(input.layout);
        let name = input.usual.map_or("this", |format| format.name);
        let holds_events = input.usual.is_none_or(|format| format.name == turnwise::events::FORMAT);
        match framing.unwrap_or(input.framing) {
            Framing::Lines | Framing::Messages | Framing::Sse if self.layout.pretty => {
                bail!("--pretty needs --framing document or array: JSON Lines are one line each")
            }
            Framing::Folder if framing.is_some() => {
                bail!("--framing folder: turnwise convert writes folders of sessions")
            }
            Framing::Messages
                if framing.is_some() && input.usual.is_some_and(|format| format.framing.is_message.is_none()) =>
            {
                bail!("--framing messages: {name} has no lines of one message each")
            }
            Framing::Sse if framing.is_some() && !holds_events => bail!("--framing sse: {name} has no events"),
            Framing::Lines
            | Framing::Array
            | Framing::Document
            | Framing::Messages
            | Framing::Sse
            | Framing::Folder
            | _ => {}
        }
        Ok((framing, layout))
    }

    /// The service, by its name.
    pub(super) fn target(&self) -> Option<IdRule> {
        self.new.target.as_deref().and_then(target)
    }
}
