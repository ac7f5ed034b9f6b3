//! Families of formats, by who keeps conversations in them: the order of overviews.

/// Who keeps conversations in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Histories, requests and answers of chat services: `openai`.
    Service,
    /// Stores of frameworks and libraries: `lionpride`.
    Framework,
    /// Records that models are trained on: `sharegpt`.
    Training,
    /// The text of a chat template: `chatml`.
    ChatText,
    /// Sessions of agents: `claude-code`.
    Session,
    /// Exports of chat products: `chatgpt`.
    Export,
}

impl Family {
    /// All of them, with a title each.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::Service, "chat services"),
        (Self::Framework, "frameworks"),
        (Self::Training, "training data"),
        (Self::ChatText, "text of chat templates"),
        (Self::Session, "agent sessions"),
        (Self::Export, "exports of chat products"),
    ];
}
