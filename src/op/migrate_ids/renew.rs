//! New ids for all messages and calls of one record, as changes of its bytes, for `convert --ids`.

use std::collections::HashMap;
use std::sync::Mutex;

use super::map::MappedRecord;
use super::names::{IdTexts, name_of};
use super::plan::Planner;
use super::pool::UuidBuffer;
use super::record_ids::RecordIds;
use super::record_tree::{IdFormat, RecordTree};
use super::replacements::Made;
use super::scheme::IdGenerator;
use super::{IdNumbers, MigrateOptions, Scheme, Scopes, Which};
use crate::format::ids::{IdRules, Scope, Usage};
use crate::json::{At, Edit, Text, utf8_text};
use crate::lower::IdRule;
use crate::report::{Refused, Report};

/// The new ids of a record.
pub(in crate::op) struct Renewed<'i> {
    /// The changes, in the order of the text.
    pub(in crate::op) edits: Vec<Edit>,
    /// Messages without an id, and their new ids.
    pub(in crate::op) made: Vec<(At, String)>,
    /// New ids by the old ones.
    names: HashMap<String, String>,
    ids: &'i IdRules,
}

impl Renewed<'_> {
    /// The new id; `None` if the id is unchanged.
    pub(in crate::op) fn new_of(&self, old: &Text<'_>) -> Option<&str> {
        let token = format!("\"{}\"", old.spelling());
        self.names.get(name_of(&token, self.ids).as_ref()).map(String::as_str)
    }
}

/// The ids that are replaced.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) enum NewIds {
    /// Those of all messages and calls, derived from the old ones. A message without an id gets one; a call does not.
    Derived,
    /// The same, random.
    Random,
    /// Those of messages that have none.
    MissingMessages,
    /// Those of calls and results that have none.
    MissingCalls,
    /// Those of calls and results that a service rejects.
    InvalidCalls(IdRule),
}

/// Plans new ids for the messages and calls of a record.
pub(in crate::op) fn renew<'i>(
    tree: RecordTree<'_, '_>,
    format: IdFormat<'i>,
    new: NewIds,
) -> Result<Renewed<'i>, Refused> {
    let (RecordTree { text, .. }, IdFormat { ids, .. }) = (tree, format);
    let mut renewed = Renewed { edits: Vec::new(), made: Vec::new(), names: HashMap::new(), ids };
    let (which, target) = match new {
        NewIds::Derived | NewIds::Random => (Which::All, None),
        NewIds::MissingMessages | NewIds::MissingCalls => (Which::Missing, None),
        NewIds::InvalidCalls(rule) => (Which::Invalid, Some(rule)),
    };
    let is_of_calls = matches!(new, NewIds::MissingCalls | NewIds::InvalidCalls(_));
    let wanted: &[Scope] = match new {
        NewIds::MissingMessages => &[Scope::Message],
        NewIds::MissingCalls | NewIds::InvalidCalls(_) => &[Scope::Call],
        NewIds::Derived | NewIds::Random => &[Scope::Message, Scope::Call],
    };
    let scopes: Vec<_> = wanted.iter().copied().filter(|scope| ids.shape(*scope).is_some()).collect();
    if scopes.is_empty() {
        return Ok(renewed);
    }
    let options = MigrateOptions {
        scheme: if matches!(new, NewIds::Random) { Scheme::Uuid4 } else { Scheme::Uuid5 },
        which,
        target,
        scopes: Scopes::Named(scopes),
        allows_dangling: true,
        ..MigrateOptions::default()
    };
    let numbers = Mutex::<IdNumbers>::default();
    let maker = IdGenerator::new(&options.scheme, options.namespace, target, &numbers);
    let mut planner = Planner {
        options: &options,
        maker: &maker,
        map: None,
        known: MappedRecord::default(),
        base: String::new(),
        is_one_line: false,
        filled: if is_of_calls { Scope::Call.bit() } else { Scope::Message.bit() },
        found: RecordIds::default(),
        made: Made::default(),
    };
    planner.plan(tree, format, &mut Report::keeping(0), None)?;
    let Planner { made, found, .. } = planner;
    made.changes(text, false, &mut |span, new| {
        renewed.edits.push(Edit { span, text: utf8_text(new).into_owned() });
    });
    let (old, mut space): (_, UuidBuffer) = (IdTexts { sites: &made.sites.list, text, ids }, [0; 38]);
    let mut new_id = |number| {
        let token = made.pool.get(number, &mut space);
        Text::Token(token.trim_matches('"')).decode_json().into_owned()
    };
    for id in &found.names.list {
        if let Some(number) = id.number() {
            renewed.names.insert(old.name(id.first).into_owned(), new_id(number));
        }
    }
    for (site, new) in made.sites.list.iter().zip(&made.replacements) {
        if let Some(number) = new.number().filter(|_| site.is_missing && site.usage == Usage::Names) {
            renewed.made.push((At::byte(made.sites.begin(site)), new_id(number)));
        }
    }
    Ok(renewed)
}
