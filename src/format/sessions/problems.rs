//! What is odd about the lines of a session, in the same words for all formats.

use super::TreeProblem;
use crate::json::{Node, Text};
use crate::report::{Refused, Report, session};

/// Reports a line that is not one of a session.
pub fn report_odd_line(line: Node<'_, '_>, report: &mut Report) {
    let found = line.kind().name();
    report.add(&session::DAMAGED_LINE, line.at(), || format!("the line does not belong to a session: {found}"));
}

/// Reports a line that cannot be read: `what` is what it lacks (`the line has no message`).
pub fn report_unread(refused: &Refused, what: &str, report: &mut Report) {
    report.add(&session::DAMAGED_LINE, refused.at(), || format!("{what}: {}", refused.message()));
}

/// Reports a line whose id is that of an earlier one.
pub fn report_repeated_line(line: Node<'_, '_>, id: Option<&Text<'_>>, report: &mut Report) {
    report.add(&session::REPEATED_LINE, line.at(), || {
        format!("another line has the id `{}`", id.map(Text::show).unwrap_or_default())
    });
}

/// Reports a line that names `parent` as the one before it, where that cannot be.
pub fn report_tree_problem(
    problem: TreeProblem,
    line: Node<'_, '_>,
    parent: Option<Node<'_, '_>>,
    report: &mut Report,
) {
    let at = parent.map_or(line.at(), |parent| parent.at());
    match problem {
        TreeProblem::NoParent => report.add(&session::NO_PARENT, at, || {
            let id = parent.and_then(|parent| parent.text()).map(|parent| parent.show()).unwrap_or_default();
            format!("no line has the id `{id}`; the line before this one in the file is taken")
        }),
        TreeProblem::Cycle => {
            report.add(&session::LINE_CYCLE, at, || "the line comes before itself; it becomes a first line".to_owned());
        }
    }
}
