//! The columns of a request body as a row of a table.

use crate::format::columns::{Column, ProfileColumns};

/// `{"messages":[…],"tools":"[…]","rest":"{\"model\":\"gpt-5.1\"}"}`
pub(in crate::format) static ROW: ProfileColumns =
    ProfileColumns(&[("messages", Column::Items(&MESSAGE)), ("tools", Column::Json)]);

static MESSAGE: ProfileColumns = ProfileColumns(&[
    ("role", Column::Text),
    ("content", Column::Content(&PART)),
    ("name", Column::Text),
    ("refusal", Column::Text),
    ("tool_calls", Column::Json),
    ("tool_call_id", Column::Text),
]);

/// Parts of other types than `text` are in `rest`.
static PART: ProfileColumns = ProfileColumns(&[("type", Column::Text), ("text", Column::Text)]);
