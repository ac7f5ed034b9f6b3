//! The policies of the formats: what they do with each fact.

use super::read::{SOURCE, read, read_text};
use super::{NAME, TEXT};
use crate::format::Reading;
use crate::format::shared::STATEMENT_IDS;
use crate::json::Tape;
use crate::lower::{
    ArgumentKind, BareLists, Calls, ContainerRules, Fact, Facts, MediaRules, Merge, Policy, ProgramRules, RefusedMedia,
    ResultNames, ResultTurns, Results, SourceProgram, TextRules, TurnRules,
};
use crate::model::{Conversation, MediaKind, same};
use crate::report::Report;
use crate::statements::media_type;

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
        type_of_path: media_type,
        refused: RefusedMedia::KindsAndRemote,
        ..MediaRules::NONE
    },
    container: ContainerRules { lists: BareLists::Only, ..Policy::BASE.container },
    program: Some(ProgramRules { is_text: false, source }),
    ..Policy::BASE
};

pub(in crate::format) const PROMPT: Policy =
    Policy { program: Some(ProgramRules { is_text: true, source }), ..STATEMENTS };

/// The program that a conversation was read from, if it still is what that makes.
fn source<'c>(conversation: &'c Conversation<'_>) -> Option<SourceProgram<'c>> {
    let mark = |origin| conversation.extras.find_mark(origin, SOURCE);
    let (mark, is_text) = mark(TEXT).map(|mark| (mark, true)).or_else(|| mark(NAME).map(|mark| (mark, false)))?;
    let json = mark.value.as_str();
    let mut tape = Tape::new();
    let root = tape.parse(json).ok()?;
    let mut reading = Reading { report: &mut Report::keeping(0), scratch: &mut Tape::new(), columns: None };
    let mut reread = if is_text { read_text(root, &mut reading).ok()? } else { read(root, &mut reading).ok()? };
    reread.source.shape = conversation.source.shape;
    same(&reread, conversation).then_some(SourceProgram { json, is_text })
}
