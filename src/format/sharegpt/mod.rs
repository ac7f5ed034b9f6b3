//! The `ShareGPT` family: records with turns of `from` and `value`, as fine-tuning tools read them.
//!
//! ```json
//! {"conversations":[{"from":"human","value":"Hi"},{"from":"gpt","value":"Hello!"}]}
//! ```
//!
//! Tool calls come in three dialects: `function_call` turns of JSON (`LLaMA-Factory`), and `<tool_call>` tags in an answer,
//! around JSON (Hermes) or around a name and arguments in tags (GLM). Turns of `role` and `content` are read as well. Files are listed next to the turns; `<image>`, `<video>` and `<audio>` in the words of the user are their places.
//!
//! Source: the dataset readers of `LLaMA-Factory` 0.9, Axolotl and `FastChat`.

mod rules;

use super::Format;
use super::turn_lists::{
    DeclaredList, OtherTurnKeys, RecordFields, SpeakerKeys, Speakers, TRAINING_FILES, TurnKind, TurnLists, TurnPair,
    TurnShape, format,
};

const NAME: &str = "sharegpt";

pub(super) static FORMAT: Format = format::<ShareGpt>();

struct ShareGpt;

impl DeclaredList for ShareGpt {
    const LISTS: TurnLists = TurnLists {
        name: NAME,
        aliases: &["share-gpt", "vicuna"],
        summary: "ShareGPT fine-tuning records: turns of `from` and `value`, tools as `LLaMA-Factory` and Hermes write them",
        source: "dataset readers of `LLaMA-Factory` 0.9, Axolotl and FastChat",
        lists: &["conversations", "conversation", "dialog", "messages"],
        turn: TurnShape {
            speaker: "from",
            words: "value",
            weights: &["weight", "train"],
            parts: None,
            has_single_calls: false,
        },
        other: OtherTurnKeys {
            keys: &[
                SpeakerKeys::new("role", "content"),
                SpeakerKeys::new("role", "value"),
                SpeakerKeys::new("speaker", "text"),
                SpeakerKeys::new("role", "text"),
            ],
            lists: &["conversations", "conversation", "dialog"],
            words: Some("content"),
        },
        speakers: Speakers {
            all: &[
                ("human", TurnKind::User),
                ("gpt", TurnKind::Answer),
                ("system", TurnKind::System),
                ("user", TurnKind::User),
                ("assistant", TurnKind::Answer),
                ("function_call", TurnKind::Calls),
                ("tool_call", TurnKind::Calls),
                ("observation", TurnKind::Results),
                ("tool", TurnKind::TaggedResults),
                ("model", TurnKind::Answer),
                ("chatgpt", TurnKind::Answer),
                ("bing", TurnKind::Answer),
                ("bard", TurnKind::Answer),
                ("claude", TurnKind::Answer),
                ("ai", TurnKind::Answer),
                ("bot", TurnKind::Answer),
                ("function_response", TurnKind::Results),
                ("tool_response", TurnKind::Results),
                ("function-response", TurnKind::Results),
            ],
            own: &[],
            products: &["chatgpt", "bing", "bard", "claude"],
        },
        fields: RecordFields {
            id: Some("id"),
            system: Some("system"),
            tools: Some("tools"),
            files: TRAINING_FILES,
            pair: Some(TurnPair { chosen: "chosen", rejected: "rejected", is_whole: false }),
            label: Some("kto_tag"),
        },
        rules: rules::RULES,
        evidence: "turns with `from` and `value`",
        no_ids: "turns have a speaker and a text; calls and results belong together by their order",
    };
}
