//! The policy of a declared template.

use std::marker::PhantomData;

use super::read::{SOURCE, read};
use super::write::has_field;
use super::written::{check_forged, trim_words};
use super::{CallStyle, ChatTemplate, DeclaredTemplate, SystemPlace};
use crate::format::{IdRules, Reading};
use crate::json::Tape;
use crate::lower::{
    ArgumentKind, BareLists, CallOrder, Calls, EmptyMessages, Exchanges, Fact, Facts, IdRule, Leading, Merge, Middle,
    NameRule, OwnRules, Policy, ProgramOutline, ReasoningPlace, ReasoningRules, RecordRules, ResultDetails,
    ResultNames, ResultTurns, Results, Roles, TextRules, ToolRules, TurnRules,
};
use crate::model::{Conversation, same};
use crate::report::Report;

pub(super) const IDS: IdRules =
    IdRules { scopes: &[], reason: "the text of a chat template has no ids", ..IdRules::of_calls(|_, _| true) };

/// A name in the header of a turn.
const NAMES: NameRule = NameRule {
    is_good: |found| !found.is_whitespace() && !found.is_control() && !matches!(found, '<' | '>' | '|'),
    limit: usize::MAX,
    words: "no white space and no marks",
};

/// A name of a tool in the header of a turn.
const TOOL_NAMES: NameRule = NameRule { is_good: NAMES.is_good, limit: usize::MAX, words: NAMES.words };

/// The constants that are computed from a declaration.
pub(super) struct TemplatePolicy<D>(PhantomData<D>);

impl<D: DeclaredTemplate> TemplatePolicy<D> {
    const TEMPLATE: &'static ChatTemplate = &D::TEMPLATE;
    const HAS_CALLS: bool = !matches!(Self::TEMPLATE.calls, CallStyle::None);
    const HAS_IDS: bool = matches!(Self::TEMPLATE.calls, CallStyle::List);
    const HAS_CHANNELS: bool = matches!(Self::TEMPLATE.calls, CallStyle::Channels);
    const ALTERNATES: bool = matches!(Self::TEMPLATE.system, SystemPlace::User);

    pub(super) const POLICY: Policy = Policy {
        name: Self::TEMPLATE.name,
        facts: Facts::of(&[Fact::SeveralAnswers])
            .and_if(!Self::ALTERNATES, &[Fact::AnswerFirst])
            .and_if(Self::TEMPLATE.has_names, &[Fact::Names])
            .and_if(Self::TEMPLATE.has_thinking, &[Fact::Reasoning])
            .and_if(Self::HAS_CALLS, &[Fact::Calls])
            .and_if(matches!(Self::TEMPLATE.calls, CallStyle::Tagged | CallStyle::Channels), &[Fact::MixedOrder])
            .and_if(Self::HAS_CHANNELS, &[Fact::Developer, Fact::ResultNames])
            .and_if(Self::HAS_IDS, &[Fact::CallIds]),
        roles: Roles {
            leading: if has_field(Self::TEMPLATE) { Leading::Field } else { Leading::Keep },
            middle: if matches!(Self::TEMPLATE.system, SystemPlace::Turns) { Middle::Keep } else { Middle::IntoUser },
            needs_message: if has_field(Self::TEMPLATE) {
                Some("there is no question and no answer in it")
            } else {
                None
            },
            needs_turn: Some("a text must have turns"),
            names: if Self::TEMPLATE.has_names { Some(NAMES) } else { None },
            ..Roles::BASE
        },
        turns: TurnRules {
            results: if matches!(Self::TEMPLATE.calls, CallStyle::Tagged) {
                ResultTurns::Grouped
            } else {
                ResultTurns::Each
            },
            merge: if Self::ALTERNATES {
                Merge::Speaker
            } else if matches!(Self::TEMPLATE.calls, CallStyle::Tagged) {
                Merge::Results
            } else if Self::HAS_CHANNELS {
                Merge::Implied
            } else {
                Merge::Never
            },
            empty: if Self::HAS_CALLS { EmptyMessages::Keep } else { EmptyMessages::DropButLastAnswer },
            exchanges: if Self::ALTERNATES { Exchanges::UserFirst } else { Exchanges::Free },
            result_details: ResultDetails::NoNames,
            ..TurnRules::BASE
        },
        text: TextRules {
            // The template of Gemma 3 writes the system text like this before that of the user.
            join: Some(if Self::ALTERNATES { "\\n\\n" } else { "\\n" }),
            has_halves: false,
            ..TextRules::BASE
        },
        reasoning: ReasoningRules {
            place: if Self::TEMPLATE.has_thinking { ReasoningPlace::Answers } else { ReasoningPlace::Nowhere },
            ..ReasoningRules::BASE
        },
        tools: ToolRules {
            calls: Calls {
                ids: if Self::HAS_IDS { Some(IdRule::NINE) } else { None },
                names: if Self::HAS_CHANNELS { Some(TOOL_NAMES) } else { None },
                arguments: ArgumentKind::Opened,
                order: if Self::HAS_CALLS && !Self::HAS_IDS { CallOrder::Tags } else { CallOrder::Free },
                ..Calls::BASE
            },
            results: Results {
                names: if Self::HAS_CHANNELS { ResultNames::Needed } else { ResultNames::OfCall },
                join: Some("\\n"),
                ..Results::BASE
            },
            ..ToolRules::BASE
        },
        record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
        own: OwnRules {
            source: |context, outline| {
                outline.program = own_text(Self::TEMPLATE, context.conversation).map(ProgramOutline::Source);
                Ok(outline.program.is_some())
            },
            written: |context, outline| {
                if Self::TEMPLATE.trims {
                    trim_words(outline, context.report);
                }
                check_forged(Self::TEMPLATE, outline)
            },
            ..OwnRules::NONE
        },
        ..Policy::BASE
    };
}

/// The record that a conversation was read from, if it still means the same.
fn own_text<'c>(template: &'static ChatTemplate, conversation: &'c Conversation<'_>) -> Option<&'c str> {
    let json = conversation.extras.find_mark(template.name, SOURCE)?.value.as_str();
    let mut tape = Tape::new();
    let root = tape.parse(json).ok()?;
    let mut reading =
        Reading { report: &mut Report::keeping(0), scratch: &mut Tape::new(), columns: None, programs: None };
    let mut reread = read(template, root, &mut reading).ok()?;
    reread.source.shape = conversation.source.shape;
    same(&reread, conversation).then_some(json)
}
