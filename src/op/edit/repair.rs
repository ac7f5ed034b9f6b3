//! `--repair` if the format stays the same: items of the list of messages, or blocks in them, are moved and removed
//! unchanged; new ones are printed by the format's writer.

use std::collections::{BTreeSet, HashMap};

use super::super::repair::{MessageOrigin, needs_order, repair_order, takes_any_arguments, wrapped};
use super::branch_orders::repaired_orders;
use super::new_messages::{MessagePrinter, tool, user};
use super::splice::Spliced;
use super::split::{Printed, split_messages};
use super::turns::{BlockOwner, EditedItem, EditedList, ItemBlock};
use super::units::{Units, places};
use super::{EditRecord, Stop};
use crate::format::listing::{Listing, MessageNodes};
use crate::format::shared::IdMaker;
use crate::format::{Fact, Reading, WriteOptions};
use crate::json::{At, Edit, Node, RecordText as Source, Span, Tape, Text, sort_edits};
use crate::model::{Arguments, Conversation, Form, Message, Part, Role, dump};
use crate::report::{Report, loss};
use crate::rule::pairs::PairedCalls;
use crate::rule::require;

/// Arguments that are not an object become the member `_raw` of one.
pub(super) fn wrap_arguments(
    record: &EditRecord<'_, '_, '_>,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    if takes_any_arguments(record.format) {
        return Ok(None);
    }
    let source = Source::new(record.text);
    let mut edits = Vec::new();
    for part in record.conversation.parts() {
        let Part::Call(call) = part else { continue };
        let Some(new) = wrapped(call, scratch, report) else { continue };
        let span = match &call.arguments {
            Arguments::Object(raw) => source.span_of(raw.as_str()),
            // A text, with its quotes.
            Arguments::Encoded(text) => text
                .token()
                .and_then(|token| source.span_of(token))
                .map(|span| Span { start: span.start.saturating_sub(1), end: span.end + 1 }),
        };
        let span = span.filter(|span| span.start < span.end).ok_or(Stop::Cannot)?;
        edits.push(Edit { span, text: new });
    }
    sort_edits(&mut edits);
    Ok((!edits.is_empty()).then(|| Spliced::of_edits(record.text.len(), edits)))
}

/// True if messages have to be added or moved, but the record is a single answer, which cannot contain others.
pub(super) fn needs_list(record: &EditRecord<'_, '_, '_>) -> bool {
    let listed = record.format.shape.listing.filter(|_| !record.is_sequence).map(|listing| (listing.find)(record.root));
    let is_one =
        listed.is_some_and(|listed| matches!(listed.messages, MessageNodes::One(_) | MessageNodes::Members(..)));
    is_one && needs_order(record.conversation, record.format)
}

/// Moves results to their calls, generates missing ones, and converts others to text.
pub(super) fn change_order(
    record: &EditRecord<'_, '_, '_>,
    options: &WriteOptions,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    if !needs_order(record.conversation, record.format) {
        return Ok(None);
    }
    let mut repaired = record.conversation.clone();
    let origins = repair_order(&mut repaired, record.format, report);
    require(record.format.rules.requires, &PairedCalls::new(&repaired), false)?;
    let Some(origins) = origins else { return Ok(None) };
    let listing = record.format.shape.listing.ok_or(Stop::Cannot)?;
    let listed = (listing.find)(record.root);
    let MessageNodes::Items(list) = listed.messages else { return Err(Stop::Cannot) };
    let units = Units::of(list, listing.blocks, record.conversation);
    let printer = MessagePrinter::new(record, options, scratch);
    let mut split = match listing.blocks {
        "" => split_messages(&units, record.conversation, &repaired, &origins),
        _ => HashMap::new(),
    };
    let has_split = !split.is_empty();
    let (turns, pending) = (EditedList::default(), PendingBlocks::default());
    let mut repairing = RepairedList { listing, printer, units: &units, turns, pending, report };
    let ids = IdMaker::new(record.text);
    let has_ids = record.format.policy.has(Fact::MessageIds);
    for ((message, origin), place) in repaired.messages.iter_mut().zip(&origins).zip(0..) {
        let is_new = matches!(origin, MessageOrigin::Made(_) | MessageOrigin::Words);
        if is_new && has_ids && message.details().id.is_none() {
            let id = ids.message(place, 0);
            repairing.report.add(&loss::MADE_MESSAGE_ID, message.at, || format!("the message id `{id}` is generated"));
            message.details_mut().id = Some(Text::owned(id));
        }
        match split.remove(&place) {
            Some(pieces) => repairing.print(pieces)?,
            None => repairing.add(message, *origin)?,
        }
    }
    repairing.flush()?;
    let mut turns = repairing.turns;
    turns.report_gone(record, &units, report);
    // If results are separate messages, speakers need not alternate.
    if !listing.has_tool_messages {
        turns.join(&units, report);
    }
    let orders = repaired_orders(record, &repaired, &origins).ok_or(Stop::Cannot)?;
    let made = turns.splice(record, &units).edited(&orders);
    if (listed.has_files || has_split) && !is_repaired(record, &made.text(record.text), listed.has_files, scratch) {
        return Err(Stop::Cannot);
    }
    Ok(Some(made))
}

/// True if the text is read as a record that needs no repair, in which each message still has its media files.
///
/// A file that no text refers to belongs to the first message of the user; if text precedes that, the record is
/// rewritten with a placeholder. And a result that looks like a list may be read as several.
fn is_repaired(record: &EditRecord<'_, '_, '_>, text: &str, has_files: bool, scratch: &mut Tape) -> bool {
    let with_media = |conversation: &Conversation<'_>| {
        let has_media = |message: &&Message<'_>| message.parts.iter().any(|part| matches!(part, Part::Media(_)));
        let messages = conversation.messages.iter().filter(has_media).cloned().collect();
        dump(&Conversation { messages, ..Conversation::default() })
    };
    let mut tape = Tape::new();
    let Ok(root) = tape.parse(text) else { return false };
    let made = record
        .format
        .read_record(root, &mut Reading { report: &mut Report::keeping(0), scratch, columns: None, programs: None });
    made.is_ok_and(|made| {
        let is_same = !has_files || with_media(&made) == with_media(record.conversation);
        is_same && !needs_order(&made, record.format)
    })
}

/// True for blank messages.
fn is_blank(message: &Message<'_>) -> bool {
    message.parts.iter().all(|part| matches!(part, Part::Text(text) if text.text.is_blank()))
}

struct RepairedList<'m, 'r, 't, 'a> {
    listing: &'static Listing,
    printer: MessagePrinter<'m, 'r, 't, 'a>,
    units: &'m Units<'t, 'a>,
    turns: EditedList,
    pending: PendingBlocks,
    report: &'m mut Report,
}

/// Blocks that move into the next message of their speaker, or into a new one.
#[derive(Default)]
struct PendingBlocks {
    blocks: Vec<ItemBlock>,
    speaker: BlockOwner,
}

impl RepairedList<'_, '_, '_, '_> {
    fn add(&mut self, message: &Message<'_>, origin: MessageOrigin) -> Result<(), Stop> {
        let has_blocks = !self.listing.blocks.is_empty();
        let items = match origin {
            MessageOrigin::Kept if has_blocks => return self.keep_blocks(message),
            MessageOrigin::Kept => {
                let found = places(message).into_iter().filter_map(|at| self.units.find(at));
                let mut units: Vec<_> = found.collect();
                if units.is_empty() {
                    units.extend(self.units.find(message.at));
                }
                for unit in units {
                    self.turns.unit(unit, self.units);
                }
                return Ok(());
            }
            MessageOrigin::Moved => return self.shift(message),
            MessageOrigin::Made(call) => {
                let source = self.printer.record.conversation.messages.get(call).ok_or(Stop::Cannot)?;
                self.printer.result(source, message, self.report).map_err(|_| Stop::Cannot)?
            }
            MessageOrigin::Words => {
                let form = if has_blocks { Form::Parts } else { message.form };
                let words = Message { form, ..message.clone() };
                match self.printer.words(&words) {
                    Ok(items) => items,
                    // The format cannot represent a message without text.
                    Err(_) if is_blank(message) => {
                        let what = || "a message without content is dropped".to_owned();
                        self.report.add(&loss::EMPTY_MESSAGE, message.at, what);
                        return Ok(());
                    }
                    Err(_) => return Err(Stop::Cannot),
                }
            }
        };
        for item in items {
            if has_blocks {
                let blocks = self.blocks_of(&item)?.into_iter().map(|block| ItemBlock::New(block, message.at));
                self.put(blocks.collect(), origin)?;
            } else {
                self.turns.add(EditedItem::New { pieces: vec![ItemBlock::New(item, message.at)] });
            }
        }
        Ok(())
    }

    /// A message whose item contains other results, which have moved.
    fn print(&mut self, pieces: Vec<Printed<'_>>) -> Result<(), Stop> {
        for (call, message) in pieces {
            let items = self.printer.after(call, &message, self.report).map_err(|_| Stop::Cannot)?;
            for item in items {
                self.turns.add(EditedItem::New { pieces: vec![ItemBlock::New(item, message.at)] });
            }
        }
        Ok(())
    }

    /// A result that has moved.
    fn shift(&mut self, message: &Message<'_>) -> Result<(), Stop> {
        let at = message.parts.first().map_or(message.at, Part::at);
        let unit = self.units.find(at).ok_or(Stop::Cannot)?;
        let Some(own) = self.units.0.get(unit) else { return Err(Stop::Cannot) };
        if !self.listing.blocks.is_empty() {
            let block = own.block(at).and_then(|block| own.blocks.get(block)).ok_or(Stop::Cannot)?;
            return self.put(vec![ItemBlock::Own(*block)], MessageOrigin::Moved);
        }
        self.turns.unit(unit, self.units);
        Ok(())
    }

    /// Adds blocks to the next message: results, or texts of the user.
    fn put(&mut self, blocks: Vec<ItemBlock>, origin: MessageOrigin) -> Result<(), Stop> {
        let is_result = origin != MessageOrigin::Words && self.listing.has_tool_messages;
        let speaker = if is_result { BlockOwner::Tool } else { BlockOwner::User };
        if self.pending.speaker != speaker {
            self.flush()?;
        }
        self.pending.speaker = speaker;
        self.pending.blocks.extend(blocks);
        Ok(())
    }

    /// The owner of the blocks of an item.
    fn speaker(&self, item: Node<'_, '_>, role: &Role<'_>) -> BlockOwner {
        if !self.listing.has_tool_messages {
            let is_user = matches!(role, Role::User | Role::Tool);
            return if is_user { BlockOwner::User } else { BlockOwner::Other };
        }
        // One item may be several messages.
        match item.get("role") {
            Some(role) if role.is("tool") => BlockOwner::Tool,
            Some(role) if role.is("user") => BlockOwner::User,
            Some(_) | None => BlockOwner::Other,
        }
    }

    /// A message whose blocks are not moved.
    fn keep_blocks(&mut self, message: &Message<'_>) -> Result<(), Stop> {
        let Some(unit) = places(message).into_iter().find_map(|at| self.units.find(at)) else { return Ok(()) };
        let Some(own) = self.units.0.get(unit) else { return Ok(()) };
        if self.turns.last_unit() != Some(unit) {
            let speaker = self.speaker(own.node, &message.role);
            if !(speaker == self.pending.speaker && own.list.is_some() && !self.turns.ends_in(speaker)) {
                self.flush()?;
            }
            self.turns.add(EditedItem::Unit { unit, blocks: Vec::new(), speaker });
        }
        let mut blocks = std::mem::take(&mut self.pending.blocks);
        let own_span = |block: &ItemBlock| if let ItemBlock::Own(span) = block { Some(*span) } else { None };
        let mut known: BTreeSet<_> = blocks.iter().filter_map(own_span).collect();
        for at in places(message) {
            let Some(block) = own.block(at) else { continue };
            let leaders = if own.leaders().end == block { own.leaders() } else { 0..0 };
            let spans = leaders.chain(own.with_followers(block)).filter_map(|block| own.blocks.get(block));
            for span in spans {
                // A block may be several parts.
                if known.insert(*span) {
                    blocks.push(ItemBlock::Own(*span));
                }
            }
        }
        self.turns.extend(blocks);
        Ok(())
    }

    /// Deferred blocks are added to the previous message of their speaker, or to a new one.
    fn flush(&mut self) -> Result<(), Stop> {
        let PendingBlocks { blocks, speaker } = std::mem::take(&mut self.pending);
        if blocks.is_empty() {
            return Ok(());
        }
        if self.turns.ends_in(speaker) && self.turns.last_has_list(self.units) {
            self.turns.extend(blocks);
            return Ok(());
        }
        let template = if speaker == BlockOwner::Tool { tool("x") } else { user("x") };
        let template = self.printer.words(&template).map_err(|_| Stop::Cannot)?;
        let template = template.into_iter().next().ok_or(Stop::Cannot)?;
        let inner = self.block_list(&template)?;
        let part = |from, to| ItemBlock::New(template.get(from..to).unwrap_or_default().to_owned(), At::byte(0));
        let mut pieces = vec![part(0, inner.start)];
        for (block, index) in blocks.into_iter().zip(0..) {
            if index > 0 {
                pieces.push(ItemBlock::New(",".to_owned(), At::byte(0)));
            }
            pieces.push(block);
        }
        pieces.push(part(inner.end, template.len()));
        self.turns.add(EditedItem::New { pieces });
        Ok(())
    }

    /// The text between the brackets of the block list of a printed message.
    fn block_list(&self, item: &str) -> Result<Span, Stop> {
        let mut tape = Tape::new();
        let list = tape.parse(item).ok().and_then(|item| item.get(self.listing.blocks)).ok_or(Stop::Cannot)?;
        let Span { start, end } = list.span();
        if list.is_array() { Ok(Span { start: start + 1, end: end - 1 }) } else { Err(Stop::Cannot) }
    }

    fn blocks_of(&self, item: &str) -> Result<Vec<String>, Stop> {
        let mut tape = Tape::new();
        let list = tape.parse(item).ok().and_then(|item| item.get(self.listing.blocks)).ok_or(Stop::Cannot)?;
        Ok(list.items().map(|block| block.raw().to_owned()).collect())
    }
}
