//! The rules for keprompt's messages and rows.

use super::{rules_message as message, rules_order as order, rules_row as row, rules_statements as story};
use crate::rule::Rule;

/// The rules for messages, sorted by code.
pub(super) static RULES: &[&Rule] = &[
    &order::NO_ID,
    &order::RESULT_ORDER,
    &order::MIXED_TOOL_MESSAGE,
    &order::CALL_ELSEWHERE,
    &order::RESULT_ELSEWHERE,
    &message::NO_MEDIA_TYPE,
    &message::VARIABLE,
    &order::UNMERGED,
    &message::IMAGE_ALONE,
    &order::SEVERAL_RESULTS,
    &order::SEVERAL_SYSTEMS,
    &message::NO_CONTENT,
    &order::STATEMENT_ORDER,
];

/// The same, and those for rows.
pub(in crate::format) static ROW_RULES: &[&Rule] = &[
    &order::NO_ID,
    &order::RESULT_ORDER,
    &order::MIXED_TOOL_MESSAGE,
    &order::CALL_ELSEWHERE,
    &order::RESULT_ELSEWHERE,
    &message::NO_MEDIA_TYPE,
    &message::VARIABLE,
    &order::UNMERGED,
    &message::IMAGE_ALONE,
    &order::SEVERAL_RESULTS,
    &order::SEVERAL_SYSTEMS,
    &message::NO_CONTENT,
    &order::STATEMENT_ORDER,
    &row::STORED_IMAGE,
    &row::BAD_COLUMN,
    &row::BAD_IP,
    &row::UNFIT_ROW,
    &row::NO_MESSAGES,
    &row::OTHER_VIEW,
    story::STATEMENT_RULES[0],
    story::STATEMENT_RULES[1],
    story::STATEMENT_RULES[2],
    story::STATEMENT_RULES[3],
    story::STATEMENT_RULES[4],
    story::STATEMENT_RULES[5],
    story::STATEMENT_RULES[6],
    story::STATEMENT_RULES[7],
    story::STATEMENT_RULES[8],
    story::STATEMENT_RULES[9],
];
