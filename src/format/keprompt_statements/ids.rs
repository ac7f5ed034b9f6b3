//! Where ids of calls are: inside of the values of `.tool_call … id=c1` and `.tool_result id=c1 name=f`.

use crate::format::Ids;
use crate::format::ids::{Scope, Shape};
use crate::format::shared::{STATEMENT_IDS, statement_sites};

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Call, Shape::Rule(STATEMENT_IDS))],
    reason: "a statement has a keyword, a value and its position",
    ..Ids::of_calls(|root, sites| {
        statement_sites(root, sites);
        root.is_array()
    })
};

pub(super) static NONE: Ids =
    Ids { scopes: &[], reason: "a .prompt file is text, not JSON", ..Ids::of_calls(|_, _| true) };
