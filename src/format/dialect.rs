//! Dialects: what a service takes that differs from its format: `openai:finetune`.

use super::accepted::AcceptedForm;
use super::definition::Format;
use super::listing::BodyEdit;
use crate::json::Node;
use crate::lower::Policy;
use crate::report::AcceptedPlace;
use crate::rule::Rule;

/// A named variant of a format.
#[derive(Debug)]
pub struct Dialect {
    /// The name after the colon.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The rules of its service, in addition to those of the format.
    pub rules: &'static [&'static Rule],
    /// Another service than that of the format: it takes fields of compatible programs.
    pub is_other_service: bool,
    /// The changes of a body of the format, apart from its messages.
    pub edit: Option<&'static BodyEdit>,
    /// What its service takes and the format does not.
    pub accepts: &'static [AcceptedForm],
    /// The smallest number of records of a file that its service takes.
    pub least_records: u64,
    /// The policy. `None`: that of its format.
    pub policy: Option<&'static Policy>,
    /// Reads the layout of this dialect and no other. `None`: the dialect is read as its format is.
    pub input: Option<&'static Format>,
}

impl Dialect {
    /// A dialect that holds just what its format does; the others are made from it.
    pub const PLAIN: Self = Self {
        name: "",
        summary: "",
        rules: &[],
        is_other_service: false,
        edit: None,
        accepts: &[],
        least_records: 0,
        policy: None,
        input: None,
    };

    /// The places of a record where findings do not hold. `list`: the key of the messages.
    #[must_use]
    pub fn accepted_places(&self, root: Node<'_, '_>, list: &str) -> Vec<AcceptedPlace> {
        let mut places = Vec::new();
        let body = if root.get(list).is_some() { root } else { root.get("body").unwrap_or(root) };
        for form in self.accepts {
            match form.path.split_first() {
                Some((first, rest)) if *first == list && body.is_array() => form.walk(body, rest, &mut places),
                _ => form.walk(body, form.path, &mut places),
            }
        }
        places
    }
}
