//! Ids that were renamed: nothing else changes, references mean what they meant, and the round trip is exact.

use std::collections::{BTreeMap, HashSet};
use std::io::Cursor;
use std::sync::Mutex;

use turnwise::format::ids::Scope;
use turnwise::format::{FORMATS, Format, Framing, LogShape, WriteOptions, by_name};
use turnwise::json::{Layout, Tape, reformat};
use turnwise::model::{Conversation, Part};
use turnwise::op::migrate_ids::{
    IdMap, IdNumbers, MigrateEnds, MigrateOptions, MigrateResult, Scheme, Scopes, Which, run, target,
};
use turnwise::op::{Choice, Input, OnError, OutputArrangement, PassOptions, validate};
use turnwise::report::Report;
use turnwise::rule::pairs::CallPairs;
use turnwise::stream::{Flow, Silent, Source};

use crate::fixtures::{files, read, samples, write};
use crate::invariants::random::{Dice, conversation};

pub(crate) struct Ran {
    pub(crate) out: Vec<u8>,
    pub(crate) map: Vec<u8>,
    pub(crate) notes: Vec<String>,
    pub(crate) done: MigrateResult,
}

impl Ran {
    fn end(&self) -> String {
        let outcome = &self.done.outcome;
        let fatal = outcome.fatal.as_ref().map(|it| it.diagnostic.message.clone());
        format!("{} {} {} {fatal:?}", outcome.records_in, outcome.records_out, outcome.failed.total())
    }
}

pub(crate) fn migrate(bytes: &[u8], name: &str, choice: &Choice, options: &MigrateOptions) -> Ran {
    let source = Source::from_reader(Cursor::new(bytes.to_vec()), name).unwrap();
    let input = Input::new(source, choice).unwrap();
    let (mut out, mut map, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut write_map = |bytes: &[u8]| {
        map.extend_from_slice(bytes);
        Ok(())
    };
    let mut note =
        |it: turnwise::report::Diagnostic| notes.push(format!("{} {} {:?}", it.code.id, it.message, it.location));
    let ends = MigrateEnds { write: &mut write, map: Some(&mut write_map), note: &mut note, progress: &Silent };
    let done = run(input, name, options, &Mutex::new(IdNumbers::default()), ends).unwrap();
    Ran { out, map, notes, done }
}

pub(crate) fn all(scheme: Scheme) -> MigrateOptions {
    MigrateOptions {
        scheme,
        which: Which::All,
        scopes: Scopes::All,
        allows_dangling: true,
        output: OutputArrangement { keeps_surroundings: true, ..OutputArrangement::default() },
        has_map_out: true,
        pass: PassOptions { keep: u64::MAX, ..PassOptions::default() },
        ..MigrateOptions::default()
    }
}

fn home(map: &[u8]) -> MigrateOptions {
    let map = IdMap::read(&mut Cursor::new(map.to_vec()), 1 << 28, true).unwrap();
    MigrateOptions { map: Some(std::sync::Arc::new(map)), is_reverse: true, ..all(Scheme::Uuid5) }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Which result answers which call, and which message a branch names where: what must not change.
fn links(conversation: &Conversation<'_>) -> String {
    let pairs = CallPairs::of(conversation);
    let calls: Vec<_> = pairs.calls.iter().map(|call| (call.message, call.part, call.answer)).collect();
    let results: Vec<_> = pairs.results.iter().map(|it| (it.message, it.part, it.call, it.is_repeated)).collect();
    let steps = |branch: &turnwise::model::Branch<'_>| -> Vec<_> { branch.order.iter().map(|it| it.message).collect() };
    let branches: Vec<_> = conversation.branches.iter().map(steps).collect();
    let roles: Vec<_> = conversation.messages.iter().map(|it| (it.role.name().into_owned(), it.parts.len())).collect();
    format!("{calls:?} {results:?} {branches:?} {roles:?}")
}

/// How often each finding comes up.
fn findings(bytes: &[u8], name: &str, choice: &Choice) -> BTreeMap<String, usize> {
    let source = Source::from_reader(Cursor::new(bytes.to_vec()), name).unwrap();
    let mut found = BTreeMap::new();
    let mut note = |findings: validate::Findings| {
        for it in findings.diagnostics {
            *found.entry(it.code.id.to_owned()).or_insert(0) += 1;
        }
        Flow::Continue
    };
    let input = Input::new(source, choice).unwrap();
    let options = validate::ValidateOptions { keep: u64::MAX, ..validate::ValidateOptions::default() };
    validate::run(input, &options, &mut note, &Silent);
    found
}

fn assert_nothing_new(before: &BTreeMap<String, usize>, after: &BTreeMap<String, usize>, name: &str) {
    for (code, count) in after {
        assert!(before.get(code).is_some_and(|known| known >= count), "{name}: {code} is new\n{before:?}\n{after:?}");
    }
}

/// All ids are renamed, and come back byte for byte.
pub(crate) fn check(bytes: &[u8], name: &str, choice: &Choice, options: &MigrateOptions) -> Ran {
    let there = migrate(bytes, name, choice, options);
    assert!(there.done.outcome.fatal.is_none(), "{name}: {} {}", there.end(), text(bytes));
    let back = migrate(&there.out, name, choice, &home(&there.map));
    assert!(
        back.out == bytes,
        "{name}: the way back\n{}\n{}\n{}\n{}",
        text(bytes),
        text(&there.out),
        text(&back.out),
        text(&there.map)
    );
    assert_eq!(back.done.misfits, 0, "{name}");
    // The map does the same again.
    let map = IdMap::read(&mut Cursor::new(there.map.clone()), 1 << 28, false).unwrap();
    let again =
        migrate(bytes, name, choice, &MigrateOptions { map: Some(std::sync::Arc::new(map)), ..all(Scheme::Uuid5) });
    assert!(again.out == there.out, "{name}: again\n{}\n{}\n{}", text(bytes), text(&there.out), text(&again.out));
    there
}

/// Programs of keprompt have ids in the texts of their statements, where nothing is renamed.
fn formats() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(|format| has_ids(format))
}

fn has_ids(format: &Format) -> bool {
    format.shape.ids.is_some_and(|ids| !ids.scopes.is_empty())
}

fn schemes() -> Vec<MigrateOptions> {
    let to = |name| MigrateOptions { target: target(name), ..all(Scheme::Uuid5) };
    let mut made = vec![all(Scheme::Uuid5), all(Scheme::Uuid4), all(Scheme::Uuid7)];
    made.extend([to("mistral"), to("bedrock")]);
    made
}

#[test]
fn every_fixture_comes_home() {
    let mut renamed = BTreeMap::new();
    for format in formats() {
        for file in files(format) {
            let bytes = std::fs::read(&file).unwrap();
            let name = file.display().to_string();
            let choice = Choice { format: Some(format), ..Choice::default() };
            for options in schemes() {
                let there = check(&bytes, &name, &choice, &options);
                *renamed.entry(format.name).or_insert(0) += there.done.renamed + there.done.given;
                if options.target.is_none() {
                    let (before, after) = (findings(&bytes, &name, &choice), findings(&there.out, &name, &choice));
                    assert_nothing_new(&before, &after, &name);
                }
            }
        }
    }
    for format in formats() {
        assert!(renamed.get(format.name).is_some_and(|count| *count >= 10), "{}: {renamed:?}", format.name);
    }
}

#[test]
fn references_of_every_fixture_mean_what_they_meant() {
    for sample in samples().into_iter().filter(|sample| has_ids(sample.format)) {
        let choice = Choice { format: Some(sample.format), ..Choice::default() };
        let before = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
        let framing = if sample.is_sequence { Framing::Messages } else { Framing::Document };
        let choice = Choice { framing: Some(framing), ..choice };
        let there = check(sample.text.as_bytes(), &sample.name(), &choice, &all(Scheme::Uuid5));
        let after_text = text(&there.out);
        let after = read(sample.format, &after_text, sample.is_sequence, &mut Report::default()).unwrap();
        assert_eq!(links(&before), links(&after), "{}\n{}\n{after_text}", sample.name(), sample.text);
    }
}

/// A conversation as a record of a format, in one of the layouts that people use.
fn record(dice: &mut Dice, format: &'static Format) -> Option<String> {
    let log = [LogShape::Snapshot, LogShape::Events, LogShape::Messages, LogShape::Rows][dice.below(4)];
    let options = WriteOptions { is_lossy: true, log, ..WriteOptions::default() };
    let made = conversation(dice);
    let compact = write(format, &made, &options, &mut Report::default()).ok()?;
    let layout = [Layout::Compact, Layout::Spaced, Layout::Pretty(2), Layout::Pretty(0)][dice.below(4)];
    let mut out = Vec::new();
    reformat(&compact, layout, 0, &mut out);
    String::from_utf8(out).ok()
}

/// Some ids are gone, null, spelled with escapes, or the same as another one.
fn damage(dice: &mut Dice, record: &str) -> String {
    const KEYS: [&str; 8] =
        ["id", "toolUseId", "call_id", "tool_call_id", "messageId", "toolCallId", "tool_use_id", "parentMessageId"];
    let mut made = record.to_owned();
    for _ in 0..dice.below(4) {
        let mut places = Vec::new();
        for key in KEYS {
            let wanted = format!("\"{key}\":");
            places.extend(made.match_indices(&wanted).map(|(at, found)| (at, at + found.len())));
        }
        if places.is_empty() {
            return made;
        }
        let (key, colon) = places[dice.below(places.len())];
        let value = colon + made[colon..].len() - made[colon..].trim_start().len();
        let mut tape = Tape::new();
        let (Some(root), _) = tape.parse_prefix(&made[value..]) else { continue };
        let end = value + root.span().end;
        if !root.is_string() {
            continue;
        }
        let token = made[value..end].to_owned();
        made = match dice.below(4) {
            0 => {
                let rest = made[end..].trim_start();
                match rest.strip_prefix(',') {
                    Some(rest) => format!("{}{}", &made[..key], rest.trim_start()),
                    None => continue,
                }
            }
            1 => format!("{}null{}", &made[..value], &made[end..]),
            2 if token.len() > 2 && token.is_ascii() && !token.contains('\\') => {
                let first = token.as_bytes()[1];
                format!("{}\"\\u{first:04x}{}{}", &made[..value], &token[2..], &made[end..])
            }
            _ => format!("{}\"same\"{}", &made[..value], &made[end..]),
        };
    }
    made
}

#[test]
fn random_conversations_of_every_format_come_home() {
    let mut dice = Dice(88);
    let mut tried = 0;
    for round in 0..120 {
        for format in formats() {
            let Some(record) = record(&mut dice, format) else { continue };
            let choice = Choice { format: Some(format), framing: Some(Framing::Document), ..Choice::default() };
            let name = format!("random {round} {}", format.name);
            let there = check(record.as_bytes(), &name, &choice, &all(Scheme::Uuid5));
            tried += 1;
            let after_text = text(&there.out);
            let before = read(format, &record, false, &mut Report::default()).unwrap();
            let after = read(format, &after_text, false, &mut Report::default()).unwrap();
            assert_eq!(links(&before), links(&after), "{name}\n{record}\n{after_text}");
            assert_fresh(&before, &after, format, &name);
            let (old, new) = (findings(record.as_bytes(), &name, &choice), findings(&there.out, &name, &choice));
            assert_nothing_new(&old, &new, &name);
        }
    }
    assert!(tried > 800, "{tried}");
}

/// Every id of a message and of a call is another one now.
fn assert_fresh(before: &Conversation<'_>, after: &Conversation<'_>, format: &Format, name: &str) {
    let ids = |conversation: &Conversation<'_>| -> HashSet<String> {
        let id = |part: &Part<'_>| {
            match part {
                // Elsewhere it has the id of its message, or stands where nothing is renamed.
                Part::Call(call) if format.shape.ids.unwrap().shape(Scope::Call).is_some() => call.id.as_ref(),
                _ => None,
            }
            .map(|id| id.decode().into_owned())
        };
        // Those of a session are a tree, which is not renamed.
        let has_ids = format.shape.ids.unwrap().shape(Scope::Message).is_some();
        let messages = conversation.messages.iter().filter_map(|it| it.details().id.as_ref()).filter(|_| has_ids);
        conversation.parts().filter_map(id).chain(messages.map(|id| id.decode().into_owned())).collect()
    };
    let (old, new) = (ids(before), ids(after));
    assert!(old.is_disjoint(&new), "{name}: {old:?} {new:?}");
}

#[test]
fn damaged_records_come_home_and_nothing_is_done_twice() {
    let mut dice = Dice(4);
    for round in 0..120 {
        for format in formats() {
            let Some(record) = record(&mut dice, format) else { continue };
            let record = damage(&mut dice, &record);
            let choice = Choice { format: Some(format), framing: Some(Framing::Document), ..Choice::default() };
            let name = format!("damaged {round} {}", format.name);
            for which in [Which::Missing, Which::Invalid, Which::All] {
                let options = MigrateOptions { which, ..all(Scheme::Uuid5) };
                let there = migrate(record.as_bytes(), &name, &choice, &options);
                if there.done.outcome.fatal.is_some() {
                    assert_eq!(there.out, b"", "{name}");
                    continue;
                }
                let there = check(record.as_bytes(), &name, &choice, &options);
                if which != Which::All {
                    let again = migrate(&there.out, &name, &choice, &options);
                    assert_eq!(text(&there.out), text(&again.out), "{name} {which:?}\n{record}");
                    assert!(!again.done.outcome.is_changed, "{name}");
                }
            }
        }
    }
}

/// About 3 MB: every few records one that is broken or rejected, a blank line, ids that come up in many records.
fn lines() -> Vec<u8> {
    let mut text = String::new();
    for number in 0..3_000 {
        let shared = number % 7;
        match number % 500 {
            497 => text.push_str("{\"messages\":[{\"role\":\"tool\",\"tool_call_id\":\"nobody\",\"content\":\"r\"}]}\n"),
            498 => text.push_str("{\"messages\":[{\"role\":\n"),
            499 => text.push('\n'),
            _ => text.push_str(&format!(
                "{{\"messages\":[{{\"role\":\"user\",\"content\":\"{}\"}},{{\"role\":\"assistant\",\"tool_calls\":[{{\"id\":\"c{shared}\",\"type\":\"function\",\"function\":{{\"name\":\"f\",\"arguments\":\"{{}}\"}}}},{{\"type\":\"function\",\"function\":{{\"name\":\"g\",\"arguments\":\"{number}\"}}}}]}},{{\"role\":\"tool\",\"tool_call_id\":\"c{shared}\",\"content\":\"r\"}}]}}\n",
                "x".repeat(number % 1200)
            )),
        }
    }
    text.into_bytes()
}

#[test]
fn one_thread_and_eight_give_the_same() {
    let bytes = lines();
    for scheme in [Scheme::Uuid5, Scheme::Sequence("m".to_owned())] {
        for on_error in [OnError::Skip, OnError::Emit, OnError::Stop] {
            let ran = |jobs| {
                let mut options = MigrateOptions { allows_dangling: false, ..all(scheme.clone()) };
                (options.pass.jobs, options.pass.on_error) = (jobs, on_error);
                migrate(&bytes, "x.jsonl", &Choice::default(), &options)
            };
            let (one, eight) = (ran(1), ran(8));
            assert!(
                one.out == eight.out && one.map == eight.map && one.notes == eight.notes,
                "{scheme:?} {on_error:?}"
            );
            assert_eq!(one.end(), eight.end());
            if on_error == OnError::Emit {
                assert_eq!(one.out.iter().filter(|byte| **byte == b'\n').count(), 3_000);
            }
            if on_error != OnError::Stop {
                // What was omitted does not come back; the others do.
                let back = migrate(&one.out, "x.jsonl", &Choice::default(), &home_of(&one.map, on_error));
                let kept: Vec<_> =
                    text(&bytes).lines().filter(|it| it.contains("\"user\"")).map(str::to_owned).collect();
                let back: Vec<_> =
                    text(&back.out).lines().filter(|it| it.contains("\"user\"")).map(str::to_owned).collect();
                assert!(kept == back, "{scheme:?} {on_error:?}");
            }
        }
    }
}

fn home_of(map: &[u8], on_error: OnError) -> MigrateOptions {
    let options = home(map);
    MigrateOptions { pass: PassOptions { on_error, ..options.pass }, ..options }
}

/// What becomes of one record.
fn one(record: &str, options: &MigrateOptions) -> Ran {
    migrate(record.as_bytes(), "x.jsonl", &Choice { framing: Some(Framing::Lines), ..Choice::default() }, options)
}

#[test]
fn an_id_that_something_else_has_is_not_given() {
    let taken = turnwise::model::uuid_v5(&uuid::Uuid::NAMESPACE_OID, b"a").to_string();
    let record = format!(
        r#"[{{"type":"tool_call","id":"x","tool_calls":[{{"id":"a","function":{{"name":"f","arguments":""}}}},{{"id":"{taken}","function":{{"name":"f","arguments":""}}}}]}},{{"type":"tool_result","id":"y","content":"","call_id":"a"}}]"#
    );
    let options = MigrateOptions { which: Which::Invalid, ..all(Scheme::Uuid5) };
    let ran = check(record.as_bytes(), "x.json", &Choice::default(), &options);
    let out = text(&ran.out);
    assert_eq!(out.matches(&taken).count(), 1, "{out}");
    let again = check(&ran.out, "x.json", &Choice::default(), &options);
    assert_eq!(text(&again.out), out);
    // Numbers go past those that are there.
    let record =
        r#"[{"type":"user","content":"a"},{"type":"user","id":"m1","content":"b"},{"type":"user","content":"c"}]"#;
    let ran = one(record, &MigrateOptions { which: Which::Missing, ..all(Scheme::Sequence("m".to_owned())) });
    assert_eq!(
        text(&ran.out),
        record
            .replacen("er\",\"c", "er\",\"id\":\"m2\",\"c", 1)
            .replace("er\",\"content\":\"c", "er\",\"id\":\"m3\",\"content\":\"c")
    );
}

#[test]
fn sequences_of_messages_come_home_too() {
    for (name, lines) in [
        (
            "lionpride",
            r#"{"role":"user","content":{"instruction":"q"}}
{"role":"assistant","content":{"assistant_response":"a"}}
"#,
        ),
        (
            "patterpunk",
            r#"{"type":"user","content":"q"}
{"type":"tool_call","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}
{"type":"tool_result","content":"r","call_id":"c"}
"#,
        ),
    ] {
        let framing = Some(Framing::Messages);
        let choice = Choice { format: by_name(name).map(|(format, _)| format), framing, ..Choice::default() };
        let ran = check(lines.as_bytes(), "x.jsonl", &choice, &all(Scheme::Uuid5));
        assert!(text(&ran.map).contains(r#""pointer":"/0/id""#), "{name}: {}", text(&ran.map));
    }
}

#[test]
fn what_a_service_knows_by_its_id_stays() {
    let items = r#"[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"},{"type":"function_call","id":"fc_1","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"r"},{"type":"web_search_call","id":"ws_1","status":"completed"},{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[]},{"type":"item_reference","id":"fc_1"}]"#;
    let ran = check(items.as_bytes(), "x.json", &Choice::default(), &all(Scheme::Uuid5));
    let new = turnwise::model::uuid_v5(&uuid::Uuid::NAMESPACE_OID, b"c1").to_string();
    assert_eq!(text(&ran.out), items.replace("\"c1\"", &format!("\"{new}\"")));
    // Unknown parts stay with the call that they name.
    let odd = r#"[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":true,"call_id":"c1","output":"r"},{"type":"function_call_output","call_id":"c1","output":"r"}]"#;
    let options = Choice { format: by_name("openai-responses").map(|(format, _)| format), ..Choice::default() };
    let ran = check(odd.as_bytes(), "x.json", &options, &all(Scheme::Uuid5));
    assert_eq!(text(&ran.out), odd.replace("\"c1\"", &format!("\"{new}\"")));
    let blocks = r#"[{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"c1"},{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]},{"type":"tool_use","id":"c1","name":"f","input":{"id":"c1"}}]}]"#;
    let ran = check(blocks.as_bytes(), "x.json", &Choice::default(), &all(Scheme::Uuid5));
    assert_eq!(text(&ran.out), blocks.replacen("\"id\":\"c1\"", &format!("\"id\":\"{new}\""), 1));
}

#[test]
fn results_without_ids_get_those_of_calls_that_nothing_else_answers() {
    let call = |id: &str| format!(r#"{{"functionCall":{{{id}"name":"f","args":{{}}}}}}"#);
    let result = |id: &str| format!(r#"{{"functionResponse":{{{id}"name":"f","response":{{}}}}}}"#);
    for (calls, results, wanted) in [
        // The second result says that it answers the first call.
        ([r#""id":"a","#, ""], ["", r#""id":"a","#], ["a", "m1", "m1", "a"]),
        ([r#""id":"a","#, r#""id":"b","#], ["", r#""id":"a","#], ["a", "b", "b", "a"]),
        (["", r#""id":"b","#], ["", ""], ["m1", "b", "m1", "b"]),
    ] {
        let parts: Vec<_> = calls.iter().map(|id| call(id)).chain(results.iter().map(|id| result(id))).collect();
        let record = format!(
            r#"{{"contents":[{{"role":"model","parts":[{},{}]}},{{"role":"user","parts":[{},{}]}}]}}"#,
            parts[0], parts[1], parts[2], parts[3]
        );
        let options = MigrateOptions { which: Which::Missing, ..all(Scheme::Sequence("m".to_owned())) };
        let there = check(record.as_bytes(), "x", &Choice::default(), &options);
        let out = text(&there.out);
        let ids: Vec<_> = out.split(r#""id":""#).skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(ids, wanted, "{record}");
    }
}

#[test]
fn interrupts_and_sessions_are_renamed_with_what_points_to_them() {
    let log = concat!(
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#,
        "\n",
        r#"{"type":"SUBAGENT_FINISHED","subagentRunId":"s","outcome":{"type":"suspended","interruptIds":["i"]}}"#,
        "\n",
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"q"}]}}"#,
        "\n",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r2","input":{"threadId":"t","runId":"r2","messages":[],"resume":[{"interruptId":"i","status":"resolved"}]}}"#,
        "\n",
    );
    let options = MigrateOptions { scopes: Scopes::Named(vec![Scope::Run]), ..all(Scheme::Sequence("x".to_owned())) };
    let there = check(log.as_bytes(), "x.jsonl", &Choice::default(), &options);
    let wanted = log.replace(r#""r""#, r#""x1""#).replace(r#""s""#, r#""x2""#).replace(r#""i""#, r#""x3""#);
    assert_eq!(text(&there.out), wanted.replace(r#""r2""#, r#""x4""#));
    let uuid = "8d0e9a4e-4c0c-5f0b-9d11-0f6c5a3722c1";
    let flow = format!(
        r#"{{"id":"{uuid}","name":null,"items":{{"items":[]}},"progressions":{{"items":[{{"id":"{}","order":[],"session_id":"{}"}}]}}}}"#,
        uuid.replace("c1", "c2"),
        uuid.replace("c1", "c3")
    );
    let options = MigrateOptions { scopes: Scopes::Named(vec![Scope::Conversation]), ..all(Scheme::Uuid5) };
    let there = check(flow.as_bytes(), "x.json", &document("lionpride"), &options);
    let out = text(&there.out);
    assert!(!out.contains("c1\"") && out.contains("c2\"") && !out.contains("c3\""), "{out}");
}

/// Numbers that are given must not be those that stand in the log, before or behind.
#[test]
fn numbers_of_logs_stay_apart() {
    let line =
        |id: &str| format!("{{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"{id}\",\"role\":\"assistant\"}}\n");
    let log = |ids: &[&str]| ids.iter().map(|id| line(id)).collect::<String>();
    for (ids, wanted) in [
        (["a", "m1", "b", "m1", "a"], ["m1", "m2", "m3", "m2", "m1"]),
        (["m1", "a", "m2", "a", "m1"], ["m1", "m2", "m3", "m2", "m1"]),
    ] {
        let options = MigrateOptions { which: Which::Invalid, ..all(Scheme::Sequence("m".to_owned())) };
        let there = check(log(&ids).as_bytes(), "x.jsonl", &Choice::default(), &options);
        assert_eq!(text(&there.out), log(&wanted));
        let again = migrate(&there.out, "x.jsonl", &Choice::default(), &options);
        assert!(!again.done.outcome.is_changed);
    }
    let gap = "{\"type\":\"TEXT_MESSAGE_START\",\"role\":\"assistant\"}\n".to_owned() + &line("m1");
    let options = MigrateOptions { which: Which::Missing, ..all(Scheme::Sequence("m".to_owned())) };
    let ran = migrate(gap.as_bytes(), "x.jsonl", &Choice::default(), &options);
    let message = ran.done.outcome.fatal.unwrap().diagnostic.message;
    assert!(message.contains("`m1` was given"), "{message}");
}

fn document(name: &str) -> Choice {
    let format = by_name(name).unwrap().0;
    Choice { format: Some(format), framing: Some(Framing::Document), ..Choice::default() }
}

#[test]
fn a_key_that_stands_there_twice_is_refused() {
    let record = r#"[{"type":"user","id":"a","id":"b","content":"q"}]"#;
    let ran = one(record, &all(Scheme::Uuid5));
    let fatal = ran.done.outcome.fatal.unwrap();
    assert!(fatal.diagnostic.message.contains("twice") && ran.out.is_empty(), "{:?}", fatal.diagnostic);
}

/// Beyond what is remembered of a log, ids are still the same for the same ones.
#[test]
fn long_logs_come_home() {
    let mut log = String::from("{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n");
    for number in 0..135_000 {
        log.push_str(&format!(
            "{{\"type\":\"TOOL_CALL_RESULT\",\"messageId\":\"m{number}\",\"toolCallId\":\"c{}\",\"content\":\"\"}}\n",
            number % 9
        ));
    }
    let options = MigrateOptions { target: target("mistral"), has_map_out: true, ..all(Scheme::Uuid5) };
    let ran = migrate(log.as_bytes(), "x.jsonl", &Choice::default(), &options);
    let back = migrate(&ran.out, "x.jsonl", &Choice::default(), &home(&ran.map));
    assert!(back.out == log.as_bytes() && back.done.misfits == 0, "the way back");
    let news: HashSet<_> =
        text(&ran.out).lines().filter_map(|line| line.split('"').nth(7).map(str::to_owned)).collect();
    assert_eq!(news.len(), 135_001);
    let options = MigrateOptions { allows_dangling: false, ..all(Scheme::Uuid5) };
    let short = log.lines().take(20).map(|line| format!("{line}\n")).collect::<String>();
    let ran = migrate(short.as_bytes(), "x.jsonl", &Choice::default(), &options);
    let message = ran.done.outcome.fatal.unwrap().diagnostic.message;
    assert!(message.contains("`c0`") && message.contains("4 more"), "{message}");
}
