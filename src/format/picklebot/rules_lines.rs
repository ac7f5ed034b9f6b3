//! Rules about the lines of a file: blank ones, the end of the last one, a mark before the first.

use super::rules_session::is_lines;
use crate::json::At;
use crate::model::Conversation;
use crate::rule::{RuleReport, rule};

rule! {
    BLANK_LINE "TW646" "picklebot-blank-line" Warning blank_line
    "a line of the file is blank"
    "remove it: the library skips the line, so its line numbers differ from the file's"
    => Safe RemoveBlankLines
}

fn blank_line(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !is_lines(conversation) {
        return;
    }
    let mut start = 0;
    for line in conversation.source.text.split_inclusive('\n') {
        if line.trim().is_empty() {
            found.at(At::byte(start), || "a blank line".to_owned());
        }
        start += line.len();
    }
}

rule! {
    NO_LINE_END "TW647" "picklebot-no-line-end" Warning no_line_end
    "the last line of the file has no line feed"
    "add a line feed: otherwise the library appends the next message to the same line and then drops both"
    => Safe AddLineEnd
}

fn no_line_end(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let source = conversation.source.text;
    if is_lines(conversation) && !source.ends_with('\n') {
        let start = source.rfind('\n').map_or(0, |newline| newline + 1);
        found.at(At::byte(start), || "the last line has no line end".to_owned());
    }
}

rule! {
    MARK "TW648" "picklebot-byte-order-mark" Error mark
    "the file starts with a byte order mark"
    "save the file as UTF-8 without one: the library drops the first line"
}

fn mark(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if conversation.source.has_byte_order_mark && is_lines(conversation) {
        found.at(At::byte(0), || "a byte order mark; picklebot would drop this message".to_owned());
    }
}
