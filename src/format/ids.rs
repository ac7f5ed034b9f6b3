//! The places of ids in a record: those that name something, and those that refer to it.
//!
//! ```json
//! [{"role":"assistant","tool_calls":[{"id":"c1",…}]},{"role":"tool","tool_call_id":"c1",…}]
//! ```
//!
//! Here `id` names a call, and `tool_call_id` points to it. A format lists such places in the order of the text; code that
//! renames ids needs to know nothing else about it.

use super::missing_member::MissingMember;
pub use super::missing_member::added;
pub use super::nested::Nested;
use crate::json::short_lists;
use crate::json::{DuplicateKey, Node, Span};
use crate::lower::IdRule;

/// The kind of thing that has an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// A message.
    Message,
    /// A tool call.
    Call,
    /// A run of an agent.
    Run,
    /// A thread of runs, or a branch.
    Thread,
    /// The conversation.
    Conversation,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Message, Self::Call, Self::Run, Self::Thread, Self::Conversation];

    /// One of eight bits, for sets of them.
    #[must_use]
    pub fn bit(self) -> u8 {
        match self {
            Self::Message => 1,
            Self::Call => 2,
            Self::Run => 4,
            Self::Thread => 8,
            Self::Conversation => 16,
        }
    }

    /// The scope with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }

    /// As users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Call => "call",
            Self::Run => "run",
            Self::Thread => "thread",
            Self::Conversation => "conversation",
        }
    }
}

/// Whether a place defines an id or refers to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// Names something.
    Names,
    /// Points to something of the same record, which must be there.
    Points,
    /// Points to something that may be in another record: where a copy comes from, what a run goes on from.
    Lineage,
    /// Is an id only if something of the record is named so: the sender of a message.
    Follows,
    /// Belongs to a service that would not know it by another name.
    Kept,
}

/// Which texts are ids for the format's own program.
#[derive(Clone, Copy, Debug)]
pub enum IdShape {
    /// Any text.
    Any,
    /// A UUID, however it is written.
    Uuid,
    /// The rule for ids of calls in the policy of the format.
    Rule(IdRule),
}

impl IdShape {
    /// For messages: `a UUID`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Any => IdRule::ANY.words,
            Self::Uuid => "a UUID",
            Self::Rule(rule) => rule.words,
        }
    }

    /// True for such a text.
    #[must_use]
    pub fn fits(self, id: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Uuid => uuid::Uuid::try_parse(id).is_ok(),
            Self::Rule(rule) => rule.holds(id),
        }
    }
}

/// The ids of a format.
#[derive(Debug)]
pub struct IdRules {
    /// The scopes of its ids, and the texts that are valid ids.
    pub scopes: &'static [(Scope, IdShape)],
    /// Why nothing else has.
    pub reason: &'static str,
    /// The scope of the ids of what the format calls a conversation.
    pub conversation: Scope,
    /// Lists the places of a record. False: it is not a record of this format.
    pub walk: fn(Node<'_, '_>, &mut Sites) -> bool,
    /// The one spelling of an id that its program reads in several.
    pub normal: fn(&str) -> Option<String>,
    /// Something is named once.
    pub is_unique: bool,
    /// A call makes a message of its own id where none is named.
    pub calls_name_messages: bool,
}

impl IdRules {
    /// [`IdRules::scopes`] of a format where only conversations have ids.
    pub const OF_CONVERSATIONS: &'static [(Scope, IdShape)] = &[(Scope::Conversation, IdShape::Any)];

    /// The ids of a format in which only calls have ids. They are listed by `walk`.
    #[must_use]
    pub const fn of_calls(walk: fn(Node<'_, '_>, &mut Sites) -> bool) -> Self {
        Self {
            scopes: &[(Scope::Call, IdShape::Any)],
            reason: "",
            conversation: Scope::Conversation,
            walk,
            normal: |_| None,
            is_unique: true,
            calls_name_messages: false,
        }
    }

    /// The texts that may be ids of this scope; nothing if the format cannot represent them.
    #[must_use]
    pub fn shape(&self, scope: Scope) -> Option<IdShape> {
        let scope = if scope == Scope::Conversation { self.conversation } else { scope };
        self.scopes.iter().find(|(found, _)| *found == scope).map(|(_, shape)| *shape)
    }
}

/// A place with an id, or without one that could have one. A record may have millions of them.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The start and end of the value: see [`Site::span`].
    pub(super) place: [u32; 2],
    /// Which of [`Sites::extras`] says more about it.
    pub(super) extra: u32,
    /// The scope of the id.
    pub scope: Scope,
    /// Whether it is defined or referred to.
    pub usage: Usage,
    /// The value says that there is none: it is null, or absent.
    pub is_missing: bool,
    /// Places with the same number, other than 0, belong together: events that continue one message.
    pub family: u8,
    /// Whether the place is inside strings.
    pub nested: Nested,
}

/// Data that few places have.
#[derive(Clone, Copy, Debug)]
struct IdSiteExtra {
    /// The place for the absent member.
    missing_member: Option<MissingMember>,
    /// The span of the name of the function that is called or answered, or [`NOTHING`].
    function: [u32; 2],
}

/// No extra data, or no span.
const NOTHING: u32 = u32::MAX;

impl Site {
    /// A place that has no id yet.
    pub(super) fn new(scope: Scope, usage: Usage, span: Span) -> Self {
        let (place, extra, nested) = (narrow(span), NOTHING, Nested::No);
        Self { place, extra, scope, usage, is_missing: true, family: 0, nested }
    }

    /// The value, quotes and all. Empty where the member is absent.
    #[must_use]
    pub fn span(&self) -> Span {
        widen(self.place)
    }

    /// The same with other bounds, and whatever is put there is as it is.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { place: narrow(span), extra: NOTHING, nested: Nested::No, ..self }
    }
}

/// A record is no longer than 32 bits say.
pub(super) fn narrow(span: Span) -> [u32; 2] {
    [span.start, span.end].map(|offset| u32::try_from(offset).unwrap_or(u32::MAX))
}

pub(super) fn widen([start, end]: [u32; 2]) -> Span {
    Span { start: start as usize, end: end as usize }
}

/// The places of a record.
#[derive(Debug, Default)]
pub struct Sites {
    /// In the order in which they were found.
    pub list: Vec<Site>,
    extras: Vec<IdSiteExtra>,
    /// The pointers inside strings.
    pointers: Vec<Box<str>>,
    /// Keys of absent members.
    keys: Vec<&'static str>,
    /// A key that appears there twice: which of the two counts, readers disagree about.
    pub twice: Option<DuplicateKey>,
    /// The record is of a kind that cannot have ids of a scope, and why.
    pub lacks: Option<(Scope, &'static str)>,
}

impl Sites {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.extras.clear();
        self.pointers.clear();
        (self.twice, self.lacks) = (None, None);
    }

    /// The values of these keys. If one appears there twice, that is noted.
    pub fn pick<'t, 'a, const N: usize>(
        &mut self,
        node: Node<'t, 'a>,
        keys: &'static [&'static str; N],
    ) -> [Option<Node<'t, 'a>>; N] {
        match node.fields(keys) {
            Ok((values, _)) => values,
            Err(twice) => {
                self.twice.get_or_insert(twice);
                [None; N]
            }
        }
    }

    /// Adds a value; what is not text is not an id. Records of data sets are numbered, too.
    pub fn value(&mut self, scope: Scope, usage: Usage, value: Option<Node<'_, '_>>) -> Option<&mut Site> {
        use crate::json::Kind as K;
        let value = value?;
        match value.kind() {
            K::String => {}
            K::Number if scope == Scope::Conversation => {}
            K::Null if matches!(usage, Usage::Names | Usage::Points) => {}
            K::Null | K::Bool | K::Number | K::Array | K::Object => return None,
        }
        self.list.push(Site { is_missing: value.is_null(), ..Site::new(scope, usage, value.span()) });
        self.list.last_mut()
    }

    /// Adds the member `key` of an object, or the place for it: after the first of the members `after` that is there,
    /// else in front.
    pub fn member(
        &mut self,
        scope: Scope,
        usage: Usage,
        object: Node<'_, '_>,
        value: Option<Node<'_, '_>>,
        key: &'static str,
        after: &[&str],
    ) -> Option<&mut Site> {
        if value.is_some() {
            return self.value(scope, usage, value);
        }
        if !object.is_object() {
            return None;
        }
        let number = self.keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.keys.push(key);
            self.keys.len() - 1
        });
        let (missing_member, at) = MissingMember::of(object, u8::try_from(number).unwrap_or(u8::MAX), after);
        let extra = self.extra(Some(missing_member), None);
        self.list.push(Site { extra, ..Site::new(scope, usage, Span { start: at, end: at }) });
        self.list.last_mut()
    }

    fn extra(&mut self, missing_member: Option<MissingMember>, function: Option<Span>) -> u32 {
        let place = u32::try_from(self.extras.len()).unwrap_or(NOTHING);
        self.extras.push(IdSiteExtra { missing_member, function: function.map_or([NOTHING; 2], narrow) });
        place
    }

    fn extra_of(&self, site: &Site) -> Option<&IdSiteExtra> {
        self.extras.get(site.extra as usize).filter(|_| site.nested != Nested::Twice)
    }

    /// The place for a member that is absent.
    #[must_use]
    pub fn missing_member(&self, site: &Site) -> Option<&MissingMember> {
        self.extra_of(site)?.missing_member.as_ref()
    }

    /// The start of the value, or of the object that lacks it.
    #[must_use]
    pub fn begin(&self, site: &Site) -> usize {
        self.missing_member(site).map_or(site.span().start, MissingMember::object)
    }

    /// The key of a member that is absent.
    #[must_use]
    pub fn key(&self, missing_member: &MissingMember) -> &'static str {
        self.keys.get(usize::from(missing_member.key)).copied().unwrap_or_default()
    }

    /// The name of the function that is called or answered at a place, quotes and all.
    #[must_use]
    pub fn function(&self, site: &Site) -> Option<Span> {
        self.extra_of(site).map(|extra| extra.function).filter(|[start, _]| *start != NOTHING).map(widen)
    }

    /// The pointer inside the outer string.
    #[must_use]
    pub fn inner_pointer(&self, site: &Site) -> &str {
        let pointer = self.pointers.get(site.extra as usize).filter(|_| site.nested == Nested::Twice);
        pointer.map(AsRef::as_ref).unwrap_or_default()
    }

    /// Adds a place inside a string, where this function is called or answered.
    pub(super) fn inside(&mut self, site: Site, function: Option<Span>) {
        let extra = self.extra(None, function);
        self.list.push(Site { extra, ..site });
    }

    /// Adds a place of JSON inside a string, and how the pointer goes on there.
    pub(super) fn twice(&mut self, site: Site, span: Span, pointer: String) {
        let extra = u32::try_from(self.pointers.len()).unwrap_or(NOTHING);
        self.pointers.push(pointer.into());
        self.list.push(Site { place: narrow(span), extra, nested: Nested::Twice, ..site });
    }

    /// The last place calls or answers this function.
    pub(super) fn set_function(&mut self, name: Option<Node<'_, '_>>) {
        let (Some(name), Some(last)) = (name, self.list.len().checked_sub(1)) else { return };
        let known = self.list.get(last).map_or(NOTHING, |site| site.extra);
        if let Some(extra) = self.extras.get_mut(known as usize) {
            extra.function = narrow(name.span());
            return;
        }
        let extra = self.extra(None, Some(name.span()));
        if let Some(site) = self.list.get_mut(last) {
            site.extra = extra;
        }
    }

    /// Sorts the places by where they are. Of several at one place, the order in which they were added stays.
    pub fn sort(&mut self) {
        if !self.list.is_sorted_by_key(|site| site.place) {
            short_lists::sort_by_key(&mut self.list, |site| site.place);
        }
    }
}
