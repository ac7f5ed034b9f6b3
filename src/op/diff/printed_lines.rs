//! Both sides of a comparison as lines of plain text. A fact that is the same on both sides has the spelling of B, and
//! JSON that differs is printed without layout, so lines differ only if facts do.
//!
//! ```text
//! # assistant
//! [call]
//!   arguments: {"city":"Oslo"}
//! ```

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::change::ShownValue;
use super::compared_records::PrintedPlace;
use super::facts::{Built, DiffFact, FactGroup, FactMaker, Val};
use super::shown::{shown, without_data};
use super::value::NumberEquality;
use super::view::View;
use crate::json::{Tape, canonical_json, number_value, short_lists};
use crate::model::Conversation;

/// The lines of both sides.
pub(super) fn printed_lines(
    views: [Option<&View<'_>>; 2],
    place: PrintedPlace,
    maker: &RefCell<FactMaker>,
) -> [Vec<String>; 2] {
    let numbers = maker.borrow().ignore.numbers();
    let [old, new] = views;
    match place {
        PrintedPlace::Outside => {
            let old = old.map(|view| outside(view.conversation, &mut maker.borrow_mut())).unwrap_or_default();
            let new = new.map(|view| outside(view.conversation, &mut maker.borrow_mut())).unwrap_or_default();
            let old_facts = FactSpellings::of(old.iter(), numbers);
            let new_facts = FactSpellings::of(new.iter(), numbers);
            [head_lines(&old, &new_facts, true), head_lines(&new, &old_facts, false)]
        }
        PrintedPlace::Messages([old_index, new_index]) => {
            let old =
                old.zip(old_index).and_then(|(view, index)| Some((view.built(index, maker)?, view.message(index)?)));
            let new =
                new.zip(new_index).and_then(|(view, index)| Some((view.built(index, maker)?, view.message(index)?)));
            let old_facts = FactSpellings::of(old.iter().flat_map(|(built, _)| built.groups()), numbers);
            let new_facts = FactSpellings::of(new.iter().flat_map(|(built, _)| built.groups()), numbers);
            [
                old.map(|(built, message)| lines(built, &message.role.name(), &new_facts, true)).unwrap_or_default(),
                new.map(|(built, message)| lines(built, &message.role.name(), &old_facts, false)).unwrap_or_default(),
            ]
        }
    }
}

impl<'c> Built<'c> {
    fn groups(&self) -> impl Iterator<Item = &FactGroup<'c>> {
        std::iter::once(&self.head).chain(&self.pieces)
    }
}

/// The spellings of the facts of one side.
struct FactSpellings<'f> {
    same: HashMap<(&'f str, bool, u64), &'f DiffFact<'f>>,
    names: HashSet<(&'f str, bool)>,
    numbers: NumberEquality,
}

impl<'f> FactSpellings<'f> {
    fn of(groups: impl Iterator<Item = &'f FactGroup<'f>>, numbers: NumberEquality) -> Self {
        let (mut same, mut names) = (HashMap::new(), HashSet::new());
        for fact in groups.flat_map(|group| &group.facts) {
            let name = fact.name.as_ref();
            names.insert((name, fact.is_extra));
            same.insert((name, fact.is_extra, fact.key), fact);
        }
        Self { same, names, numbers }
    }

    /// The value of a fact of the other side, which is A if `is_old`.
    fn spelled(&self, fact: &DiffFact<'_>, is_old: bool) -> ShownValue {
        let name = (fact.name.as_ref(), fact.is_extra);
        if let Some(same) = self.same.get(&(name.0, name.1, fact.key)) {
            return shown(if is_old { &same.val } else { &fact.val });
        }
        match &fact.val {
            Val::Json(json) if self.names.contains(&name) => self.without_layout(json),
            Val::Json(_) | Val::Text(_) | Val::Media(_) => shown(&fact.val),
        }
    }

    fn without_layout(&self, json: &str) -> ShownValue {
        let number: fn(&str) -> Cow<'_, str> = match self.numbers {
            NumberEquality::ByValue => number_value,
            NumberEquality::AsWritten => |raw| Cow::Borrowed(raw),
        };
        let mut tape = Tape::new();
        let text = tape.parse(json).map_or_else(|_| json.to_owned(), |root| canonical_json(root, number));
        ShownValue::Json(without_data(&text))
    }
}

/// The facts of a group that were not claimed by name, because their order has no meaning.
fn in_order<'f, 'c>(group: &'f FactGroup<'c>) -> Vec<&'f DiffFact<'c>> {
    let mut facts: Vec<_> = group.facts.iter().collect();
    short_lists::sort_by_key(&mut facts, |fact| if fact.is_extra { (true, fact.name.as_ref()) } else { (false, "") });
    facts
}

/// A message: its role, then its parts.
fn lines(built: &Built<'_>, role: &str, other: &FactSpellings<'_>, is_old: bool) -> Vec<String> {
    let mut lines = vec![format!("# {}", one_line(role))];
    for fact in in_order(&built.head) {
        lines.push(format!("  {}: {}", one_line(&fact.name), one_line(other.spelled(fact, is_old).text())));
    }
    for piece in &built.pieces {
        let indent = if piece.owner.is_some() { "  " } else { "" };
        let is_text = piece.name == "text";
        if !is_text {
            lines.push(format!("{indent}[{}]", piece.name));
        }
        for fact in in_order(piece) {
            let value = other.spelled(fact, is_old);
            if matches!((&value, fact.name.as_ref()), (ShownValue::Text(_), "text")) {
                lines.extend(value.text().split('\n').map(|line| format!("{indent}{line}")));
            } else {
                lines.push(format!("{indent}  {}: {}", one_line(&fact.name), one_line(value.text())));
            }
        }
    }
    lines
}

/// Everything outside the messages: the fields of the conversation, its tools and its branches.
fn outside<'c>(conversation: &'c Conversation<'c>, maker: &mut FactMaker) -> Vec<FactGroup<'c>> {
    let mut groups = vec![maker.conversation(conversation)];
    groups.extend(conversation.tools.iter().map(|tool| FactGroup { name: "tool", ..maker.tool(tool) }));
    groups.extend(conversation.branches.iter().map(|branch| FactGroup { name: "branch", ..maker.branch(branch) }));
    groups
}

fn head_lines(groups: &[FactGroup<'_>], other: &FactSpellings<'_>, is_old: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for group in groups {
        let is_inner = matches!(group.name, "tool" | "branch");
        if is_inner {
            lines.push(format!("[{}]", group.name));
        }
        for fact in in_order(group) {
            let value = other.spelled(fact, is_old);
            let indent = if is_inner { "  " } else { "" };
            lines.push(format!("{indent}{}: {}", one_line(&fact.name), one_line(value.text())));
        }
    }
    lines
}

fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}
