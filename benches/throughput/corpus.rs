//! Conversations generated from a fixed seed: the same bytes on every machine.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// What a corpus is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Chats with code, tool calls and other alphabets, one a line.
    Chat,
    /// English prose, nearly no escapes.
    Ascii,
    /// Nearly nothing but `\uXXXX`.
    Esc,
    /// Images of 0.5 to 5 MB in base64.
    Media,
    /// The records of `Chat` in one array.
    Array,
    /// One line of 88 MB (of a corpus size of 64), and a short one.
    Line,
    /// A log of AG-UI events, nearly all of them tiny deltas.
    Events,
}

pub const KINDS: [(Kind, &str); 7] = [
    (Kind::Chat, "chat"),
    (Kind::Ascii, "ascii"),
    (Kind::Esc, "esc"),
    (Kind::Media, "media"),
    (Kind::Array, "array"),
    (Kind::Line, "line"),
    (Kind::Events, "events"),
];

/// A corpus: its records, and the file that holds them.
pub struct Corpus {
    pub path: PathBuf,
    pub records: Vec<String>,
    pub bytes: usize,
}

impl Corpus {
    /// Makes about `size` bytes of records and writes them to a file in `folder`.
    pub fn make(kind: Kind, name: &'static str, size: usize, folder: &Path) -> std::io::Result<Self> {
        let mut maker = Maker { state: 0x7475_726e_7769_7365 };
        let mut records = Vec::new();
        if kind == Kind::Line {
            records.push(maker.record(Kind::Ascii, size / 8 * 11));
            records.push(maker.record(Kind::Chat, 1_000));
        } else if kind == Kind::Events {
            Maker::events(size, &mut records);
        } else {
            let mut made = 0;
            while made < size {
                let length = maker.length(kind, size);
                let record = maker.record(kind, length);
                made += record.len() + 1;
                records.push(record);
            }
        }
        let path = folder.join(if kind == Kind::Array { "array.json".to_owned() } else { format!("{name}.jsonl") });
        let mut file = BufWriter::new(File::create(&path)?);
        let (open, separator, close) = if kind == Kind::Array { ("[", ",", "]\n") } else { ("", "\n", "\n") };
        file.write_all(open.as_bytes())?;
        for (index, record) in records.iter().enumerate() {
            if index > 0 {
                file.write_all(separator.as_bytes())?;
            }
            file.write_all(record.as_bytes())?;
        }
        file.write_all(close.as_bytes())?;
        file.into_inner()?.sync_all()?;
        let bytes = usize::try_from(std::fs::metadata(&path)?.len()).unwrap_or(usize::MAX);
        Ok(Self { path, records, bytes })
    }
}

const WORDS: &str = "the of and to in is that for it as was with be by on not he this are or his from at which but \
    have an had they you were their one all we can her has there been if more when will would who so no out up into \
    than them only other time new some could these two may first then do any like my now over such our man me even \
    most made after also did many off before must well back through years where much your way down should because \
    function return value error request response parameter configuration implementation, however, whether example: \
    database server. thread, memory. Please explain the difference between";

const CODE: [&str; 6] = [
    "def handle(request, *, retries=3):\\n    for attempt in range(retries):\\n        try:\\n            return send(request)\\n",
    "fn main() -> Result<(), Box<dyn Error>> {\\n    let text = fs::read_to_string(\\\"input.json\\\")?;\\n    println!(\\\"{text}\\\");\\n",
    "    if (items.length === 0) {\\n        return { ok: false, reason: \\\"empty\\\" };\\n    }\\n",
    "SELECT id, name, created_at\\n  FROM users\\n WHERE active = true\\n ORDER BY created_at DESC;\\n",
    "\\tfor i := 0; i < len(rows); i++ {\\n\\t\\tlog.Printf(\\\"row %d: %v\\\", i, rows[i])\\n\\t}\\n",
    "<div class=\\\"card\\\">\\n  <h2>Title</h2>\\n  <p>Text</p>\\n</div>\\n",
];

/// One in seven texts is one of these: about 14 % of all.
const FOREIGN: [&str; 6] = [
    "Das Übersetzen größerer Texte dauert länger, als man zunächst annehmen würde. ",
    "Вопрос заключается в том, как правильно настроить сервер и базу данных. ",
    "请解释一下这个函数的作用，并给出一个完整的例子说明如何使用它。",
    "この関数の使い方を説明して、簡単な例を示してください。",
    "يرجى شرح كيفية عمل هذه الوظيفة مع مثال كامل. ",
    "L'été dernier, nous avons déjà essayé une méthode différente. ",
];

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Draws numbers and makes texts of them.
struct Maker {
    state: u64,
}

impl Maker {
    /// One run of messages that come a word at a time.
    fn events(size: usize, events: &mut Vec<String>) {
        events.push(r#"{"type":"RUN_STARTED","threadId":"t1","runId":"r1"}"#.to_owned());
        let words: Vec<_> = WORDS.split_whitespace().collect();
        let (mut made, mut number) = (0, 0);
        while made < size {
            number += 1;
            let id = format!("msg-{number:08}-8f1c2a7e");
            let before = events.len();
            events.push(format!(r#"{{"type":"TEXT_MESSAGE_START","messageId":"{id}","role":"assistant"}}"#));
            for at in 0..200 {
                let word = words[(number * 31 + at * 7) % words.len()];
                events.push(format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"{id}","delta":"{word} "}}"#));
            }
            events.push(format!(r#"{{"type":"TEXT_MESSAGE_END","messageId":"{id}"}}"#));
            made += events[before..].iter().map(|event| event.len() + 1).sum::<usize>();
        }
        events.push(r#"{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}"#.to_owned());
    }

    /// A number below `limit`. (xorshift64*; good enough to vary texts)
    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        let mixed = self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(mixed).unwrap_or(0) % limit.max(1)
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// The length of the next record: small ones are many, large ones few.
    fn length(&mut self, kind: Kind, size: usize) -> usize {
        if kind == Kind::Media {
            return (500_000 + self.below(4_500_000)).min(size / 4);
        }
        let octave = self.below(8).min(self.below(9));
        (200 << octave) + self.below(200 << octave)
    }

    /// A record of about `length` bytes.
    fn record(&mut self, kind: Kind, length: usize) -> String {
        let mut json = String::with_capacity(length + length / 4);
        json.push_str(r#"{"messages":["#);
        if self.below(2) == 0 {
            json.push_str(r#"{"role":"system","content":"You are a helpful assistant."},"#);
        }
        let turns = (length / 700).clamp(1, 60);
        let share = length.saturating_sub(150) / (2 * turns);
        for turn in 0..turns {
            let comma = if turn == 0 { "" } else { "," };
            json.push_str(comma);
            json.push_str(r#"{"role":"user","content":"#);
            self.question(kind, share, &mut json);
            json.push_str("},");
            if kind == Kind::Chat || kind == Kind::Array {
                self.maybe_call(turn, &mut json);
            }
            json.push_str(r#"{"role":"assistant","content":""#);
            self.text(kind, if kind == Kind::Media { 200 } else { share }, &mut json);
            json.push_str("\"}");
        }
        json.push_str("]}");
        json
    }

    fn question(&mut self, kind: Kind, length: usize, json: &mut String) {
        if kind != Kind::Media {
            json.push('"');
            self.text(kind, length, json);
            json.push('"');
            return;
        }
        json.push_str(r#"[{"type":"text","text":"What is this?"},{"type":"image_url","image_url":{"url":""#);
        json.push_str("data:image/png;base64,iVBORw0KGgoA");
        // Whole groups of four: no padding needed.
        for _ in 0..length / 2 * 2 / 4 * 4 {
            json.push(char::from(self.pick(BASE64)));
        }
        json.push_str(r#""}}]"#);
    }

    /// A tool call with its result, in every third turn.
    fn maybe_call(&mut self, turn: usize, json: &mut String) {
        if self.below(3) > 0 {
            return;
        }
        let id = self.below(1 << 30);
        let _ = write!(
            json,
            concat!(
                r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"call_{id:08x}{turn}","type":"function","#,
                r#""function":{{"name":"read_file","arguments":"{{\"path\": \"src/m{id}.rs\", \"limit\": {turn}, "#,
                r#"\"pattern\": \"fn [a-z]+\\\\(\"}}"}}}}]}},"#,
                r#"{{"role":"tool","tool_call_id":"call_{id:08x}{turn}","content":""#
            ),
            id = id,
            turn = turn
        );
        let length = 100 + self.below(800);
        self.code(length, json);
        json.push_str("\"},");
    }

    fn code(&mut self, length: usize, json: &mut String) {
        let end = json.len() + length;
        while json.len() < end {
            json.push_str(self.pick(&CODE));
        }
    }

    fn text(&mut self, kind: Kind, length: usize, json: &mut String) {
        let end = json.len() + length;
        let words: Vec<&str> = WORDS.split(' ').collect();
        while json.len() < end {
            let rest = end - json.len();
            match kind {
                Kind::Esc => self.escapes(rest.min(600), json),
                Kind::Chat | Kind::Array => match self.below(14) {
                    0 | 1 => self.foreign(rest.min(200), json),
                    2..=5 => self.code(rest.min(300), json),
                    _ => self.prose(&words, 10, rest.min(200), json),
                },
                Kind::Ascii | Kind::Media | Kind::Line | Kind::Events => self.prose(&words, 400, rest.min(2_000), json),
            }
        }
        json.push_str("Done.");
    }

    /// Words; one in `plain` is quoted, ends a line or is followed by a list's dash.
    fn prose(&mut self, words: &[&str], plain: usize, length: usize, json: &mut String) {
        let end = json.len() + length;
        while json.len() < end {
            let word = self.pick(words);
            match self.below(3 * plain) {
                0 => json.extend(["\\\"", word, "\\\" "]),
                1 => json.extend([word, ".\\n\\n"]),
                2 => json.extend([word, ":\\n- "]),
                _ => json.extend([word, " "]),
            }
        }
    }

    fn foreign(&mut self, length: usize, json: &mut String) {
        let sentence = self.pick(&FOREIGN);
        let end = json.len() + length;
        while json.len() < end {
            json.push_str(sentence);
        }
    }

    /// What Python writes of Chinese text and an emoji now and then.
    fn escapes(&mut self, length: usize, json: &mut String) {
        for _ in 0..length / 6 {
            let _ = match self.below(40) {
                0 => write!(json, "\\ud83d\\ude{:02x}", self.below(64)),
                1 => write!(json, "\\n"),
                _ => write!(json, "\\u{:04x}", 0x4e00 + self.below(0x5000)),
            };
        }
        json.push(' ');
    }
}
