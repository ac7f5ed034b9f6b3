//! Programs as JSON: a list of statements, or a string with a text.

use crate::json::Out;
use crate::lower::{Outline, ProgramOutline};
use crate::statements::write_statement;

/// Prints a program.
pub(in crate::format) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    match &outline.program {
        Some(ProgramOutline::Source(source)) => out.verbatim(source),
        Some(ProgramOutline::Text(text)) => out.string(text),
        Some(ProgramOutline::Statements(statements)) => out.array(|out| {
            for (statement, number) in statements.iter().zip(0..) {
                write_statement(statement, number, out);
            }
        }),
        None => {}
    }
}
