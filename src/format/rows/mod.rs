//! Rows: formats whose records are flat, with fields that are turns.
//!
//! ```json
//! {"instruction":"Translate.","input":"Good morning","output":"Bonjour"}
//! ```
//!
//! Such a format is a declaration: a table of its fields. From that follow reading and writing, detection, ids, the types that
//! are checked, and what is lost.

mod columns;
mod declaration;
mod instructions;
pub(super) mod layouts;
mod read;
mod schema;
#[cfg(test)]
mod tests;
mod write;

pub use columns::Columns;
pub use declaration::Rows;
pub(super) use instructions::FORMAT;

use super::shape::{FieldContent, row as shape};
use super::{Format, FormatAbout, FormatShape, IdRules, Policy};
use crate::format::Family;
use crate::lower::{Exchanges, Fact, Facts, Leading, Outline, RecordRules, Roles, TurnRules};

/// Names a declaration, so that the functions of its [`Format`] know it.
pub trait DeclaredRows {
    /// The declaration.
    const ROWS: Rows;
}

/// The constants that are computed from a declaration.
struct RowFormat<D>(std::marker::PhantomData<D>);

impl<D: DeclaredRows> RowFormat<D> {
    const IDS: IdRules = IdRules {
        scopes: if shape::has(D::ROWS.fields, FieldContent::Id) { IdRules::OF_CONVERSATIONS } else { &[] },
        reason: D::ROWS.no_ids,
        ..IdRules::of_calls(|root, sites| shape::sites(root, D::ROWS.fields, sites))
    };
}

/// What rows with these fields can hold.
pub(super) const fn policy(rows: &Rows) -> Policy {
    let has_id = shape::has(rows.fields, FieldContent::Id);
    let has_system = shape::has(rows.fields, FieldContent::System);
    let has_exchanges =
        shape::has(rows.fields, FieldContent::Exchanges) || shape::has(rows.fields, FieldContent::Turns);
    Policy {
        name: rows.name,
        facts: Facts::of(&[])
            .and_if(has_id, &[Fact::ConversationId])
            .and_if(shape::has(rows.fields, FieldContent::Rejected), &[Fact::SeveralAnswers])
            .and_if(shape::has(rows.fields, FieldContent::Label), &[Fact::Labels]),
        roles: Roles { leading: if has_system { Leading::Field } else { Leading::Keep }, ..Policy::TEXT_ONLY.roles },
        turns: TurnRules {
            exchanges: if has_exchanges { Exchanges::Each } else { Exchanges::One },
            ..Policy::TEXT_ONLY.turns
        },
        record: RecordRules { has_short_answers: true, ..Policy::TEXT_ONLY.record },
        ..Policy::TEXT_ONLY
    }
}

/// The format that a declaration describes.
#[must_use]
pub const fn format<D: DeclaredRows>() -> Format {
    Format {
        about: FormatAbout { aliases: D::ROWS.aliases, summary: D::ROWS.summary, source: D::ROWS.source },
        policy: policy(&D::ROWS),
        print: Some(print::<D>),
        shape: FormatShape {
            ids: Some(&RowFormat::<D>::IDS),
            schema: Some(|_| schema::schema(&D::ROWS)),
            ..FormatShape::NONE
        },
        ..Format::new(
            D::ROWS.name,
            Family::Training,
            |root| shape::score(root, D::ROWS.fields, D::ROWS.others, D::ROWS.evidence),
            |root, reading| read::read(&D::ROWS, root, reading),
        )
    }
}

/// Prints a conversation as a row with these fields.
pub(super) fn print_row(rows: &Rows, outline: &Outline<'_>, out: &mut crate::json::Out) {
    write::print(rows, outline, out);
}

fn print<D: DeclaredRows>(outline: &Outline<'_>, _: Option<&'static str>, out: &mut crate::json::Out) {
    write::print(&D::ROWS, outline, out);
}
