//! Options of a migration, its output, and its result.

use std::sync::Arc;

use uuid::Uuid;

use super::map::IdMap;
use super::relayout::Relayout;
use super::scheme::{IdGenerator, Scheme};
use crate::format::Framing;
use crate::format::ids::{IdRules, Scope};
use crate::json::At;
use crate::lower::IdRule;
use crate::op::layout::OutputArrangement;
use crate::op::outcome::Outcome;
use crate::op::pass::PassOptions;
use crate::report::{Diagnostic, Refused, ids as codes};
use crate::stream::Progress;

/// Which ids are renamed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// None; missing ids are generated.
    #[default]
    Missing,
    /// Those that are not of the scheme, or that the target rejects.
    Invalid,
    /// All.
    All,
}

/// The scopes in which ids are generated and renamed.
#[derive(Clone, Debug)]
pub enum Scopes {
    /// These scopes; a format that lacks one of them is rejected.
    Named(Vec<Scope>),
    /// This scope; if a record cannot have it, the first scope of its format.
    Usual(Scope),
    /// All scopes of a format.
    All,
}

impl Scopes {
    /// The scope that replaces `Usual` if a format, or the kind of a record, does not have it.
    #[must_use]
    pub fn instead(usual: Scope, ids: &IdRules) -> Option<Scope> {
        ids.scopes.iter().map(|(scope, _)| *scope).find(|scope| *scope != usual)
    }

    /// The same for a record that cannot have ids of one scope.
    pub(super) fn without(&self, lacking: Scope, ids: &IdRules, wanted: u8) -> u8 {
        match self {
            Self::Usual(usual) if *usual == lacking => Self::instead(*usual, ids).map_or(wanted, Scope::bit),
            Self::Usual(_) | Self::Named(_) | Self::All => wanted,
        }
    }

    /// True if the user named the scope.
    pub(super) fn names(&self, scope: Scope) -> bool {
        matches!(self, Self::Named(list) if list.contains(&scope))
    }

    /// The bits of those scopes that a format has.
    pub(super) fn in_format(&self, ids: &IdRules, format: &'static str) -> Result<u8, Refused> {
        if ids.scopes.is_empty() {
            let message = format!("ids in {format} cannot be renamed: {}", ids.reason);
            let help = "convert it to another format, rename the ids there, and convert it back";
            return Err(Refused::new(&codes::NO_PLACE, At::byte(0), message).helping(help));
        }
        let list = match self {
            Self::All => return Ok(u8::MAX),
            Self::Usual(scope) if ids.shape(*scope).is_some() => std::slice::from_ref(scope),
            Self::Usual(scope) => return Ok(Self::instead(*scope, ids).map_or(0, Scope::bit)),
            Self::Named(list) => list.as_slice(),
        };
        let mut bits = 0;
        for scope in list {
            if ids.shape(*scope).is_none() {
                let has: Vec<_> = ids.scopes.iter().map(|(scope, _)| scope.name()).collect();
                let message = format!(
                    "{format} has no ids of the scope `{}`, only of --scope {}: {}",
                    scope.name(),
                    has.join(","),
                    ids.reason
                );
                return Err(Refused::new(&codes::NO_PLACE, At::byte(0), message.trim_end_matches([':', ' '])));
            }
            bits |= if *scope == Scope::Conversation { ids.conversation } else { *scope }.bit();
        }
        Ok(bits)
    }
}

/// The task.
#[derive(Clone, Debug)]
pub struct MigrateOptions {
    /// The scheme of new ids.
    pub scheme: Scheme,
    /// Which ids are renamed.
    pub which: Which,
    /// The scopes of these ids.
    pub scopes: Scopes,
    /// The namespace of UUIDs of version 5.
    pub namespace: Uuid,
    /// Ids of calls are generated for this service.
    pub target: Option<IdRule>,
    /// References without a target are renamed, too.
    pub allows_dangling: bool,
    /// A map to apply or to undo, instead of a scheme.
    pub map: Option<Arc<IdMap>>,
    /// The map is undone.
    pub is_reverse: bool,
    /// There are other inputs, too: a map without lines about this one is not an error.
    pub has_others: bool,
    /// The arrangement of records in the output. Without `keeps_surroundings`, lines end in LF.
    pub output: OutputArrangement,
    /// The map of this run is requested.
    pub has_map_out: bool,
    /// How records are processed.
    pub pass: PassOptions,
}

impl Default for MigrateOptions {
    fn default() -> Self {
        Self {
            scheme: Scheme::Uuid5,
            which: Which::Missing,
            scopes: Scopes::Named(vec![Scope::Message]),
            namespace: Uuid::NAMESPACE_OID,
            target: None,
            allows_dangling: false,
            map: None,
            is_reverse: false,
            has_others: false,
            output: OutputArrangement::default(),
            has_map_out: false,
            pass: PassOptions::default(),
        }
    }
}

/// The result of a migration.
#[derive(Debug, Default)]
pub struct MigrateResult {
    /// The counts of every command.
    pub outcome: Outcome,
    /// Ids that were generated.
    pub given: u64,
    /// Ids that were renamed.
    pub renamed: u64,
    /// References that were rewritten or added.
    pub references: u64,
    /// Records with lines in the map, none of which applies.
    pub misfits: u64,
}

impl MigrateResult {
    /// Adds the result of another input.
    pub fn add(&mut self, other: &mut Self) {
        self.outcome.add(&mut other.outcome);
        self.count([other.given, other.renamed, other.references]);
        self.misfits += other.misfits;
    }

    pub(super) fn count(&mut self, [given, renamed, references]: [u64; 3]) {
        self.given += given;
        self.renamed += renamed;
        self.references += references;
    }
}

/// The output, and the functions that receive diagnostics.
pub struct MigrateEnds<'e> {
    /// Receives the output.
    pub write: &'e mut crate::stream::Write<'e>,
    /// Receives the lines of the map.
    pub map: Option<&'e mut crate::stream::Write<'e>>,
    /// Receives every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Receives the progress.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for MigrateEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MigrateEnds").finish_non_exhaustive()
    }
}

/// Data that is the same for the whole input.
pub(super) struct InputContext<'o> {
    pub(super) options: &'o MigrateOptions,
    pub(super) maker: &'o IdGenerator<'o>,
    /// The number of the input among the files of the map.
    pub(super) file: u32,
    pub(super) framing: Framing,
    /// The framing and layout of the output, if they differ from the input's.
    pub(super) form: Option<Relayout>,
}
