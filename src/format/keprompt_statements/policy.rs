//! The policies of the formats: what they do with each fact.

use super::program::{LISTS, TEXTS};
use super::{NAME, TEXT};
use crate::format::shared::STATEMENT_IDS;
use crate::lower::{
    ArgumentKind, BareLists, Calls, Fact, Facts, MediaReferences, MediaRules, Merge, Policy, PreservedContent,
    RecordRules, RefusedMedia, ResultNames, ResultTurns, Results, TextRules, ToolRules, TurnRules,
};
use crate::model::MediaKind;

pub(super) const STATEMENTS: Policy = Policy {
    name: NAME,
    preserved: PreservedContent { other_formats: &[NAME, TEXT], ..PreservedContent::ALL },
    facts: Facts::of(&[Fact::AnswerFirst, Fact::Calls, Fact::CallIds, Fact::MixedOrder, Fact::ResultNames]),
    turns: TurnRules { results: ResultTurns::Grouped, merge: Merge::Results, ..TurnRules::BASE },
    // A statement is text that is not JSON.
    text: TextRules { has_halves: false, ..TextRules::BASE },
    tools: ToolRules {
        calls: Calls { ids: Some(STATEMENT_IDS), arguments: ArgumentKind::Object, ..Calls::BASE },
        results: Results { names: ResultNames::Fill, join: Some("\\n"), ..Results::BASE },
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[(MediaKind::Image, &["file"])],
        words: "images in files (turnwise statements from-messages --media-dir writes them)",
        references: MediaReferences { paths: true, ..MediaReferences::NONE },
        place: |_, _| true,
        refused: RefusedMedia::KindsAndRemote,
        ..MediaRules::NONE
    },
    record: RecordRules { lists: BareLists::Only, ..RecordRules::BASE },
    own: LISTS,
    ..Policy::BASE
};

pub(in crate::format) const PROMPT: Policy = Policy { own: TEXTS, ..STATEMENTS };
