//! Conversions: `{"messages":[…]}` of openai to `{"system":…,"messages":[…]}` of anthropic, with every loss.

use std::collections::BTreeMap;
use std::path::Path;

use super::convert_input::convert_whole;
use super::{Error, Finding, Loss, NAME, check_codes, named, ready_at, source, target};
use crate::format::Container;
use crate::op::convert::{ConvertOptions, SecretHandling};
use crate::op::{Branches, Ids, Input};
use crate::stream::{Redactor, Source};

/// Converts conversations from one format to another, and returns the new text with all losses.
///
/// `input` is one record, JSON Lines, or an array of records, in UTF-8, optionally compressed. `from` is the name of
/// its format; with `None` the format is detected, and the most common one is used if several fit equally well
/// ([`detect`](crate::detect) reports that). `to` is the name of the target, optionally with a dialect:
/// `openai:finetune`. The output has the framing and layout of the input. [`Convert`] has options.
///
/// ```
/// let chat = r#"{"messages":[{"role":"user","name":"ann","content":"Hello"}]}"#;
/// let converted = turnwise::convert(chat, "openai", "anthropic")?;
/// assert!(converted.bytes.starts_with(br#"{"#));
/// for loss in &converted.losses {
///     println!("record {}: {} {} at {}", loss.record, loss.code, loss.message, loss.pointer);
/// }
/// assert!(converted.losses.iter().any(|loss| loss.pointer == "/messages/0/name"));
/// # Ok::<(), turnwise::Error>(())
/// ```
///
/// # Errors
/// A name is unknown, the input cannot be read, or a record cannot be understood or has no valid form in the target: the
/// first such record ends the conversion, and there is no output. [`Convert::records`] continues after it.
///
/// ```
/// let error = turnwise::convert(r#"{"messages":[]}"#, "openai", "antropic").unwrap_err();
/// assert_eq!(error.message(), "unknown format `antropic`");
/// ```
pub fn convert<'f>(input: impl AsRef<[u8]>, from: impl Into<Option<&'f str>>, to: &str) -> Result<Converted, Error> {
    let mut convert = Convert::new(to);
    convert.from = from.into().map(str::to_owned);
    convert.run(input)
}

/// The result of a conversion.
///
/// ```
/// let chat = r#"[{"role":"user","content":"Hello"}]"#;
/// let converted = turnwise::convert(chat, "openai", "gemini")?;
/// assert!(converted.bytes.starts_with(br#"{"contents":[{"role":"user""#));
/// assert_eq!((converted.records, converted.losses.len()), (1, 0));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
#[must_use = "losses are only reported here"]
pub struct Converted {
    /// The output: UTF-8, framed and laid out as the input was.
    pub bytes: Vec<u8>,
    /// Everything that the target cannot hold, that changed its form, or that was generated, in the order of the records.
    /// Empty if nothing was lost.
    pub losses: Vec<Loss>,
    /// Problems of the input that did not prevent its conversion. [`validate`](crate::validate) checks for more.
    pub findings: Vec<Finding>,
    /// The number of records written.
    pub records: u64,
    /// The number of secrets of each kind that were replaced, if that was requested: see [`Convert::redact`].
    pub redacted: BTreeMap<&'static str, u64>,
}

/// A conversion with options.
///
/// ```
/// use turnwise::{Container, Convert, Ids};
///
/// // The service rejects a result without its call, so the record is repaired on the way.
/// let chat = r#"[{"role":"user","content":"hi"},{"role":"tool","tool_call_id":"c9","content":"sunny"}]"#;
/// let convert = Convert::new("anthropic").from("openai").repair(true).ids(Ids::Stable).container(Container::List);
/// let converted = convert.run(chat)?;
/// assert_eq!(converted.records, 1);
/// assert!(!converted.losses.is_empty());
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is converted before run, run_file or records"]
pub struct Convert {
    from: Option<String>,
    at: Vec<String>,
    to: String,
    is_lossy: bool,
    is_strict: bool,
    allow: Vec<String>,
    is_repairing: bool,
    ids: Ids,
    container: Container,
    is_reasoning_text: bool,
    drops_settings: bool,
    secrets: SecretHandling,
}

impl Convert {
    /// Creates a conversion to the format with this name, optionally with a dialect: `openai:finetune`.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let converted = Convert::new("openai:finetune").run(r#"[{"role":"user","content":"2 + 2?"},{"role":"assistant","content":"4"}]"#)?;
    /// assert_eq!(converted.records, 1);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn new(to: impl Into<String>) -> Self {
        Self {
            from: None,
            at: Vec::new(),
            to: to.into(),
            is_lossy: false,
            is_strict: false,
            allow: Vec::new(),
            is_repairing: false,
            ids: Ids::Keep,
            container: Container::Kept,
            is_reasoning_text: false,
            drops_settings: false,
            secrets: SecretHandling::Ignored,
        }
    }

    /// The format of the input. Without it, the format is detected, for each record separately.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// // Both formats have such lists.
    /// let converted = Convert::new("gemini").from("anthropic").run(r#"[{"role":"user","content":"Hello"}]"#)?;
    /// assert!(converted.losses.is_empty());
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn from(self, format: impl Into<String>) -> Self {
        Self { from: Some(format.into()), ..self }
    }

    /// The conversations are inside records, at these JSON Pointers: `/history`, `/runs/*/traj`. The rest of each record
    /// stays as it is, byte for byte.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let row = r#"{"id": 7, "chat": [{"role": "user", "content": "hi"}]}"#;
    /// let converted = Convert::new("gemini").from("openai").at(["/chat"]).run(row)?;
    /// assert_eq!(converted.bytes, br#"{"id": 7, "chat": [{"role": "user", "parts": [{"text": "hi"}]}]}"#);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn at(self, places: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { at: places.into_iter().map(Into::into).collect(), ..self }
    }

    /// Drop and report what would otherwise prevent a record from being written.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let chat = r#"[{"role":"user","content":"A question without an answer?"}]"#;
    /// let convert = Convert::new("alpaca").from("openai");
    /// assert!(convert.run(chat).is_err());
    /// assert_eq!(convert.lossy(true).run(chat)?.losses[0].code, "TW384");
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn lossy(self, is_lossy: bool) -> Self {
        Self { is_lossy, ..self }
    }

    /// Make every loss an error: a record that loses something is a bad one. [`Convert::allow`] names exceptions.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let chat = r#"[{"role":"user","name":"ann","content":"Hello"}]"#;
    /// let error = Convert::new("anthropic").from("openai").strict(true).run(chat).unwrap_err();
    /// assert_eq!(error.code(), Some("TW309"));
    /// ```
    pub fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// Losses that [`Convert::strict`] allows: ids of codes (`TW313`), their prefixes (`TW3`), or names
    /// (`field-dropped`).
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let chat = r#"[{"role":"user","name":"ann","content":"Hello"}]"#;
    /// let convert = Convert::new("anthropic").from("openai").strict(true).allow(["name-dropped"]);
    /// assert_eq!(convert.run(chat)?.losses[0].code, "TW309");
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn allow(self, codes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { allow: codes.into_iter().map(Into::into).collect(), ..self }
    }

    /// Change histories that services reject into valid ones: missing results are generated, orphans removed. The changes
    /// are reported as losses.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let chat = r#"[{"role":"user","content":"Hello"},{"role":"tool","tool_call_id":"c9","content":"sunny"}]"#;
    /// let converted = Convert::new("anthropic").from("openai").repair(true).run(chat)?;
    /// assert!(converted.losses.iter().all(|loss| loss.pointer.starts_with("/1")));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn repair(self, is_repairing: bool) -> Self {
        Self { is_repairing, ..self }
    }

    /// The conversion of the ids of messages and calls.
    ///
    /// ```
    /// use turnwise::{Convert, Ids};
    ///
    /// let chat = r#"[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]"#;
    /// let converted = Convert::new("openai").from("openai").ids(Ids::Stable).run(chat)?;
    /// assert!(!String::from_utf8_lossy(&converted.bytes).contains("c1\""));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn ids(self, ids: Ids) -> Self {
        Self { ids, ..self }
    }

    /// The outermost shape: the body of a request, or the bare list of messages.
    ///
    /// ```
    /// use turnwise::{Container, Convert};
    ///
    /// let chat = r#"{"messages":[{"role":"user","content":"Hello"}]}"#;
    /// let converted = Convert::new("gemini").from("openai").container(Container::List).run(chat)?;
    /// assert!(converted.bytes.starts_with(br#"[{"role":"user""#));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn container(self, container: Container) -> Self {
        Self { container, ..self }
    }

    /// Write reasoning as visible text if the target does not support reasoning.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let chat = r#"{"messages":[{"role":"user","content":"2 + 2?"},{"role":"assistant","content":[{"type":"thinking","thinking":"Easy.","signature":"s"},{"type":"text","text":"4"}]}],"max_tokens":9}"#;
    /// let converted = Convert::new("openai").from("anthropic").reasoning_as_text(true).run(chat)?;
    /// assert!(String::from_utf8_lossy(&converted.bytes).contains("Easy."));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn reasoning_as_text(self, is_reasoning_text: bool) -> Self {
        Self { is_reasoning_text, ..self }
    }

    /// Drop the settings of requests (temperature, maximum length), also those that the target has too.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let chat = r#"{"messages":[{"role":"user","content":"Hello"}],"temperature":0.5}"#;
    /// let converted = Convert::new("gemini").from("openai").drop_settings(true).run(chat)?;
    /// assert_eq!(converted.losses[0].pointer, "/temperature");
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn drop_settings(self, drops_settings: bool) -> Self {
        Self { drops_settings, ..self }
    }

    /// Replace keys, tokens and passwords by words (`[redacted:github-token:1]`), the same secret always by the same word.
    /// [`Converted::redacted`] counts them.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let chat = r#"[{"role": "user", "content": "postgres://ann:river-stone-42@db/chats"}]"#;
    /// let converted = Convert::new("openai").from("openai").redact(true).run(chat)?;
    /// assert_eq!(converted.bytes, br#"[{"role": "user", "content": "postgres://ann:[redacted:url-password:1]@db/chats"}]"#);
    /// assert_eq!(converted.redacted["url-password"], 1);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn redact(self, is_redacting: bool) -> Self {
        let secrets = match self.secrets {
            _ if is_redacting => SecretHandling::Redacted(Redactor::default()),
            SecretHandling::Redacted(_) | SecretHandling::Ignored => SecretHandling::Ignored,
            SecretHandling::Reported => SecretHandling::Reported,
        };
        Self { secrets, ..self }
    }

    /// Look for keys, tokens and passwords, which are findings then. It takes time: only [`validate`](crate::validate) does it
    /// unasked. After [`Convert::redact`] none are left.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let chat = r#"[{"role": "user", "content": "postgres://ann:river-stone-42@db/chats"}]"#;
    /// let convert = Convert::new("openai").from("openai");
    /// assert!(convert.run(chat)?.findings.is_empty());
    /// assert_eq!(convert.report_secrets(true).run(chat)?.findings[0].code, "TW241");
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn report_secrets(self, is_reporting: bool) -> Self {
        let secrets = match self.secrets {
            redacted @ SecretHandling::Redacted(_) => redacted,
            SecretHandling::Ignored | SecretHandling::Reported if is_reporting => SecretHandling::Reported,
            SecretHandling::Ignored | SecretHandling::Reported => SecretHandling::Ignored,
        };
        Self { secrets, ..self }
    }

    /// Converts bytes.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let converted = Convert::new("gemini").run(r#"{"messages":[{"role":"user","content":"Hello"}]}"#)?;
    /// assert!(converted.bytes.starts_with(br#"{"contents":[{"role":"user""#));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`convert`].
    pub fn run(&self, input: impl AsRef<[u8]>) -> Result<Converted, Error> {
        self.check_target()?;
        let options = self.options()?;
        let source = Source::from_bytes(input.as_ref().to_vec(), NAME).map_err(Error::source_error)?;
        convert_whole(self.open(source)?, options)
    }

    /// Converts a file without reading it into memory as a whole; the output is in memory.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let converted = Convert::new("anthropic").run_file("examples/weather.openai.jsonl")?;
    /// assert_eq!(converted.records, 3);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`convert`].
    pub fn run_file(&self, path: impl AsRef<Path>) -> Result<Converted, Error> {
        self.check_target()?;
        let options = self.options()?;
        let source = Source::open(path.as_ref()).map_err(Error::source_error)?;
        convert_whole(self.open(source)?, options)
    }

    pub(super) fn open(&self, from: Source) -> Result<Input, Error> {
        ready_at(from, source(self.from.as_deref())?, &self.at)
    }

    /// Checks that the target can be written.
    pub(super) fn check_target(&self) -> Result<(), Error> {
        target(&self.to).map(drop)
    }

    /// The options of the engine; the command line sets the others itself.
    #[doc(hidden)]
    pub fn options(&self) -> Result<ConvertOptions, Error> {
        check_codes(&self.allow)?;
        let (format, dialect) = named(&self.to)?;
        let mut options = ConvertOptions::new(format);
        options.write.dialect = dialect.map(|dialect| dialect.name);
        options.write.container = self.container;
        if self.container == Container::Flow {
            options.selection.branches.branches = Branches::Tree;
        }
        options.write.is_reasoning_text = self.is_reasoning_text;
        options.write.is_lossy = self.is_lossy;
        options.write.drops_settings = self.drops_settings;
        options.content.repair = self.is_repairing;
        options.content.ids = self.ids;
        options.strict = self.is_strict.then(|| self.allow.clone());
        options.pass.keep = u64::MAX;
        options.generated.missing_times = Some(0);
        options.content.secrets = match self.secrets {
            // Numbers begin again with each input.
            SecretHandling::Redacted(_) => SecretHandling::Redacted(Redactor::default()),
            SecretHandling::Reported => SecretHandling::Reported,
            SecretHandling::Ignored => SecretHandling::Ignored,
        };
        Ok(options)
    }
}
