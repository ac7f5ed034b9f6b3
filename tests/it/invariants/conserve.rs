//! The conservation invariant: each fact of the input is found in the output or named in the report, at its place; and it is in
//! the same order there. What proves something to one provider goes to no other.

use std::collections::{HashMap, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use turnwise::format::{Container, Format, WriteOptions, by_name};
use turnwise::json::{At, Tape, Text, minify};
use turnwise::lower::{Meaning, SentSetting, Setting};
use turnwise::model::walk::{FactKind, ModelFact, facts};
use turnwise::model::{BranchKind, Conversation, Part};
use turnwise::report::{Diagnostic, Report};

use crate::fixtures::{read, write};
use crate::invariants::order::disorder;

/// What became of a conversion.
pub enum Fate {
    /// It was rejected, with this message.
    Refused(String),
    /// It was written; the report says what was lost.
    Written { text: String, report: Report },
}

/// True if a loss is about what is at `whole`: there, or a member of it.
fn lies_in(source: &str, loss: At, whole: At) -> bool {
    let (Some(loss), Some(whole)) = (loss.offset(), whole.offset()) else { return whole.offset().is_none() };
    let mut tape = Tape::new();
    let mut end = || Some(whole + tape.parse_prefix(source.get(whole..)?).0?.span().end);
    loss == whole || (loss > whole && end().is_some_and(|end| loss < end))
}

/// Converts and checks the invariant. Panics with the fact that vanished.
pub fn check(name: &str, from: &Conversation<'_>, to: &'static Format, options: &WriteOptions) -> Fate {
    let mut report = Report::keeping(u64::MAX);
    let text = match write(to, from, options, &mut report) {
        Ok(text) => text,
        Err(refused) => return Fate::Refused(format!("{} {refused}", refused.code().id)),
    };
    let back = read(to, &text, false, &mut Report::default())
        .unwrap_or_else(|refused| panic!("{name} -> {}: the output does not read: {refused}\n{text}", to.name));
    let mut there: HashMap<String, usize> = HashMap::new();
    let mut all = Vec::new();
    facts(&back, &mut |fact| {
        let value = normal(fact.kind, &fact.value);
        all.push(value.clone());
        *there.entry(value).or_default() += 1;
    });
    let settings = Settings::of(from, &back, to, options);
    let dropped = left_out(from, &report);
    let left_out = places(&only(from, |index| dropped.contains(&index)));
    let mut lost = Vec::new();
    facts(from, &mut |fact| {
        let value = normal(fact.kind, &fact.value);
        let is_named = || {
            let mut losses = report.kept().iter().filter(|loss| codes(fact.kind).contains(&loss.code.name));
            losses.any(|loss| lies_in(from.source.text, loss.at, fact.at))
                || is_in_branch(from.source.text, fact.at, &report)
                || left_out.contains(&fact.at)
        };
        // The name on a result is the name of its call.
        let is_call_name = fact.kind == FactKind::ResultName && all.contains(&value);
        // A tool that was found in a text is where the text is.
        let is_in_text = (is_of_tool(fact.kind) || fact.kind == FactKind::Extra)
            && (!to.policy.has(turnwise::format::Fact::Tools) || options.container == Container::List)
            && from.tools.iter().any(|tool| tool.is_in_text && tool.at == fact.at);
        // The name of a file says its type.
        let is_file_type = fact.kind == FactKind::MediaFact
            && all.iter().any(|name| turnwise::statements::media_type(name) == Some(fact.value.as_ref()));
        if fact.kind == FactKind::Extra
            && let Some(unsaid) = settings.unsaid(from.source.text, &fact, &report)
        {
            return lost.extend(unsaid);
        }
        // Conversations of sub-agents in a member, of which each is reported.
        let is_sidechains = from.sidechains.as_ref().is_some_and(|member| {
            let is_reported = |at| report.kept().iter().any(|it| it.code.name == "sidechain-dropped" && it.at == at);
            member.at == fact.at && member.conversations.iter().all(|(at, _)| is_reported(*at))
        });
        if is_call_name || is_in_text || is_file_type || is_sidechains || is_named() {
            return;
        }
        // The id of a batch line is a field of the line.
        if fact.kind == FactKind::ConversationId && all.contains(&format!("extra \"{value}\"")) {
            return;
        }
        // A schema that a dialect keeps in a field the plain format does not read.
        if fact.kind == FactKind::Output && all.contains(&format!("extra {value}")) {
            return;
        }
        if let Some(count) = there.get_mut(&value)
            && *count > 0
        {
            *count -= 1;
            return;
        }
        // Texts that were joined, words that stand inside a larger value, plain text that became base64 or came of it.
        let is_inside = may_be_inside(fact.kind) && all.iter().any(|other| other.contains(&value));
        let is_encoded = || {
            if fact.kind != FactKind::Media {
                return false;
            }
            let encoded = STANDARD.encode(fact.value.as_bytes());
            let decoded = STANDARD.decode(fact.value.as_bytes()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
            all.contains(&encoded) || decoded.is_some_and(|text| all.contains(&text))
        };
        if !is_inside && !is_encoded() {
            lost.push(format!("{:?} {:?} at {:?}", fact.kind, fact.value, fact.at));
        }
    });
    lost.extend(disorder(&only(from, |index| !dropped.contains(&index)), &back, &report));
    lost.extend(leaks(from, to, options, &text));
    if !lost.is_empty() {
        println!("{}", turnwise::model::dump(from));
    }
    assert!(
        lost.is_empty(),
        "{name} -> {}: vanished in silence: {lost:#?}\noutput: {text}\nreport: {:#?}",
        to.name,
        report.kept().iter().map(|it| format!("{} {:?} {}", it.code.name, it.at, it.message)).collect::<Vec<_>>()
    );
    Fate::Written { text, report }
}

/// The settings of a request and those of the output.
struct Settings {
    sent: Vec<SentSetting>,
    got: Vec<Meaning>,
}

impl Settings {
    fn of(from: &Conversation<'_>, back: &Conversation<'_>, to: &Format, options: &WriteOptions) -> Self {
        let mut settings = Self { sent: Vec::new(), got: Vec::new() };
        let policy = to.policy_of(options.dialect);
        let is_carried = !options.drops_settings && options.container != Container::List && !policy.holds(from.origin);
        let source = by_name(from.origin).and_then(|(format, _)| format.policy.record.settings);
        if let (Some(source), Some(target), true) = (source, policy.record.settings, is_carried) {
            settings.sent = source.sent(from, &mut Tape::new());
            settings.got = target.sent(back, &mut Tape::new()).into_iter().filter_map(|it| it.meaning).collect();
        }
        settings
    }

    /// The members of a field of a request that are neither in the output nor in the report, or are in both. `None`: it is no
    /// such field.
    fn unsaid(&self, source: &str, fact: &ModelFact<'_>, report: &Report) -> Option<Vec<String>> {
        let start = fact.at.offset().filter(|start| source[*start..].starts_with(&*fact.value))?;
        let span = start..start + fact.value.len();
        let mut members = self.sent.iter().filter(|it| it.at.offset().is_some_and(|at| span.contains(&at))).peekable();
        members.peek()?;
        let is_wrong = |it: &&SentSetting| {
            let is_said = report.kept().iter().any(|loss| loss.code.name == "field-dropped" && loss.at == it.at);
            let is_there = match &it.meaning {
                None => false,
                // What it is part of says whether it is there.
                Some(Meaning::Part) => return false,
                Some(Meaning::Value(Setting::OlderUser, _, value)) => {
                    let is_user = |setting| matches!(setting, Setting::User | Setting::OlderUser);
                    self.got
                        .iter()
                        .any(|it| matches!(it, Meaning::Value(other, _, same) if is_user(*other) && same == value))
                }
                Some(Meaning::Value(setting, _, value)) => self
                    .got
                    .iter()
                    .any(|it| matches!(it, Meaning::Value(other, _, same) if other == setting && same == value)),
                Some(choice) => self.got.contains(choice),
            };
            is_said == is_there
        };
        Some(members.filter(is_wrong).map(|it| format!("setting {:?} {:?}", it.path, it.meaning)).collect())
    }
}

/// Signatures and seals in the output that only another provider may see.
fn leaks(from: &Conversation<'_>, to: &Format, options: &WriteOptions, output: &str) -> Vec<String> {
    let policy = to.policy_of(options.dialect);
    let mut found = Vec::new();
    let mut look = |family: &str, proof: Option<&Text<'_>>| {
        let is_known = to.policy.has_family(family) || policy.has_family(family);
        let is_fine = family.is_empty() || is_known || policy.tools.calls.families.contains(&family);
        if let Some(proof) = proof.map(|proof| proof.decode_json()).filter(|_| !is_fine && to.name != from.origin)
            && proof.len() > 3
            && output.contains(proof.as_ref())
        {
            found.push(format!("the proof {proof:?} of {family} got out"));
        }
    };
    for part in from.parts() {
        match part {
            Part::Text(it) | Part::Refusal(it) => {
                it.signature().iter().for_each(|it| look(it.family, Some(&it.text)));
            }
            Part::Call(it) => it.signature.iter().for_each(|it| look(it.family, Some(&it.text))),
            Part::Reasoning(it) => {
                look(it.family, it.signature.as_ref());
                look(it.family, it.redacted.as_ref());
            }
            Part::Result(_) | Part::Media(_) | Part::Opaque(_) => {}
        }
    }
    found
}

/// The messages that were named as omitted: those of branches of a tree, and those of the program.
pub fn left_out(from: &Conversation<'_>, report: &Report) -> HashSet<usize> {
    let named = |codes: &[&str]| -> HashSet<At> {
        report.kept().iter().filter(|loss| codes.contains(&loss.code.name)).map(|loss| loss.at).collect()
    };
    let (branches, program) = (named(&["branch-dropped", "sidechain-dropped"]), named(&["program-message-dropped"]));
    let branches = from.branches.iter().filter(|it| it.kind != BranchKind::Stored && branches.contains(&it.at));
    let own = branches.flat_map(|branch| &branch.order).filter_map(|step| step.message);
    let messages = from.messages.iter().enumerate();
    let by_program =
        messages.filter(|(_, message)| message.details().by_program.is_some() && program.contains(&message.at));
    own.chain(by_program.map(|(index, _)| index)).collect()
}

/// The conversation with only these messages.
fn only<'a>(from: &Conversation<'a>, is_kept: impl Fn(usize) -> bool) -> Conversation<'a> {
    let kept = from.messages.iter().enumerate().filter(|(index, _)| is_kept(*index));
    Conversation { messages: kept.map(|(_, message)| message.clone()).collect(), ..from.clone() }
}

/// The places of the facts of messages.
fn places(messages: &Conversation<'_>) -> HashSet<At> {
    let bare = Conversation { messages: messages.messages.clone(), ..Conversation::default() };
    let mut places = HashSet::new();
    facts(&bare, &mut |fact| {
        places.insert(fact.at);
    });
    places
}

/// It stands in a value that was named as a whole: a branch, or a message of one, that was not chosen.
fn is_in_branch(source: &str, at: At, report: &Report) -> bool {
    let Some(place) = at.offset() else { return false };
    let is_whole = |loss: &&Diagnostic| ["branch-dropped", "program-message-dropped"].contains(&loss.code.name);
    report.kept().iter().filter(is_whole).any(|loss| {
        let start = loss.at.offset().unwrap();
        let length = serde_json::Deserializer::from_str(&source[start..]).into_iter::<serde_json::Value>();
        let mut length = length;
        length.next();
        (start..start + length.byte_offset()).contains(&place)
    })
}

/// Values that mean the same get the same text: JSON without space, whether it stood in a string or not.
fn normal(kind: FactKind, value: &str) -> String {
    match kind {
        FactKind::Extra => format!("extra {}", normal(FactKind::Opaque, value)),
        // A text, or a field that was kept as it is.
        FactKind::Hosted if value.starts_with(['{', '[']) => normal(FactKind::Opaque, value),
        FactKind::Arguments
        | FactKind::Output
        | FactKind::Opaque
        | FactKind::Citations
        | FactKind::ToolKind
        | FactKind::ToolParameters => {
            if Tape::new().parse(value).is_err() {
                return value.to_owned();
            }
            let mut bytes = Vec::new();
            minify(value, &mut bytes);
            String::from_utf8(bytes).unwrap()
        }
        // `true` is many things: a flag is found only where flags are.
        FactKind::CacheHint
        | FactKind::CacheTtl
        | FactKind::ErrorFlag
        | FactKind::ToolStrict
        | FactKind::OutputStrict
        | FactKind::Rating => {
            format!("{kind:?} {value}")
        }
        _ => value.to_owned(),
    }
}

fn is_of_tool(kind: FactKind) -> bool {
    use FactKind as K;
    matches!(kind, K::Tool | K::ToolKind | K::ToolDescription | K::ToolParameters | K::ToolStrict)
}

fn may_be_inside(kind: FactKind) -> bool {
    use FactKind as K;
    matches!(kind, K::Text | K::Reasoning | K::Finish | K::Media | K::MediaFact | K::Arguments)
}

/// The losses that may name a fact of this kind.
fn codes(kind: FactKind) -> &'static [&'static str] {
    use FactKind as K;
    match kind {
        K::Text => &[
            "blank-text-dropped",
            "empty-message-dropped",
            "trailing-space-dropped",
            "white-space-trimmed",
            "surrogate-replaced",
            "part-dropped",
            "rendered",
            "text-lines-changed",
            "tool-result-body-dropped",
            "call-dropped",
        ],
        K::Reasoning => &["reasoning-dropped", "reasoning-as-text"],
        K::Signature => &["signature-dropped"],
        K::Redacted => &["redacted-reasoning-dropped"],
        K::ConversationId => &["conversation-id-dropped"],
        K::MessageId => &["message-id-dropped", "id-replaced"],
        K::CallId => {
            &["call-dropped", "call-id-dropped", "id-rewritten", "id-replaced", "legacy-call-changed", "hosted-call"]
        }
        K::CallName => &["call-dropped", "tool-name-changed", "hosted-call"],
        K::Arguments => {
            &["call-dropped", "arguments-changed", "arguments-dropped", "custom-call-as-object", "text-lines-changed"]
        }
        K::ResultName => &["call-dropped", "result-name-dropped", "tool-name-changed"],
        K::ErrorFlag => &["error-flag-dropped", "hosted-call"],
        K::Media => &["media-dropped", "document-as-text"],
        K::MediaFact => &[
            "media-detail-dropped",
            "media-detail-changed",
            "media-dropped",
            "media-type-generated",
            "document-as-text",
        ],
        K::Citations => &["citations-dropped"],
        K::CacheHint => &["cache-hint-dropped"],
        K::CacheTtl => &["cache-ttl-dropped", "cache-ttl-changed", "cache-hint-dropped"],
        K::Name => &["name-dropped"],
        K::Time => &["time-dropped"],
        K::Finish => &["finish-reason-dropped"],
        K::Tool | K::ToolDescription => &["tools-dropped"],
        K::ToolKind => &["tools-dropped", "custom-call-as-object", "legacy-call-changed"],
        K::ToolParameters => &["tools-dropped", "schema-generated"],
        K::ToolStrict => &["tools-dropped", "field-dropped"],
        K::Output => &["output-request-dropped", "output-schema-closed"],
        K::OutputName | K::OutputStrict => &["output-request-dropped", "field-dropped"],
        K::Extra => &[
            "field-dropped",
            "media-dropped",
            "tools-dropped",
            "output-request-dropped",
            "rendered",
            "keprompt-model-name",
        ],
        K::Opaque => &["part-dropped"],
        K::Hosted => &["part-dropped", "field-dropped", "id-rewritten", "parts-joined"],
        K::Role => &["role-changed"],
        K::Rating => &["rating-dropped"],
    }
}
