//! The messages that keprompt's own code sends to a service, flaws included: what vanishes there is reported, and where the
//! code fails, the record is rejected. Only written.
//!
//! ```json
//! {"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"system":"Be brief."}
//! ```
//!
//! Source: keprompt 3.1.0, `to_company_messages()` of each service.

mod blocks;
mod dumps;
mod openai;
mod policy;
mod requests;
mod write;

use crate::format::{Dialect, Family, Format, FormatAbout, Reading};
use crate::json::Node;
use crate::lower::Policy;
use crate::model::Conversation;
use crate::report::{Refused, shape};

/// A dialect for each service.
const fn service(name: &'static str, summary: &'static str, policy: &'static Policy) -> Dialect {
    Dialect { name, summary, policy: Some(policy), ..Dialect::PLAIN }
}

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "KePrompt: what its own code sends to a service; only written",
        source: "keprompt 3.1.0, to_company_messages()",
        ..FormatAbout::NONE
    },
    dialects: &[
        service("openai", "what keprompt sends to OpenAI", &policy::OPENAI),
        service("anthropic", "what keprompt sends to Anthropic", &policy::ANTHROPIC),
        service("gemini", "what keprompt sends to Google", &policy::GEMINI),
        service("mistral", "what keprompt sends to Mistral", &policy::MISTRAL),
        service("deepseek", "what keprompt sends to DeepSeek", &policy::DEEPSEEK),
        service("xai", "what keprompt sends to xAI", &policy::XAI),
        service("openrouter", "what keprompt sends to OpenRouter", &policy::OPENAI),
        service("cerebras", "what keprompt sends to Cerebras", &policy::CEREBRAS),
    ],
    policy: policy::COMPANY,
    print: Some(write::print),
    // No ids: what a service gets is made again for every request.
    ..Format::new("keprompt-company", Family::Framework, |_| None, read)
};

fn read<'a>(root: Node<'_, 'a>, _: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let refused = Refused::new(&shape::NOT_A_CONVERSATION, root.at(), "keprompt-company is only written");
    Err(refused.helping("read it as the format of the service"))
}
