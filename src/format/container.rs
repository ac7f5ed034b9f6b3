//! The container of the messages in what is written.

/// The outermost shape of what API formats write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// The request body: `{"messages":[…]}`.
    #[default]
    Body,
    /// Only the list of messages.
    List,
    /// The one that the record had, where it stays in its format; the request body otherwise.
    Kept,
}
