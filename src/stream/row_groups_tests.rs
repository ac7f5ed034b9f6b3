//! Rows that are joined, and rows alone.

use std::io::Cursor;

use super::super::limits::Limits;
use super::super::redact::Redactor;
use super::*;
use crate::format::{FORMATS, Framing};

fn cut(text: &str) -> Vec<String> {
    cut_as("request-log", text)
}

fn cut_as(format: &str, text: &str) -> Vec<String> {
    let usual = FORMATS.iter().find(|known| known.name == format).copied();
    let framing = if usual.unwrap().framing.is_message.is_some() { Framing::Messages } else { Framing::Lines };
    let source = Source::from_reader(Cursor::new(text.to_owned()), "x").unwrap();
    let mut splitter = Splitter::new(source, framing, Limits::default()).joining_rows(usual);
    let (mut batch, mut records, mut bytes) = (Batch::default(), Vec::new(), String::new());
    while !matches!(splitter.next(&mut batch).unwrap(), Cut::End) {
        let BatchPieces::Rows(rows) = &batch.pieces else { panic!("{:?}", batch.pieces) };
        let some = std::str::from_utf8(batch.bytes()).unwrap();
        records.extend(rows.iter().map(|rows| some[rows.start..rows.end].to_owned()));
        bytes.push_str(some);
    }
    assert_eq!(bytes, text);
    records
}

#[test]
fn rows_are_joined_up_to_the_next_session() {
    let [one, two, none] = ["{\"session_id\":\"1\"}", "{\"session_id\":\"2\"}", "{}"];
    let text = format!("\n{one}\r\n\n{one}\n{two}\n{none}\n{none}\n{two}\n{two}x\n{two}");
    let expected = [&format!("{one}\r\n\n{one}"), two, none, none, two, &format!("{two}x"), two];
    assert_eq!(cut(&text), expected);
    assert!(cut("").is_empty() && cut(" \n\n").is_empty());
}

/// The records of an array, each with its rows.
fn cut_array(text: &str, most: usize) -> Vec<Vec<String>> {
    let usual = FORMATS.iter().find(|known| known.name == "request-log").copied();
    let source = Source::from_reader(Cursor::new(text.to_owned()), "x").unwrap();
    let limits = Limits { record: most, ..Limits::default() };
    let mut splitter = Splitter::new(source, Framing::Array, limits).joining_rows(usual).past_long_records(true);
    let (mut batch, mut records, mut bytes) = (Batch::default(), Vec::new(), String::new());
    loop {
        let cut = splitter.next(&mut batch).unwrap();
        if matches!(cut, Cut::End) {
            return records;
        }
        let BatchPieces::Rows(rows) = &batch.pieces else { panic!("{:?}", batch.pieces) };
        let json = std::str::from_utf8(batch.json()).unwrap();
        for rows in rows {
            let mut tape = Tape::new();
            let several = batch.has_several_rows(rows.start);
            let found = tape
                .parse_sequence(&json[rows.start..rows.end])
                .map(|list| list.items().map(|row| row.raw().to_owned()).collect());
            let found: Vec<String> = found.unwrap_or_default();
            assert!(several == (found.len() > 1), "{found:?}");
            records.push(found);
        }
        bytes.push_str(std::str::from_utf8(batch.bytes()).unwrap());
        assert!(most < text.len() || text.starts_with(&bytes));
    }
}

#[test]
fn rows_of_an_array_are_joined_like_lines() {
    for size in [0, 10, BATCH / 7, BATCH / 2, BATCH - 30, 2 * BATCH] {
        let row = |session: usize| format!("{{\"session_id\":{session},\"x\":\"{}\"}}", "x".repeat(size));
        for sessions in [&[][..], &[1], &[1, 1], &[1, 2, 2, 3], &[1, 1, 1, 2, 2, 1, 3, 3], &[4; 5]] {
            let rows: Vec<_> = sessions.iter().map(|session| row(*session)).collect();
            let lines = rows.join("\n");
            let expected: Vec<Vec<_>> =
                cut(&lines).iter().map(|rows| rows.lines().map(str::to_owned).collect()).collect();
            for text in [format!("[{}]", rows.join(",")), format!(" [\n {}\n]\n", rows.join(" ,\n "))] {
                assert!(cut_array(&text, usize::MAX) == expected, "{size} {sessions:?}");
            }
        }
    }
}

#[test]
fn nothing_between_commas_is_a_record() {
    let row = r#"{"session_id":1}"#;
    for (text, count) in [(format!("[{row},,{row}]"), 3), (format!("[{row},{row},]"), 2), (format!("[,{row}]"), 2)] {
        assert_eq!(cut_array(&text, usize::MAX).len(), count, "{text}");
    }
}

#[test]
fn a_row_of_an_array_that_is_too_long_ends_a_record() {
    let [one, long] = [10, 3 * MOST].map(|size| format!("{{\"session_id\":1,\"x\":\"{}\"}}", "x".repeat(size)));
    for most in [1_000, MOST / 2] {
        let records = cut_array(&format!("[{one},{one},{long},{one},{one}]"), most);
        assert_eq!(records.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0, 2], "{most}");
    }
}

#[test]
fn rows_without_messages_belong_to_the_row_before_them() {
    let [tool, span] = [r#"{"run_type":"tool","trace_id":"9"}"#, r#"{"type":"SPAN","traceId":"9"}"#];
    let [one, two] = [r#"{"run_type":"llm","trace_id":"1"}"#, r#"{"type":"GENERATION","traceId":"2"}"#];
    let text = [tool, span, one, tool, one, span, two, two, "{}", span].join("\n");
    let parts: [&[&str]; 4] = [&[tool, span, one, tool, one, span], &[two, two], &["{}"], &[span]];
    assert_eq!(cut(&text), parts.map(|rows| rows.join("\n")));
}

#[test]
fn rows_apart_are_reported() {
    let usual = FORMATS.iter().find(|known| known.name == "request-log").copied();
    let row = |session: usize| format!("{{\"session_id\":{session},\"x\":\"{}\"}}\n", "x".repeat(BATCH / 3));
    let text: String = [1, 1, 2, 1, 3, 2, 2].map(row).concat();
    let source = Source::from_reader(Cursor::new(text), "x").unwrap();
    let mut splitter = Splitter::new(source, Framing::Lines, Limits::default()).joining_rows(usual);
    let (mut batch, mut found) = (Batch::default(), Vec::new());
    while !matches!(splitter.next(&mut batch).unwrap(), Cut::End) {
        let BatchPieces::Rows(rows) = &batch.pieces else { panic!("{:?}", batch.pieces) };
        for row in rows {
            let mut report = Report::keeping(1);
            batch.report_rows(batch.start.offset + row.start as u64, &mut report);
            found.push(report.drain().count());
        }
    }
    assert_eq!(found, [0, 0, 1, 0, 1]);
}

#[test]
fn long_sessions_are_several_records() {
    let row = format!("{{\"session_id\":\"1\",\"x\":\"{}\"}}", "x".repeat(MOST / 10));
    let records = cut(&vec![row.as_str(); 25].join("\n"));
    let rows: Vec<_> = records.iter().map(|record| record.lines().count()).collect();
    assert_eq!(rows, [9, 9, 7]);
    let long = format!("{{\"session_id\":\"1\",\"x\":\"{}\"}}", "x".repeat(2 * MOST));
    assert_eq!(cut(&format!("{row}\n{long}\n{row}\n")).len(), 3);
}

#[test]
fn blank_lines_before_a_long_row_are_counted() {
    let usual = FORMATS.iter().find(|known| known.name == "request-log").copied();
    let text = format!("\n\n{{\"x\":\"{}\"}}\n{{}}\n", "x".repeat(3 * BATCH));
    let limits = Limits { record: 2 * BATCH, ..Limits::default() };
    let source = Source::from_reader(Cursor::new(text), "x").unwrap();
    let mut splitter = Splitter::new(source, Framing::Lines, limits).joining_rows(usual).past_long_records(true);
    let (mut batch, mut found) = (Batch::default(), Vec::new());
    while !matches!(splitter.next(&mut batch).unwrap(), Cut::End) {
        found.push((batch.start.line, batch.line_search_start()));
    }
    assert_eq!(found.first(), Some(&(1, 0)));
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3, 4]);
}

#[test]
fn messages_of_a_session_are_one_record() {
    let row =
        |session: u8, size: usize| format!("{{\"session_id\":{session},\"message_data\":\"{}\"}}", "x".repeat(size));
    let text = [vec![row(1, 10)], vec![row(1, MOST / 10); 24], vec![row(2, 10), "{".to_owned()]].concat().join("\n");
    let rows: Vec<_> = cut_as("openai-agents", &text).iter().map(|record| record.lines().count()).collect();
    assert_eq!(rows, [25, 2]);
}

#[test]
fn the_nodes_of_a_row_alone_are_kept() {
    let [one, two, none] = [r#"{"session_id":"1","x":[1]}"#, r#"{"session_id":"2"}"#, r#"{"é":{}}"#];
    let text = format!("{one}\r\n{two}\n{two}\n{none}\n{two}x\n{one}");
    let usual = FORMATS.iter().find(|known| known.name == "request-log").copied();
    for is_redacted in [false, true] {
        let text = if is_redacted {
            text.replace("[1]", "\"ghp_aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2\"")
        } else {
            text.clone()
        };
        let source = Source::from_reader(Cursor::new(text), "x").unwrap();
        let mut splitter = Splitter::new(source, Framing::Lines, Limits::default()).joining_rows(usual);
        if is_redacted {
            splitter.redactor = Some(Redactor::default());
        }
        let (mut batch, mut found, mut notes) = (Batch::default(), Vec::new(), 0);
        while !matches!(splitter.next(&mut batch).unwrap(), Cut::End) {
            let BatchPieces::Rows(rows) = &batch.pieces else { panic!("{:?}", batch.pieces) };
            for Item { start, end } in rows {
                let row = batch.bytes().get(*start..*end).unwrap();
                let other = row.to_vec();
                assert!(batch.parsed_piece(*start, &other).is_none(), "other bytes than those of the batch");
                let parsed = batch.parsed_piece(*start, row);
                let text = std::str::from_utf8(row).unwrap();
                let mut tape = Tape::new();
                let is_same = parsed.is_none_or(|parsed| {
                    let copied = tape.copy_of(parsed, text).unwrap();
                    let members = copied.members().map(|(key, value)| (key.raw().to_owned(), value.raw().to_owned()));
                    let (copy, mut fresh) = (members.collect::<Vec<_>>(), Tape::new());
                    let root = fresh.parse(text).unwrap();
                    copy.into_iter()
                        .eq(root.members().map(|(key, value)| (key.raw().to_owned(), value.raw().to_owned())))
                });
                assert!(is_same, "{text}");
                found.push(parsed.is_some());
                let mut report = Report::keeping(1);
                batch.report_rows(batch.start.offset + *start as u64, &mut report);
                notes += report.drain().count();
            }
        }
        assert_eq!(found, if is_redacted { [false; 5] } else { [true, false, true, false, true] });
        assert_eq!(notes, 1, "the last row is of the session of the first one");
    }
}
