//! Plain records: messages of role and text, calls and results as the chat completions API writes them. Nearly all data sets are made
//! of them.
//!
//! `{"messages":[{"role":"user","content":"Hi"}]}`

use super::openai::{self, PlainCall, PlainCalls, read_plain_record};
use super::{Format, anthropic, patterpunk};
use crate::json::Node;
use crate::model::{Conversation, Form, Message, Part, Role};

/// The formats that can match a plain record. Detection scores only these.
pub(super) static PLAIN_FORMATS: [&Format; 3] = [&openai::FORMAT, &anthropic::FORMAT, &patterpunk::FORMAT];

/// Remembers the formats of plain records. Their texts say nothing about the format, so all that look alike have the same.
#[derive(Debug, Default)]
pub struct PlainRecords {
    known: [Option<&'static Format>; LOOKS],
    /// Some of them are of the format `openai`, whose reader looks for the same: one walk detects and reads them.
    pub(crate) has_openai: bool,
}

/// A plain record that was read.
#[derive(Debug)]
pub struct PlainRecord<'a> {
    /// Its conversation.
    pub conversation: Conversation<'a>,
    /// The number of its look. Records that look alike have the same keys, each once and with one type.
    pub look: usize,
}

impl PlainRecords {
    /// A plain record that is remembered to be of the format `openai`.
    #[must_use]
    pub fn read<'a>(&self, root: Node<'_, 'a>) -> Option<(&'static Format, PlainRecord<'a>)> {
        if !self.has_openai {
            return None;
        }
        let mut look = if root.is_array() { IS_LIST } else { 0 };
        let mut is_first = true;
        let conversation = read_plain_record(root, |message| {
            let found = look_of(message, std::mem::take(&mut is_first));
            look |= found.unwrap_or_default();
            found.is_some()
        })?;
        let format = (*self.known.get(look)?)?;
        (format.name == openai::NAME).then_some((format, PlainRecord { conversation, look }))
    }

    /// The format of a record: remembered, or what `decide` says.
    ///
    /// # Errors
    /// Those of `decide`.
    pub fn format<E>(
        &mut self,
        root: Node<'_, '_>,
        decide: impl FnOnce() -> Result<&'static Format, E>,
    ) -> Result<&'static Format, E> {
        let Some(place) = plain_look(root).and_then(|look| self.known.get_mut(look)) else { return decide() };
        if let Some(known) = *place {
            return Ok(known);
        }
        let format = decide()?;
        *place = Some(format);
        self.has_openai |= format.name == openai::NAME;
        Ok(format)
    }
}

// What a plain record may have, as the bits of its look.
const IS_LIST: usize = 1;
const HAS_SYSTEM: usize = 2;
const HAS_CALLS: usize = 4;
const HAS_TEXT_WITH_CALLS: usize = 8;
const HAS_RESULTS: usize = 16;
const LOOKS: usize = 32;

/// True for a list of messages of role and text, and calls and results as the chat completions API writes them, alone or in an object.
pub(super) fn is_plain(root: Node<'_, '_>) -> bool {
    plain_look(root).is_some()
}

/// The look of a plain record. `None` for other records.
fn plain_look(root: Node<'_, '_>) -> Option<usize> {
    let list = match root.len() {
        _ if root.is_array() => root,
        1 => root.get("messages")?,
        _ => return None,
    };
    let mut look = if root.is_array() { IS_LIST } else { 0 };
    let mut is_first = true;
    for message in list.items() {
        look |= match message.strings(["role", "content"]) {
            Some([("user" | "assistant", _), _]) => 0,
            Some([("system", _), _]) if is_first => HAS_SYSTEM,
            Some(_) => return None,
            None => look_of_tools(message).filter(|_| !is_first)?,
        };
        is_first = false;
    }
    (!list.is_empty()).then_some(look)
}

/// The look of a plain message that was read.
fn look_of(message: &Message<'_>, is_first: bool) -> Option<usize> {
    match (&message.role, message.parts.last()?, message.form) {
        (Role::System, _, _) if is_first => Some(HAS_SYSTEM),
        (Role::User, ..) | (Role::Assistant, Part::Text(_), _) => Some(0),
        (Role::Assistant, _, Form::Null) if !is_first => Some(HAS_CALLS),
        (Role::Assistant, _, _) if !is_first => Some(HAS_TEXT_WITH_CALLS),
        (Role::Tool, ..) if !is_first => Some(HAS_RESULTS),
        (..) => None,
    }
}

/// The look of a message with calls, or of a result.
fn look_of_tools(message: Node<'_, '_>) -> Option<usize> {
    if let Some([(role, _), _, _]) = message.strings(["role", "tool_call_id", "content"]) {
        return (role == "tool").then_some(HAS_RESULTS);
    }
    let PlainCalls { content, calls } = PlainCalls::of(message)?;
    if !calls.items().all(|call| PlainCall::of(call).is_some()) {
        return None;
    }
    match () {
        () if content.is_null() => Some(HAS_CALLS),
        () if content.is_string() => Some(HAS_TEXT_WITH_CALLS),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::super::detect::detect_whole;
    use super::super::{Detected, FORMATS, detect};
    use super::*;
    use crate::json::{Kind, Tape};

    /// The look of a record by itself, which is that of the record that is read, if its texts are not empty.
    fn look(text: &str) -> Option<usize> {
        let mut tape = Tape::new();
        let root = tape.parse(text).unwrap();
        let look = plain_look(root);
        for (place, known) in (0..LOOKS).map(|place| (place, [(); LOOKS].map(|()| None::<&'static Format>))) {
            let mut plain = PlainRecords { known, has_openai: true };
            plain.known[place] = Some(&openai::FORMAT);
            assert_eq!(plain.read(root).is_some(), look == Some(place) && !text.contains(r#""content":"""#), "{text}");
        }
        look
    }

    #[test]
    fn only_plain_records_look_alike() {
        let (user, system) = (r#"{"role":"user","content":"q"}"#, r#"{"role":"system","content":"s"}"#);
        let call = r#"{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}"#;
        let calls = format!(r#"{{"role":"assistant","content":null,"tool_calls":[{call},{call}]}}"#);
        let result = r#"{"role":"tool","tool_call_id":"c1","content":"r"}"#;
        assert_eq!(look(&format!(r#"{{"messages":[{user}]}}"#)), Some(0));
        assert_eq!(look(&format!("[{user},{user}]")), Some(IS_LIST));
        assert_eq!(look(&format!(r#"{{"messages":[{system},{user}]}}"#)), Some(HAS_SYSTEM));
        assert_eq!(look(&format!("[{system},{user}]")), Some(IS_LIST | HAS_SYSTEM));
        assert_eq!(look(&format!("[{user},{calls},{result}]")), Some(IS_LIST | HAS_CALLS | HAS_RESULTS));
        let said = calls.replace("null", "\"so\"");
        assert_eq!(look(&format!("[{user},{said}]")), Some(IS_LIST | HAS_TEXT_WITH_CALLS));
        for other in [
            "[]".to_owned(),
            format!("[{user},{system}]"),
            format!("[{calls}]"),
            format!(r#"{{"messages":[{user}],"x":1}}"#),
            r#"[{"role":"user","content":[]}]"#.to_owned(),
            r#"[{"role":"user","content":"q","name":"n"}]"#.to_owned(),
            format!(r#"[{user},{{"role":"tool","content":"r"}}]"#),
            format!("[{user},{}]", calls.replace("assistant", "user")),
            format!("[{user},{}]", calls.replace("null", "[]")),
            format!("[{user},{}]", calls.replace(r#""tool_calls""#, r#""x":1,"tool_calls""#)),
            format!("[{user},{}]", calls.replacen(r#""{}""#, "{}", 1)),
            format!("[{user},{}]", calls.replacen("function", "custom", 1)),
            format!("[{user},{}]", calls.replacen(r#""id":"c1""#, r#""id":1"#, 1)),
        ] {
            assert_eq!(look(&other), None, "{other}");
        }
    }

    /// The types of the values of a record, except null, by their paths. `None`: an object has a key twice.
    fn types(root: Node<'_, '_>) -> Option<BTreeSet<(String, &'static str)>> {
        let (mut types, mut open) = (BTreeSet::new(), vec![(root, String::new())]);
        while let Some((node, path)) = open.pop() {
            if node.kind() != Kind::Null {
                types.insert((path.clone(), node.kind().name()));
            }
            open.extend(node.items().map(|item| (item, format!("{path}/*"))));
            let mut keys = BTreeSet::new();
            for (key, value) in node.members() {
                let key = key.text().unwrap().decode().into_owned();
                open.push((value, format!("{path}/{key}")));
                if !keys.insert(key) {
                    return None;
                }
            }
        }
        Some(types)
    }

    fn names_of(found: Detected) -> Vec<&'static str> {
        match found {
            Detected::One(found) => vec![found.format.name],
            Detected::Tie(all) => all.iter().map(|found| found.format.name).collect(),
            Detected::Foreign(found) => vec![found.name],
            Detected::Nothing => Vec::new(),
        }
    }

    /// Whatever the texts, names and arguments are.
    #[test]
    fn records_that_look_alike_are_of_one_format_and_have_the_same_types() {
        let texts =
            ["q", "", "<think>x</think>", "<tool_call>{}</tool_call>", "{\\\"a\\\":1}", "[1]", "Human: x", "toolu_1"];
        for usual in std::iter::once(None).chain(FORMATS.iter().copied().map(Some)) {
            let mut known: [Option<Vec<&str>>; LOOKS] = Default::default();
            let mut known_types = HashMap::new();
            for (at, text) in texts.iter().cycle().take(200).enumerate() {
                let next = texts.get((at / 3) % texts.len()).unwrap();
                let call = format!(
                    r#"{{"id":"{text}","type":"function","function":{{"name":"{next}","arguments":"{text}"}}}}"#
                );
                let content = if at % 2 == 0 { "null".to_owned() } else { format!("\"{next}\"") };
                let mut messages = vec![
                    format!(r#"{{"role":"user","content":"{text}"}}"#),
                    format!(r#"{{"role":"assistant","content":{content},"tool_calls":[{call}]}}"#),
                    format!(r#"{{"role":"tool","tool_call_id":"{text}","content":"{next}"}}"#),
                    format!(r#"{{"role":"assistant","content":"{next}"}}"#),
                ];
                messages.truncate(1 + at % 4);
                if at % 5 == 0 {
                    messages.insert(0, format!(r#"{{"role":"system","content":"{next}"}}"#));
                }
                let list = format!("[{}]", messages.join(","));
                let record = if at % 7 < 3 { list } else { format!(r#"{{"messages":{list}}}"#) };
                let mut tape = Tape::new();
                let root = tape.parse(&record).unwrap();
                let look = look(&record).unwrap();
                let found = names_of(detect(root, usual));
                // Scoring all formats gives the same result.
                assert_eq!(found, names_of(detect_whole(root, usual)), "{record}");
                assert!(!FORMATS.iter().filter_map(|it| it.framing.session_of).any(|session| session(root).is_beside));
                assert!(!FORMATS.iter().filter_map(|it| it.framing.is_message).any(|is_message| is_message(root)));
                let first = known.get_mut(look).unwrap().get_or_insert_with(|| found.clone());
                assert_eq!(*first, found, "{record}");
                let found = types(root).unwrap();
                assert_eq!(*known_types.entry(look).or_insert_with(|| found.clone()), found, "{record}");
            }
        }
    }
}
