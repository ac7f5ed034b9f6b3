//! The services that speak like `OpenAI`, each with its own code.
//!
//! ```json
//! {"role":"assistant","content":"Sure.","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"n\": 3}"}}]}
//! ```

use super::part::{Placed, data_url, image, unsent, write_arguments, write_id, write_result_text, write_source};
use super::{Company, Whole};
use crate::format::Writing;
use crate::json::Text;
use crate::model::{Part, ToolCall, ToolResult};
use crate::report::{Refused, loss};

pub(super) fn write_message(whole: &Whole<'_, '_>, company: Company, writing: &mut Writing<'_>) -> Result<(), Refused> {
    whole.check_role(writing)?;
    let role = whole.role();
    let (is_system, is_tool) = (role.is("system"), role.is("tool"));
    // DeepSeek's code writes results where it finds them, before the message that they stand in.
    let is_deepseek = company == Company::DeepSeek;
    if is_deepseek {
        for placed in whole.parts() {
            if let Part::Result(result) = placed.part {
                write_result(&placed, result, whole, writing);
            }
        }
    }
    let joins = !matches!(company, Company::OpenAi | Company::OpenRouter);
    if is_system && joins {
        return write_system(whole, company, writing);
    }
    if is_tool {
        return write_tool(whole, company, writing);
    }
    let content: Vec<Placed<'_, '_>> = whole.parts().filter(|placed| is_content(placed.part)).collect();
    let has_calls = whole.parts().any(|placed| matches!(placed.part, Part::Call(_)));
    if is_deepseek && !(role.is("assistant") || (role.is("user") && !content.is_empty())) {
        whole.parts().filter(|placed| !is_result(placed)).for_each(|placed| unsent(placed.part, company, writing));
        if content.is_empty() {
            writing.report.add(&loss::EMPTY_MESSAGE, whole.at(), || "keprompt leaves the message out".to_owned());
        }
        return Ok(());
    }
    writing.out.open(b'{');
    writing.out.key("role").text(&role);
    if !(is_deepseek && content.is_empty()) {
        write_content(&content, company, writing)?;
    }
    if has_calls && (!is_deepseek || role.is("assistant")) {
        write_calls(whole, company, writing)?;
    }
    for placed in whole.parts() {
        let is_lost = match placed.part {
            Part::Result(_) => !is_deepseek,
            Part::Call(_) => is_deepseek && !role.is("assistant"),
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => false,
        };
        if is_lost {
            unsent(placed.part, company, writing);
        }
    }
    writing.out.close(b'}');
    Ok(())
}

fn is_content(part: &Part<'_>) -> bool {
    matches!(part, Part::Text(_) | Part::Refusal(_) | Part::Media(_))
}

fn is_result(placed: &Placed<'_, '_>) -> bool {
    matches!(placed.part, Part::Result(_))
}

/// One string of all texts.
fn write_system(whole: &Whole<'_, '_>, company: Company, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let mut words = Vec::new();
    for placed in whole.parts() {
        match placed.part {
            Part::Text(text) | Part::Refusal(text) => {
                if !words.is_empty() {
                    words.push(Text::Token("\\n"));
                }
                words.push(text.text.borrow());
            }
            // Cerebras' code takes the text of all parts without asking whether they have one.
            Part::Media(media) if company == Company::Cerebras => return Err(no_text(media.at)),
            Part::Result(_) if company == Company::DeepSeek => {}
            part @ (Part::Media(_) | Part::Call(_) | Part::Result(_) | Part::Reasoning(_) | Part::Opaque(_)) => {
                unsent(part, company, writing);
            }
        }
    }
    if words.len() > 1 {
        writing.report.add(&loss::JOINED, whole.at(), || "the texts of the system become one".to_owned());
    }
    writing.out.open(b'{');
    writing.out.key("role").word("system");
    writing.out.key("content").joined(&words);
    writing.out.close(b'}');
    Ok(())
}

fn no_text(at: crate::json::At) -> Refused {
    let why = "keprompt's code takes the text of this image, and fails (KeyError: 'text')";
    Refused::new(&loss::CANNOT_HOLD, at, why).helping("say something beside the image, or write what the service takes")
}

/// A tool message: each result, or the last one alone.
fn write_tool(whole: &Whole<'_, '_>, company: Company, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let last_only = matches!(company, Company::Xai | Company::Mistral);
    let last = whole.parts().filter(is_result).last().map(|placed| placed.place());
    for placed in whole.parts() {
        match placed.part {
            Part::Result(_) if company == Company::DeepSeek => {}
            Part::Result(result) if !last_only => write_result(&placed, result, whole, writing),
            Part::Result(_) if Some(placed.place()) == last => {}
            Part::Call(_) if company == Company::Xai => {}
            part @ (Part::Text(_)
            | Part::Reasoning(_)
            | Part::Call(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_)) => unsent(part, company, writing),
        }
    }
    if !last_only {
        return Ok(());
    }
    let answer = whole.parts().find(|placed| Some(placed.place()) == last);
    if answer.is_none() && company == Company::Mistral {
        let text = "keprompt's code asks for a result, and fails without one (KeyError: 'content')";
        let refused = Refused::new(&loss::CANNOT_HOLD, whole.at(), text);
        return Err(refused.helping("put a result into the message, or remove it"));
    }
    writing.out.open(b'{');
    if let Some((placed, Part::Result(result))) = answer.as_ref().map(|placed| (placed, placed.part)) {
        writing.out.key("role").word("tool");
        write_result_text("content", result, writing);
        write_id("tool_call_id", placed, whole, writing);
    }
    if company == Company::Xai && whole.parts().any(|placed| matches!(placed.part, Part::Call(_))) {
        write_calls(whole, company, writing)?;
    }
    writing.out.close(b'}');
    Ok(())
}

fn write_result(placed: &Placed<'_, '_>, result: &ToolResult<'_>, whole: &Whole<'_, '_>, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    writing.out.key("role").word("tool");
    write_id("tool_call_id", placed, whole, writing);
    write_result_text("content", result, writing);
    writing.out.close(b'}');
}

fn write_content(content: &[Placed<'_, '_>], company: Company, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let is_always_list = matches!(company, Company::Mistral | Company::DeepSeek);
    match content {
        [one] if !is_always_list => match one.part {
            Part::Text(text) | Part::Refusal(text) => writing.out.key("content").text(&text.text),
            Part::Media(media) => return Err(no_text(media.at)),
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        },
        parts => {
            writing.out.key("content").open(b'[');
            for placed in parts {
                write_part(placed.part, company, writing)?;
            }
            writing.out.close(b']');
        }
    }
    Ok(())
}

fn write_part(part: &Part<'_>, company: Company, writing: &mut Writing<'_>) -> Result<(), Refused> {
    match part {
        Part::Text(text) | Part::Refusal(text) => {
            writing.out.open(b'{');
            writing.out.key("type").word("text");
            writing.out.key("text").text(&text.text);
            writing.out.close(b'}');
        }
        Part::Media(media) => {
            let Some((kind, data)) = image(media, writing)? else { return Ok(()) };
            if company == Company::DeepSeek {
                write_source(kind.as_ref(), &data, writing);
                return Ok(());
            }
            writing.out.open(b'{');
            writing.out.key("type").word("image_url");
            writing.out.key("image_url").open(b'{');
            writing.out.key("url").joined(&data_url(kind, data));
            writing.out.close(b'}');
            writing.out.close(b'}');
        }
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
    }
    Ok(())
}

fn write_calls(whole: &Whole<'_, '_>, company: Company, writing: &mut Writing<'_>) -> Result<(), Refused> {
    writing.out.key("tool_calls").open(b'[');
    for placed in whole.parts() {
        let Part::Call(call) = placed.part else { continue };
        write_call(&placed, call, whole, company, writing)?;
    }
    writing.out.close(b']');
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
    let is_type_first = company == Company::DeepSeek;
    if is_type_first {
        writing.out.key("type").word("function");
    }
    write_id("id", placed, whole, writing);
    if !is_type_first {
        writing.out.key("type").word("function");
    }
    writing.out.key("function").open(b'{');
    writing.out.key("name").text(&call.name);
    write_arguments("arguments", company != Company::Mistral, call, placed.message(), writing)?;
    writing.out.close(b'}');
    writing.out.close(b'}');
    Ok(())
}
