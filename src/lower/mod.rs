//! Floor 4: lowers conversations to what a target holds. It decides for each fact whether it is kept, changed, dropped
//! or refused; nothing else does.
//!
//! [`lower`] takes a conversation, the [`Policy`] of the target and the options of the user. It decides about roles, order,
//! ids, names, texts, reasoning, calls, results, media files, cache marks, tools and fields; it reports every loss, refuses
//! what has no valid form, and returns an [`Outline`] that a writer prints without deciding anything.

mod answer_items;
mod answers;
mod arrange;
mod batch_line;
mod blocks;
mod body_checks;
pub mod call;
mod call_turns;
mod check_order;
mod deferred_blocks;
mod details;
mod documents;
mod empty_messages;
mod exchanges;
mod fact;
mod fact_support;
mod facts;
mod file_names;
mod forged;
mod hosted;
mod ids;
mod joined_texts;
mod longest_increasing;
mod made_ids;
mod marks;
mod media;
mod media_limits;
mod media_rules;
pub mod media_type;
mod media_urls;
mod outline;
mod outline_raw;
mod outline_request;
mod outline_turn;
mod pieces;
mod placeholders;
mod policy;
mod policy_base;
mod policy_calls;
mod policy_request;
mod program;
mod reasoning;
mod request_check;
mod request_unions;
mod requests;
mod result_texts;
pub(crate) mod schema_types;
mod schemas;
mod sent_settings;
mod service_code;
mod sessions;
mod setting_forms;
mod settings;
mod steps;
mod streams;
mod tool_names;
mod tools;
mod turns;

pub use answers::{OutlineAnswers, held_answers, lower_with_answers};
pub use batch_line::BatchLine;
pub use body_checks::{check_body, has_misnamed_image};
pub use details::{DetailRules, FinishPlace, MessageIds};
pub use empty_messages::first_message_with_content;
pub use exchanges::Exchanges;
pub use fact::{Fact, Facts};
pub use fact_support::FactSupport;
pub use facts::{Contents, answer_model, report_facts};
pub use file_names::FileNames;
pub use hosted::{HostedBlock, HostedPart, HostedRules, WriteHosted, drop_part};
pub use ids::{IdMaker, Links};
pub use joined_texts::has_surrogates;
pub use longest_increasing::longest_increasing;
pub use media_limits::exceeds;
pub use media_rules::{MediaRules, PlainText, UrlType, WEB_IMAGES, WEB_URLS, is_web_url};
pub use outline::{
    Block, CacheMark, FileSource, Lifetime, MediaBlock, Mode, Outline, OutlineCall, OutlineRole, ResultBlock, RunIds,
    TextBlock, TextForm, is_full_message, items,
};
pub use outline_raw::RawBlock;
pub use outline_request::{OutlineTool, Output};
pub use outline_turn::OutlineTurn;
pub use pieces::Split;
pub use policy::{
    Adjacency, Blank, ForgedFn, JoinedTexts, Leading, Merge, Middle, Policy, ReasoningPlace, ResultTurns, Roles,
    TextRules, TurnRules,
};
pub use policy_calls::{
    ArgumentKind, Calls, IdRule, NameRule, ResultMark, ResultMedia, ResultNames, ResultValues, Results,
    is_word_character,
};
pub use policy_request::{Asks, Cache, ContainerRules, NeededAnswers, OutputName, Tools};
pub use program::{ProgramOutline, ProgramRules, SourceProgram};
pub use request_check::{BodyKeys, check_foreign_request, check_request};
pub use request_unions::{RequestUnion, UnionBy};
pub use requests::{Requests, SentResults, SentSystems};
pub use schemas::{Closed, PropertyRule, SchemaRules};
pub use sent_settings::{Meaning, SentSetting};
pub use service_code::with_hosted_code;
pub use sessions::{AnswerModel, Models, SessionPolicy, SessionRules, session};
pub use settings::{
    Beside, ChoiceForm, ChosenTool, RequestSettings, Setting, SettingForm, SettingMember, SettingPath, SettingRow,
    ToolChoice, object_of,
};
pub use steps::StepRule;
pub use streams::{EventPolicy, LogShape};

use std::cell::OnceCell;
use std::collections::HashMap;

use file_names::TakenNames;
use hosted::HostedPairs;
use sent_settings::is_request;
use tool_names::ToolNames;

use crate::json::{At, Tape, Text};
use crate::model::{CacheHint, Conversation, Extra, Extras, Part, Slot};
use crate::report::{Code, Refused, Report, loss};
use crate::rule::pairs::{CallPairs, PairedCalls};

/// Options of [`lower`].
#[derive(Clone, Copy, Debug, Default)]
pub struct LoweringOptions {
    /// Write the bare list of messages.
    pub is_list: bool,
    /// Write reasoning as visible text where it has no place of its own.
    pub is_reasoning_text: bool,
    /// Leave out and report what would otherwise make the record unwritable.
    pub is_lossy: bool,
    /// The part of a stream of events that is written.
    pub log: LogShape,
    /// The mode of the target that is written.
    pub mode: Option<Mode>,
    /// The settings of the source's format, where they are carried over.
    pub settings: Option<&'static RequestSettings>,
    /// The setting that the target needs is supplied later.
    pub has_needed: bool,
}

/// The state while a conversation is lowered.
struct Lowering<'c, 'w> {
    conversation: &'c Conversation<'c>,
    policy: &'w Policy,
    options: &'w LoweringOptions,
    ids: IdMaker<'c>,
    links: Links,
    paired: &'w PairedCalls<'c>,
    /// The results of calls with free text, and the names of these calls.
    customs: OnceCell<HashMap<(usize, usize), &'c Text<'c>>>,
    scratch: &'w mut Tape,
    report: &'w mut Report,
    contents: Contents,
    /// Names of tools that are changed.
    tool_names: OnceCell<ToolNames>,
    /// Calls so far.
    calls: usize,
    /// The current message is one of the target's own, which is taken as it was stored.
    is_stored: bool,
    /// Calls of tools that the service runs, with their results.
    hosted: OnceCell<HostedPairs>,
    /// Ids of calls are left out.
    drops_ids: bool,
    /// Media files of the results of the current message that have no place in them.
    moved: Vec<Block<'c>>,
    /// Made-up ids of the messages that the texts of the current message become.
    item_ids: Vec<String>,
    /// Names of files so far.
    names: TakenNames,
    /// Documents so far.
    documents: usize,
    /// The content of messages that were dropped.
    emptied: Vec<(At, String)>,
}

/// Lowers a conversation to the outline of a target, and reports all losses.
///
/// # Errors
/// The target has no valid form for it; with [`LoweringOptions::is_lossy`] fewer are refused.
pub fn lower<'c>(
    paired: &PairedCalls<'c>,
    policy: &Policy,
    options: &LoweringOptions,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Outline<'c>, Refused> {
    let options = &LoweringOptions { is_list: options.is_list && !policy.container.is_fixed, ..*options };
    let conversation = paired.conversation;
    check_order::check_source(policy)?;
    let is_list = if policy.stream.is_some() { options.log == LogShape::Messages } else { options.is_list };
    let is_list = is_list && policy.container.has_list;
    // A list has no settings, and a format's own are kept as they are.
    let has_settings = policy.settings.is_some() && !is_list && !policy.holds(conversation.extras.origin());
    let options = &LoweringOptions { is_list, settings: options.settings.filter(|_| has_settings), ..*options };
    let mut lowering = Lowering::new(paired, policy, options, scratch, report);
    lowering.links = links(paired, policy, &lowering.ids);
    lowering.links.report(conversation, lowering.report);
    lowering.lower()
}

/// The ids that the target needs for calls and results without one.
fn links<'c>(paired: &PairedCalls<'c>, policy: &Policy, ids: &IdMaker<'c>) -> Links {
    let conversation = paired.conversation;
    let mut links = match policy.calls.ids {
        _ if policy.calls.without_ids.contains(&conversation.origin) => Links::default(),
        None if !policy.calls.makes_ids => Links::default(),
        _ => Links::of(paired, ids),
    };
    if policy.calls.ids.is_some_and(|rule| rule.is_unique) {
        links = links.without_repeats(paired);
    }
    if policy.calls.keeps_legacy {
        links = links.without_legacy(conversation);
    }
    if policy.stored_role.is_some() {
        links = links.without(|message| policy.holds(message.origin), conversation);
    }
    links
}

/// Refuses a conversation without content in the target: no text, no call, no media file.
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
        let help = "choose a target that holds it (see `turnwise formats`)";
        Err(Refused::new(&loss::CANNOT_HOLD, part.at(), why).helping(help))
    })
}

impl<'c, 'w> Lowering<'c, 'w> {
    /// Starts with the report of the facts that the target has no place for. Ids of calls are not made up yet.
    fn new(
        paired: &'w PairedCalls<'c>,
        policy: &'w Policy,
        options: &'w LoweringOptions,
        scratch: &'w mut Tape,
        report: &'w mut Report,
    ) -> Self {
        let contents = report_facts(paired, policy, options, report);
        Self {
            conversation: paired.conversation,
            policy,
            options,
            ids: IdMaker::new(paired.conversation.source),
            links: Links::default(),
            paired,
            customs: OnceCell::new(),
            scratch,
            report,
            contents,
            tool_names: OnceCell::new(),
            hosted: OnceCell::new(),
            calls: 0,
            is_stored: false,
            drops_ids: false,
            moved: Vec::new(),
            item_ids: Vec::new(),
            names: TakenNames::default(),
            documents: 0,
            emptied: Vec::new(),
        }
    }

    fn lower(&mut self) -> Result<Outline<'c>, Refused> {
        if let Some(outline) = self.source_rows() {
            return Ok(outline);
        }
        if let Some(own) = self.policy.own_text.and_then(|find| find(self.conversation)) {
            return Ok(Outline { program: Some(ProgramOutline::Source(own)), ..self.outline() });
        }
        if let Some(program) = self.source_program()? {
            return Ok(Outline { program: Some(program), ..self.outline() });
        }
        self.drop_made_ids();
        let mut outline = self.turns()?;
        outline.turns = self.arrange(std::mem::take(&mut outline.turns)).map_err(|refused| self.because(refused))?;
        outline.turns = self.join_steps(std::mem::take(&mut outline.turns))?;
        self.name_turns(&mut outline.turns);
        self.send(&mut outline)?;
        if self.policy.container.only_list {
            outline.is_list = true;
            self.drop_id();
            self.fields();
            outline.output = self.output(&outline.turns);
        } else if self.options.is_list {
            if let Some(block) = outline.system.first() {
                let message = self.policy.container.list_system;
                let refused = Refused::new(&loss::CANNOT_HOLD, block.at(), message);
                return Err(refused.helping("--container body writes the request body"));
            }
            self.drop_around();
        } else {
            outline.id = self.record_id();
            outline.fields = self.fields();
            outline.run = self.run(&outline.fields);
            outline.tools = self.tools(&outline.turns)?;
            outline.output = self.output(&outline.turns);
            if let Some(source) = self.options.settings.filter(|_| is_request(self.conversation)) {
                outline.settings = self.settings(source, &outline.tools);
            }
        }
        outline.model = self.model();
        outline.session = session(self.conversation, self.policy, self.report);
        if self.contents.marks {
            self.rank_marks(&mut outline);
        }
        self.one_detail(&mut outline.turns);
        self.place_calls(&mut outline)?;
        self.check_tags(&outline.turns)?;
        self.join_words(&mut outline);
        self.join_reasoning(&outline.turns);
        self.trim_words(&mut outline);
        self.check_forged(&outline)?;
        self.check_halves(&mut outline);
        outline.program = self.program(&outline)?;
        // What a program sends is what it sends, even if that is nothing.
        if outline.program.is_none() && self.policy.requests.is_none() {
            check_rest(self.conversation, &outline).map_err(|refused| self.because(refused))?;
        }
        Ok(outline)
    }

    /// The refusal with what was dropped before.
    fn because(&mut self, refused: Refused) -> Refused {
        if self.conversation.is_answer()
            && self.conversation.messages.iter().all(|message| message.role.is_instruction())
        {
            let why = "the answer holds nothing: it is not complete yet, or it failed; get it again from the service";
            self.emptied.push((At::NOWHERE, why.to_owned()));
        }
        let is_reasoning = |(_, why): &(At, String)| why == "reasoning was dropped";
        let has_way =
            !self.options.is_reasoning_text && !self.emptied.is_empty() && self.emptied.iter().all(is_reasoning);
        let refused = refused.because(std::mem::take(&mut self.emptied));
        if has_way { refused.helping("--reasoning-as-text writes the reasoning as visible text") } else { refused }
    }

    /// All calls and results, paired; computed once.
    fn pairs(&self) -> &CallPairs<'c, 'c> {
        self.paired.pairs()
    }

    /// Something the target cannot hold validly: refused, or with `--lossy` dropped and reported with `code`.
    fn cannot_hold(&mut self, code: &'static Code, at: At, message: impl FnOnce() -> String) -> Result<(), Refused> {
        if self.options.is_lossy {
            self.report.add(code, at, message);
            return Ok(());
        }
        Err(Refused::new(&loss::CANNOT_HOLD, at, message()).helping("--lossy leaves it out and reports it"))
    }

    /// A part is dropped, and its cache mark with it.
    fn drop_mark(&mut self, hint: Option<&CacheHint<'_>>) {
        if !self.policy.has(Fact::CacheHints) {
            return;
        }
        if let Some(hint) = hint.filter(|hint| hint.is_on) {
            self.report.add(&loss::CACHE_HINT, hint.at, || "a cache hint is dropped with its part".to_owned());
        }
    }

    /// Extra fields that the target could write, of a message or part that is not written.
    fn drop_own(&mut self, extras: &Extras<'_>) {
        if !extras.is_empty() {
            self.drop_fields(extras, self.policy.keeps_field);
        }
    }

    /// Reports extra fields beside the messages that could be written and are not.
    fn drop_around_own(&mut self, extras: &Extras<'_>) {
        self.drop_fields(extras, |_, _| true);
    }

    fn drop_fields(&mut self, extras: &Extras<'_>, is_kept: fn(Slot, &str) -> bool) {
        if !self.policy.holds(extras.origin()) {
            return;
        }
        // Odd ones have no place anywhere, and are reported with the other facts.
        let is_fact = |extra: &&Extra<'_>| !extra.is_note && !extra.value.is_null() && extra.slot != Slot::Odd;
        for extra in extras.fields().iter().filter(is_fact).filter(|extra| is_kept(extra.slot, &extra.key.decode())) {
            self.report.drop_field(extra.at, &extra.key);
        }
    }
}
