//! `LangChain`: messages as its stores, dumps and graphs keep them.
//!
//! ```json
//! [{"type":"human","data":{"content":"hi"}}]
//! {"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":"hi"}}
//! {"type":"human","content":"hi","additional_kwargs":{}}
//! ```
//!
//! The same objects in three forms: as dict, as dump of `load`, and flat. Source: langchain-core 1.8.3, langgraph 1.2.24,
//! @langchain/core 1.4.0, checked by running them.

mod block;
mod call;
mod call_copy;
mod chunk;
mod history;
mod hosted;
mod media;
mod message;
mod policy;
mod read;
mod record_type;
mod shape;
mod snapshot;
mod stored;
mod stream;
mod write;

use crate::format::{Family, Format, FormatAbout, FormatShape, FramingRules};

pub(super) const NAME: &str = "langchain";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["langgraph"],
        summary: "LangChain and LangGraph: lists of messages (dict, dump or flat), rows of message stores, snapshots of graphs",
        source: "langchain-core 1.8.3, langgraph 1.2.24, @langchain/core 1.4.0",
    },
    policy: policy::LANGCHAIN,
    framing: FramingRules {
        is_message: Some(read::is_message),
        session_of: Some(read::session_of),
        ..FramingRules::NONE
    },
    print: Some(write::print),
    shape: FormatShape {
        ids: Some(&shape::IDS),
        media: Some(shape::media),
        schema: Some(|printer| printer.value(&record_type::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};
