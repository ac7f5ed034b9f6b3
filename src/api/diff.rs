//! Differences between two versions of conversations, in any formats.

use super::{Error, open};
use crate::op::diff::{self, Class, ComparedRecords, DiffFailure, DiffInput, DiffOptions, RecordRef};

pub use crate::op::diff::{Align, ChangeKind};

/// Compares conversations by meaning, not by bytes or format. No changes: both have the same meaning.
///
/// ```
/// let a = r#"{"messages":[{"role":"user","content":"It rains."}]}"#;
/// let b = r#"{"contents":[{"role":"user","parts":[{"text":"It snows."}]}]}"#;
/// let changes = turnwise::diff(a, b)?;
/// assert_eq!(changes.len(), 1);
/// assert_eq!((changes[0].old.as_deref(), changes[0].new.as_deref()), (Some("It rains."), Some("It snows.")));
/// assert_eq!((changes[0].path.as_str(), changes[0].record_b), ("text", Some(1)));
/// # Ok::<(), turnwise::Error>(())
/// ```
///
/// # Errors
/// One of them cannot be read, or has a record that cannot be understood.
pub fn diff(a: impl AsRef<[u8]>, b: impl AsRef<[u8]>) -> Result<Vec<Change>, Error> {
    Diff::new().run(a, b)
}

/// A comparison with options.
///
/// ```
/// use turnwise::Diff;
///
/// let a = r#"{"id":"x","messages":[{"role":"user","content":"hi"}]}"#;
/// let b = r#"{"id":"y","messages":[{"role":"user","content":"hi"}]}"#;
/// assert!(Diff::new().ignore(["ids"]).run(a, b)?.is_empty());
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "nothing is compared before run"]
pub struct Diff {
    from: [Option<String>; 2],
    ignore: Vec<String>,
    align: Align,
}

impl Diff {
    /// Creates a comparison that ignores nothing.
    ///
    /// ```
    /// use turnwise::Diff;
    ///
    /// let chat = r#"[{"role":"user","content":"Hello"}]"#;
    /// assert!(Diff::new().run(chat, chat)?.is_empty());
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// The formats of both. Without this, they are detected.
    ///
    /// ```
    /// use turnwise::Diff;
    ///
    /// let a = r#"[{"role":"user","content":"Hello"}]"#;
    /// let b = r#"[{"role":"user","parts":[{"text":"Hello"}]}]"#;
    /// assert!(Diff::new().from("openai", "gemini").run(a, b)?.is_empty());
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn from(self, a: impl Into<String>, b: impl Into<String>) -> Self {
        Self { from: [Some(a.into()), Some(b.into())], ..self }
    }

    /// Ignore differences of these kinds: `ids`, `timestamps`, `usage`, `metadata`, `whitespace`, `names`, `reasoning`,
    /// `signatures`, `cache`, `citations`, `media`, `tools`, `settings`, `order`.
    ///
    /// ```
    /// use turnwise::Diff;
    ///
    /// let a = r#"[{"role":"user","content":"Hello","name":"ann"}]"#;
    /// let b = r#"[{"role":"user","content":"Hello "}]"#;
    /// assert!(Diff::new().ignore(["names", "whitespace"]).run(a, b)?.is_empty());
    /// assert!(Diff::new().ignore(["smileys"]).run(a, b).is_err());
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn ignore(self, what: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { ignore: what.into_iter().map(Into::into).collect(), ..self }
    }

    /// The way in which messages are matched.
    ///
    /// ```
    /// use turnwise::{Align, ChangeKind, Diff};
    ///
    /// let a = r#"[{"role":"user","content":"one"}]"#;
    /// let b = r#"[{"role":"user","content":"quite another text"}]"#;
    /// let changes = Diff::new().align(Align::Position).run(a, b)?;
    /// assert_eq!(changes[0].kind, ChangeKind::Edit);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// The options of the engine; the command line sets the others itself.
    #[doc(hidden)]
    pub fn options(&self) -> Result<DiffOptions, Error> {
        let mut options = DiffOptions { has_words: false, align: self.align, ..DiffOptions::default() };
        for name in &self.ignore {
            match Class::ALL.iter().find(|(_, known)| known == name) {
                Some((class, _)) => options.ignore.add(*class),
                None => return Err(Error::argument(format!("cannot ignore `{name}`"), "see Diff::ignore")),
            }
        }
        Ok(options)
    }

    /// Compares `a` with `b`.
    ///
    /// ```
    /// use turnwise::Diff;
    ///
    /// let a = r#"[{"role":"user","content":"It rains."}]"#;
    /// let b = r#"[{"role":"user","content":"It rains."},{"role":"assistant","content":"Take an umbrella."}]"#;
    /// let changes = Diff::new().run(a, b)?;
    /// assert_eq!((changes[0].a.as_deref(), changes[0].b.as_deref()), (None, Some("/1")));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`diff`], or something to ignore is unknown.
    pub fn run(&self, a: impl AsRef<[u8]>, b: impl AsRef<[u8]>) -> Result<Vec<Change>, Error> {
        let options = self.options()?;
        let [from_a, from_b] = self.from.each_ref().map(Option::as_deref);
        let side = |input, from| Ok(DiffInput { input: open(input, from)?, path: None, progress: None });
        let (a, b) = (side(a.as_ref(), from_a)?, side(b.as_ref(), from_b)?);
        let mut changes = Vec::new();
        let heard = diff::run(a, b, &options, &mut |pair| {
            add(pair, &mut changes);
            true
        });
        heard.map(|_| changes).map_err(error)
    }
}

fn error(failure: DiffFailure) -> Error {
    match failure {
        DiffFailure::Source(_, error) => Error::source_error(error),
        DiffFailure::Record(_, what) => Error::record_error(what.0, what.1),
        failure @ (DiffFailure::Lost(_) | DiffFailure::Write(_)) => Error::input(failure.to_string()),
    }
}

fn add(pair: &ComparedRecords<'_>, changes: &mut Vec<Change>) {
    let number = |record: &Option<RecordRef>| record.as_ref().map(|it| it.record + 1);
    let (record_a, record_b) = (number(&pair.a), number(&pair.b));
    let whole = |kind| Change {
        kind,
        record_a,
        record_b,
        a: record_a.map(|_| String::new()),
        b: record_b.map(|_| String::new()),
        path: String::new(),
        old: None,
        new: None,
    };
    match (record_a, record_b) {
        (None, _) => changes.push(whole(ChangeKind::Insert)),
        (_, None) => changes.push(whole(ChangeKind::Delete)),
        _ if pair.is_moved => changes.push(whole(ChangeKind::Move)),
        _ => {}
    }
    changes.extend(pair.changes.iter().map(|change| Change {
        kind: change.kind,
        a: change.a.as_ref().map(|place| place.pointer.clone()),
        b: change.b.as_ref().map(|place| place.pointer.clone()),
        path: change.path.clone(),
        old: change.old.as_ref().map(|it| it.text().to_owned()),
        new: change.new.as_ref().map(|it| it.text().to_owned()),
        ..whole(change.kind)
    }));
}

/// One difference.
///
/// ```
/// let a = r#"{"messages":[{"role":"user","content":"It rains."}]}"#;
/// let b = r#"{"messages":[{"role":"user","content":"It snows."}]}"#;
/// for change in turnwise::diff(a, b)? {
///     assert_eq!(change.a.as_deref(), Some("/messages/0/content"));
///     println!("{}: {:?} became {:?}", change.path, change.old, change.new);
/// }
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// The kind of the difference.
    pub kind: ChangeKind,
    /// Which record of A, from 1. `None`: only B has the record.
    pub record_a: Option<u64>,
    /// Which record of B, from 1. `None`: only A has the record.
    pub record_b: Option<u64>,
    /// The place in the record of A, as a JSON Pointer; empty for the whole record, `None` for what only B has.
    pub a: Option<String>,
    /// The place in the record of B, as a JSON Pointer; empty for the whole record, `None` for what only A has.
    pub b: Option<String>,
    /// The place in the message: `text`, `call/1/arguments/city`. Empty for whole messages and records.
    pub path: String,
    /// The value in A: text, or a JSON value.
    pub old: Option<String>,
    /// The value in B: text, or a JSON value.
    pub new: Option<String>,
}
