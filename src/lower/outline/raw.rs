//! Parts of an outline that only the target supports.

use super::hosted::HostedPart;
use crate::json::{At, Out};
use crate::model::Opaque;

/// A part that only this format supports.
#[derive(Debug)]
pub enum RawBlock<'c> {
    /// A part of the source.
    Own(&'c Opaque<'c>),
    /// A call of a tool that the service runs, or its result, converted from a part of another format.
    Hosted(HostedPart<'c>),
}

impl RawBlock<'_> {
    /// The place of the part in the input.
    #[must_use]
    pub fn at(&self) -> At {
        match self {
            Self::Own(it) => it.at,
            Self::Hosted(it) => it.at,
        }
    }

    /// It is a tool call.
    #[must_use]
    pub fn is_call(&self) -> bool {
        matches!(self, Self::Own(it) if it.is_call)
    }

    /// Writes the part.
    pub fn write(&self, out: &mut Out) {
        match self {
            Self::Own(it) => out.raw(&it.raw),
            Self::Hosted(it) => it.write(out),
        }
    }
}
