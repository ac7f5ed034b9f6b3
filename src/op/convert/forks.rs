//! Forks of branches: up to a message, and with replaced messages.

use super::super::select_branch::chosen;
use super::options::CopyTask;
use super::task::normal_id;
use super::worker::ConvertWorker;
use crate::format::{Copying, Forking, Format, Program, ReplacedMessage, iso_time};
use crate::json::{At, Edit, Text, sort_edits};
use crate::model::{Branch, Conversation};
use crate::report::{Refused, loss};

impl CopyTask {
    /// True if the request requires a branch.
    pub(super) fn is_fork(&self) -> bool {
        self.name.is_some() || self.until.is_some() || !self.replace.is_empty()
    }
}

fn refuse<T>(branch: &Branch<'_>, message: String, help: &'static str) -> Result<T, Refused> {
    Err(Refused::new(&loss::CANNOT_HOLD, branch.at, message).helping(help))
}

impl ConvertWorker<'_> {
    /// The edits that add a fork of each chosen branch.
    pub(super) fn forks(
        &self,
        conversation: &Conversation<'_>,
        task: &CopyTask,
        format: &Format,
        program: &Program,
    ) -> Result<Vec<Edit>, Refused> {
        if task.sender.is_some() && task.replace.is_empty() {
            let message = "a fork shares the messages of its branch, which keep their sender";
            let refused = Refused::new(&loss::CANNOT_HOLD, At::byte(0), message);
            return Err(refused.helping("name the messages to copy with --message, or omit --sender"));
        }
        let places = chosen(&self.plan.options.selection.branches, conversation, false)?.unwrap_or_default();
        let mut edits = Vec::new();
        for place in places {
            edits.extend(self.fork(conversation, place, task, format, program)?);
        }
        sort_edits(&mut edits);
        Ok(edits)
    }

    fn fork(
        &self,
        conversation: &Conversation<'_>,
        place: usize,
        task: &CopyTask,
        format: &Format,
        program: &Program,
    ) -> Result<Vec<Edit>, Refused> {
        let source = conversation.source.text;
        let (Some(branch), Some(root)) = (conversation.branches.get(place), self.reader.tape.root(source)) else {
            return Ok(Vec::new());
        };
        let text = |text: Option<&Text<'_>>| text.map(|text| text.decode().into_owned()).unwrap_or_default();
        let name = task.name.clone().unwrap_or_else(|| format!("{}_fork", text(branch.name.as_ref())));
        if conversation.branches.iter().any(|other| other.name.as_ref().is_some_and(|own| own.is(&name))) {
            return refuse(branch, format!("there is a branch `{name}` already"), "choose another name with --name");
        }
        let step_of = |id: &str| {
            let wanted = normal_id(format, id);
            let step = branch.order.iter().position(|step| normal_id(format, &step.id.decode()) == wanted);
            step.map_or_else(
                || {
                    let message =
                        format!("no message of the branch `{}` has the id `{id}`", text(branch.name.as_ref()));
                    refuse(branch, message, "name a message in the `order` of the branch")
                },
                Ok,
            )
        };
        let last = task.until.as_deref().map(step_of).transpose()?;
        let count = last.map_or(branch.order.len(), |last| last + 1);
        let derived = |old: &str| self.new_id(source, Some(&format!("{old} in {name}")), place);
        let mut replaced: Vec<ReplacedMessage<'_>> = Vec::new();
        for new in &task.replace {
            let step = step_of(&new.id)?;
            if step >= count {
                let message = format!("the message `{}` is after the one that --last names", new.id);
                return refuse(branch, message, "fork up to a later message");
            }
            if replaced.iter().any(|other| other.step == step) {
                return refuse(branch, format!("the message `{}` is replaced twice", new.id), "replace it once");
            }
            let id = derived(&normal_id(format, &new.id));
            replaced.push(ReplacedMessage { step, id, new: &new.json });
        }
        let old = text(branch.id.as_ref());
        let id = if task.name.is_some() { derived(&old) } else { self.new_id(source, Some(&old), place) };
        let copying = Copying { id, now: iso_time(self.plan.options.generated.now), sender: task.sender.clone() };
        let forking = Forking { name: &name, copying: &copying, count, replaced: &replaced };
        Ok((program.fork)(root, conversation, place, &forking))
    }
}
