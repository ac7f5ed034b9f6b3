//! The `ShareGPT` family: records with turns of `from` and `value`, as fine-tuning tools read them.
//!
//! ```json
//! {"conversations":[{"from":"human","value":"Hi"},{"from":"gpt","value":"Hello!"}]}
//! ```
//!
//! Tool calls come in two dialects: `function_call` turns that hold JSON (`LLaMA-Factory`), and `<tool_call>` tags inside
//! an answer (Hermes). What is packed into text is unpacked for the model; the text is kept beside it for the way home.
//!
//! Source: the dataset readers of `LLaMA-Factory` 0.9, Axolotl and `FastChat`.

mod listing;
mod media;
mod packed;
mod policy;
mod read;
mod rules;
mod shape;
mod speaker;
#[cfg(test)]
#[allow(clippy::wildcard_enum_match_arm, reason = "tests look for one kind")]
mod tests;
mod tools;
mod turn;
mod write;
mod write_packed;

use super::Format;

pub(super) const NAME: &str = "sharegpt";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["share-gpt", "vicuna"],
    summary: "ShareGPT fine-tuning records: turns of `from` and `value`, tools as `LLaMA-Factory` and Hermes write them",
    source: "dataset readers of `LLaMA-Factory` 0.9, Axolotl and FastChat",
    dialects: &[],
    policy: policy::SHAREGPT,
    score: read::score,
    is_message: None,
    read: read::read,
    print: Some(write::print),
    rules: rules::RULES,
    requires: crate::rule::PAIRING,
    is_service: false,
    program: None,
    ids: Some(&shape::IDS),
    listing: Some(&listing::LISTING),
    media: Some(shape::media),
};
