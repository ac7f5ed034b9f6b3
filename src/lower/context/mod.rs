//! The state while a conversation is lowered: reports, what is dropped, what is rejected.

mod hosted_pairs;
mod taken_names;
mod tool_names;

pub(crate) use hosted_pairs::{HostedPairs, PartIndex, hosted_of};
pub(crate) use taken_names::TakenNames;
pub(crate) use tool_names::ToolNames;

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::json::{At, Tape, Text};
use crate::lower::ids::{IdMaker, Links};
use crate::lower::options::LoweringOptions;
use crate::lower::outline::Block;
use crate::lower::policy::{Fact, Policy};
use crate::model::{CacheHint, Conversation, Extra, Extras, Slot};
use crate::report::{Code, Refused, Report, loss};
use crate::rule::pairs::{CallPairs, PairedCalls};

/// The state while a conversation is lowered.
pub(super) struct Lowering<'c, 'w> {
    pub(super) conversation: &'c Conversation<'c>,
    pub(super) policy: &'w Policy,
    pub(super) options: &'w LoweringOptions,
    pub(super) ids: IdMaker<'c>,
    pub(super) call_ids: CallIds,
    pub(super) paired: &'w PairedCalls<'c>,
    pub(super) scratch: &'w mut Tape,
    pub(super) report: &'w mut Report,
    pub(super) lookups: Lookups<'c>,
    pub(super) given: Given,
    pub(super) message: CurrentMessage<'c>,
    /// The content of messages that were dropped.
    pub(super) emptied: Vec<(At, String)>,
}

/// Facts about the whole conversation; most are computed when they are first needed.
#[derive(Default)]
pub(super) struct Lookups<'c> {
    pub(super) contents: Contents,
    /// The results of calls with free text, and the names of these calls.
    pub(super) customs: OnceCell<HashMap<(usize, usize), &'c Text<'c>>>,
    /// New names of tools.
    pub(super) tool_names: OnceCell<ToolNames>,
    /// Calls of tools that the service runs, with their results.
    pub(super) hosted: OnceCell<HostedPairs>,
}

/// The ids of calls that are generated, rewritten or omitted.
#[derive(Default)]
pub(super) struct CallIds {
    pub(super) links: Links,
    /// All of them are dropped.
    pub(super) are_dropped: bool,
}

/// The numbers and names that were assigned so far.
#[derive(Default)]
pub(super) struct Given {
    /// The number of calls.
    pub(super) calls: usize,
    /// The number of documents.
    pub(super) documents: usize,
    /// Names of files.
    pub(super) names: TakenNames,
}

/// Facts about the current message.
#[derive(Default)]
pub(super) struct CurrentMessage<'c> {
    /// It is a message of the target's format, which is kept as it was stored.
    pub(super) is_stored: bool,
    /// Media files that its results cannot contain.
    pub(super) moved: Vec<Block<'c>>,
    /// Generated ids of the messages that its texts become.
    pub(super) item_ids: Vec<String>,
}

impl<'c, 'w> Lowering<'c, 'w> {
    /// Starts with the report of the facts that the target cannot represent. Ids of calls are not generated yet.
    pub(super) fn new(
        paired: &'w PairedCalls<'c>,
        policy: &'w Policy,
        options: &'w LoweringOptions,
        scratch: &'w mut Tape,
        report: &'w mut Report,
        contents: Contents,
    ) -> Self {
        Self {
            conversation: paired.conversation,
            policy,
            options,
            ids: IdMaker::of(&paired.conversation.source),
            call_ids: CallIds::default(),
            paired,
            scratch,
            report,
            lookups: Lookups { contents, ..Lookups::default() },
            given: Given::default(),
            message: CurrentMessage::default(),
            emptied: Vec::new(),
        }
    }

    /// The error, with the content that was dropped before.
    pub(super) fn because(&mut self, refused: Refused) -> Refused {
        if self.conversation.is_answer()
            && self.conversation.messages.iter().all(|message| message.role.is_instruction())
        {
            let why = "the answer is empty: it is not complete yet, or it failed; get it again from the service";
            self.emptied.push((At::NOWHERE, why.to_owned()));
        }
        let is_reasoning = |(_, why): &(At, String)| why == "reasoning was dropped";
        let has_way =
            !self.options.is_reasoning_text && !self.emptied.is_empty() && self.emptied.iter().all(is_reasoning);
        let refused = refused.because(std::mem::take(&mut self.emptied));
        if has_way { refused.helping("--reasoning-as-text writes the reasoning as visible text") } else { refused }
    }

    /// All calls and results, paired; computed once.
    pub(super) fn pairs(&self) -> &CallPairs<'c, 'c> {
        self.paired.pairs()
    }

    /// Content without a valid form in the target: rejected, or with `--lossy` dropped and reported with `code`.
    pub(super) fn cannot_hold(
        &mut self,
        code: &'static Code,
        at: At,
        message: impl FnOnce() -> String,
    ) -> Result<(), Refused> {
        if self.options.is_lossy {
            self.report.add(code, at, message);
            return Ok(());
        }
        Err(Refused::new(&loss::CANNOT_HOLD, at, message()).helping("--lossy drops it and reports it"))
    }

    /// Drops a part with its cache mark.
    pub(super) fn drop_mark(&mut self, hint: Option<&CacheHint<'_>>) {
        if !self.policy.has(Fact::CacheHints) {
            return;
        }
        if let Some(hint) = hint.filter(|hint| hint.is_on) {
            self.report.add(&loss::CACHE_HINT, hint.at, || "a cache hint is dropped with its part".to_owned());
        }
    }

    /// Extra fields that the target supports, of a message or part that is not written.
    pub(super) fn drop_own(&mut self, extras: &Extras<'_>) {
        if !extras.is_empty() {
            self.drop_fields(extras, self.policy.preserved.keeps_field);
        }
    }

    /// Reports extra fields outside the messages that the target supports but that are not written.
    pub(super) fn drop_around_own(&mut self, extras: &Extras<'_>) {
        self.drop_fields(extras, |_, _| true);
    }

    pub(super) fn drop_fields(&mut self, extras: &Extras<'_>, is_kept: fn(Slot, &str) -> bool) {
        if !self.policy.holds(extras.origin()) {
            return;
        }
        // Odd ones cannot be written anywhere, and are reported with the other facts.
        let is_fact = |extra: &&Extra<'_>| !extra.is_note && !extra.value.is_null() && extra.slot != Slot::Odd;
        for extra in extras.fields().iter().filter(is_fact).filter(|extra| is_kept(extra.slot, &extra.key.decode())) {
            self.report.drop_field(extra.at, &extra.key);
        }
    }
}

/// The kinds of content in a conversation, so that passes for other kinds are skipped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents {
    /// There may be cache marks: hints, or parts and tools that are written unchanged.
    pub marks: bool,
    /// There are tool calls or results.
    pub calls: bool,
}
