//! Records that stay in their format are edited: every leaf of the source is in the output as it was spelled, or is an id
//! that changed, or is named in the report at its place; objects in which nothing changed stay byte for byte.

use std::collections::HashMap;
use std::io::Cursor;
use std::process::Command;
use std::sync::Arc;

use turnwise::format::ids::Scope;
use turnwise::format::listing::{Listing, MessageNodes};
use turnwise::format::{Container, FORMATS, Format, Framing, LogShape, Mode, Sites, WriteOptions, by_name};
use turnwise::json::{NestedJson, Node, Span, Tape, quoted};
use turnwise::op::convert::{ConvertEnds, ConvertOptions, CopyTask, Task, run};
use turnwise::op::media::Embedding;
use turnwise::op::media::{LocalFiles, Root, Types};
use turnwise::op::{Branches, Choice, Ids, Input, PassOptions};
use turnwise::report::{Diagnostic, Report};
use turnwise::stream::{Silent, Source};

use crate::fixtures::{Sample, read, samples, write};
use crate::invariants::random::{Dice, conversation, rounds};

/// Converts one record to its own format: the output and what was reported, or why it was rejected.
fn convert(sample: &Sample, options: &ConvertOptions) -> Result<(String, Vec<Diagnostic>), String> {
    let framing = if sample.is_sequence { Framing::Messages } else { Framing::Document };
    let source = Source::from_reader(Cursor::new(sample.text.clone().into_bytes()), "test").unwrap();
    let choice = Choice { format: Some(sample.format), framing: Some(framing), ..Choice::default() };
    let input = Input::new(source, &choice).map_err(|error| error.to_string())?;
    let (mut out, mut notes) = (Vec::new(), Vec::new());
    let ends = ConvertEnds {
        write: &mut |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            Ok(())
        },
        note: &mut |note| notes.push(note),
        carry: None,
        restore: None,
        progress: &Silent,
    };
    let pass = PassOptions { keep: u64::MAX, ..options.pass };
    let outcome = run(input, &ConvertOptions { pass, ..options.clone() }, ends).unwrap();
    match outcome.fatal {
        Some(fatal) => Err(fatal.diagnostic.message),
        None => Ok((String::from_utf8(out).unwrap(), notes)),
    }
}

fn sample(format: &str, text: &str) -> Sample {
    let (format, _) = by_name(format).unwrap();
    Sample { format, file: "made".into(), text: text.to_owned(), is_sequence: false }
}

fn with(format: &'static Format, set: impl Fn(&mut ConvertOptions)) -> ConvertOptions {
    let mut options = ConvertOptions::new(format);
    set(&mut options);
    options
}

/// Every value that contains no others, with the key that it has, or that the list around it has.
fn leaves<'t, 'a>(node: Node<'t, 'a>, key: &str, each: &mut impl FnMut(&str, Node<'t, 'a>)) {
    if node.is_empty() {
        each(key, node);
    } else if node.is_array() {
        node.items().for_each(|item| leaves(item, key, each));
    } else {
        node.members().for_each(|(name, value)| leaves(value, &name.text().unwrap().decode(), each));
    }
}

/// Every object that is in none of those that start at `named`.
fn objects<'t, 'a>(node: Node<'t, 'a>, named: &[usize], each: &mut impl FnMut(Node<'t, 'a>)) {
    if named.contains(&node.span().start) {
        return;
    }
    if node.is_object() {
        each(node);
        node.members().for_each(|(_, value)| objects(value, named, each));
    }
    node.items().for_each(|item| objects(item, named, each));
}

fn parse<'t, 'a>(tape: &'t mut Tape, text: &'a str, is_sequence: bool) -> Node<'t, 'a> {
    crate::fixtures::parse(tape, text, is_sequence).unwrap()
}

/// Where ids of messages and calls are, or would be.
fn id_places(format: &Format, root: Node<'_, '_>, is_copy: bool) -> Vec<usize> {
    let mut sites = Sites::default();
    if let Some(ids) = format.shape.ids {
        (ids.walk)(root, &mut sites);
    }
    let is_id = |scope| is_copy || matches!(scope, Scope::Message | Scope::Call);
    let all = sites.list.iter().filter(|site| is_id(site.scope));
    all.flat_map(|site| [site.span().start, sites.begin(site)]).collect()
}

/// What only says of which shape the record is.
const SHAPE: [&str; 9] =
    ["type", "role", "from", "object", "index", "status", "lion_class", "item_type", "strict_type"];

fn check(sample: &Sample, what: &str, options: &ConvertOptions) -> bool {
    let Ok((output, notes)) = convert(sample, options) else { return false };
    let name = format!("{} {what}", sample.name());
    let (mut tape, mut made) = (Tape::new(), Tape::new());
    let root = parse(&mut tape, &sample.text, sample.is_sequence);
    let is_sequence = made.parse(&output).is_err();
    let result = crate::fixtures::parse(&mut made, &output, is_sequence);
    let result = result.unwrap_or_else(|error| panic!("{name}: {error}\n{output}"));
    let mut there = HashMap::<(String, &str), usize>::new();
    leaves(result, "", &mut |key, leaf| *there.entry((key.to_owned(), leaf.raw())).or_default() += 1);
    let is_copy = matches!(options.task, Task::Copy(_));
    let ids = if options.content.ids == Ids::Keep { Vec::new() } else { id_places(sample.format, root, is_copy) };
    // A new id is reported for the whole message or call, and so is what a copy does not say.
    let named: Vec<_> = notes
        .iter()
        .filter(|note| !["TW352", "TW325"].contains(&note.code.id))
        .filter_map(|note| note.at.offset())
        .collect();
    let is_within = |places: &[usize], node: Node<'_, '_>| {
        places.iter().any(|at| (node.span().start..node.span().end).contains(at))
    };
    let mut ancestors = Vec::new();
    collect(root, &mut Vec::new(), &mut ancestors);
    let (mut lost, mut vanished) = (Vec::new(), Vec::<String>::new());
    // Those that are named give way to the others.
    ancestors
        .sort_by_key(|(_, leaf, around)| around.iter().any(|start| named.contains(start)) || is_within(&named, *leaf));
    for (key, leaf, around) in &ancestors {
        // A text in the place of a list becomes the content of a message.
        let key = if ["input", "instructions"].contains(&key.as_str())
            && leaf.is_string()
            && !there.contains_key(&(key.clone(), leaf.raw()))
        {
            "content".to_owned()
        } else {
            key.clone()
        };
        let count = there.get_mut(&(key.clone(), leaf.raw())).filter(|count| **count > 0);
        match count {
            Some(count) => *count -= 1,
            None if is_within(&ids, *leaf) => {}
            // When the copy is made.
            None if is_copy && key == "created_at" => lost.push(leaf.span().start),
            // No instructions and no tools.
            None if leaf.raw() == "[]" && ["system", "tools", "functions"].contains(&key.as_str()) => {}
            None if leaf.is_null() || SHAPE.contains(&key.as_str()) => lost.push(leaf.span().start),
            None if around.iter().any(|start| named.contains(start)) => lost.push(leaf.span().start),
            // Each of several results in a text is named.
            None if is_within(&named, *leaf) => lost.push(leaf.span().start),
            None => {
                let said: Vec<_> = notes.iter().map(|note| (note.code.id, note.at)).collect();
                let place = leaf.span().start;
                vanished.push(format!("{name}: `{key}` {} at {place}; reported: {said:?}", leaf.raw()));
            }
        }
    }
    assert!(vanished.is_empty(), "vanished in silence: {vanished:#?}\n{}\n{output}", sample.text);
    objects(root, &named, &mut |object| {
        // Nothing is said by what only holds something else.
        let has_leaf = object.members().any(|(_, value)| value.is_empty());
        // Blocks are put into messages and taken out of them, and so are ids into orders; metadata say what a copy was made from.
        let blocks = sample.format.shape.listing.map_or("", |listing| listing.blocks);
        let is_repaired = (options.content.repair && (object.get(blocks).is_some() || object.raw().contains("\"order\"")))
            || (options.write.dialect.is_some() && object.get("messages").is_some())
            // Messages in several lists are written anew.
            || ((options.write.container == Container::List || options.write.dialect.is_some())
                && sample.text.contains("preferred_output"))
            || (is_copy && sample.text[..object.span().start].trim_end().ends_with("metadata\":"));
        let is_touched = !has_leaf
            || is_repaired
            || is_within(&ids, object)
            || is_within(&lost, object)
            || is_within(&named, object);
        assert!(is_touched || output.contains(object.raw()), "{name}: {} changed\n{output}", object.raw());
    });
    true
}

/// A leaf, the key it has, and where the values around it start.
type Leaf<'t, 'a> = (String, Node<'t, 'a>, Vec<usize>);

fn collect<'t, 'a>(node: Node<'t, 'a>, around: &mut Vec<(usize, String)>, all: &mut Vec<Leaf<'t, 'a>>) {
    let key = around.last().map(|(_, key)| key.clone()).unwrap_or_default();
    around.push((node.span().start, key.clone()));
    if node.is_empty() {
        all.push((key, node, around.iter().map(|(start, _)| *start).collect()));
    }
    node.items().for_each(|item| collect(item, around, all));
    for (name, value) in node.members() {
        around.last_mut().unwrap().1 = name.text().unwrap().decode().into_owned();
        collect(value, around, all);
    }
    around.pop();
}

/// True if its messages can be moved: in texts that is the writer's business.
fn has_list(sample: &Sample) -> bool {
    let mut tape = Tape::new();
    let root = parse(&mut tape, &sample.text, sample.is_sequence);
    let Some(listing) = sample.format.shape.listing else { return false };
    let is_log = listing.log.as_ref().is_some_and(|log| (log.end)(root).is_some());
    is_log || listing.columns.is_some() || !matches!((listing.find)(root).messages, MessageNodes::None)
}

#[test]
fn whatever_nobody_asked_to_change_stays() {
    let mut done = HashMap::<&str, usize>::new();
    // A program is text, which its own writer writes.
    for sample in samples().into_iter().filter(|sample| sample.format.name != "keprompt-prompt") {
        for (what, options) in [
            ("--ids new", with(sample.format, |it| it.content.ids = Ids::New)),
            ("--ids stable", with(sample.format, |it| it.content.ids = Ids::Stable)),
            ("--container list", with(sample.format, |it| it.write.container = Container::List)),
            ("--container body", with(sample.format, |it| it.write.container = Container::Body)),
            ("--repair", with(sample.format, |it| it.content.repair = true)),
            (
                "clone",
                with(sample.format, |it| (it.content.ids, it.task) = (Ids::Stable, Task::Copy(CopyTask::default()))),
            ),
        ] {
            if options.content.repair && !has_list(&sample) {
                continue;
            }
            // The calls of this template alone have ids. They are in JSON in a text in a string: such a text is written anew,
            // and the members outside it are reported.
            let is_anew = sample.format.name == "mistral-text" && sample.text.contains("TOOL_CALLS");
            if is_anew && what.starts_with("--ids") {
                continue;
            }
            *done.entry(what).or_default() += usize::from(check(&sample, what, &options));
        }
    }
    for sample in samples() {
        for dialect in sample.format.dialects.iter().filter(|dialect| dialect.edit.is_some()) {
            let options = with(sample.format, |it| it.write.dialect = Some(dialect.name));
            // What other programs know is brought into the format's own words.
            let is_new =
                convert(&sample, &options).is_ok_and(|(_, notes)| notes.iter().any(|note| note.code.id == "TW111"));
            // So is a list in JSON text.
            let is_packed = sample.text.contains(r#""tools": "["#);
            if !is_new && !is_packed {
                check(&sample, dialect.name, &options);
            }
        }
    }
    assert!(done.len() == 6 && done.values().all(|count| *count > 90), "{done:?}");
}

/// The output, and the codes and pointers of what was reported.
fn edited(format: &str, text: &str, set: impl Fn(&mut ConvertOptions)) -> (String, Vec<String>) {
    let sample = sample(format, text);
    let (output, notes) = convert(&sample, &with(sample.format, set)).unwrap();
    let show = |note: &Diagnostic| format!("{} {}", note.code.id, note.location.as_ref().unwrap().pointer);
    (output, notes.iter().filter(|note| note.code.kind.is_loss()).map(show).collect())
}

const COMPLETION: &str = r#"{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"caf\u00e9","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"},"function.zip": 1.0}]},"logprobs":{"a": 1},"finish_reason":"tool_calls"}]}"#;

#[test]
fn a_completion_becomes_its_message_and_the_rest_is_named() {
    let (output, notes) = edited("openai", COMPLETION, |it| it.write.container = Container::List);
    assert_eq!(
        output.trim(),
        r#"[{"role":"assistant","content":"caf\u00e9","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"},"function.zip": 1.0}]}]"#
    );
    for place in ["TW313 /id", "TW313 /object", "TW313 /choices/0/logprobs", "TW320 /choices/0/finish_reason"] {
        assert!(notes.iter().any(|note| note == place), "{place}: {notes:?}");
    }
    assert_eq!(notes.len(), 4, "{notes:?}");
}

#[test]
fn a_new_id_is_all_that_changes() {
    let (output, notes) = edited("openai", COMPLETION, |it| it.content.ids = Ids::Stable);
    let id = turnwise::model::uuid_v5(&uuid::Uuid::NAMESPACE_OID, b"c1").to_string();
    assert_eq!(output.trim(), COMPLETION.replace("c1", &id));
    assert_eq!(notes, ["TW352 /choices/0/message/tool_calls/0"]);
    let body = r#"{"messages":[{"role":"user","content":[{"text":"q"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"f","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[]}}]}],"toolConfig.foo":1,"toolConfig":{"tools":[{"toolSpec":{"name":"f","inputSchema":{"json":{}}}}]}}"#;
    let (output, notes) = edited("bedrock", body, |it| it.content.ids = Ids::Stable);
    assert_eq!((output.trim(), notes.len()), (body.replace("c1", &id).as_str(), 2));
}

#[test]
fn two_changes_at_once_report_the_places_of_the_record() {
    let (output, notes) = edited("openai", COMPLETION, |it| {
        (it.content.ids, it.write.container) = (Ids::Stable, Container::List);
    });
    let id = turnwise::model::uuid_v5(&uuid::Uuid::NAMESPACE_OID, b"c1").to_string();
    assert!(output.starts_with("[{") && output.contains(&id), "{output}");
    assert_eq!(notes.first().unwrap(), "TW352 /choices/0/message/tool_calls/0");
    assert!(notes.iter().any(|note| note == "TW320 /choices/0/finish_reason"), "{notes:?}");
}

#[test]
fn fields_of_any_name_stay_in_their_message() {
    let text = r#"{"contents":[{"parts":[{"text":"x","data.k": 2}]}],"cachedContent":"c"}"#;
    let (output, notes) = edited("gemini", text, |it| it.write.container = Container::List);
    assert_eq!(output.trim(), r#"[{"parts":[{"text":"x","data.k": 2}]}]"#);
    assert_eq!(notes, ["TW313 /cachedContent"]);
}

#[test]
fn a_system_prompt_beside_the_list_becomes_an_item_or_is_refused() {
    let text = r#"{"model":"m","instructions":"Be \u0062rief.","input":"hi"}"#;
    let (output, notes) = edited("openai-responses", text, |it| it.write.container = Container::List);
    assert_eq!(output.trim(), r#"[{"role":"system","content":"Be \u0062rief."},{"role":"user","content":"hi"}]"#);
    assert_eq!(notes, ["TW313 /model"]);
    for (format, text) in [
        ("anthropic", r#"{"max_tokens":1,"system":"s","messages":[{"role":"user","content":"x"}]}"#),
        (
            "gemini",
            r#"{"systemInstruction":{"parts":[{"text":"s"}]},"contents":[{"role":"user","parts":[{"text":"x"}]}]}"#,
        ),
        ("bedrock", r#"{"system":[{"text":"s"}],"messages":[{"role":"user","content":[{"text":"x"}]}]}"#),
    ] {
        let sample = sample(format, text);
        let why = convert(&sample, &with(sample.format, |it| it.write.container = Container::List)).unwrap_err();
        assert!(why.contains("write the body instead"), "{format}: {why}");
    }
}

#[test]
fn a_batch_line_becomes_its_body() {
    let text = r#"{"custom_id":"1", "body": {"model" : "m","messages":[{"role":"user","content":"x"}]}}"#;
    let (output, notes) = edited("openai", text, |it| it.write.container = Container::Body);
    assert_eq!(output.trim(), r#"{"model" : "m","messages":[{"role":"user","content":"x"}]}"#);
    assert_eq!(notes, ["TW313 /custom_id"]);
}

/// Drops, swaps and doubles items of the list of messages.
fn damage(text: &str, listing: &Listing, dice: &mut Dice) -> String {
    let mut tape = Tape::new();
    let root = tape.parse(text).unwrap();
    if let Some(columns) = &listing.columns {
        let column = (columns.find)(root)[0];
        let list =
            damage(NestedJson::of(column.raw(), column.at()).text(), columns.format.shape.listing.unwrap(), dice);
        let Span { start, end } = column.span();
        return format!("{}{}{}", &text[..start], quoted(&list), &text[end..]);
    }
    let MessageNodes::Items(list) = (listing.find)(root).messages else { return text.to_owned() };
    let mut items: Vec<_> = list.items().map(|item| item.raw().to_owned()).collect();
    for _ in 0..=dice.below(3) {
        let count = items.len();
        if count < 3 {
            break;
        }
        let (one, other) = (dice.below(count), dice.below(count));
        match dice.below(3) {
            0 => drop(items.remove(one)),
            1 => items.swap(one, other),
            _ => items.insert(other, items[one].clone()),
        }
    }
    let span = list.span();
    format!("{}[{}]{}", &text[..span.start], items.join(", "), &text[span.end..])
}

#[test]
fn a_repaired_record_needs_no_further_repair() {
    let mut dice = Dice(7);
    let mut counts = std::collections::BTreeMap::<&str, [usize; 2]>::new();
    for round in 0..rounds(120) {
        let whole = conversation(&mut dice);
        for format in FORMATS {
            let Some(listing) = format.shape.listing else { continue };
            let options = WriteOptions { is_lossy: true, log: LogShape::Messages, ..WriteOptions::default() };
            let Ok(text) = write(format, &whole, &options, &mut Report::default()) else { continue };
            let text = damage(&text, listing, &mut dice);
            let sample = Sample { format, file: format!("random {round}").into(), text, is_sequence: false };
            let options = with(format, |it| it.content.repair = true);
            // Files that no text names get placeholders where words come before.
            let mut tape = Tape::new();
            let has_files = (listing.find)(tape.parse(&sample.text).unwrap()).has_files;
            if !has_files {
                check(&sample, "--repair", &options);
            }
            let Ok((edited, _)) = convert(&sample, &options) else { continue };
            let text = edited.trim().to_owned();
            let repaired = read(format, &text, false, &mut Report::default()).unwrap();
            let mut report = Report::keeping(u64::MAX);
            turnwise::rule::check(format.rules.requires, &repaired, false, &mut report);
            let errors: Vec<_> = report
                .kept()
                .iter()
                .filter(|it| it.severity == turnwise::report::Severity::Error && it.code.name != "duplicate-call-id")
                .collect();
            assert!(errors.is_empty(), "{}\n{}\n{text}\n{errors:?}", sample.name(), sample.text);
            let again = Sample { format, file: "repaired".into(), text: text.clone(), is_sequence: false };
            assert_eq!(convert(&again, &options).unwrap().0.trim(), text, "{}\n{}", sample.name(), sample.text);
            let count = counts.entry(format.name).or_default();
            count[0] += 1;
            count[1] += usize::from(text != sample.text);
        }
    }
    // What a repair of a session would change is in lines that name each other: it is written anew.
    let is_edited = |name: &str| !FORMATS.iter().any(|format| format.name == name && format.framing.is_session);
    let has_repaired = |(name, [_, repaired]): (&&str, &[usize; 2])| *repaired > 15 || !is_edited(name);
    assert!(!counts.is_empty() && counts.iter().all(has_repaired), "{counts:?}");
}

#[test]
fn a_copy_keeps_all_other_bytes() {
    let text = r#"[{"id": "00000000-0000-4000-8000-000000000101", "created_at": 1748779200.50, "metadata": {"k": 1.10, "lion_class": "x"}, "content": {"instruction": "caf\u00e9"}}]"#;
    let (output, notes) = edited("lionpride", text, |it| {
        (it.content.ids, it.generated.now) = (Ids::Stable, Some(0));
        it.task = Task::Copy(CopyTask { sender: Some("me".to_owned()), ..CopyTask::default() });
    });
    let id = turnwise::model::uuid_v5(&uuid::Uuid::NAMESPACE_OID, b"copy of 00000000-0000-4000-8000-000000000101");
    assert_eq!(
        output.trim(),
        format!(
            r#"[{{"id": "{id}", "created_at": "1970-01-01T00:00:00+00:00", "metadata": {{"clone_from": "00000000-0000-4000-8000-000000000101", "original_created_at": "2025-06-01T12:00:00.500000+00:00", "k": 1.10, "lion_class": "x"}}, "content": {{"instruction": "caf\u00e9"}}, "sender": "me"}}]"#
        )
    );
    assert_eq!(notes, Vec::<String>::new());
}

#[test]
fn a_dialect_of_other_members_changes_these_alone() {
    let dialect = |name: &'static str| move |it: &mut ConvertOptions| it.write.dialect = Some(name);
    let body = r#"{"model": "m", "max_tokens": 9,"messages":[{"role":"user","content":"caf\u00e9"}]}"#;
    let (output, notes) = edited("anthropic", body, dialect("vertex"));
    assert_eq!(
        output.trim(),
        r#"{"anthropic_version":"vertex-2023-10-16","max_tokens": 9,"messages":[{"role":"user","content":"caf\u00e9"}]}"#
    );
    assert_eq!(notes, ["TW313 /model"]);
    let (again, notes) = edited("anthropic", &output.replace("vertex-2023-10-16", "old"), dialect("vertex"));
    assert_eq!((again, notes), (output, vec!["TW313 /anthropic_version".to_owned()]));
    let line = r#"{"custom_id":"7", "body": {"messages":[{"role":"user","content":"x"}], "n": 1.0}}"#;
    assert_eq!(edited("openai", line, dialect("batch")).0.trim(), line);
    let (output, notes) = edited("openai", line, |it| it.write.container = Container::Body);
    assert_eq!((output.trim(), notes.len()), (r#"{"messages":[{"role":"user","content":"x"}], "n": 1.0}"#, 1));
    let (output, notes) = edited("openai", &output, dialect("batch"));
    assert!(
        output
            .contains(r#""url":"/v1/chat/completions","body":{"messages":[{"role":"user","content":"x"}], "n": 1.0}}"#),
        "{output}"
    );
    assert_eq!(notes, Vec::<String>::new());
    let line = r#"{"model":"m","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y","weight": 1}],"parallel_tool_calls":true}"#;
    let (output, notes) = edited("openai", line, dialect("finetune"));
    assert_eq!(output.trim(), line.replace(r#""model":"m","#, ""));
    assert_eq!(notes, ["TW313 /model"]);
    // A list has nothing around the messages.
    let (output, notes) = edited("openai", line, |it| {
        (it.write.dialect, it.write.container) = (Some("finetune"), Container::List);
    });
    let list = line
        .strip_prefix(r#"{"model":"m","messages":"#)
        .and_then(|it| it.strip_suffix(r#","parallel_tool_calls":true}"#));
    assert_eq!((output.trim(), notes.len()), (list.unwrap(), 2));
    let made = sample("openai", line);
    assert!(convert(&made, &with(made.format, dialect("preference"))).unwrap_err().contains("two answers"));
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";
const PNG_BASE64: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ";

#[test]
fn bytes_take_the_place_of_references_and_nothing_else_changes() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.png"), PNG).unwrap();
    let embedding = || {
        let root = Root::open(folder.path()).unwrap();
        let finder = Arc::new(LocalFiles::new(root, Types::default(), 1000));
        Some(Embedding { finder, max_total: 1000, fails: true })
    };
    let data = format!("data:image/png;base64,{PNG_BASE64}");
    let body = r#"{"n": 1.00,"messages":[{"content":[{"type":"image_url","k.z": 2e0,"image_url":{"url":"a.png"}},{"type":"text","text":"caf\u00e9","zip": 1.0}], "role":"user"}]}"#;
    let (output, notes) = edited("openai", body, |it| it.content.embedding = embedding());
    assert_eq!((output.trim(), notes.len()), (body.replace("a.png", &data).as_str(), 0));
    let (output, notes) = edited("openai", body, |it| {
        (it.content.embedding, it.write.container) = (embedding(), Container::List);
    });
    let list = body.replace("a.png", &data).replace(r#"{"n": 1.00,"messages":"#, "").replace("]}]}", "]}]");
    let list = list.replace(r#""user"}]}"#, r#""user"}]"#);
    assert_eq!((output.trim(), notes), (list.as_str(), vec!["TW313 /n".to_owned()]));
    let events = r#"[{"type":"MESSAGES_SNAPSHOT","x": 1.0,"messages":[{"id":"1","role":"user","content":[{"type":"image","source":{"type":"url","value":"a.png"}}]}]}]"#;
    let (output, _) = edited("ag-ui", events, |it| it.content.embedding = embedding());
    assert!(output.contains(PNG_BASE64) && output.contains(r#""x": 1.0,"messages""#), "{output}");
    // What has no bytes makes the record a bad one, where that is requested.
    let missing = sample("openai", &body.replace("a.png", "b.png"));
    let options = with(missing.format, |it| it.content.embedding = embedding());
    assert!(convert(&missing, &options).unwrap_err().contains("b.png"));
}

#[test]
fn a_branch_is_cut_out_of_its_record() {
    let item = |id: u8| {
        format!(
            r#"{{"id":"00000000-0000-4000-8000-0000000000{id}", "content": {{"instruction": "caf\u00e9 {id}"}}, "k": 1.0}}"#
        )
    };
    let branch = |name: &str, ids: [u8; 2]| {
        let [one, two] = ids.map(|id| format!(r#""00000000-0000-4000-8000-0000000000{id}""#));
        format!(r#"{{"id":"00000000-0000-4000-8000-000000000001","name":"{name}","order":[{one},{two}]}}"#)
    };
    let flow = format!(
        r#"{{"items":{{"items":[{},{},{}]}},"progressions":{{"items":[{},{}]}}}}"#,
        item(11),
        item(12),
        item(13),
        branch("main", [11, 12]),
        branch("alt", [13, 11])
    );
    let (output, notes) =
        edited("lionpride", &flow, |it| it.selection.branches.branches = Branches::Named("alt".to_owned()));
    assert_eq!(output.trim(), format!("[{},{}]", item(13), item(11)));
    assert_eq!(notes, ["TW324 /progressions/items/0", "TW324 /progressions/items/1", "TW324 /items/items/1"]);
    let (output, notes) = edited("lionpride", &flow, |it| {
        (it.selection.branches.branches, it.output.framing) = (Branches::All, Some(Framing::Lines));
    });
    assert_eq!(output, format!("[{},{}]\n[{},{}]\n", item(11), item(12), item(13), item(11)));
    assert_eq!(notes, ["TW324 /progressions/items/0", "TW324 /progressions/items/1"]);
}

#[test]
fn a_repair_keeps_what_it_does_not_move() {
    let repair = |it: &mut ConvertOptions| it.content.repair = true;
    let body = |messages: &str| format!(r#"{{"max_tokens":1e1, "x": 1.0,"messages":[{messages}]}}"#);
    let (one, two) = (r#"{"role":"user", "content":"caf\u00e9"}"#, r#"{"role":"user","content":"no","k.z": 2e0}"#);
    // A result of nothing that answers nothing has no words, and its message is gone with what it said of itself.
    let result = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":" "}],"k": 1.0}"#;
    let (output, notes) = edited("anthropic", &body(&[one, result, two].join(",")), repair);
    assert_eq!(output.trim(), body(&[one, two].join(",")));
    assert!(notes.contains(&"TW313 /messages/1/k".to_owned()), "{notes:?}");
    assert!(notes.contains(&"TW322 /messages/1/content/0".to_owned()), "{notes:?}");
}

#[test]
fn a_fork_is_added_to_its_record() {
    let flow = r#"{"items": {"items":[]},"progressions":{"items":[ {"id":"00000000-0000-4000-8000-000000000001", "k": 1.0,"session_id":"s","name":"main","order":[]}]}, "z": 2e0}"#;
    let (output, notes) = edited("lionpride", flow, |it| {
        (it.content.ids, it.generated.now) = (Ids::Stable, Some(0));
        it.task = Task::Copy(CopyTask { name: Some("caf\u{e9}".to_owned()), ..CopyTask::default() });
    });
    let (before, after) = flow.split_at(flow.find(r#"]}, "z""#).unwrap());
    let fork = output.trim().strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).unwrap();
    assert!(fork.starts_with(r#",{"id":""#) && fork.contains(r#""session_id":"s""#), "{fork}");
    assert!(fork.ends_with("\"name\":\"caf\u{e9}\",\"order\":[]}"), "{fork}");
    assert_eq!(notes, Vec::<String>::new());
}

#[test]
fn another_form_renames_members_alone() {
    let message =
        r#"{"content": {"instruction": "caf\u00e9"}, "metadata": {"a": 1.0}, "node_metadata": {"b": 2}, "k": 1e0}"#;
    let mode = |mode: Mode| move |it: &mut ConvertOptions| it.write.mode = Some(mode);
    let (output, notes) = edited("lionpride", &format!("[{message}]"), mode(Mode::Db));
    let db = r#"{"content": {"instruction": "caf\u00e9"}, "node_metadata": {"a": 1.0}, "k": 1e0}"#;
    assert_eq!((output.trim(), notes), (format!("[{db}]").as_str(), vec!["TW313 /0/node_metadata".to_owned()]));
    let (output, _) = edited("lionpride", db, mode(Mode::Json));
    assert_eq!(output.trim(), db.replace("node_metadata", "metadata"));
    // In a pile for a database only the pile has the other form.
    let pile = format!(r#"{{"items":[{db}],"metadata": {{"n": 3.0}}}}"#);
    let (output, _) = edited("lionpride", &pile, mode(Mode::Db));
    let json = db.replace("node_metadata", "metadata");
    assert_eq!(output.trim(), format!(r#"{{"items":[{json}],"node_metadata": {{"n": 3.0}}}}"#));
}

#[test]
fn a_session_of_a_folder_keeps_the_bytes_of_its_messages() {
    let folder = tempfile::tempdir().unwrap();
    let id = "11111111-1111-4111-8111-111111111111";
    let message = r#"{"role": "user","content": "caf\u00e9", "timestamp": "2026-03-08T23:16:49", "k": 1.0}"#;
    std::fs::create_dir(folder.path().join("sessions")).unwrap();
    let entry = format!(
        r#"{{"id":"{id}","agent_id":"a","source":"cron:1","title":null,"message_count":1,"created_at":"2026-03-08T23:16:42.000274","updated_at":"2026-03-08T23:16:46.000548","n": 2.0}}"#
    );
    std::fs::write(folder.path().join("index.jsonl"), format!("{entry}\n")).unwrap();
    std::fs::write(folder.path().join(format!("sessions/{id}.jsonl")), format!("{message}\n")).unwrap();
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
        command.args(["convert", "-v", "-t", "picklebot"]).arg(folder.path()).args(more);
        let output = command.output().unwrap();
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let compact = message.replace(": ", ":").replace(", ", ",");
    let entry = entry.replace(": ", ":");
    let whole = format!("{},\"messages\":[{compact}]}}\n", entry.trim_end_matches('}'));
    assert_eq!(run(&["--repair"])[0], whole);
    let [output, report] = run(&["--container", "list"]);
    assert_eq!(output, format!("[{compact}]\n"));
    assert!(report.contains("the field `id` is dropped") && report.contains("the field `n` is dropped"), "{report}");
}

#[test]
fn a_repair_of_turns_in_a_record_keeps_the_record() {
    let record =
        |turns: &[&str]| format!(r#"{{"k": 1.0,"conversations":[{}],"tools": "[]", "z":2e0}}"#, turns.join(", "));
    let call = r#"{"from":"function_call", "value":"{\"name\": \"f\", \"arguments\": {}}", "w": 1.0}"#;
    let (user, answer) = (r#"{"from": "human","value":"caf\u00e9"}"#, r#"{"from":"gpt","value":"ok"}"#);
    let result = r#"{"from":"observation","value":"1", "k.z": 2e0}"#;
    let repair = |it: &mut ConvertOptions| it.content.repair = true;
    // A result that answers nothing becomes words of the user.
    let (output, notes) = edited("sharegpt", &record(&[user, result, answer]), repair);
    assert_eq!(output.trim(), record(&[user, r#"{"from":"human","value":"1"}"#, answer]));
    assert!(notes.contains(&"TW313 /conversations/1/k.z".to_owned()), "{notes:?}");
    // A result that is elsewhere moves to its call as it is.
    let (output, _) = edited("sharegpt", &record(&[user, call, answer, result]), repair);
    assert!(
        output.contains(&[call, result].join(", "))
            && output.starts_with(r#"{"k": 1.0,"#)
            && output.contains(r#""z":2e0}"#),
        "{output}"
    );
}

#[test]
fn a_repair_of_keprompt_moves_blocks_and_nothing_else() {
    let repair = |it: &mut ConvertOptions| it.content.repair = true;
    let user = r#"{"role": "user","content": [{"type":"text","text":"caf\u00e9"}], "stmt_no":1.0e0, "k": 2e0}"#;
    let call = |id: &str| format!(r#"{{"type":"tool", "id":"{id}","name":"f","arguments":{{"n": 1.0e5}}, "w": 1}}"#);
    let result = |id: &str| format!(r#"{{"content":"\u0031", "tool_use_id":"{id}","type":"tool_result", "w": 1.0}}"#);
    let answer = |calls: &[String]| format!(r#"{{"role":"assistant","content":[{}], "z":1}}"#, calls.join(", "));
    let tool = |results: &[&str]| format!(r#"{{"role":"tool", "content":[{}], "stmt_no": 3}}"#, results.join(", "));
    let list = |messages: &[&str]| format!("[{}]", messages.join(", "));
    let made = |id: &str| format!(r#"{{"type":"tool_result","tool_use_id":"{id}","content":"(no result recorded)"}}"#);
    let both = answer(&[call("a"), call("b")]);
    let (one, two) = (result("a"), result("b"));
    let cases = [
        // A missing result joins the others.
        (
            list(&[user, &both, &tool(&[&one]), user]),
            list(&[user, &both, &format!(r#"{{"role":"tool", "content":[{one},{}], "stmt_no": 3}}"#, made("b")), user]),
        ),
        // Without others it is a message.
        (
            list(&[user, &answer(&[call("a")]), user]),
            list(&[user, &answer(&[call("a")]), &format!(r#"{{"role":"tool","content":[{}]}}"#, made("a")), user]),
        ),
        // A result that answers nothing becomes words of the user.
        (
            list(&[&both, &tool(&[&one, &result("x"), &two]), &answer(&[])]),
            list(&[
                &both,
                &tool(&[&one, &two]),
                r#"{"role":"user","content":[{"type":"text","text":"\u0031"}]}"#,
                &answer(&[]),
            ]),
        ),
        // One that is elsewhere moves to its call.
        (
            list(&[&both, &tool(&[&one]), user, &tool(&[&two, r#"{"type":"text","text":"so"}"#])]),
            list(&[
                &both,
                &format!(r#"{{"role":"tool", "content":[{one},{two}], "stmt_no": 3}}"#),
                user,
                &tool(&[r#"{"type":"text","text":"so"}"#]),
            ]),
        ),
    ];
    let row = |list: &str| {
        let text = list.replace('\\', "\\\\").replace('"', "\\\"").replace("\\\"w\\\"", "\\\"\\u0077\\\"");
        format!(r#"{{"z": 1.0e5,"chat_id":"0badcafe", "messages_json": "{text}", "created_timestamp":"2025-06-01"}}"#)
    };
    for (broken, whole) in cases {
        assert_eq!(edited("keprompt", &broken, repair).0.trim(), whole, "{broken}");
        assert_eq!(edited("keprompt-chat", &row(&broken), repair).0.trim(), row(&whole), "{broken}");
        // An export shows the messages next to the column.
        let export = |list: &str| format!(r#"{{"success":true,"data":[{{"chat":{},"messages": {list}}}]}}"#, row(list));
        let (output, notes) = edited("keprompt-chat", &export(&broken), repair);
        assert_eq!(output.trim(), export(&whole));
        assert!(notes.iter().all(|note| note.contains("/data/0/chat/messages_json")), "{notes:?}");
    }
    // Arguments that are not an object.
    let odd = |arguments: &str| {
        list(&[&answer(&[format!(r#"{{"type":"tool","id":"a","name":"f","arguments":{arguments}, "w":1.0}}"#)])])
    };
    for (arguments, wrapped) in [("[1.0]", r#"{"_raw":[1.0]}"#), (r#""no\tJSON""#, r#"{"_raw":"no\tJSON"}"#)] {
        assert_eq!(edited("keprompt", &odd(arguments), repair).0.trim(), odd(wrapped));
        assert_eq!(edited("keprompt-chat", &row(&odd(arguments)), repair).0.trim(), row(&odd(wrapped)));
    }
}

#[test]
fn one_of_several_results_in_a_turn_moves_alone() {
    let record = |turns: &[&str]| format!(r#"{{"k": 1.0e5,"conversations":[{}], "z":2e0}}"#, turns.join(", "));
    let tags = |name: &str, inner: &[&str]| {
        let block = |inner: &&str| format!(r"<{name}>\n{inner}\n</{name}>");
        inner.iter().map(block).collect::<Vec<_>>().join(r"\n")
    };
    let call = r#"{\"name\": \"f\", \"arguments\": {\"n\": 1.0e5}}"#;
    let user = r#"{"from": "human","value":"caf\u00e9", "w": 1.0}"#;
    let answer = |calls: &[&str]| format!(r#"{{"from":"gpt", "value":"{}","w": 2e0}}"#, tags("tool_call", calls));
    let results = |texts: &[&str]| format!(r#"{{"from":"tool","value":"{}", "k": 1}}"#, tags("tool_response", texts));
    let repair = |it: &mut ConvertOptions| it.content.repair = true;
    // One result too many.
    let (output, notes) =
        edited("sharegpt", &record(&[user, &answer(&[call]), &results(&["1", "caf\\u00e9"]), user]), repair);
    let (one, words) = (r#"{"from":"observation","value":"1"}"#, r#"{"from":"human","value":"caf\u00e9"}"#);
    assert_eq!(output.trim(), record(&[user, &answer(&[call]), one, words, user]));
    assert_eq!(notes, ["TW364 /conversations/2/value", "TW313 /conversations/2/k"]);
}

#[test]
fn a_repaired_log_keeps_its_events_and_gets_results() {
    let event = |kind: &str, rest: &str| format!(r#"{{"type": "{kind}",{rest}, "x": 1.0e5, "rawEvent": "\u00e9"}}"#);
    let start = event("RUN_STARTED", r#""threadId":"t","runId":"r""#);
    let call = event("TOOL_CALL_CHUNK", r#""toolCallId":"c","toolCallName":"f","parentMessageId":"m","delta":"{}""#);
    let words = event("TEXT_MESSAGE_CHUNK", r#""messageId":"n","role":"user","delta":"caf\u00e9""#);
    let end = event("RUN_FINISHED", r#""threadId":"t","runId":"r""#);
    for (open, between, close) in [
        ("[", ", ", "]"),
        (r#"{"k": 1.0,"events":["#, ",\n", r#"], "z": 2e0}"#),
        (r#"[{"run_id":"r", "events": ["#, ",", "]}]"),
    ] {
        let log = |events: &[&str]| format!("{open}{}{close}", events.join(between));
        let (output, notes) = edited("ag-ui", &log(&[&start, &call, &words, &end]), |it| it.content.repair = true);
        let [before, after] =
            [format!("{open}{}", [&*start, &call, &words, ""].join(between)), format!("{between}{end}{close}")];
        let made = output.trim().strip_prefix(&*before).and_then(|rest| rest.strip_suffix(&*after));
        let made = made.unwrap_or_else(|| panic!("{output}"));
        assert!(made.starts_with(r#"{"type":"TOOL_CALL_RESULT","messageId":""#), "{made}");
        assert!(made.contains(r#""toolCallId":"c","content":"(no result recorded)""#), "{made}");
        let again = edited("ag-ui", &output, |it| it.content.repair = true);
        assert_eq!(again.0.trim(), output.trim());
        assert!(notes.iter().any(|note| note.starts_with("TW382 ") && note.ends_with("/1")), "{notes:?}");
        // A run that goes on has no end.
        let (output, _) = edited("ag-ui", &log(&[&start, &call, &words]), |it| it.content.repair = true);
        assert!(output.starts_with(&before) && output.trim().ends_with(&format!("}}{close}")), "{output}");
    }
}

#[test]
fn a_repaired_flow_stays_a_flow() {
    let id = |number: u8| format!("00000000-0000-4000-8000-0000000000{number}");
    let item = |number: u8, content: &str| format!(r#"{{"id":"{}", "content": {content}, "k": 1.0e5}}"#, id(number));
    let user = item(11, r#"{"instruction": "caf\u00e9"}"#);
    let call = item(12, r#"{"function": "f","arguments": {"n": 1.0}}"#);
    let next = item(13, r#"{"instruction": "so"}"#);
    let flow = |items: &[&str], orders: [&[String]; 2]| {
        let orders = orders.map(|ids| ids.iter().map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(", "));
        let [main, alt] = orders.map(|order| format!(r#"{{"k": 2e0,"order":[{order}], "name":"b"}}"#));
        format!(
            r#"{{"z": 1e1,"items":{{"items":[{}]}},"progressions": {{"items":[{main}, {alt}]}}}}"#,
            items.join(", ")
        )
    };
    let (one, two) = ([id(11), id(12), id(13)], [id(11)]);
    let source = flow(&[&user, &call, &next], [&one, &two]);
    let (output, notes) = edited("lionpride", &source, |it| it.content.repair = true);
    assert!(notes.iter().any(|note| note.starts_with("TW382 /items/items/1")), "{output} {notes:?}");
    let mut tape = Tape::new();
    let root = tape.parse(&output).unwrap();
    let items: Vec<_> = (root.get("items").unwrap().get("items").unwrap().items()).map(|item| item.raw()).collect();
    let made = Tape::new().parse(items[2]).unwrap().get("id").unwrap().text().unwrap().decode().into_owned();
    let one = [id(11), id(12), made, id(13)];
    assert_eq!(output.trim(), flow(&[&user, &call, items[2], &next], [&one, &two]));
}

#[test]
fn a_repair_of_turns_with_files_keeps_the_files() {
    let record = |turns: &[&str]| {
        format!(r#"{{"images": ["a.png","b.png"],"conversations":[{}], "z":1.0e5}}"#, turns.join(", "))
    };
    let (one, two) = (r#"{"from": "human","value":"<image>"}"#, r#"{"from":"human","value":"and <image>", "w": 1.0}"#);
    let call = r#"{"from":"function_call", "value":"{\"name\": \"f\", \"arguments\": {\"n\": 1.0}}"}"#;
    let result = |words: &str| format!(r#"{{"from":"observation","value":"{words}"}}"#);
    let repair = |it: &mut ConvertOptions| it.content.repair = true;
    let (made, words) = (result("(no result recorded)"), r#"{"from":"human","value":"4"}"#);
    let (output, _) = edited("sharegpt", &record(&[one, call, two, &result("4"), call, one]), repair);
    assert_eq!(output.trim(), record(&[one, call, &result("4"), two, call, &made, one]));
    let (output, _) = edited("sharegpt", &record(&[one, &result("4"), two, call, one]), repair);
    assert_eq!(output.trim(), record(&[one, words, two, call, &made, one]));
}
