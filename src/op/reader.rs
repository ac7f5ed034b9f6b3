//! Reads the records of a batch: their format, and their conversation.

use std::sync::Arc;

use super::other_format::{name_other, refuse_foreign, refuse_other};
use super::records::{RecordPiece, parse, text_of};
use crate::format::{
    Attached, Detected, ForeignFormat, Format, PlainRecord, PlainRecords, Reading, Score, detect, folder_of,
    refuse_silent,
};
use crate::json::{Node, StringTraits, Tape};
use crate::model::{Conversation, Part, Surrogates};
use crate::report::{Refused, Report, shape};
use crate::statements::ProgramReading;
use crate::stream::Limits;

/// Reads records: their format, and their conversation.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) tape: Tape,
    pub(super) scratch: Tape,
    pub(super) usual: Option<&'static Format>,
    pub(super) is_fixed: bool,
    pub(super) plain: PlainRecords,
    /// The way in which programs are read.
    pub(super) programs: Option<Arc<ProgramReading>>,
}

impl Reader {
    pub(super) fn new(usual: Option<&'static Format>, is_fixed: bool, limits: Limits) -> Self {
        Self {
            tape: Tape::with_max_depth(limits.depth),
            scratch: Tape::with_max_depth(limits.depth),
            usual,
            is_fixed,
            plain: PlainRecords::default(),
            programs: None,
        }
    }

    /// Parses a record.
    pub(super) fn parse<'b>(&mut self, piece: &RecordPiece<'b>, text: &'b str) -> Result<Node<'_, 'b>, Refused> {
        parse(&mut self.tape, piece, text, self.usual).map_err(|error| Refused::json(&error))
    }

    /// The root of the last parsed record, if that text was parsed.
    pub(super) fn root<'b>(&self, json: &'b [u8]) -> Option<Node<'_, 'b>> {
        simdutf8::basic::from_utf8(json).ok().and_then(|text| self.tape.root(text))
    }

    /// Reads one record: its format and its conversation.
    pub(super) fn read<'b>(
        &mut self,
        piece: &RecordPiece<'b>,
        report: &mut Report,
    ) -> Result<(&'static Format, Conversation<'b>, &'b str), Refused> {
        self.read_as_known(piece, None, report)
    }

    /// The same. `known`: the format that was found when the record was read before.
    pub(super) fn read_as_known<'b>(
        &mut self,
        piece: &RecordPiece<'b>,
        known: Option<&'static Format>,
        report: &mut Report,
    ) -> Result<(&'static Format, Conversation<'b>, &'b str), Refused> {
        self.tape.forget();
        let text = text_of(piece)?;
        let root = parse(&mut self.tape, piece, text, self.usual).map_err(|error| Refused::json(&error))?;
        piece.report_source(report);
        let (usual, is_fixed) = known.map_or((self.usual, self.is_fixed), |format| (Some(format), true));
        let (format, plain) = detect_record(&mut self.plain, piece, root, usual, is_fixed)?;
        let mut conversation = if let Some(plain) = plain {
            plain.conversation
        } else {
            let programs = self.programs.as_deref();
            let mut reading = Reading { report, scratch: &mut self.scratch, columns: None, programs };
            let conversation = read_as(format, root, &mut reading);
            let conversation = conversation.map_err(|refused| unless_row(piece, root, usual, refused))?;
            refuse_silent(root, format, &conversation)?;
            conversation
        };
        conversation.source.text = text;
        conversation.source.coalesced = piece.coalesced_rows();
        conversation.source.has_byte_order_mark = piece.is_marked;
        conversation.source.surrogates = surrogates_of(self.tape.traits());
        attach(piece, format, true, &mut conversation, report, &mut self.scratch);
        Ok((format, conversation, text))
    }

    /// Moves the losses of the last record from `found` to `report`. Other findings are left to `validate`.
    pub(super) fn report_unread(&self, piece: &RecordPiece<'_>, record: u64, found: &mut Report, report: &mut Report) {
        found.retain(|code| code.kind.is_loss());
        if !found.is_empty() {
            report.start_record(record);
            report.append(found);
            let root = text_of(piece).ok().and_then(|text| self.tape.root(text));
            report.locate(root, piece.json, &piece.start);
        }
    }
}

/// Where halves of surrogate pairs have to be looked for in a record.
pub(super) fn surrogates_of(traits: StringTraits) -> Surrogates {
    match traits {
        it if it.has(StringTraits::HALVES) => Surrogates::Unchecked,
        it if it.has(StringTraits::NESTED_UNICODE) => Surrogates::NotInStrings,
        _ => Surrogates::Absent,
    }
}

/// The format of a record, and what was read of it if one walk finds both.
pub(super) fn detect_record<'a>(
    plain: &mut PlainRecords,
    piece: &RecordPiece<'_>,
    root: Node<'_, 'a>,
    usual: Option<&'static Format>,
    is_fixed: bool,
) -> Result<(&'static Format, Option<PlainRecord<'a>>), Refused> {
    if let Some((format, record)) = plain.read(root) {
        return Ok((format, Some(record)));
    }
    let had_openai = plain.has_openai;
    let format = plain.format(root, || format_of(root, usual, is_fixed, piece.is_sequence));
    let format = format.map_err(|refused| unless_row(piece, root, usual, refused))?;
    // The first plain record of a file takes the same path as the others.
    let record = if had_openai { None } else { plain.read(root).map(|(_, record)| record) };
    Ok((format, record))
}

/// The format of a record.
pub(super) fn format_of(
    root: Node<'_, '_>,
    usual: Option<&'static Format>,
    is_fixed: bool,
    is_sequence: bool,
) -> Result<&'static Format, Refused> {
    if let (true, Some(format)) = (is_fixed || is_sequence, usual) {
        return Ok(format);
    }
    let usual_format = usual;
    match detect(root, usual_format) {
        Detected::One(candidate) => {
            // An older form of the format may look like another format.
            let is_old = |usual: &&'static Format| {
                usual.makes_message_ids() && candidate.score.value < Score::SURE && (usual.score)(root).is_some()
            };
            Ok(usual_format.filter(is_old).unwrap_or(candidate.format))
        }
        Detected::Tie(candidates) => {
            let found = candidates.iter().find(|it| Some(it.format.name) == usual_format.map(|format| format.name));
            found.or(candidates.first()).map(|it| it.format).ok_or_else(|| unknown(root))
        }
        Detected::Foreign(found) => Err(not_read(root, found)),
        // The format of the other records gives the better message.
        Detected::Nothing => usual_format.ok_or_else(|| unknown(root)),
    }
}

/// The reason why a record cannot be read, unless it is a row of a log that is not a request, or several of them.
pub(super) fn unless_row(
    piece: &RecordPiece<'_>,
    root: Node<'_, '_>,
    usual: Option<&'static Format>,
    refused: Refused,
) -> Refused {
    // In formats whose rows are messages, a file without any must fail.
    let usual = usual.filter(|_| !piece.is_whole);
    let Some(session_of) = usual.and_then(Format::sessions_of_requests) else { return refused };
    let mut rows = root.each().peekable();
    let is_row = rows.peek().is_some() && rows.all(|row| session_of(row).is_beside);
    if is_row { Refused::row(root.at()) } else { refused }
}

fn not_read(root: Node<'_, '_>, found: &'static ForeignFormat) -> Refused {
    let message = format!("this looks like {}, which turnwise does not read", found.name);
    Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message).helping(found.advice)
}

fn unknown(root: Node<'_, '_>) -> Refused {
    Refused::new(&shape::NOT_A_CONVERSATION, root.at(), "no known format fits this record")
}

/// Reads a record as this format, even if it looks like none: the user named the format.
pub(super) fn read_as<'a>(
    format: &Format,
    root: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let conversation = format.read_record(root, reading).map_err(|refused| name_other(refused, root, format))?;
    let is_opaque = conversation.messages.iter().all(|it| it.parts.iter().all(|part| matches!(part, Part::Opaque(_))));
    if is_opaque && !conversation.messages.is_empty() {
        refuse_foreign(root, format)?;
    }
    refuse_other(root, format, &conversation)?;
    Ok(conversation)
}

/// Adds the data of a session from the index of its folder.
pub(super) fn attach<'b>(
    piece: &RecordPiece<'b>,
    format: &'static Format,
    is_converting: bool,
    conversation: &mut Conversation<'b>,
    report: &mut Report,
    scratch: &mut Tape,
) {
    let (Some(entry), Some(folder)) = (piece.entry, folder_of(format)) else { return };
    let attached = Attached { is_converting, ..entry.attached };
    let mut tape = Tape::new();
    if let Ok(node) = tape.parse(entry.text) {
        (folder.attach)(node, &attached, conversation, &mut Reading { report, scratch, columns: None, programs: None });
    }
}
