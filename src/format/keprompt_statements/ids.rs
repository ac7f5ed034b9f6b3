//! The places of ids of calls: inside the values of `.tool_call … id=c1` and `.tool_result id=c1 name=f`.

use crate::format::IdRules;
use crate::format::ids::{IdShape, Scope};
use crate::format::shared::{STATEMENT_IDS, statement_sites};

pub(super) static IDS: IdRules = IdRules {
    scopes: &[(Scope::Call, IdShape::Rule(STATEMENT_IDS))],
    reason: "a statement has a keyword, a value and its position",
    ..IdRules::of_calls(|root, sites| {
        statement_sites(root, sites);
        root.is_array()
    })
};

pub(in crate::format) static NONE: IdRules =
    IdRules { scopes: &[], reason: "a .prompt file is text, not JSON", ..IdRules::of_calls(|_, _| true) };
