//! How messages of the model become messages of this format: one kind of content each, and every message with an id.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::NAME;
use super::image::uuid_digits;
use super::kind::Kind;
use crate::format::Writing;
use crate::format::shared::IdMaker;
use crate::json::Text;
use crate::model::{Conversation, Message, Part, Role};
use crate::report::{Refused, loss};
use crate::rule::pairs::Pairs;

/// Of a part: its message, and where it stands there.
type Place = (usize, usize);

/// One message to be written.
#[derive(Debug)]
pub(super) struct Piece<'c> {
    pub(super) kind: Kind,
    /// The parts it holds: places in the message.
    pub(super) places: Vec<usize>,
    pub(super) id: Option<Cow<'c, str>>,
    /// The id was made up.
    pub(super) is_made: bool,
}

/// All of them, by message, and what results answer.
#[derive(Debug, Default)]
pub(super) struct Plan<'c> {
    pub(super) pieces: Vec<Vec<Piece<'c>>>,
    /// By the place of the call: the id of the message that asks.
    requests: HashMap<Place, String>,
    /// By the place of the result: the place of its call and its name.
    calls: HashMap<Place, (Place, &'c Text<'c>)>,
}

impl<'c> Plan<'c> {
    pub(super) fn of(conversation: &'c Conversation<'c>, writing: &Writing<'_>) -> Result<Self, Refused> {
        let ids = IdMaker::new(conversation.source);
        let mut plan = Self::default();
        let mut used = HashSet::new();
        for (message, index) in conversation.messages.iter().zip(0..) {
            let mut pieces = cut(message, writing.options.is_reasoning_text)?;
            for (piece, count) in pieces.iter_mut().zip(0..) {
                let own = message.details().id.as_ref().filter(|_| count == 0);
                let call = piece.places.first().and_then(|place| message.parts.get(*place));
                let wanted = match call {
                    Some(Part::Call(call)) => call.id.as_ref(),
                    _ => None,
                };
                piece.id = take(wanted, &mut used).or_else(|| take(own, &mut used));
                if piece.id.is_none() && message.origin == NAME && count == 0 {
                    // As it was read: odd, used twice, or not there.
                    piece.id = own.map(Text::decode_json);
                } else if piece.id.is_none() {
                    let made = ids.message(index, count);
                    used.insert(uuid_digits(&made));
                    (piece.id, piece.is_made) = (Some(Cow::Owned(made)), true);
                }
                if let (Kind::Request, Some(place), Some(id)) = (piece.kind, piece.places.first(), &piece.id) {
                    plan.requests.insert((index, *place), id.to_string());
                }
            }
            plan.pieces.push(pieces);
        }
        // Results that were read from this format say it all themselves.
        if conversation.messages.iter().any(|message| message.origin != NAME) {
            let pairs = Pairs::of(conversation);
            for answer in &pairs.results {
                let Some(call) = answer.call.and_then(|call| pairs.calls.get(call)) else { continue };
                plan.calls.insert((answer.message, answer.part), ((call.message, call.part), &call.call.name));
            }
        }
        Ok(plan)
    }

    /// The id of the message whose call the result at this place answers.
    pub(super) fn request(&self, message: usize, place: usize) -> Option<&str> {
        let (call, _) = self.calls.get(&(message, place))?;
        self.requests.get(call).map(String::as_str)
    }

    /// The name of the call that the result at this place answers.
    pub(super) fn call_name(&self, message: usize, place: usize) -> Option<&'c Text<'c>> {
        self.calls.get(&(message, place)).map(|(_, name)| *name)
    }
}

/// The id, if it is a UUID that no other message has.
fn take<'c>(id: Option<&'c Text<'c>>, used: &mut HashSet<Option<String>>) -> Option<Cow<'c, str>> {
    let id = id?.decode_json();
    let digits = uuid_digits(&id)?;
    used.insert(Some(digits)).then_some(id)
}

/// The kind of the words of a message.
pub(super) fn words_kind(message: &Message<'_>) -> Result<Kind, Refused> {
    match &message.role {
        Role::System | Role::Developer => Ok(Kind::System),
        Role::User | Role::Tool => Ok(Kind::Instruction),
        Role::Assistant => Ok(Kind::Answer),
        Role::Other(role) => {
            let text = format!("lionpride has no role `{}`", role.show());
            Err(Refused::new(&loss::CANNOT_HOLD, message.at, text))
        }
    }
}

/// Calls and results are messages of their own; words that stand together are one.
fn cut<'c>(message: &Message<'_>, is_reasoning_text: bool) -> Result<Vec<Piece<'c>>, Refused> {
    let words = words_kind(message)?;
    let mut pieces: Vec<Piece<'c>> = Vec::new();
    for (part, place) in message.parts.iter().zip(0..) {
        let kind = match part {
            // Beside others, an empty text would be an empty message.
            Part::Text(it) if it.text.is_empty() && message.parts.len() > 1 && message.origin != NAME => continue,
            Part::Call(_) => Kind::Request,
            Part::Result(_) => Kind::Response,
            Part::Text(_) | Part::Refusal(_) => words,
            Part::Reasoning(it) if is_reasoning_text && it.text.as_ref().is_some_and(|text| !text.is_empty()) => words,
            Part::Media(_) if words == Kind::Instruction => words,
            // Reported; the message itself stays.
            Part::Media(_) | Part::Reasoning(_) | Part::Opaque(_) => continue,
        };
        match pieces.last_mut().filter(|last| last.kind == kind && kind == words) {
            Some(last) => last.places.push(place),
            None => pieces.push(Piece { kind, places: vec![place], id: None, is_made: false }),
        }
    }
    if pieces.is_empty() {
        pieces.push(Piece { kind: words, places: Vec::new(), id: None, is_made: false });
    }
    Ok(pieces)
}
