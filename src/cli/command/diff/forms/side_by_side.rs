//! Two texts in two columns of HTML: changed lines next to each other, words marked, long runs of equal lines folded.

use turnwise::op::diff::{LineTag, Stretch, WordMarker, tagged};

use crate::cli::print::html::escaped_block;
use crate::cli::print::text;

/// The number of equal lines next to a change that are not folded.
const CONTEXT: usize = 3;

/// The old lines are in the left column, the new ones in the right one.
pub(super) fn side_by_side(old: &[String], new: &[String], marker: &mut WordMarker, out: &mut String) {
    let lines = tagged(old, new);
    let mut rest = lines.as_slice();
    while let Some((first, _)) = rest.first() {
        if *first == LineTag::Same {
            let count = rest.iter().take_while(|(tag, _)| *tag == LineTag::Same).count();
            let (run, after) = rest.split_at(count);
            let is_at_edge = (rest.len() == lines.len(), after.is_empty());
            let run: Vec<&str> = run.iter().filter_map(|(_, line)| new.get(*line)).map(String::as_str).collect();
            equal(&run, is_at_edge, out);
            rest = after;
            continue;
        }
        let count = rest.iter().take_while(|(tag, _)| *tag != LineTag::Same).count();
        let (changed, after) = rest.split_at(count);
        let side = |wanted: LineTag, lines: &'_ [String]| -> Vec<String> {
            let own = changed.iter().filter(|(tag, _)| *tag == wanted);
            own.filter_map(|(_, line)| lines.get(*line).cloned()).collect()
        };
        changes(&side(LineTag::Old, old), &side(LineTag::New, new), marker, out);
        rest = after;
    }
}

/// A run of equal lines. `is_at_edge`: no change is before it, or after it.
fn equal(run: &[&str], is_at_edge: (bool, bool), out: &mut String) {
    let before = if is_at_edge.0 { 0 } else { CONTEXT };
    let after = if is_at_edge.1 { 0 } else { CONTEXT };
    let hidden = run.len().saturating_sub(before + after);
    if hidden <= 2 {
        return same(run, out);
    }
    let (head, rest) = run.split_at(before);
    let (middle, tail) = rest.split_at(hidden);
    same(head, out);
    let count = text::count(hidden as u64, "line");
    let middle = escaped_block(&middle.join("\n"));
    out.push_str(&format!(
        "<details class=\"same\"><summary>{count} the same</summary>\n<pre>\n{middle}</pre>\n</details>\n"
    ));
    same(tail, out);
}

fn same(lines: &[&str], out: &mut String) {
    if !lines.is_empty() {
        let text = escaped_block(&lines.join("\n"));
        out.push_str(&format!("<div class=\"pair both\"><pre>\n{text}</pre><pre>\n{text}</pre></div>\n"));
    }
}

/// Replaced lines: each next to its counterpart, if there is one.
fn changes(old: &[String], new: &[String], marker: &mut WordMarker, out: &mut String) {
    let paired = old.len().min(new.len());
    for (before, after) in old.iter().zip(new) {
        let stretches = marker.mark(before, after);
        let (mut left, mut right) = (String::new(), String::new());
        for stretch in &stretches {
            match stretch {
                Stretch::Same(range) => {
                    let text = escaped_block(before.get(range.clone()).unwrap_or_default());
                    left.push_str(&text);
                    right.push_str(&text);
                }
                Stretch::Gone(range) => mark("del", before.get(range.clone()), &mut left),
                Stretch::New(range) => mark("ins", after.get(range.clone()), &mut right),
            }
        }
        pair(&left, &right, out);
    }
    let rest = |lines: &[String]| escaped_block(&lines.get(paired..).unwrap_or_default().join("\n"));
    if old.len() != new.len() {
        pair(&rest(old), &rest(new), out);
    }
}

fn mark(tag: &str, text: Option<&str>, out: &mut String) {
    out.push_str(&format!("<{tag}>{}</{tag}>", escaped_block(text.unwrap_or_default())));
}

fn pair(old: &str, new: &str, out: &mut String) {
    let side = |class: &str, text: &str| {
        if text.is_empty() { "<pre></pre>".to_owned() } else { format!("<pre class=\"{class}\">\n{text}</pre>") }
    };
    out.push_str(&format!("<div class=\"pair\">{}{}</div>\n", side("was", old), side("is", new)));
}
