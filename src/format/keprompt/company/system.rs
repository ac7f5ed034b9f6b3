//! Anthropic and Google: the text of the system stands beside the messages.
//!
//! ```json
//! {"messages":[{"role":"assistant","parts":[{"functionCall":{"name":"f","args":{}}}]}],"system":"Be brief."}
//! ```

use super::part::{Placed, image, unsent, write_arguments, write_id, write_result_text, write_source, write_type};
use super::{Company, Whole};
use crate::format::Writing;
use crate::json::{At, Text};
use crate::model::{Part, ToolCall, ToolResult};
use crate::report::{Refused, loss};

/// The texts of the system messages, and where they stood.
#[derive(Default)]
pub(super) struct Systems<'c> {
    messages: Vec<(Vec<Text<'c>>, At)>,
}

impl<'c> Systems<'c> {
    fn add(&mut self, whole: &Whole<'c, '_>, company: Company, writing: &mut Writing<'_>) {
        let mut words = Vec::new();
        for placed in whole.parts() {
            match placed.part {
                Part::Text(text) | Part::Refusal(text) => {
                    if !words.is_empty() {
                        words.push(Text::Token("\\n"));
                    }
                    words.push(text.text.borrow());
                }
                part @ (Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_)) => {
                    unsent(part, company, writing);
                }
            }
        }
        self.messages.push((words, whole.at()));
    }

    /// Anthropic gets all of them, but for empty ones; Google the last one.
    pub(super) fn text(&mut self, company: Company, writing: &mut Writing<'_>) -> Option<Vec<Text<'c>>> {
        let is_empty = |words: &[Text<'_>]| words.iter().all(Text::is_empty);
        if company == Company::Gemini {
            let (words, _) = self.messages.pop()?;
            for (_, at) in self.messages.iter().filter(|(words, _)| !is_empty(words)) {
                writing
                    .report
                    .add(&loss::SYSTEM_NOT_SENT, *at, || "keprompt sends the last system message only".to_owned());
            }
            return Some(words).filter(|words| !is_empty(words));
        }
        let mut joined: Vec<Text<'c>> = Vec::new();
        for (words, _) in self.messages.drain(..).filter(|(words, _)| !is_empty(words)) {
            if !joined.is_empty() {
                joined.push(Text::Token("\\n"));
            }
            joined.extend(words);
        }
        Some(joined).filter(|joined| !joined.is_empty())
    }
}

pub(super) fn write_message<'c>(
    whole: &Whole<'c, '_>,
    company: Company,
    systems: &mut Systems<'c>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    whole.check_role(writing)?;
    let role = whole.role();
    if role.is("system") {
        systems.add(whole, company, writing);
        return Ok(());
    }
    writing.out.open(b'{');
    if company == Company::Gemini {
        writing.out.key("role").text(&role);
        writing.out.key("parts").open(b'[');
    } else {
        writing.out.key("role").word(if role.is("assistant") { "assistant" } else { "user" });
        writing.out.key("content").open(b'[');
    }
    for placed in whole.parts() {
        match placed.part {
            Part::Text(text) | Part::Refusal(text) => {
                writing.out.open(b'{');
                if company == Company::Anthropic {
                    writing.out.key("type").word("text");
                }
                writing.out.key("text").text(&text.text);
                writing.out.close(b'}');
            }
            Part::Media(media) => {
                let Some((kind, data)) = image(media, writing)? else { continue };
                if company == Company::Anthropic {
                    write_source(kind.as_ref(), &data, writing);
                    continue;
                }
                writing.out.open(b'{');
                writing.out.key("inlineData").open(b'{');
                write_type("mimeType", kind.as_ref(), writing);
                writing.out.key("data").text(&data);
                writing.out.close(b'}');
                writing.out.close(b'}');
            }
            Part::Call(call) => write_call(&placed, call, whole, company, writing)?,
            Part::Result(result) => write_result(&placed, result, whole, company, writing),
            // Reported by what the format supports.
            Part::Reasoning(_) | Part::Opaque(_) => {}
        }
    }
    writing.out.close(b']');
    writing.out.close(b'}');
    Ok(())
}

fn write_call(
    placed: &Placed<'_, '_>,
    call: &ToolCall<'_>,
    whole: &Whole<'_, '_>,
    company: Company,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    writing.out.open(b'{');
    if company == Company::Gemini {
        if let Some(id) = &call.id {
            writing
                .report
                .add(&loss::CALL_ID, call.at, || format!("keprompt does not send the call id `{}`", id.show()));
        }
        writing.out.key("functionCall").open(b'{');
        writing.out.key("name").text(&call.name);
        write_arguments("args", false, call, placed.message(), writing)?;
        writing.out.close(b'}');
    } else {
        writing.out.key("type").word("tool_use");
        write_id("id", placed, whole, writing);
        writing.out.key("name").text(&call.name);
        write_arguments("input", false, call, placed.message(), writing)?;
    }
    writing.out.close(b'}');
    Ok(())
}

fn write_result(
    placed: &Placed<'_, '_>,
    result: &ToolResult<'_>,
    whole: &Whole<'_, '_>,
    company: Company,
    writing: &mut Writing<'_>,
) {
    writing.out.open(b'{');
    if company == Company::Gemini {
        let (message, part) = placed.place();
        let name = result.name.as_ref().or_else(|| whole.links.name(message, part));
        writing.out.key("functionResponse").open(b'{');
        // The name is not stored; keprompt itself has it only while the run goes on.
        writing.out.key("name").text(name.unwrap_or(&Text::Token("")));
        write_result_text("response", result, writing);
        match &result.call_id {
            Some(id) => writing.out.key("id").text(id),
            None => writing.out.key("id").word(""),
        }
        writing.out.close(b'}');
    } else {
        writing.out.key("type").word("tool_result");
        write_id("tool_use_id", placed, whole, writing);
        write_result_text("content", result, writing);
    }
    writing.out.close(b'}');
}
