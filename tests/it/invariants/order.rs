//! The invariant of order: what is found in the output is said by the same speaker as in the source and stands in the same order,
//! unless a loss names what moved.

use turnwise::json::{At, Tape, minify};
use turnwise::model::{Arguments, Conversation, Message, Part, Role, ToolSpec};
use turnwise::report::Report;

/// Losses that say that something is said by another speaker.
const SPEAKERS: &[&str] = &["role-changed", "moved"];

/// Losses that say that something stands elsewhere.
const MOVES: &[&str] = &["moved", "order-changed", "rendered"];

/// Losses after which a text is not the same.
const CHANGES: &[&str] = &[
    "trailing-space-dropped",
    "blank-text-dropped",
    "text-lines-changed",
    "white-space-trimmed",
    "surrogate-replaced",
];

/// A text, a call, a result or a tool definition, with its speaker.
struct Said {
    speaker: &'static str,
    what: What,
    at: At,
    message: At,
}

#[derive(PartialEq)]
enum What {
    Text(String),
    Call(String),
    Result(String),
    Tool(String),
}

/// What is in another order, or said by somebody else.
pub fn disorder(from: &Conversation<'_>, to: &Conversation<'_>, report: &Report) -> Vec<String> {
    let mut found = compare(&offered(from), &offered(to), report);
    found.extend(compare(&said(from), &said(to), report));
    found
}

fn compare(source: &[Said], target: &[Said], report: &Report) -> Vec<String> {
    let mut found = Vec::new();
    let mut place = (0, 0);
    for it in source {
        let is_named = |names: &[&str]| {
            report
                .kept()
                .iter()
                .any(|loss| names.contains(&loss.code.name) && (loss.at == it.at || loss.at == it.message))
        };
        let is_said = |it: &&Said, by: &Said| it.speaker == by.speaker || is_named(SPEAKERS);
        let places = |from: (usize, usize)| {
            target.iter().enumerate().skip(from.0).filter_map(move |(index, other)| {
                Some((index, other, it.what.place_in(&other.what, if index == from.0 { from.1 } else { 0 })?))
            })
        };
        let anywhere: Vec<_> = places((0, 0)).collect();
        // What was changed may be found where it is part of something else.
        if anywhere.is_empty() || is_named(CHANGES) {
            continue;
        }
        if !anywhere.iter().any(|(_, other, _)| is_said(&it, other)) {
            found.push(format!("{} is said by {}, not by {}", it.what.show(), anywhere[0].1.speaker, it.speaker));
        }
        if is_named(MOVES) {
            continue;
        }
        let next = places(place).next();
        match next {
            Some((index, _, end)) => place = (index, end),
            None => found.push(format!("{} is before what it follows", it.what.show())),
        }
    }
    found
}

impl What {
    /// Where this ends in the other, looked for from `start`.
    fn place_in(&self, other: &Self, start: usize) -> Option<usize> {
        match (self, other) {
            (Self::Text(text), Self::Text(other)) | (Self::Result(text), Self::Result(other)) => {
                other.get(start..)?.find(text.as_str()).map(|found| start + found + text.len())
            }
            (Self::Call(call), Self::Call(other)) | (Self::Tool(call), Self::Tool(other)) => {
                (start == 0 && call == other).then_some(other.len())
            }
            _ => None,
        }
    }

    fn show(&self) -> String {
        match self {
            Self::Text(text) => format!("the text {text:?}"),
            Self::Call(call) => format!("the call {call}"),
            Self::Result(text) => format!("the result {text:?}"),
            Self::Tool(name) => format!("the tool {name}"),
        }
    }
}

fn offered(conversation: &Conversation<'_>) -> Vec<Said> {
    let tool = |tool: &ToolSpec<'_>| {
        let what = What::Tool(tool.name.decode_json().into_owned());
        Said { speaker: "nobody", what, at: tool.at, message: tool.at }
    };
    conversation.tools.iter().map(tool).collect()
}

/// Everything that can be told from other things of its kind: blank texts cannot.
fn said(conversation: &Conversation<'_>) -> Vec<Said> {
    let mut said = Vec::new();
    for message in &conversation.messages {
        for part in &message.parts {
            add(message, part, &mut said);
        }
    }
    said
}

fn add(message: &Message<'_>, part: &Part<'_>, said: &mut Vec<Said>) {
    let speaker = match message.role {
        Role::System => "the system",
        Role::Developer => "the developer",
        Role::User => "the user",
        Role::Assistant => "the assistant",
        Role::Tool => "a tool",
        Role::Other(_) => return,
    };
    let mut push = |what, at| said.push(Said { speaker, what, at, message: message.at });
    match part {
        Part::Text(it) | Part::Refusal(it) if !it.text.is_blank() => {
            push(What::Text(it.text.decode_json().into_owned()), it.at);
        }
        Part::Call(call) => {
            let arguments = match &call.arguments {
                Arguments::Object(raw) => raw.as_str().to_owned(),
                Arguments::Encoded(text) => text.decode_json().into_owned(),
            };
            push(What::Call(format!("{} {}", call.name.decode_json(), compact(&arguments))), call.at);
        }
        Part::Result(result) => {
            for part in &result.parts {
                if let Part::Text(it) = part
                    && !it.text.is_blank()
                {
                    push(What::Result(it.text.decode_json().into_owned()), result.at);
                }
            }
        }
        _ => {}
    }
}

fn compact(json: &str) -> String {
    if Tape::new().parse(json).is_err() {
        return json.to_owned();
    }
    let mut bytes = Vec::new();
    minify(json, &mut bytes);
    String::from_utf8(bytes).unwrap()
}
