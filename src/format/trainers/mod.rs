//! Programs that train on records: targets of `validate` that are not formats. Each is a table of what it reads and what
//! it does with it, with the place in its source where that was read.
//!
//! `{"messages":[{"role":"user","content":"hi"},{"role":"user","content":"again"}]}` is omitted by LLaMA-Factory.

mod axolotl;
mod columns;
mod llamafactory;
mod media;
mod tools;
mod trl;
mod turns;

use super::Format;
use crate::json::{At, Node};
use crate::report::{Code, Report, Severity};
use columns::ReadColumns;
use media::MediaCount;
use tools::ToolForms;
use turns::{OddTurns, TrainerList};

/// A program that trains on records.
#[derive(Debug)]
pub struct Trainer {
    /// As users say it: `llamafactory`.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// One line: what is checked.
    pub summary: &'static str,
    /// Its name as its authors write it.
    program: &'static str,
    /// The program and version that was read, with its functions.
    pub source: &'static str,
    /// The formats whose records it reads, and what other records are converted to.
    pub formats: TrainerFormats,
    columns: ReadColumns,
    lists: &'static [TrainerList],
    turns: OddTurns,
    media: MediaCount,
    tools: ToolForms,
    masks: MaskFields,
}

/// The formats whose records a trainer reads.
#[derive(Debug)]
pub struct TrainerFormats {
    /// Their names, if the trainer reads them without a setting: `sharegpt`.
    reads: &'static [&'static str],
    /// Formats that it reads with a setting only, and that setting. Nothing else is checked in them.
    reads_with: &'static [(&'static str, &'static str)],
    /// The format to which records of other formats are converted.
    convert_to: &'static str,
    /// Formats whose own rules are those of this trainer: it rejects what they warn about.
    pub enforces: &'static [&'static str],
}

impl TrainerFormats {
    /// The formats of this program whose records it reads.
    fn known(&self) -> impl Iterator<Item = &'static str> {
        self.reads.iter().copied().filter(|name| super::by_name(name).is_some())
    }
}

/// What a trainer does with fields that say which messages are trained on.
#[derive(Debug)]
struct MaskFields {
    /// The setting that names such a field, if there is one.
    setting: Option<&'static str>,
}

/// Fields of messages that trainers read as a mask or a weight.
const MASKS: [&str; 5] = ["weight", "train", "training", "loss", "loss_weight"];

/// Every trainer, by name.
pub static TRAINERS: &[&Trainer] = &[&axolotl::AXOLOTL, &llamafactory::LLAMAFACTORY, &trl::TRL];

/// The trainer with this name or alias.
#[must_use]
pub fn trainer(name: &str) -> Option<&'static Trainer> {
    TRAINERS.iter().copied().find(|it| it.name == name || it.aliases.contains(&name))
}

/// Receives what was found: the code, its severity here, the place and the message.
struct TrainerReport<'r> {
    trainer: &'static Trainer,
    report: &'r mut Report,
}

impl TrainerReport<'_> {
    fn add(&mut self, code: &'static Code, severity: Severity, at: At, message: impl FnOnce() -> String) {
        self.report.add_as(code, severity, at, message);
    }
}

impl Trainer {
    /// A sentence: the formats whose records it reads, and what the others are converted to.
    #[must_use]
    pub fn reading(&self) -> String {
        let formats: Vec<_> = self.formats.known().map(|name| format!("`{name}`")).collect();
        format!(
            "Reads {}. Convert other records: `turnwise convert --to {}`.",
            formats.join(", "),
            self.formats.convert_to
        )
    }

    /// Checks a record of this format as the trainer would read it.
    pub fn check(&'static self, root: Node<'_, '_>, format: &Format, report: &mut Report) {
        let mut found = TrainerReport { trainer: self, report };
        if !columns::check(root, format, &mut found) {
            return;
        }
        for keys in self.lists {
            let Some(list) = root.get(keys.list).filter(Node::is_array) else { continue };
            turns::check(root, list, keys, &mut found);
            masks(list, &mut found);
        }
        media::check(root, &mut found);
        tools::check(root, &mut found);
    }
}

/// Marks that the trainer does not read, where they would leave a message out or count it less.
fn masks(list: Node<'_, '_>, found: &mut TrainerReport<'_>) {
    let Trainer { program, masks, .. } = found.trainer;
    let is_mark = |value: Node<'_, '_>| !matches!(value.raw(), "1" | "1.0" | "true" | "null");
    let marked = list.items().find_map(|message| {
        let mut marks = MASKS.iter().filter_map(|key| Some((*key, message.get(key)?)));
        marks.find(|(_, value)| is_mark(*value))
    });
    let Some((key, value)) = marked else { return };
    found.add(crate::rule::TRAINER_MASK.code, Severity::Warning, value.at(), || match masks.setting {
        Some(setting) => format!("{program} reads `{key}` only if the settings contain `{setting}: {key}`"),
        None => format!("{program} does not read `{key}`: the message counts like the others"),
    });
}
