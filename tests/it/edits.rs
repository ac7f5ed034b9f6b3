//! Records that stay in their format are edited: every leaf of the source is in the output as it was spelled, or is an id
//! that changed, or is named in the report at its place; objects in which nothing changed stay to the byte.

use std::collections::HashMap;
use std::io::Cursor;

use turnwise::format::ids::Scope;
use turnwise::format::listing::Messages;
use turnwise::format::{Container, FORMATS, Format, Framing, LogShape, Sites, WriteOptions, by_name};
use turnwise::json::{Node, Tape};
use turnwise::model::Conversation;
use turnwise::op::convert::{CopyTask, Ends, Options, Task, run};
use turnwise::op::{Choice, Ids, Input, repair};
use turnwise::report::{Diagnostic, Report};
use turnwise::rule::pairs::has_repeated_ids;
use turnwise::stream::{Silent, Source};

use crate::fixtures::{KEPT, Sample, read, samples, write};
use crate::random::{Dice, conversation};

/// Converts one record to its own format: the output and what was reported, or why it was refused.
fn convert(sample: &Sample, options: &Options) -> Result<(String, Vec<Diagnostic>), String> {
    let framing = if sample.is_sequence { Framing::Messages } else { Framing::Document };
    let source = Source::from_reader(Cursor::new(sample.text.clone().into_bytes()), "test").unwrap();
    let choice = Choice { format: Some(sample.format), framing: Some(framing), ..Choice::default() };
    let input = Input::new(source, &choice).map_err(|error| error.to_string())?;
    let (mut out, mut notes) = (Vec::new(), Vec::new());
    let ends = Ends {
        write: &mut |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            Ok(())
        },
        note: &mut |note| notes.push(note),
        carry: None,
        restore: None,
        progress: &Silent,
    };
    let outcome = run(input, &Options { keep: u64::MAX, ..options.clone() }, ends).unwrap();
    match outcome.fatal {
        Some(fatal) => Err(fatal.diagnostic.message),
        None => Ok((String::from_utf8(out).unwrap(), notes)),
    }
}

fn sample(format: &str, text: &str) -> Sample {
    let (format, _) = by_name(format).unwrap();
    Sample { format, file: "made".into(), text: text.to_owned(), is_sequence: false }
}

fn with(format: &'static Format, set: impl Fn(&mut Options)) -> Options {
    let mut options = Options::new(format);
    set(&mut options);
    options
}

/// Every value that holds no others, with the key that it has, or that the list around it has.
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
    if is_sequence { tape.parse_sequence(text).unwrap() } else { tape.parse(text).unwrap() }
}

/// Where ids of messages and calls are, or would be.
fn id_places(format: &Format, root: Node<'_, '_>, is_copy: bool) -> Vec<usize> {
    let mut sites = Sites::default();
    if let Some(ids) = format.ids {
        (ids.walk)(root, &mut sites);
    }
    let is_id = |scope| is_copy || matches!(scope, Scope::Message | Scope::Call);
    let all = sites.list.iter().filter(|site| is_id(site.scope));
    all.flat_map(|site| [site.span().start, sites.begin(site)]).collect()
}

/// What only says of which shape the record is.
const SHAPE: [&str; 8] = ["type", "role", "object", "index", "status", "lion_class", "item_type", "strict_type"];

fn check(sample: &Sample, what: &str, options: &Options) -> bool {
    let Ok((output, notes)) = convert(sample, options) else { return false };
    let name = format!("{} {what}", sample.name());
    let (mut tape, mut made) = (Tape::new(), Tape::new());
    let root = parse(&mut tape, &sample.text, sample.is_sequence);
    let result = if made.parse(&output).is_ok() { made.parse(&output) } else { made.parse_sequence(&output) };
    let result = result.unwrap_or_else(|error| panic!("{name}: {error}\n{output}"));
    let mut there = HashMap::<(String, &str), usize>::new();
    leaves(result, "", &mut |key, leaf| *there.entry((key.to_owned(), leaf.raw())).or_default() += 1);
    let is_copy = matches!(options.task, Task::Copy(_));
    let ids = if options.ids == Ids::Keep { Vec::new() } else { id_places(sample.format, root, is_copy) };
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
    ancestors.sort_by_key(|(_, _, around)| around.iter().any(|start| named.contains(start)));
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
            None if leaf.is_null() || SHAPE.contains(&key.as_str()) => lost.push(leaf.span().start),
            None if around.iter().any(|start| named.contains(start)) => lost.push(leaf.span().start),
            None => {
                let said: Vec<_> = notes.iter().map(|note| (note.code.id, note.at)).collect();
                let place = leaf.span().start;
                vanished.push(format!("{name}: `{key}` {} at {place}; reported: {said:?}", leaf.raw()));
            }
        }
    }
    assert!(vanished.is_empty(), "vanished in silence: {vanished:#?}");
    objects(root, &named, &mut |object| {
        // Nothing is said by what only holds something else.
        let has_leaf = object.members().any(|(_, value)| value.is_empty());
        // Blocks are put into messages and taken out of them; metadata say what a copy was made from.
        let blocks = sample.format.listing.map_or("", |listing| listing.blocks);
        let is_mended = (options.repair && object.get(blocks).is_some())
            || (is_copy && sample.text[..object.span().start].trim_end().ends_with("metadata\":"));
        let is_touched =
            !has_leaf || is_mended || is_within(&ids, object) || is_within(&lost, object) || is_within(&named, object);
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

/// True if its messages can be moved: in a stream of events, in columns, texts and flows that is the writer's business.
fn has_list(sample: &Sample) -> bool {
    let mut tape = Tape::new();
    let root = parse(&mut tape, &sample.text, sample.is_sequence);
    let listed = sample.format.listing.map(|listing| (listing.find)(root));
    listed.is_some_and(|listed| !matches!(listed.messages, Messages::None)) && root.get("progressions").is_none()
}

#[test]
fn whatever_nobody_asked_to_change_stays() {
    let mut done = HashMap::<&str, usize>::new();
    // A program is text, which its own writer writes.
    for sample in samples().into_iter().filter(|sample| sample.format.name != "keprompt-prompt") {
        for (what, options) in [
            ("--ids new", with(sample.format, |it| it.ids = Ids::New)),
            ("--ids stable", with(sample.format, |it| it.ids = Ids::Stable)),
            ("--container list", with(sample.format, |it| it.write.container = Container::List)),
            ("--container body", with(sample.format, |it| it.write.container = Container::Body)),
            ("--repair", with(sample.format, |it| it.repair = true)),
            ("clone", with(sample.format, |it| (it.ids, it.task) = (Ids::Stable, Task::Copy(CopyTask::default())))),
        ] {
            if options.repair && !has_list(&sample) {
                continue;
            }
            *done.entry(what).or_default() += usize::from(check(&sample, what, &options));
        }
    }
    assert!(done.len() == 6 && done.values().all(|count| *count > 90), "{done:?}");
}

/// The output, and the codes and pointers of what was reported.
fn edited(format: &str, text: &str, set: impl Fn(&mut Options)) -> (String, Vec<String>) {
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
    let (output, notes) = edited("openai", COMPLETION, |it| it.ids = Ids::Stable);
    let id = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, b"c1").to_string();
    assert_eq!(output.trim(), COMPLETION.replace("c1", &id));
    assert_eq!(notes, ["TW352 /choices/0/message/tool_calls/0"]);
    let body = r#"{"messages":[{"role":"user","content":[{"text":"q"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"f","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[]}}]}],"toolConfig.foo":1,"toolConfig":{"tools":[{"toolSpec":{"name":"f","inputSchema":{"json":{}}}}]}}"#;
    let (output, notes) = edited("bedrock", body, |it| it.ids = Ids::Stable);
    assert_eq!((output.trim(), notes.len()), (body.replace("c1", &id).as_str(), 2));
}

#[test]
fn two_changes_at_once_report_the_places_of_the_record() {
    let (output, notes) = edited("openai", COMPLETION, |it| {
        (it.ids, it.write.container) = (Ids::Stable, Container::List);
    });
    let id = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, b"c1").to_string();
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
fn damage(text: &str, list: &str, dice: &mut Dice) -> String {
    let mut tape = Tape::new();
    let root = tape.parse(text).unwrap();
    let list = if list.is_empty() { root } else { root.get(list).unwrap() };
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

/// What the format's own writer makes of the repaired conversation. `None`: it refuses it, or cleans up what is no matter
/// of repair: repeated ids, empty messages, messages of the system in the
/// middle, lifetimes of cache marks, space at the end of the last answer.
fn written_anew(sample: &Sample) -> Option<String> {
    let mut conversation = read(sample.format, &sample.text, false, &mut Report::default()).ok()?;
    let renames = ["anthropic", "bedrock", "openai-responses"].contains(&sample.format.name);
    if renames && has_repeated_ids(&conversation) {
        return None;
    }
    let _ = repair(&mut conversation, sample.format, &mut Tape::new(), &mut Report::default());
    let mut report = Report::keeping(u64::MAX);
    let text = write(sample.format, &conversation, &KEPT, &mut report).ok()?;
    let is_cleaned = |loss: &Diagnostic| {
        ["trailing-space-dropped", "empty-message-dropped", "cache-ttl-changed", "cache-hint-dropped"]
            .contains(&loss.code.name)
            || loss.message.starts_with("a system message may not stand here")
    };
    (!report.kept().iter().any(is_cleaned)).then_some(text)
}

/// What a conversation says, however its messages are put together: the writers of some formats join neighbours.
fn said(conversation: &Conversation<'_>) -> String {
    let mut text = String::new();
    let mut last = String::new();
    for line in turnwise::model::dump(&Conversation { shape: "", ..conversation.clone() }).lines() {
        let Some(message) = line.strip_prefix("  message ") else {
            text.extend([line, "\n"]);
            continue;
        };
        let is_fact = |fact: &&str| !fact.starts_with("form=") && !fact.starts_with("turn=");
        let message: Vec<_> = message.split(' ').filter(is_fact).collect();
        let message = message.join(" ");
        if message != last {
            text.extend(["  message ", &message, "\n"]);
        }
        last = message;
    }
    text
}

#[test]
fn a_repaired_record_says_what_the_writer_would_have_written() {
    let mut dice = Dice(7);
    let mut counts = std::collections::BTreeMap::<&str, [usize; 2]>::new();
    for round in 0..300 {
        let whole = conversation(&mut dice);
        for format in FORMATS {
            let Some(listing) = format.listing else { continue };
            let options = WriteOptions { is_lossy: true, log: LogShape::Messages, ..WriteOptions::default() };
            let Ok(text) = write(format, &whole, &options, &mut Report::default()) else { continue };
            let text = damage(&text, listing.key, &mut dice);
            let sample = Sample { format, file: format!("random {round}").into(), text, is_sequence: false };
            let options = with(format, |it| it.repair = true);
            check(&sample, "--repair", &options);
            // A format that prints outlines never writes its own records anew.
            let Some(anew) = written_anew(&sample).filter(|_| format.print.is_none()) else { continue };
            let (edited, _) = convert(&sample, &options).unwrap();
            let said = |text: &str| said(&read(format, text, false, &mut Report::default()).unwrap());
            assert_eq!(said(&anew), said(edited.trim()), "{}\n{}\n{anew}\n{edited}", sample.name(), sample.text);
            let count = counts.entry(format.name).or_default();
            count[0] += 1;
            count[1] += usize::from(edited.trim() != sample.text);
        }
    }
    assert!(!counts.is_empty() && counts.values().all(|[_, repaired]| *repaired > 40), "{counts:?}");
}

#[test]
fn a_copy_keeps_all_other_bytes() {
    let text = r#"[{"id": "00000000-0000-4000-8000-000000000101", "created_at": 1748779200.50, "metadata": {"k": 1.10, "lion_class": "x"}, "content": {"instruction": "caf\u00e9"}}]"#;
    let (output, notes) = edited("lionpride", text, |it| {
        (it.ids, it.now) = (Ids::Stable, Some(0));
        it.task = Task::Copy(CopyTask { sender: Some("me".to_owned()), ..CopyTask::default() });
    });
    let id = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, b"copy of 00000000-0000-4000-8000-000000000101");
    assert_eq!(
        output.trim(),
        format!(
            r#"[{{"id": "{id}", "created_at": "1970-01-01T00:00:00+00:00", "metadata": {{"clone_from": "00000000-0000-4000-8000-000000000101", "original_created_at": "2025-06-01T12:00:00.500000+00:00", "k": 1.10, "lion_class": "x"}}, "content": {{"instruction": "caf\u00e9"}}, "sender": "me"}}]"#
        )
    );
    assert_eq!(notes, Vec::<String>::new());
}
