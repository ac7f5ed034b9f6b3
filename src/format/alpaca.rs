//! Alpaca: fine-tuning rows of an instruction, an input and an output.
//!
//! ```json
//! {"instruction":"Translate to French.","input":"Good morning","output":"Bonjour"}
//! ```
//!
//! The words of the user are the instruction, and the input on lines of its own after it; what is written has all of them in
//! the instruction. `system` is what the system says, `history` has the exchanges before. In rows of preferences `chosen` is
//! the answer, and `rejected` another one; `kto_tag` says whether the answer is good.
//!
//! Source: the dataset reader of `LLaMA-Factory` 0.9, and the data set of Stanford Alpaca.

use super::Format;
use super::rows::{DeclaredRows, Rows, format};
use super::shape::RowField;

pub(super) static FORMAT: Format = format::<Alpaca>();

struct Alpaca;

impl DeclaredRows for Alpaca {
    const ROWS: Rows = Rows {
        name: "alpaca",
        aliases: &[],
        shape: "row",
        summary: "Alpaca fine-tuning rows: `instruction`, `input` and `output`, with `system` and `history`",
        source: "dataset reader of `LLaMA-Factory` 0.9, Stanford Alpaca",
        fields: &[
            RowField::user("instruction"),
            RowField::user("input").with_nothing(&["<noinput>", "nan"]),
            RowField::answer("output"),
            RowField::chosen("chosen"),
            RowField::rejected("rejected"),
            RowField::label("kto_tag"),
            RowField::system("system"),
            RowField::exchanges("history"),
        ],
        others: &["messages", "conversations"],
        evidence: "`instruction` with `output` or `chosen`",
        no_ids: "a row only has text",
    };
}
