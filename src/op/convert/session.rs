//! A record as a session of a folder: the bytes of its file, and its entry in the index.

use super::super::edit::{EditRecord, Edited, report_outside};
use super::super::ids::renew;
use super::super::layout::unquote;
use super::super::records::RecordPiece;
use super::worker::{ConvertWorker, SessionLines};
use crate::format::{Container, Fact, Folder, SessionEntry, Writing, folder_of, is_file_name, write_record};
use crate::json::{At, Node, Text, minify};
use crate::model::{Conversation, Slot};
use crate::report::{Refused, Report, loss};
use crate::rule::pairs::PairedCalls;
use crate::rule::require;
use crate::stream::{BatchPieces, SessionOutput};

impl ConvertWorker<'_> {
    /// Edits a session of a folder that becomes a record outside it: an object with the data of the index and the
    /// messages, or the list of the messages. False: the requested change is not an edit.
    pub(super) fn edit_session(
        &mut self,
        piece: &RecordPiece<'_>,
        conversation: &Conversation<'_>,
        folder: &Folder,
        container: Container,
    ) -> Result<bool, Refused> {
        let source = conversation.source.text;
        let edited = self.edited(piece, folder.format, conversation, Container::Kept, None)?;
        let text = match &edited {
            Edited::Same => source,
            Edited::Text(text) => text,
            Edited::Cannot => return Ok(false),
        };
        let is_list = container == Container::List;
        if let Some(root) = self.reader.tape.root(source).filter(|_| is_list) {
            let is_sequence = piece.is_sequence;
            let record = EditRecord { format: folder.format, conversation, root, text: source, is_sequence };
            let spans = messages(root, folder).map(|message| message.span()).collect();
            report_outside(&record, spans, &mut self.part);
        }
        let scratch = &mut self.reader.scratch;
        let root = if piece.is_sequence { scratch.parse_sequence(text) } else { scratch.parse(text) };
        let root = root.map_err(|error| Refused::json(&error))?;
        let out = &mut self.draft;
        out.start_value();
        if !is_list {
            out.open(b'{');
            conversation.extras.write(Slot::Here, folder.format.name, out);
            out.key(folder.list);
        }
        out.open(b'[');
        messages(root, folder).for_each(|message| out.verbatim(message.raw()));
        out.close(b']');
        if !is_list {
            out.close(b'}');
        }
        self.finish_draft(piece);
        Ok(true)
    }

    /// Writes the session after the contents of `out`. `is_copied`: its messages are unchanged.
    ///
    /// Moves fields of the index into the entry of the session, so that they are not reported as lost.
    pub(super) fn session(
        &mut self,
        piece: &RecordPiece<'_>,
        mut conversation: Conversation<'_>,
        lines: SessionLines,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let target = options.to;
        let Some(folder) = folder_of(target) else { return self.text_file(conversation) };
        require(target.rules.requires, &PairedCalls::new(&conversation), false)?;
        if matches!(lines, SessionLines::New) {
            renew(&mut conversation, options.content.ids, target.policy.has(Fact::MessageIds), &mut self.part);
            self.fill_times(&mut conversation);
        }
        let write = crate::format::WriteOptions { container: Container::List, ..options.write };
        let start = self.output_len();
        self.draft.start_value();
        let (out, scratch) = (&mut self.draft, &mut self.reader.scratch);
        let entry = (folder.describe)(&conversation, &options.members.set, scratch);
        check(&entry, &mut self.part)?;
        match lines {
            SessionLines::Copied => self.copied_lines(piece, &conversation, folder),
            SessionLines::Edited(text) => self.out.bytes_mut().extend_from_slice(text.as_bytes()),
            SessionLines::New => {
                conversation.id = None;
                if conversation.extras.origin() == target.name {
                    conversation.extras = crate::model::Extras::default();
                }
                let mut writing = Writing::new(out, &mut self.part, &write, scratch);
                write_record(target, &conversation, &mut writing)?;
                let text = std::str::from_utf8(self.draft.as_bytes()).unwrap_or_default();
                self.plan.frame.lay_out(text, &mut self.out, &mut self.reader.scratch);
                self.draft.clear();
                if self.output_len() > start {
                    self.out.bytes_mut().push(b'\n');
                }
            }
        }
        let own = piece.entry.filter(|entry| entry_is_line(entry.text)).map(|entry| entry.text.to_owned());
        let session = SessionOutput {
            id: entry.id,
            is_made: entry.is_made,
            rest: entry.rest,
            line: own.filter(|_| entry.is_same),
            updated: entry.updated,
        };
        self.sessions.push((session, start..self.output_len()));
        Ok(())
    }

    /// Writes the record as the text of a separate file.
    fn text_file(&mut self, mut conversation: Conversation<'_>) -> Result<(), Refused> {
        let options = self.plan.options;
        let Some(starts) = options.to.framing.starts_text else {
            let message = format!("{} keeps no folder of sessions", options.to.name);
            return Err(Refused::new(&loss::CANNOT_HOLD, conversation.id_at, message));
        };
        require(options.to.rules.requires, &PairedCalls::new(&conversation), false)?;
        // The name of the file contains it.
        let id = conversation.id.take().map(|id| id.decode().into_owned()).unwrap_or_default();
        let (start, begin) = (self.output_len(), self.out.len());
        self.draft.start_value();
        let mut writing = Writing::new(&mut self.draft, &mut self.part, &options.write, &mut self.reader.scratch);
        let written = write_record(options.to, &conversation, &mut writing);
        self.out.bytes_mut().extend_from_slice(self.draft.as_bytes());
        self.draft.clear();
        written?;
        unquote(&mut self.out, begin, starts);
        if self.out.as_bytes().last().is_some_and(|last| *last != b'\n') {
            self.out.bytes_mut().push(b'\n');
        }
        let session =
            SessionOutput { is_made: id.is_empty(), id, rest: String::new(), line: None, updated: String::new() };
        self.sessions.push((session, start..self.output_len()));
        Ok(())
    }

    /// Writes the messages of a session unchanged, one per line.
    fn copied_lines(&mut self, piece: &RecordPiece<'_>, conversation: &Conversation<'_>, folder: &Folder) {
        let root = self.reader.tape.root(conversation.source.text).filter(|_| !piece.is_sequence);
        let out = self.out.bytes_mut();
        let Some(root) = root else { return out.extend_from_slice(source_of(piece)) };
        for message in messages(root, folder) {
            minify(message.raw(), out);
            out.push(b'\n');
        }
    }
}

/// Reports what was generated for an entry and what was omitted from it, and rejects an id that cannot be the name of a file.
fn check(entry: &SessionEntry, report: &mut Report) -> Result<(), Refused> {
    let id = Text::owned(entry.id.as_str());
    if !is_file_name(&entry.id) {
        let message = format!("the session id `{}` cannot be the name of a file", id.show());
        return Err(Refused::new(&loss::CANNOT_HOLD, entry.id_at, message)
            .helping("give the session an id of letters, digits, `-`, `_` and `.`, at most 200 bytes long"));
    }
    for (key, at) in &entry.dropped {
        let what = |key: &str| format!("`{key}` of the session is of the wrong kind and is dropped");
        report.drop_named_field(*at, &Text::owned(*key), what);
    }
    if !entry.made.is_empty() {
        let are = if entry.made.len() == 1 { "is" } else { "are" };
        let what = || format!("{} {are} generated for the session `{}`", entry.made.join(", "), id.show());
        report.add(&loss::MADE_SESSION, At::byte(0), what);
    }
    Ok(())
}

/// The messages of a session: lines, a list, an object with a list, or one message.
fn messages<'t, 'a>(root: Node<'t, 'a>, folder: &Folder) -> impl Iterator<Item = Node<'t, 'a>> {
    let list = root.get(folder.list).or_else(|| Some(root).filter(Node::is_array));
    list.into_iter().flat_map(|list| list.items()).chain(list.is_none().then_some(root))
}

fn entry_is_line(text: &str) -> bool {
    !text.contains(['\n', '\r'])
}

/// The bytes of the session's files, with the byte order mark before them.
fn source_of<'b>(piece: &RecordPiece<'b>) -> &'b [u8] {
    let Some(batch) = piece.batch else { return piece.bytes };
    match &batch.pieces {
        BatchPieces::Session(session) => batch.bytes().get(..session.end).unwrap_or_default(),
        BatchPieces::Lines
        | BatchPieces::Items(_)
        | BatchPieces::Rows(_)
        | BatchPieces::Whole
        | BatchPieces::Nested(_) => piece.bytes,
    }
}
