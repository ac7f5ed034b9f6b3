//! `validate --for` judges records of other formats by what their conversion gives. What it finds there is reported at the
//! place in the source that it came from: each string of the output is traced to a value that contains it, each message, part,
//! call, result and tool to one that is not the whole record.

use turnwise::format::{Reading, WriteOptions, writable};
use turnwise::json::{At, Node, Out, RecordText, SourceMap, Tape, values_at};
use turnwise::model::{Conversation, Part};
use turnwise::report::Report;

use crate::fixtures::{read_node, samples, write_into};

/// Shorter strings may be in a record for another reason.
const LONG: usize = 20;

#[test]
fn what_is_converted_is_traced_to_its_source() {
    let (mut strings, mut objects, mut wrong) = (0, 0, Vec::new());
    for sample in samples() {
        for to in writable().filter(|to| to.is_service() && to.name != sample.format.name) {
            let (mut tape, mut again) = (Tape::new(), Tape::new());
            let mut losses = Report::keeping(0);
            let root = crate::fixtures::parse(&mut tape, &sample.text, sample.is_sequence);
            let root = root.unwrap();
            let Ok(conversation) = read_node(sample.format, &sample.text, root, &mut losses) else { continue };
            let mut out = Out::mapped();
            out.start_record(RecordText::new(&sample.text));
            if write_into(to, &conversation, &WriteOptions::default(), &mut losses, &mut out).is_err() {
                continue;
            }
            let text = std::str::from_utf8(out.as_bytes()).unwrap();
            let written = again.parse(text).unwrap();
            let source = Source { text: &sample.text, root, map: out.map().unwrap(), written };
            let mut misplaced = Vec::new();
            // Its messages or calls are JSON text in strings, which repeat what other strings say.
            // Inspect stores long values elsewhere: the place is the reference in the message.
            let has_copies = ["swe-agent", "inspect"].contains(&sample.format.name);
            if !sample.format.name.starts_with("keprompt") && !has_copies {
                strings += source.strings(written, &mut misplaced);
            }
            let mut report = Report::keeping(0);
            let mut scratch = Tape::new();
            let target = (to.read)(
                written,
                &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
            )
            .unwrap();
            objects += source.objects(&target, !conversation.tools.is_empty(), &mut misplaced);
            wrong.extend(misplaced.iter().map(|it| format!("{} to {}: {it}", sample.name(), to.name)));
        }
    }
    assert!(strings > 1000 && objects > 10_000, "{strings} strings, {objects} objects");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

struct Source<'s> {
    text: &'s str,
    root: Node<'s, 's>,
    map: &'s SourceMap,
    written: Node<'s, 's>,
}

impl Source<'_> {
    /// Strings that are in the source once: the place is a value that contains them.
    fn strings(&self, node: Node<'_, '_>, wrong: &mut Vec<String>) -> usize {
        let mut count = 0;
        for (_, value) in node.members() {
            count += self.strings(value, wrong);
        }
        for item in node.items() {
            count += self.strings(item, wrong);
        }
        let Some(token) = node.token().filter(|token| token.len() >= LONG) else { return count };
        let quoted = format!("\"{token}\"");
        let mut found = self.text.match_indices(&quoted);
        let (Some((start, _)), None) = (found.next(), found.next()) else { return count };
        let Some(at) = self.map.place(self.written, node.at()) else {
            wrong.push(format!("{quoted} has no place"));
            return count + 1;
        };
        let value = values_at(self.root, &[at.offset().unwrap()])[0].span();
        // A data URL that was made of base64 may be in the record once more, as a URL.
        let payload = token.split_once(";base64,").map_or(token, |(_, payload)| payload);
        let has_payload = self.text[value.start..value.end].contains(payload);
        if !(value.start <= start && start < value.end || has_payload) {
            wrong.push(format!("{quoted} is at {start}, not at {value:?}"));
        }
        count + 1
    }

    /// Everything that rules point to.
    fn objects(&self, target: &Conversation<'_>, has_tools: bool, wrong: &mut Vec<String>) -> usize {
        // Definitions that are generated come from nothing.
        let tools = target.tools.iter().filter(|_| has_tools);
        let mut places: Vec<(&str, At)> = tools.map(|tool| ("a tool", tool.at)).collect();
        for message in &target.messages {
            places.push(("a message", message.at));
            for part in &message.parts {
                places.push(("a part", part.at()));
                if let Part::Result(result) = part {
                    places.extend(result.parts.iter().map(|part| ("a part of a result", part.at())));
                }
            }
        }
        for (name, at) in &places {
            if self.map.place(self.written, *at).is_none() {
                let value = values_at(self.written, &[at.offset().unwrap_or(0)])[0].raw();
                wrong.push(format!("{name} has no place: {}", value.chars().take(200).collect::<String>()));
            }
        }
        places.len()
    }
}
