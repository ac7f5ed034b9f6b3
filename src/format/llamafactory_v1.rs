//! `LLaMA-Factory` v1: messages whose contents are typed parts, with a weight for training.
//!
//! ```json
//! {"messages":[{"role":"user","content":[{"type":"text","value":"Hi"}],"loss_weight":0.0},
//!              {"role":"assistant","content":[{"type":"reasoning","value":"Greet."},{"type":"text","value":"Hello!"}],"loss_weight":1.0}]}
//! ```
//!
//! Its converters make such records of alpaca and sharegpt data; the records of its first version are those of sharegpt.
//!
//! Source: llamafactory 0.9.5, `v1/utils/types.py` and `v1/plugins/data_plugins/converter.py`.

use super::Format;
use super::turn_lists::{
    DeclaredList, FileField, RecordFields, Speakers, TurnKind, TurnLists, TurnPair, TurnShape, TypedParts, format,
};
use crate::model::MediaKind;

pub(super) static FORMAT: Format = format::<LlamaFactoryV1>();

struct LlamaFactoryV1;

impl DeclaredList for LlamaFactoryV1 {
    const LISTS: TurnLists = TurnLists {
        name: "llamafactory-v1",
        aliases: &["llama-factory-v1"],
        summary: "LLaMA-Factory v1 records: messages with typed parts of `type` and `value`, and `loss_weight`",
        source: "llamafactory 0.9.5, `SFTSample` and the converters of its package v1",
        lists: &["messages", "chosen_messages"],
        turn: TurnShape {
            speaker: "role",
            words: "content",
            parts: Some(TypedParts {
                kind: "type",
                value: "value",
                text: "text",
                reasoning: "reasoning",
                call: "tool_call",
                weight: "loss_weight",
            }),
            ..TurnShape::TEXT_ONLY
        },
        speakers: Speakers {
            all: &[
                ("user", TurnKind::User),
                ("assistant", TurnKind::Answer),
                ("system", TurnKind::System),
                ("tool", TurnKind::Results),
            ],
            ..Speakers::TEXT_ONLY
        },
        fields: RecordFields {
            tools: Some("tools"),
            files: &[
                FileField { kind: MediaKind::Image, tag: "image_url", fields: &[] },
                FileField { kind: MediaKind::Video, tag: "video_url", fields: &[] },
                FileField { kind: MediaKind::Audio, tag: "audio_url", fields: &[] },
            ],
            pair: Some(TurnPair { chosen: "chosen_messages", rejected: "rejected_messages", is_whole: true }),
            ..RecordFields::NONE
        },
        evidence: "content parts of `type` and `value`",
        no_ids: "messages have a role and parts; calls and results belong together by their order",
        ..TurnLists::TEXT_ONLY
    };
}
