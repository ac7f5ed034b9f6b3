//! One whole JSON value, kept as the text it was read from.

use std::borrow::Cow;

/// One whole JSON value: `{"a": 1.10}`.
#[derive(Clone, Debug)]
pub struct Raw<'a>(Cow<'a, str>);

impl<'a> Raw<'a> {
    /// A value of the record.
    #[must_use]
    pub fn borrowed(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }

    /// A value that is not from the input or was decoded from a string. It must be valid JSON.
    #[must_use]
    pub fn owned(text: String) -> Self {
        Self(Cow::Owned(text))
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.0 == "null"
    }

    /// An owned copy that does not borrow from the record.
    #[must_use]
    pub fn into_owned(self) -> Raw<'static> {
        Raw(Cow::Owned(self.0.into_owned()))
    }
}
