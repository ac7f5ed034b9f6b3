//! Known layouts of flat rows, in one format: each is a dialect of it.
//!
//! ```json
//! {"question":"How many?","answer":"Four."}
//! ```
//!
//! A row has the layout of its columns. Where several fit, or none does, `--columns` names them.

use super::{Rows, policy, read, schema, write};
use crate::format::shape::{ExchangeKeys, FieldContent, RowField, row};
use crate::format::{Dialect, Family, Format, FormatAbout, FormatShape, IdRules, Policy, Reading, Score};
use crate::json::{Node, Out};
use crate::lower::Outline;
use crate::model::Conversation;
use crate::report::{Refused, shape};

/// The name of the format.
pub(in crate::format) const NAME: &str = "rows";

/// A layout, and when a row is taken for it though nobody said so.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct RowLayout {
    /// The declaration. Its name is that of the format.
    pub(in crate::format) rows: Rows,
    /// Its columns are words that tables of other things have, too: a row with more than these and the usual columns of
    /// data sets is not detected.
    pub(in crate::format) is_common: bool,
}

/// Columns that data sets have next to the words.
const USUAL: &[&str] = &[
    "id",
    "category",
    "source",
    "task",
    "task_id",
    "task_name",
    "dataset",
    "split",
    "type",
    "topic",
    "subject",
    "level",
    "lang",
    "language",
    "domain",
    "difficulty",
    "original_question",
    "reasoning",
    "cot",
    "thinking",
    "model",
    "score",
    "images",
    "image",
    "videos",
    "audios",
    "label",
    "answer",
    "problem_type",
    "question_type",
];

/// Wider rows are tables of something else.
const WIDEST: usize = 40;

/// Everything about a list of layouts that is computed when the program is built.
#[derive(Debug)]
pub(in crate::format) struct LayoutTables<const N: usize> {
    /// For each layout a format that reads it and no other.
    inputs: [Format; N],
}

impl<const N: usize> LayoutTables<N> {
    /// The formats of the layouts.
    pub(in crate::format) const fn of<D: DeclaredLayouts>(layouts: &'static [RowLayout; N]) -> Self {
        let mut inputs = [const { without_dialects::<D>() }; N];
        let (mut rest, mut places) = (layouts.as_slice(), inputs.as_mut_slice());
        while let ([layout, others @ ..], [place, free @ ..]) = (rest, places) {
            *place = Format {
                policy: policy(&layout.rows),
                shape: FormatShape { columns: Some(&layout.rows), ..without_dialects::<D>().shape },
                ..without_dialects::<D>()
            };
            (rest, places) = (others, free);
        }
        Self { inputs }
    }

    /// The dialects: one for each layout.
    pub(in crate::format) const fn dialects(&'static self, layouts: &[RowLayout; N]) -> [Dialect; N] {
        let mut dialects = [const { Dialect::PLAIN }; N];
        let (mut rest, mut places) = (layouts.as_slice(), dialects.as_mut_slice());
        let mut inputs = self.inputs.as_slice();
        while let ([layout, others @ ..], [place, free @ ..], [input, more @ ..]) = (rest, places, inputs) {
            *place = Dialect {
                name: layout.rows.shape,
                summary: layout.rows.summary,
                policy: Some(&input.policy),
                input: Some(input),
                ..Dialect::PLAIN
            };
            (rest, places, inputs) = (others, free, more);
        }
        dialects
    }
}

/// Names a list of layouts, so that the functions of its [`Format`] know it. The first one is written if none is named.
pub(in crate::format) trait DeclaredLayouts {
    /// The layouts.
    const LAYOUTS: &'static [RowLayout];
    /// Their dialects.
    const DIALECTS: &'static [Dialect];
    /// One line.
    const SUMMARY: &'static str;
    /// Which programs and data sets have them.
    const SOURCE: &'static str;
}

const ID: &[RowField] = &[RowField::id("id")];

const IDS: IdRules = IdRules {
    scopes: IdRules::OF_CONVERSATIONS,
    reason: "a row only has text",
    ..IdRules::of_calls(|root, sites| row::sites(root, ID, sites))
};

/// The format that a list of layouts describes.
pub(in crate::format) const fn format<D: DeclaredLayouts>() -> Format {
    Format { dialects: D::DIALECTS, ..without_dialects::<D>() }
}

const fn without_dialects<D: DeclaredLayouts>() -> Format {
    Format {
        about: FormatAbout { summary: D::SUMMARY, source: D::SOURCE, ..FormatAbout::NONE },
        policy: match D::LAYOUTS {
            [first, ..] => policy(&first.rows),
            [] => Policy::TEXT_ONLY,
        },
        print: Some(|outline, dialect, out| print(D::LAYOUTS, outline, dialect, out)),
        shape: FormatShape { ids: Some(&IDS), schema: Some(|_| schema::of_layouts(D::LAYOUTS)), ..FormatShape::NONE },
        ..Format::new(
            NAME,
            Family::Training,
            |root| score(D::LAYOUTS, root),
            |root, reading| read_row(D::LAYOUTS, root, reading),
        )
    }
}

impl RowLayout {
    /// The columns without which there is no row of this layout: that of the user and that of the answer, or the list of both.
    pub(super) fn needed(&self) -> impl Iterator<Item = &'static str> {
        let first = |holds| self.rows.fields.iter().find(|field| field.holds == holds).map(|field| field.key);
        let whole = first(FieldContent::Turns).or(first(FieldContent::Instances));
        let answer = first(FieldContent::Answer);
        [first(FieldContent::User), whole.or(answer)].into_iter().flatten()
    }

    /// Rejects a row without the columns of this layout.
    fn check(&self, root: Node<'_, '_>) -> Result<(), Refused> {
        let Some(missing) = self.needed().find(|key| root.is_object() && root.get(key).is_none()) else {
            return Ok(());
        };
        let columns: Vec<_> = self.needed().map(|key| format!("`{key}`")).collect();
        let (layout, columns) = (self.rows.shape, columns.join(" and "));
        let why = format!("`{missing}` is missing; {NAME}:{layout} has the columns {columns}");
        Err(Refused::new(&shape::MISSING_FIELD, root.at(), why))
    }

    /// True if it has the columns of this layout, with any values.
    fn fits(&self, root: Node<'_, '_>) -> bool {
        root.is_object()
            && self.needed().all(|key| root.get(key).is_some())
            && self.rows.others.iter().all(|key| root.get(key).is_none())
    }

    /// What is in the columns are texts, or what else the layout has there.
    fn is_filled(&self, root: Node<'_, '_>) -> bool {
        let is_text = |value: Node<'_, '_>| value.is_string();
        // Items with a type are of another format.
        let has_role = |value: Node<'_, '_>| {
            let has_words = value.get("role").is_some_and(is_text) && value.get("content").is_some_and(is_text);
            has_words && value.get("type").is_none()
        };
        let has_objects = |value: Node<'_, '_>, keys: ExchangeKeys| {
            let is = |item: Node<'_, '_>| item.get(keys.question).or(item.get(keys.answer)).is_some_and(is_text);
            value.is_array() && !value.is_empty() && value.items().all(is)
        };
        self.rows.fields.iter().all(|field| {
            let Some(value) = root.get(field.key).filter(|value| !value.is_null()) else { return true };
            match field.holds {
                FieldContent::Id | FieldContent::Label => true,
                FieldContent::System | FieldContent::Rejected => is_text(value),
                FieldContent::User | FieldContent::Answer => {
                    let is_list = value.is_array() && !value.is_empty() && value.items().all(has_role);
                    is_text(value) || (field.takes_messages && (is_list || has_role(value)))
                }
                FieldContent::Exchanges => value.is_array(),
                // Answers alone are those of a service, which says more: polls have a question and choices, too.
                FieldContent::Instances if field.keys.question.is_empty() => {
                    let is_answer = |item: Node<'_, '_>| item.get("finish_reason").is_some();
                    let is_of_service = root.get("model").or(root.get("object")).is_some();
                    has_objects(value, field.keys) && (is_of_service || value.items().any(is_answer))
                }
                FieldContent::Turns | FieldContent::Instances => has_objects(value, field.keys),
            }
        })
    }

    /// It has no unknown columns.
    fn is_plain(&self, root: Node<'_, '_>) -> bool {
        let is_known = |key: Node<'_, '_>| {
            self.rows.fields.iter().any(|field| key.is(field.key)) || USUAL.iter().any(|usual| key.is(usual))
        };
        root.members().all(|(key, _)| is_known(key))
    }
}

/// The layouts that a row fits.
fn fitting<'l>(layouts: &'l [RowLayout], root: Node<'_, '_>) -> impl Iterator<Item = &'l RowLayout> {
    layouts.iter().filter(move |layout| layout.fits(root))
}

fn score(layouts: &[RowLayout], root: Node<'_, '_>) -> Option<Score> {
    if !root.is_object() || root.len() > WIDEST {
        return None;
    }
    let mut found = fitting(layouts, root);
    let layout = found.next().filter(|_| found.next().is_none())?;
    let has_needed = layout.needed().all(|key| root.get(key).is_some_and(|value| !value.is_null()));
    let is_row = has_needed && layout.is_filled(root) && (!layout.is_common || layout.is_plain(root));
    let has_messages = layout.rows.fields.iter().any(|field| {
        field.takes_messages && root.get(field.key).is_some_and(|value| value.is_array() || value.is_object())
    });
    let value = match (has_messages, layout.is_common) {
        // More specific than a list of messages with unknown fields.
        (true, _) => 235,
        (false, true) => 90,
        (false, false) => 130,
    };
    is_row.then(|| Score::new(value, layout.rows.evidence))
}

fn read_row<'a>(
    layouts: &[RowLayout],
    root: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    if let Some(rows) = reading.columns {
        let layout = layouts.iter().find(|layout| layout.rows.shape == rows.shape);
        layout.map_or(Ok(()), |layout| layout.check(root))?;
        return read::read(rows, root, reading);
    }
    let found: Vec<_> = fitting(layouts, root).collect();
    match found.as_slice() {
        [layout] => read::read(&layout.rows, root, reading),
        [] => {
            let why = "no layout of rows has these columns; name them: --from rows --columns user=…,assistant=…";
            Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why))
        }
        several => {
            let names: Vec<_> = several.iter().map(|layout| format!("{NAME}:{}", layout.rows.shape)).collect();
            let names = names.join(" and ");
            let why = format!(
                "it fits {names}; name one of them (--from rows:…), or the columns: --from rows --columns user=…,assistant=…"
            );
            Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why))
        }
    }
}

fn print(layouts: &[RowLayout], outline: &Outline<'_>, dialect: Option<&str>, out: &mut Out) {
    let named = layouts.iter().find(|layout| Some(layout.rows.shape) == dialect).or(layouts.first());
    if let Some(layout) = named {
        write::print(&layout.rows, outline, out);
    }
}
