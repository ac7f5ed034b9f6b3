//! What `diff` finds between two texts, and the patches it writes.

use std::io::Cursor;

use serde_json::Value;
use turnwise::format::{Format, Framing, by_name};
use turnwise::op::diff::{
    Align, Class, DiffInput, DiffOptions, DiffSummary, Ignore, RecordChange, new_messages, patch, run,
};
use turnwise::op::{Choice, Input};
use turnwise::stream::Source;

use crate::fixtures::samples;
use crate::invariants::random::Dice;

/// An input of `diff`.
pub fn side(text: &str, format: Option<&'static Format>, framing: Option<Framing>) -> DiffInput<'static> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "x").unwrap();
    let input = Input::new(source, &Choice { format, framing, ..Choice::default() }).unwrap();
    DiffInput { input, path: None, progress: None }
}

/// Everything that differs between two texts.
pub fn differ(a: DiffInput<'_>, b: DiffInput<'_>, options: &DiffOptions) -> (Vec<RecordChange>, DiffSummary) {
    let mut changes = Vec::new();
    let summary = run(a, b, options, &mut |pair| {
        changes.extend(pair.changes.iter().cloned());
        true
    });
    (changes, summary.unwrap())
}

/// `kind path a b` of each change.
fn told(a: &str, b: &str, options: &DiffOptions) -> Vec<String> {
    let openai = Some(by_name("openai").unwrap().0);
    let framing = Some(Framing::Document);
    let pointer = |place: &Option<turnwise::op::diff::ChangePlace>| {
        place.as_ref().map_or_else(|| "-".to_owned(), |place| place.pointer.clone())
    };
    let (changes, _) = differ(side(a, openai, framing), side(b, openai, framing), options);
    changes.iter().map(|it| format!("{} {} {} {}", it.kind.name(), it.path, pointer(&it.a), pointer(&it.b))).collect()
}

const CHAT: &str = r#"[{"role":"system","content":"Be brief."},{"role":"user","content":"What is the weather in Oslo?"},
 {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Oslo\",\"days\":[1,2]}"}}]},
 {"role":"tool","tool_call_id":"c1","content":"rain"},{"role":"assistant","content":"It rains in Oslo, and tomorrow it rains too."},
 {"role":"user","content":"Thank you very much for that."}]"#;

#[test]
fn each_kind_of_change_is_told_once() {
    let tell = |b: &str| told(CHAT, b, &DiffOptions::default());
    assert_eq!(tell(CHAT), [""; 0]);
    assert_eq!(tell(&CHAT.replace("in Oslo?", "in Bergen?")), ["edit text /1/content /1/content"]);
    assert_eq!(tell(&CHAT.replace("[1,2]}", "[1,3]}")), ["edit call/arguments/days/1 /2/tool_calls/0 /2/tool_calls/0"]);
    assert_eq!(tell(&CHAT.replace("c1", "c7")), ["id call/id /2/tool_calls/0 /2/tool_calls/0", "id result/id /3 /3"]);
    assert_eq!(tell(&CHAT.replace("\"system\"", "\"developer\"")), ["role role /0 /0"]);
    let mut list: Vec<Value> = serde_json::from_str(CHAT).unwrap();
    let text = |list: &[Value]| serde_json::to_string(list).unwrap();
    let gone = list.remove(5);
    assert_eq!(tell(&text(&list)), ["delete  /5 -"]);
    list.insert(1, gone);
    assert_eq!(tell(&text(&list)), ["move  /5 /1"]);
    list.insert(4, serde_json::json!({"role": "user", "content": "Something quite new."}));
    assert_eq!(tell(&text(&list)), ["move  /5 /1", "insert  - /4"]);
}

#[test]
fn messages_that_were_split_and_merged_are_told() {
    let one = r#"[{"role":"user","content":"first words here"},{"role":"assistant","content":"Let me see. It rains in Oslo."}]"#;
    let two = r#"[{"role":"user","content":"first words here"},{"role":"assistant","content":"Let me see."},{"role":"assistant","content":"It rains in Oslo."}]"#;
    let kinds = |a: &str, b: &str| told(a, b, &DiffOptions::default());
    assert_eq!(kinds(one, two), ["split  /1 /1", "edit text /1/content /1/content"]);
    assert_eq!(kinds(two, one), ["merge  /1 /1", "edit text /1/content /1/content"]);
}

#[test]
fn what_is_ignored_does_not_count() {
    let mut options = DiffOptions::default();
    options.ignore.add(Class::Ids);
    assert_eq!(told(CHAT, &CHAT.replace("c1", "c7"), &options), [""; 0]);
    options.ignore.add(Class::Whitespace);
    assert_eq!(told(CHAT, &CHAT.replace("in Oslo?", " in\\n Oslo? "), &options), [""; 0]);
    let ignore = Ignore::default();
    assert!(ignore.is_empty() && !options.ignore.is_empty());
}

#[test]
fn alignment_does_as_it_is_told() {
    let a = r#"[{"role":"user","content":"one two three"},{"role":"user","content":"four five six"}]"#;
    let b = r#"[{"role":"user","content":"four five six"},{"role":"user","content":"one two three"}]"#;
    let by = |align| told(a, b, &DiffOptions { align, ..DiffOptions::default() });
    assert_eq!(by(Align::Content).len(), 1);
    assert_eq!(by(Align::Position), ["edit text /0/content /0/content", "edit text /1/content /1/content"]);
    assert_eq!(by(Align::Id).len(), 4);
}

/// JSON Patch as RFC 6902 has it, on plain values.
fn apply(mut value: Value, patch: &Value) -> Value {
    fn segments(path: &str) -> Vec<String> {
        path.split('/').skip(1).map(|key| key.replace("~1", "/").replace("~0", "~")).collect()
    }
    for operation in patch.as_array().unwrap() {
        let steps = segments(operation["path"].as_str().unwrap());
        let Some((last, way)) = steps.split_last() else {
            assert_eq!(operation["op"], "replace");
            value = operation["value"].clone();
            continue;
        };
        let mut place = &mut value;
        for key in way {
            place = match place {
                Value::Array(items) => &mut items[key.parse::<usize>().unwrap()],
                Value::Object(members) => members.get_mut(key).unwrap(),
                _ => panic!("{operation}"),
            };
        }
        match (place, operation["op"].as_str().unwrap()) {
            (Value::Array(items), "add") => items.insert(last.parse().unwrap(), operation["value"].clone()),
            (Value::Array(items), "remove") => drop(items.remove(last.parse().unwrap())),
            (Value::Array(items), "replace") => items[last.parse::<usize>().unwrap()] = operation["value"].clone(),
            (Value::Object(members), "add") => {
                assert!(members.insert(last.clone(), operation["value"].clone()).is_none(), "{operation}");
            }
            (Value::Object(members), "remove") => drop(members.remove(last).unwrap()),
            (Value::Object(members), "replace") => {
                assert!(members.insert(last.clone(), operation["value"].clone()).is_some(), "{operation}");
            }
            _ => panic!("{operation}"),
        }
    }
    value
}

fn patch_of(a: DiffInput<'_>, b: DiffInput<'_>) -> (bool, String) {
    let mut out = Vec::new();
    let is_same = patch(a, b, &DiffOptions::default(), &mut |bytes| {
        out.extend_from_slice(bytes);
        Ok(())
    });
    (is_same.unwrap(), String::from_utf8(out).unwrap())
}

/// A value that was changed here and there.
fn changed(value: &Value, dice: &mut Dice) -> Value {
    match value {
        Value::Array(items) => {
            let mut list: Vec<Value> = items.iter().map(|item| changed(item, dice)).collect();
            if !list.is_empty() && dice.chance(25) {
                list.remove(dice.below(list.len()));
            }
            if dice.chance(25) {
                list.insert(dice.below(list.len() + 1), serde_json::json!({"new/~": dice.below(99)}));
            }
            if list.len() > 1 && dice.chance(20) {
                let item = list.remove(dice.below(list.len()));
                list.insert(dice.below(list.len() + 1), item);
            }
            Value::Array(list)
        }
        Value::Object(members) => {
            let mut map = serde_json::Map::new();
            for (key, value) in members {
                if !dice.chance(6) {
                    map.insert(key.clone(), changed(value, dice));
                }
            }
            if dice.chance(8) {
                map.insert(format!("a/b~{}", dice.below(9)), Value::Null);
            }
            Value::Object(map)
        }
        _ if dice.chance(8) => serde_json::json!([dice.below(1000)]),
        other => other.clone(),
    }
}

#[test]
fn patches_make_b_of_a() {
    let openai = Some(by_name("openai").unwrap().0);
    let mut dice = Dice(602);
    let (mut tried, mut operations) = (0, 0);
    for sample in samples() {
        let Ok(value) = serde_json::from_str::<Value>(&sample.text) else { continue };
        // Floats of many digits do not survive the oracle itself.
        let is_stable = serde_json::from_str::<Value>(&value.to_string()).is_ok_and(|again| again == value);
        if sample.text.len() > 40_000 || !is_stable {
            continue;
        }
        for round in 0..4 {
            let other = if round == 0 { value.clone() } else { changed(&value, &mut dice) };
            let b = if dice.chance(50) { other.to_string() } else { serde_json::to_string_pretty(&other).unwrap() };
            let document = Some(Framing::Document);
            let (is_same, text) = patch_of(side(&sample.text, openai, document), side(&b, openai, document));
            let patch: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(apply(value.clone(), &patch), other, "{}: {text}", sample.name());
            assert_eq!(is_same, patch.as_array().unwrap().is_empty());
            operations += patch.as_array().unwrap().len();
            tried += 1;
        }
    }
    assert!(tried > 400 && operations > 2_000, "{tried} {operations}");
}

#[test]
fn arrays_of_records_have_one_patch() {
    let openai = Some(by_name("openai").unwrap().0);
    let mut dice = Dice(9);
    let record = |n: usize| serde_json::json!({"messages": [{"role": "user", "content": format!("question {n}")}]});
    for _ in 0..40 {
        let a: Vec<Value> = (0..dice.below(7)).map(record).collect();
        let mut b: Vec<Value> = a.iter().filter(|_| !dice.chance(20)).cloned().collect();
        for _ in 0..dice.below(3) {
            b.insert(dice.below(b.len() + 1), record(100 + dice.below(9)));
        }
        if b.len() > 1 && dice.chance(50) {
            let item = b.remove(0);
            b.push(item);
        }
        let (a, b) = (Value::Array(a), Value::Array(b));
        let array = Some(Framing::Array);
        let (_, text) = patch_of(side(&a.to_string(), openai, array), side(&b.to_string(), openai, array));
        assert_eq!(apply(a.clone(), &serde_json::from_str(&text).unwrap()), b, "{a}\n{text}");
    }
}

#[test]
fn new_messages_are_those_that_a_store_must_save() {
    let new = |a: &str, b: &str| {
        let mut out = Vec::new();
        let (a, b) = (side(a, None, None), side(b, None, None));
        let count = new_messages(a, b, &DiffOptions::default(), &mut |bytes| {
            out.extend_from_slice(bytes);
            Ok(())
        });
        (count.unwrap().messages, String::from_utf8(out).unwrap())
    };
    let a = r#"[{"role":"user","content":"ok"},{"role":"assistant","content":"x"}]"#;
    let b = r#"[{"role":"user","content":"ok"},{"role":"assistant","content":"x"},{"role":"user", "content":"ok"}]"#;
    assert_eq!(new(a, a), (0, String::new()));
    // The same words once more are a message more.
    assert_eq!(new(a, b), (1, "{\"role\":\"user\",\"content\":\"ok\"}\n".to_owned()));
    let store = |ids: &[(&str, &str)]| {
        let message = |(id, text): &(&str, &str)| {
            format!(
                r#"{{"type":"user","id":"{id}","content":{{"type":"string","value":"{text}"}},"allow_tool_calls":true}}"#
            )
        };
        format!("[{}]", ids.iter().map(message).collect::<Vec<_>>().join(","))
    };
    // An id that A knows is known, whatever is said by now; an id that it does not know is new, whatever it says.
    let (count, text) = new(&store(&[("m1", "hi")]), &store(&[("m1", "hello"), ("m2", "hi")]));
    assert_eq!((count, text.contains("\"m2\"")), (1, true));
}

/// Two texts of which no two words stand in the same order.
#[test]
fn hostile_texts_end_in_time() {
    let mut dice = Dice(31);
    let mut text = |alphabet: usize| {
        let mut text = String::new();
        while text.len() < 1 << 18 {
            text.push_str(&format!("w{} ", dice.below(alphabet)));
        }
        format!(r#"[{{"role":"user","content":"{text}"}}]"#)
    };
    let openai = Some(by_name("openai").unwrap().0);
    for alphabet in [2, 50, 100_000] {
        let (a, b) = (text(alphabet), text(alphabet));
        // A debug build is some twenty times slower than the program, and the texts are a quarter of a megabyte.
        let options = DiffOptions { steps: DiffOptions::default().steps / 160, ..DiffOptions::default() };
        let (changes, summary) = differ(side(&a, openai, None), side(&b, openai, None), &options);
        assert!(!changes.is_empty(), "{alphabet}");
        if alphabet == 2 {
            assert_eq!(summary.coarse, 1);
        }
    }
}
