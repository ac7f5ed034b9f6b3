//! Rows of conversational data sets, as TRL and `datasets` have them: what a row is, its columns say.
//!
//! ```json
//! {"prompt":[{"role":"user","content":"Sky?"}],"chosen":[{"role":"assistant","content":"Blue."}],"rejected":[{"role":"assistant","content":"Green."}]}
//! ```
//!
//! The messages are those of `openai`; arguments of calls are objects, and calls need no ids. Columns may be texts, too: then
//! the prompt is a message of the user, and an answer one of the assistant. Rows of `messages` alone are read
//! as `openai`, unless a message is one of a chat template only.
//!
//! Source: TRL 1.16, `docs/source/dataset_formats.md` and `trl/data_utils.py`.

mod policy;
mod read;
mod schema;
mod write;

use crate::format::{Dialect, Family, Format, FormatAbout, FormatShape};

pub(super) const NAME: &str = crate::format::openai::TEMPLATE_ROWS;

pub(in crate::format) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["trl"],
        summary: "Hugging Face and TRL rows: `messages`, or `prompt` with answers that are compared or rated",
        source: "TRL 1.16, dataset_formats.md and data_utils.py",
    },
    dialects: &[
        Dialect {
            name: "messages",
            summary: "rows of `messages`: of several answers the chosen one",
            policy: Some(&policy::MESSAGES),
            ..Dialect::PLAIN
        },
        Dialect {
            name: "prompt-completion",
            summary: "rows of `prompt` and `completion`",
            policy: Some(&policy::COMPLETION),
            ..Dialect::PLAIN
        },
        Dialect {
            name: "preference",
            summary: "rows of `prompt`, `chosen` and `rejected`",
            policy: Some(&policy::PREFERENCE),
            ..Dialect::PLAIN
        },
        Dialect {
            name: "kto",
            summary: "rows of `prompt`, `completion` and `label`: unpaired preference",
            policy: Some(&policy::KTO),
            ..Dialect::PLAIN
        },
        Dialect {
            name: "stepwise",
            summary: "rows of `prompt`, `completions` and `labels`, as texts: stepwise supervision",
            policy: Some(&policy::STEPWISE),
            ..Dialect::PLAIN
        },
    ],
    policy: policy::ROWS,
    print: Some(write::print),
    shape: FormatShape {
        ids: Some(&schema::IDS),
        media: Some(schema::media),
        schema: Some(|printer| printer.value(&schema::ROW)),
        ..FormatShape::NONE
    },
    ..Format::new(NAME, Family::Training, read::score, read::read)
};
