//! The container of the messages in what is written.

/// The outermost shape of what API formats write.
///
/// ```
/// use turnwise::{Container, Convert};
///
/// let chat = r#"[{"role":"user","content":"Hello"}]"#;
/// let converted = Convert::new("openai").from("openai").container(Container::Body).run(chat)?;
/// assert!(converted.bytes.starts_with(br#"{"messages":[{"role":"user""#));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// The request body: `{"messages":[…]}`.
    #[default]
    Body,
    /// Only the list of messages.
    List,
    /// An object of the format's program that contains the list of messages: a pile of lionpride.
    Pile,
    /// An object of the format's program that contains the messages of all branches, and the branches: a flow of lionpride.
    Flow,
    /// The one that the record had, where it stays in its format; the request body otherwise.
    Kept,
}

impl Container {
    /// True for objects of the format's own program.
    #[must_use]
    pub fn is_of_program(self) -> bool {
        matches!(self, Self::Pile | Self::Flow)
    }
}
