//! The messages that keprompt's own code sends to a service, flaws included: what vanishes there is reported, and where the
//! code fails, the record is refused. Only written.
//!
//! ```json
//! {"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"system":"Be brief."}
//! ```
//!
//! Source: keprompt 3.1.0, `to_company_messages()` of each service.

mod dumps;
mod openai;
mod part;
mod system;

use super::NAME;
use super::write::{is_one, needs_ids};
use crate::format::shared::{IdMaker, Links};
use crate::format::{Container, Dialect, Fact, Format, Policy, Reading, Writing};
use crate::json::{At, Node};
use crate::model::{Conversation, MediaKind, Message};
use crate::report::{Refused, loss, shape};

/// The services, by keprompt's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Company {
    OpenAi,
    OpenRouter,
    Cerebras,
    Xai,
    Mistral,
    DeepSeek,
    Anthropic,
    Gemini,
}

/// A dialect for each service.
const fn service(name: &'static str, summary: &'static str) -> Dialect {
    Dialect { name, summary, ..Dialect::PLAIN }
}

pub(in crate::format) static COMPANY: Format = Format {
    name: "keprompt-company",
    aliases: &[],
    summary: "KePrompt: what its own code sends to a service; only written",
    source: "keprompt 3.1.0, to_company_messages()",
    dialects: &[
        service("openai", "what keprompt sends to OpenAI"),
        service("anthropic", "what keprompt sends to Anthropic"),
        service("gemini", "what keprompt sends to Google"),
        service("mistral", "what keprompt sends to Mistral"),
        service("deepseek", "what keprompt sends to DeepSeek"),
        service("xai", "what keprompt sends to xAI"),
        service("openrouter", "what keprompt sends to OpenRouter"),
        service("cerebras", "what keprompt sends to Cerebras"),
    ],
    policy: Policy {
        name: NAME,
        facts: &[
            Fact::MiddleSystem,
            Fact::SeveralTexts,
            Fact::AnswerFirst,
            Fact::Calls,
            Fact::CallIds,
            Fact::MixedOrder,
            Fact::ResultNames,
        ],
        media: &[(MediaKind::Image, &["base64"])],
        families: &[],
        ..Policy::BASE
    },
    score: |_| None,
    is_message: None,
    read,
    write: Some(write),
    print: None,
    rules: &[],
    requires: &[],
    is_service: false,
    program: None,
    // What a service gets is made anew for every request.
    ids: None,
    listing: None,
    media: None,
};

fn read<'a>(root: Node<'_, 'a>, _: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let refused = Refused::new(&shape::NOT_A_CONVERSATION, root.at(), "keprompt-company is only written");
    Err(refused.helping("read it as the format of the service"))
}

/// A message as keprompt has it, and what is known around it.
struct Whole<'c, 'm> {
    /// Its pieces.
    pieces: &'c [Message<'m>],
    /// The place of the first one.
    index: usize,
    links: &'c Links<'c>,
}

fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let company = match writing.options.dialect {
        Some("openai") => Company::OpenAi,
        Some("openrouter") => Company::OpenRouter,
        Some("cerebras") => Company::Cerebras,
        Some("xai") => Company::Xai,
        Some("mistral") => Company::Mistral,
        Some("deepseek") => Company::DeepSeek,
        Some("anthropic") => Company::Anthropic,
        Some("gemini") => Company::Gemini,
        _ => {
            let refused =
                Refused::new(&loss::CANNOT_HOLD, At::byte(0), "keprompt sends something else to each service");
            return Err(refused.helping("name the service: --to keprompt-company:openai"));
        }
    };
    let ids = IdMaker::new(conversation.source);
    let links = Links::with_names(conversation, &ids);
    if needs_ids(conversation) {
        links.report(conversation, writing.report);
    }
    let is_list = writing.options.container == Container::List;
    if !is_list {
        writing.out.open(b'{');
        writing.out.key("messages");
    }
    writing.out.open(b'[');
    let mut systems = system::Systems::default();
    let mut index = 0;
    for pieces in conversation.messages.chunk_by(is_one) {
        let whole = Whole { pieces, index, links: &links };
        index += pieces.len();
        match company {
            Company::Anthropic | Company::Gemini => system::write_message(&whole, company, &mut systems, writing)?,
            Company::OpenAi
            | Company::OpenRouter
            | Company::Cerebras
            | Company::Xai
            | Company::Mistral
            | Company::DeepSeek => openai::write_message(&whole, company, writing)?,
        }
    }
    writing.out.close(b']');
    let text = systems.text(company, writing);
    if is_list {
        // A bare list has no place for it.
        let why = "the text of the system stands beside the list; write the body instead";
        return text.map_or(Ok(()), |_| Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why)));
    }
    if let Some(text) = text {
        writing.out.key("system").joined(&text);
    }
    writing.out.close(b'}');
    Ok(())
}

/// True if the ids of a message stay what they are, also where there is none.
fn is_own(message: &Message<'_>) -> bool {
    message.origin == NAME
}
