//! The policies of the formats: what they do with each fact.

use super::program::{LISTS, TEXTS};
use super::{NAME, TEXT};
use crate::format::shared::STATEMENT_IDS;
use crate::lower::{
    ArgumentKind, BareLists, Calls, ContainerRules, Fact, Facts, MediaRules, Merge, Policy, RefusedMedia, ResultNames,
    ResultTurns, Results, TextRules, TurnRules,
};
use crate::model::MediaKind;

pub(super) const STATEMENTS: Policy = Policy {
    name: NAME,
    holds: &[NAME, TEXT],
    facts: Facts::of(&[Fact::AnswerFirst, Fact::Calls, Fact::CallIds, Fact::MixedOrder, Fact::ResultNames]),
    media: &[(MediaKind::Image, &["file"])],
    turns: TurnRules { results: ResultTurns::Grouped, merge: Merge::Results, ..Policy::BASE.turns },
    // A statement is text that is not JSON.
    text: TextRules { has_halves: false, ..Policy::BASE.text },
    calls: Calls { ids: Some(STATEMENT_IDS), arguments: ArgumentKind::Object, ..Policy::BASE.calls },
    results: Results { names: ResultNames::Fill, join: Some("\\n"), ..Policy::BASE.results },
    files: MediaRules {
        words: "images in files (turnwise statements from-messages --media-dir writes them)",
        paths: true,
        place: |_, _| true,
        refused: RefusedMedia::KindsAndRemote,
        ..MediaRules::NONE
    },
    container: ContainerRules { lists: BareLists::Only, ..Policy::BASE.container },
    own: LISTS,
    ..Policy::BASE
};

pub(in crate::format) const PROMPT: Policy = Policy { own: TEXTS, ..STATEMENTS };
