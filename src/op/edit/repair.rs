//! `--repair` where the format stays: items of the list of messages, or blocks in them, are moved and removed as they are;
//! what is new is printed by the format's own writer.

use std::collections::HashSet;

use super::super::repair::{Origin, needs_order, repair_order, takes_any_arguments, wrapped};
use super::made::{Printer, user};
use super::splice::Spliced;
use super::turns::{Block, Turn, Turns};
use super::units::{Units, places};
use super::{Record, Stop};
use crate::format::listing::{Listing, Messages};
use crate::format::shared::IdMaker;
use crate::format::{Fact, WriteOptions};
use crate::json::{At, Edit, Record as Source, Span, Tape, Text, escape_into};
use crate::model::{Arguments, Form, Message, Part, Role};
use crate::report::{Report, loss};
use crate::rule::pairs::Paired;
use crate::rule::require;

/// Arguments that are no object become the member `_raw` of one.
pub(super) fn wrap_arguments(
    record: &Record<'_, '_, '_>,
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
        let (token, text) = match &call.arguments {
            Arguments::Object(raw) => (raw.as_str(), new),
            Arguments::Encoded(text) => {
                let mut bytes = Vec::new();
                escape_into(&mut bytes, &new);
                (text.token().unwrap_or_default(), String::from_utf8(bytes).unwrap_or_default())
            }
        };
        let span = source.span_of(token).filter(|span| span.start < span.end).ok_or(Stop::Cannot)?;
        edits.push(Edit { span, text });
    }
    edits.sort_by_key(|edit| edit.span);
    Ok((!edits.is_empty()).then(|| Spliced::of_edits(record.text.len(), edits)))
}

/// True if messages have to be added or moved, and the record is one answer, which has no place for others.
pub(super) fn needs_list(record: &Record<'_, '_, '_>) -> bool {
    let listed = record.format.listing.filter(|_| !record.is_sequence).map(|listing| (listing.find)(record.root));
    let is_one = listed.is_some_and(|listed| matches!(listed.messages, Messages::One(_) | Messages::Members(..)));
    is_one && needs_order(record.conversation, record.format)
}

/// Moves results to their calls, makes up those that are missing, turns others into words.
pub(super) fn mend_order(
    record: &Record<'_, '_, '_>,
    options: &WriteOptions,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Option<Spliced>, Stop> {
    if !needs_order(record.conversation, record.format) {
        return Ok(None);
    }
    let mut mended = record.conversation.clone();
    let origins = repair_order(&mut mended, record.format, report);
    require(record.format.requires, &Paired::new(&mended), false)?;
    let Some(origins) = origins else { return Ok(None) };
    let listing = record.format.listing.ok_or(Stop::Cannot)?;
    // In a flow it is the branches that say what comes after what.
    let (Messages::Items(list), true) = ((listing.find)(record.root).messages, record.conversation.branches.is_empty())
    else {
        return Err(Stop::Cannot);
    };
    let units = Units::of(list, listing.blocks, record.conversation);
    let printer = Printer { record, options, scratch };
    let is_moved = |(_, origin): &(&Message<'_>, &Origin)| **origin == Origin::Moved;
    let moved =
        mended.messages.iter().zip(&origins).filter(is_moved).flat_map(|(message, _)| places(message)).collect();
    let mut mending =
        Mending { listing, printer, units: &units, turns: Turns::default(), pending: Vec::new(), moved, report };
    let ids = IdMaker::new(record.text);
    let has_ids = record.format.policy.has(Fact::MessageIds);
    for ((message, origin), place) in mended.messages.iter_mut().zip(origins).zip(0..) {
        let is_new = matches!(origin, Origin::Made(_) | Origin::Words);
        if is_new && has_ids && message.details().id.is_none() {
            let id = ids.message(place, 0);
            mending.report.add(&loss::MADE_MESSAGE_ID, message.at, || format!("the message id `{id}` is made up"));
            message.details_mut().id = Some(Text::owned(id));
        }
        mending.add(message, origin)?;
    }
    mending.flush()?;
    let mut turns = mending.turns;
    turns.join(record, &units, report);
    Ok(Some(turns.splice(record, &units)))
}

/// True for messages of nothing but white space.
fn is_blank(message: &Message<'_>) -> bool {
    message.parts.iter().all(|part| matches!(part, Part::Text(text) if text.text.is_blank()))
}

struct Mending<'m, 'r, 't, 'a> {
    listing: &'static Listing,
    printer: Printer<'m, 'r, 't, 'a>,
    units: &'m Units<'t, 'a>,
    turns: Turns,
    /// Blocks that go into the message of the user that comes next, or into one of their own.
    pending: Vec<Block>,
    /// Where the results are that move.
    moved: HashSet<At>,
    report: &'m mut Report,
}

impl Mending<'_, '_, '_, '_> {
    fn add(&mut self, message: &Message<'_>, origin: Origin) -> Result<(), Stop> {
        let has_blocks = !self.listing.blocks.is_empty();
        let items = match origin {
            Origin::Kept if has_blocks => return self.keep_blocks(message),
            Origin::Kept => {
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
            Origin::Moved => return self.shift(message),
            Origin::Made(call) => {
                let source = self.printer.record.conversation.messages.get(call).ok_or(Stop::Cannot)?;
                self.printer.result(source, message, self.report).map_err(|_| Stop::Cannot)?
            }
            Origin::Words => {
                self.check_alone(message.at)?;
                let form = if has_blocks { Form::Parts } else { message.form };
                let words = Message { form, ..message.clone() };
                match self.printer.words(&words) {
                    Ok(items) => items,
                    // The format has no place for a message without words.
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
                let blocks = self.blocks_of(&item)?;
                self.pending.extend(blocks.into_iter().map(|block| Block::New(block, message.at)));
            } else {
                self.turns.add(Turn::New { pieces: vec![Block::New(item, message.at)] });
            }
        }
        Ok(())
    }

    /// A result that becomes words is the only part of its item, or the others would stay in two places.
    fn check_alone(&self, at: At) -> Result<(), Stop> {
        let Some(unit) = self.units.find(at).filter(|_| self.listing.blocks.is_empty()) else { return Ok(()) };
        let parts = self.printer.record.conversation.parts().filter(|part| self.units.find(part.at()) == Some(unit));
        let parts: Vec<_> = parts.collect();
        let is_result = parts.iter().any(|part| part.at() == at && matches!(part, Part::Result(_)));
        if is_result && parts.len() > 1 { Err(Stop::Cannot) } else { Ok(()) }
    }

    /// A result that is elsewhere now.
    fn shift(&mut self, message: &Message<'_>) -> Result<(), Stop> {
        let at = message.parts.first().map_or(message.at, Part::at);
        let unit = self.units.find(at).ok_or(Stop::Cannot)?;
        let Some(own) = self.units.0.get(unit) else { return Err(Stop::Cannot) };
        if !self.listing.blocks.is_empty() {
            let block = own.block(at).and_then(|block| own.blocks.get(block)).ok_or(Stop::Cannot)?;
            self.pending.push(Block::Own(*block));
            return Ok(());
        }
        // Whatever else is in the item would move with it.
        let mut parts =
            self.printer.record.conversation.parts().filter(|part| self.units.find(part.at()) == Some(unit));
        let is_apart = self.turns.has(unit) && self.turns.last_unit() != Some(unit);
        if is_apart || !parts.all(|part| self.moved.contains(&part.at())) {
            return Err(Stop::Cannot);
        }
        self.turns.unit(unit, self.units);
        Ok(())
    }

    /// A message whose blocks stay where they are.
    fn keep_blocks(&mut self, message: &Message<'_>) -> Result<(), Stop> {
        let Some(unit) = places(message).into_iter().find_map(|at| self.units.find(at)) else { return Ok(()) };
        let Some(own) = self.units.0.get(unit) else { return Ok(()) };
        let is_user = matches!(message.role, Role::User | Role::Tool);
        if self.turns.last_unit() != Some(unit) {
            if !(is_user && own.list.is_some() && !self.turns.ends_in_user()) {
                self.flush()?;
            }
            self.turns.add(Turn::Unit { unit, blocks: Vec::new(), is_user });
        }
        let mut blocks = std::mem::take(&mut self.pending);
        for at in places(message) {
            let Some(block) = own.block(at) else { continue };
            let leaders = if own.leaders().end == block { own.leaders() } else { 0..0 };
            let spans = leaders.chain(own.with_followers(block)).filter_map(|block| own.blocks.get(block));
            for span in spans {
                // A block may be several parts.
                if !blocks.iter().any(|known| matches!(known, Block::Own(known) if known == span)) {
                    blocks.push(Block::Own(*span));
                }
            }
        }
        self.turns.extend(blocks);
        Ok(())
    }

    /// Blocks that wait go into the message of the user before, or into a new one.
    fn flush(&mut self) -> Result<(), Stop> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let blocks = std::mem::take(&mut self.pending);
        if self.turns.ends_in_user() && self.turns.last_has_list(self.units) {
            self.turns.extend(blocks);
            return Ok(());
        }
        let template = self.printer.words(&user("x")).map_err(|_| Stop::Cannot)?;
        let template = template.into_iter().next().ok_or(Stop::Cannot)?;
        let inner = self.block_list(&template)?;
        let part = |from, to| Block::New(template.get(from..to).unwrap_or_default().to_owned(), At::byte(0));
        let mut pieces = vec![part(0, inner.start)];
        for (block, index) in blocks.into_iter().zip(0..) {
            if index > 0 {
                pieces.push(Block::New(",".to_owned(), At::byte(0)));
            }
            pieces.push(block);
        }
        pieces.push(part(inner.end, template.len()));
        self.turns.add(Turn::New { pieces });
        Ok(())
    }

    /// What is between the brackets of the list of blocks of a printed message.
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
