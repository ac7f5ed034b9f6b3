//! The declaration of a format whose records are flat: its names, and the table of its fields.

use crate::format::shape::RowField;

/// A format of flat records.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The name of the format: `alpaca`.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// The name of the layout.
    pub shape: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Which program and version defines the shape.
    pub source: &'static str,
    /// The fields, in the order in which they are written.
    pub fields: &'static [RowField],
    /// Keys that only other formats have: a record with one of them is not detected as a row.
    pub others: &'static [&'static str],
    /// The evidence of a detection, in words.
    pub evidence: &'static str,
    /// Why messages and calls have no ids here.
    pub no_ids: &'static str,
}
