//! Applies changes to a record in sequence.

use super::record::{EditFn, EditRecord, Edited, Stop, Wanted};
use super::splice::Spliced;
use super::{
    branch, columns_and_logs, container, current_form, dialect, ids, lionpride_mode, media, repair, repair_ids,
};
use crate::format::{Container, Reading, WriteOptions};
use crate::json::{Edit, Tape};
use crate::lower::BareLists;
use crate::op::convert::ContentOptions;
use crate::op::ids::Ids;
use crate::report::{Refused, Report};

/// Applies the requested changes, and reports them.
///
/// # Errors
/// A change is impossible.
pub(in crate::op) fn edit(
    record: &EditRecord<'_, '_, '_>,
    wanted: &Wanted<'_>,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Edited, Refused> {
    let Wanted { branch, content, has_old_forms, write } = wanted;
    let ContentOptions { repair: is_repair, ids, embedding, secrets: _ } = content;
    let body = WriteOptions { container: Container::Body, ..*write };
    let dialect = record.format.dialect(write.dialect).and_then(|dialect| dialect.edit);
    let dialect = dialect.filter(|dialect| dialect.own.is_empty() || dialect.own != record.conversation.source.shape);
    if let Some(dialect) = dialect {
        dialect::check(record, dialect)?;
    }
    // A list has nothing next to the messages.
    let dialect = dialect.filter(|_| write.container != Container::List);
    let chosen = branch.and_then(|branch| record.conversation.branches.get(branch.index)?.name.clone());
    let name = chosen.map(|name| name.decode().into_owned());
    let changes: [(bool, &EditFn<'_>); 15] = [
        (branch.is_some(), &|record, _, report| {
            branch.map_or(Ok(None), |branch| branch::select_branch(record, branch, report))
        }),
        (*has_old_forms, &|record, _, report| current_form::fill_ids(record, report)),
        (*has_old_forms, &|record, scratch, _| current_form::renew_forms(record, scratch)),
        (embedding.is_some(), &|record, _, report| {
            embedding.as_ref().map_or(Ok(None), |embedding| Ok(media::inline_media(record, embedding, report)?))
        }),
        (*is_repair, &|record, scratch, report| {
            columns_and_logs::change(record, &repair_ids::part_ids, scratch, report)
        }),
        (*is_repair, &|record, _, report| repair_ids::fill_ids(record, report)),
        (*is_repair, &|record, scratch, report| {
            columns_and_logs::change(record, &repair::wrap_arguments, scratch, report)
        }),
        (*is_repair && repair::needs_list(record), &|record, scratch, report| {
            container::change_container(record, &body, scratch, report)
        }),
        (*is_repair, &|record, scratch, report| {
            let change: &EditFn<'_> = &|record, scratch, report| repair::change_order(record, write, scratch, report);
            columns_and_logs::change(record, change, scratch, report)
        }),
        (*ids != Ids::Keep, &|record, _, report| Ok(ids::renew_ids(record, *ids, report)?)),
        (write.container.is_of_program(), &|record, _, report| {
            container::contain(record, write.container, name.as_deref(), report)
        }),
        // A pile has a separate field for metadata.
        (write.mode.is_some(), &|record, _, report| {
            Ok(write.mode.and_then(|mode| lionpride_mode::change_form(record, mode, report)))
        }),
        (dialect.is_none() && write.container != Container::Kept, &|record, scratch, report| {
            container::change_container(record, write, scratch, report)
        }),
        (dialect.is_some(), &|record, scratch, report| container::change_container(record, &body, scratch, report)),
        (dialect.is_some(), &|edited, _, report| {
            Ok(dialect.and_then(|dialect| dialect::change_body(edited, dialect, record.text, report)))
        }),
    ];
    let is_list = write.container != Container::Kept && record.format.policy.record.lists != BareLists::Never;
    let is_about_messages = branch.is_some() || *is_repair || is_list || dialect.is_some();
    // The messages of the record are in several lists.
    if record.conversation.preference.is_some() && is_about_messages {
        return Ok(Edited::Cannot);
    }
    let mut done = AppliedEdits::default();
    let mut own = report.alike();
    for (_, change) in changes.iter().filter(|(is_wanted, _)| *is_wanted) {
        match done.apply(record, change, scratch, &mut own) {
            Ok(()) => {}
            Err(Stop::Cannot) => return Ok(Edited::Cannot),
            Err(Stop::Refused(refused)) => return Err(refused),
        }
    }
    report.append(&mut own);
    Ok(done.text.map_or(Edited::Same, Edited::Text))
}

/// A text with these edits, which are sorted and do not overlap.
pub(in crate::op) fn with_edits(text: &str, edits: Vec<Edit>) -> String {
    Spliced::of_edits(text.len(), edits).text(text)
}

/// The result of the earlier changes.
#[derive(Default)]
struct AppliedEdits {
    text: Option<String>,
    steps: Vec<Spliced>,
}

impl AppliedEdits {
    fn apply(
        &mut self,
        record: &EditRecord<'_, '_, '_>,
        change: &EditFn<'_>,
        scratch: &mut Tape,
        report: &mut Report,
    ) -> Result<(), Stop> {
        let Some(text) = &self.text else {
            if let Some(step) = change(record, scratch, report)? {
                self.text = Some(step.text(record.text));
                self.steps.push(step);
            }
            return Ok(());
        };
        let (mut tape, mut part) = (Tape::new(), report.alike());
        let root = if record.is_sequence { tape.parse_sequence(text) } else { tape.parse(text) };
        let root = root.map_err(|error| Refused::json(&error))?;
        let mut reading = Reading { report: &mut Report::keeping(0), scratch, columns: None, programs: None };
        let mut conversation = record.format.read_record(root, &mut reading)?;
        conversation.source.text = text;
        let edited = EditRecord { conversation: &conversation, root, text, ..*record };
        let step = change(&edited, scratch, &mut part)?;
        for before in self.steps.iter().rev() {
            part.move_places(|at| before.place(at));
        }
        report.append(&mut part);
        if let Some(step) = step {
            self.text = Some(step.text(text));
            self.steps.push(step);
        }
        Ok(())
    }
}
