//! The rules of event streams are with the events: `TW680` to `TW779`.

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = crate::events::RULES;
