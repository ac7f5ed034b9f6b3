//! The passes in their order.

use super::details::name_turns;
use super::facts::report_facts;
use super::joined_texts::{check_halves, join_reasoning};
use super::marks::rank_marks;
use super::sent_settings::is_request;
use super::sessions::session;
use super::steps::join_steps;
use crate::json::Tape;
use crate::lower::context::Lowering;
use crate::lower::ids::{IdMaker, Links};
use crate::lower::options::LoweringOptions;
use crate::lower::outline::{Block, LogShape, Outline};
use crate::lower::own_context::OwnContext;
use crate::lower::policy::{BareLists, IdRepeats, Policy};
use crate::model::{Conversation, Part};
use crate::report::{Refused, Report, loss};
use crate::rule::pairs::PairedCalls;

/// Lowers a conversation to the outline of a target, and reports all losses.
///
/// # Errors
/// The target has no valid form for it; with [`LoweringOptions::is_lossy`], fewer conversations are rejected.
pub fn lower<'c>(
    paired: &PairedCalls<'c>,
    policy: &Policy,
    options: &LoweringOptions,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Box<Outline<'c>>, Refused> {
    let conversation = paired.conversation;
    let is_list = match policy.record.lists {
        BareLists::Allowed | BareLists::Only => options.is_list,
        BareLists::OfLog => options.log == LogShape::Messages,
        BareLists::Ignored | BareLists::Never => false,
    };
    // A list has no settings, and settings of the target's own format are kept unchanged.
    let has_settings = policy.record.settings.is_some() && !is_list && !policy.holds(conversation.extras.origin());
    let options = &LoweringOptions { is_list, settings: options.settings.filter(|_| has_settings), ..*options };
    let contents = report_facts(paired, policy, options, report);
    let mut lowering = Lowering::new(paired, policy, options, scratch, report, contents);
    if contents.calls {
        lowering.call_ids.links = links(paired, policy, &lowering.ids);
        lowering.call_ids.links.report(conversation, lowering.report);
    }
    // In a box, because each caller would copy it once more.
    let mut outline = Box::new(lowering.outline());
    lowering.lower(&mut outline)?;
    Ok(outline)
}

/// The ids that the target requires for calls and results without one.
fn links<'c>(paired: &PairedCalls<'c>, policy: &Policy, ids: &IdMaker<'c>) -> Links {
    let conversation = paired.conversation;
    let mut links = match policy.tools.calls.ids {
        _ if policy.tools.calls.without_ids.contains(&conversation.origin) => Links::default(),
        None if !policy.tools.calls.missing_ids.are_made() => Links::default(),
        _ => Links::of(paired, ids),
    };
    if policy.tools.calls.ids.is_some_and(|rule| rule.repeats != IdRepeats::Taken) {
        links = links.without_repeats(paired);
    }
    if policy.tools.calls.keeps_legacy {
        links = links.without_legacy(conversation);
    }
    if policy.preserved.messages.role().is_some() {
        links = links.without(|message| policy.holds(message.origin), conversation);
    }
    links
}

/// Rejects a conversation without content in the target: no text, no call, no media file.
fn check_rest(conversation: &Conversation<'_>, outline: &Outline<'_>) -> Result<(), Refused> {
    let is_left = |block: &Block<'_>| block.as_words().is_none_or(|words| !words.text.is_blank());
    if outline.system.iter().chain(outline.turns.iter().flat_map(|turn| &turn.blocks)).any(is_left) {
        return Ok(());
    }
    let is_content = |part: &&Part<'_>| match part {
        Part::Text(text) | Part::Refusal(text) => !text.text.is_blank(),
        Part::Call(_) | Part::Result(_) | Part::Media(_) => true,
        Part::Reasoning(_) | Part::Opaque(_) => false,
    };
    let lost = conversation.parts().find(is_content);
    lost.map_or(Ok(()), |part| {
        let why = "nothing of the conversation has a place in the target";
        let help = "choose a target that supports it (see `turnwise formats`)";
        Err(Refused::new(&loss::CANNOT_HOLD, part.at(), why).helping(help))
    })
}

impl<'c> Lowering<'c, '_> {
    fn lower(&mut self, outline: &mut Outline<'c>) -> Result<(), Refused> {
        // Records that still contain their source are written as it was: a pass could only change it.
        if (self.policy.own.source)(&mut self.own_context(), outline)? {
            return Ok(());
        }
        // Blocks take the ids of their calls, so ids are dropped before there are blocks.
        self.drop_made_ids();
        // All later passes work on turns.
        self.turns(outline)?;
        // Turns are moved and merged here, so passes that look at a turn or its neighbours come later.
        outline.turns = self.arrange(std::mem::take(&mut outline.turns)).map_err(|refused| self.because(refused))?;
        // Rules of one format depend on the order of messages, and later passes work on their result.
        (self.policy.own.messages)(&mut self.own_context(), outline)?;
        // A result joins the step of its call, which may not be the step before it.
        outline.turns = join_steps(std::mem::take(&mut outline.turns), self.paired, self.policy, self.report)?;
        // Earlier, ids would be generated for turns that are merged later.
        name_turns(&mut outline.turns, self.conversation, &self.ids, self.policy, self.report);
        // Tools and the request for structured output depend on the calls and the last question of the turns.
        self.record(outline)?;
        (self.policy.own.record)(&mut self.own_context(), outline)?;
        outline.record.session = session(self.conversation, self.policy, &self.ids, self.report);
        // Only the last marks are kept, so those of tools, system texts and turns must exist.
        if self.lookups.contents.marks {
            rank_marks(outline, self.policy, self.report);
        }
        // Drops blank text next to calls, which would otherwise be joined to other text.
        self.place_calls(outline)?;
        self.join_words(outline);
        join_reasoning(&outline.turns, self.policy, self.report);
        // Services reject halves of surrogate pairs in the texts as they are written.
        check_halves(outline, self.policy, self.report);
        (self.policy.own.written)(&mut self.own_context(), outline)?;
        // The remaining content is known only now. A request that a program sends may be empty.
        if outline.program.is_none() && !self.policy.preserved.messages.are_sent() {
            check_rest(self.conversation, outline).map_err(|refused| self.because(refused))?;
        }
        Ok(())
    }

    /// The input of rules that belong to one format.
    fn own_context(&mut self) -> OwnContext<'c, '_> {
        let Self { conversation, paired, options, ids, report, .. } = self;
        OwnContext { conversation, paired, options, ids, report }
    }

    /// Everything outside the messages: fields of the record, tools, the request for structured output, settings, the
    /// session.
    fn record(&mut self, outline: &mut Outline<'c>) -> Result<(), Refused> {
        if self.policy.record.lists == BareLists::Only {
            outline.is_list = true;
            self.drop_id();
            self.fields();
            outline.request.output = self.output(&outline.turns);
        } else if self.options.is_list {
            if let Some(block) = outline.system.first() {
                let message = self.policy.record.list_system;
                let refused = Refused::new(&loss::CANNOT_HOLD, block.at(), message);
                return Err(refused.helping("--container body writes the request body"));
            }
            self.drop_around();
        } else {
            outline.record.fields = self.fields();
            outline.request.tools = self.tools()?;
            (self.policy.own.tools)(&mut self.own_context(), outline)?;
            outline.request.output = self.output(&outline.turns);
            if let Some(source) = self.options.settings.filter(|_| is_request(self.conversation)) {
                outline.request.settings = self.settings(source, &outline.request.tools);
            }
        }
        Ok(())
    }
}
