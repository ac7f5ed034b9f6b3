//! The containers: what stands around the messages.

use super::NAME;
use super::cache::Marks;
use super::order::arrange;
use super::plan::{Plan, Speaker, Turn};
use super::read::OUTPUT;
use super::tools::CONFIG;
use super::write_block::write_blocks;
use super::write_tools::{has_tools, is_foreign, needed_tools, write_output, write_tools};
use crate::format::Writing;
use crate::format::shared::{IdMaker, Links, Shape, drop_fields, drop_hint, write_extras};
use crate::json::Text;
use crate::model::Conversation;
use crate::report::{Refused, loss};

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let shape = Shape::of(conversation, NAME, writing);
    let ids = IdMaker::new(conversation.source);
    let links = Links::of(conversation, &ids).without_repeats(conversation);
    links.report(conversation, writing.report);
    let mut plan = Plan::of(conversation, &links, writing)?;
    if shape == Shape::Response {
        return write_response(conversation, &plan, writing);
    }
    for finish in conversation.messages.iter().filter_map(|message| message.details().finish.as_ref()) {
        let reason = &finish.reason;
        writing
            .report
            .add(&loss::FINISH_REASON, finish.at, || format!("the finish reason `{}` is dropped", reason.show()));
    }
    plan.turns = arrange(std::mem::take(&mut plan.turns), writing)?;
    if shape == Shape::List {
        if let Some(block) = plan.system.first() {
            let why = "a list of bedrock messages has no place for system texts; write the body instead";
            return Err(Refused::new(&loss::CANNOT_HOLD, block.at(), why));
        }
        drop_around(conversation, writing);
        let mut marks = Marks::of(conversation, &plan, false);
        write_turns(&plan.turns, &mut marks, writing);
        return Ok(());
    }
    write_body(conversation, &plan, writing)
}

/// A bare list has no place for tools and settings.
fn drop_around(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    for tool in conversation.tools.iter().filter(|tool| !is_foreign(tool)) {
        writing.report.add(&loss::TOOLS, tool.at, || format!("the definition of `{}` is dropped", tool.name.show()));
        drop_hint(tool.cache.as_deref(), writing);
        drop_fields(&tool.extras, NAME, writing, |_| true);
    }
    if let Some(output) = &conversation.output {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "the structured-output request is dropped".to_owned());
    }
    drop_fields(&conversation.extras, NAME, writing, |_| true);
}

fn write_body(conversation: &Conversation<'_>, plan: &Plan<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let needed = needed_tools(conversation, plan);
    let has_tools = has_tools(conversation) || !needed.is_empty();
    let is_setting = |key: &str| match key {
        // Kept only where there was nothing in them.
        "system" => plan.system.is_empty(),
        "toolConfig" => !has_tools,
        "outputConfig" => conversation.output.is_none(),
        // Of a response nothing belongs into a request.
        _ => conversation.shape != "response" && !key.starts_with(CONFIG),
    };
    let is_tool_setting = |key: &str| has_tools && key.starts_with(CONFIG);
    drop_fields(&conversation.extras, NAME, writing, |key| !is_setting(key) && !is_tool_setting(key));
    let mut marks = Marks::of(conversation, plan, true);
    writing.out.open(b'{');
    for extra in conversation.extras.of(NAME).iter().filter(|extra| is_setting(&extra.key.decode())) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
    // Tools come before everything else in the order of cache points, so they are written first.
    if has_tools {
        writing.out.key("toolConfig").open(b'{');
        writing.out.key("tools").open(b'[');
        write_tools(conversation, &needed, &mut marks, writing)?;
        writing.out.close(b']');
        for extra in conversation.extras.of(NAME) {
            if let Some(key) = extra.key.decode().strip_prefix(CONFIG) {
                writing.out.key_text(&Text::Owned(key.to_owned())).raw(&extra.value);
            }
        }
        writing.out.close(b'}');
    }
    if !plan.system.is_empty() {
        writing.out.key("system");
        write_blocks(&plan.system, &mut marks, writing);
    }
    writing.out.key("messages");
    write_turns(&plan.turns, &mut marks, writing);
    if let Some(output) = &conversation.output {
        write_output(output, writing);
    }
    writing.out.close(b'}');
    Ok(())
}

fn write_turns(turns: &[Turn<'_>], marks: &mut Marks, writing: &mut Writing<'_>) {
    writing.out.open(b'[');
    for turn in turns {
        write_turn(turn, marks, writing);
    }
    writing.out.close(b']');
}

fn write_turn(turn: &Turn<'_>, marks: &mut Marks, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    writing.out.key("role").word(match turn.speaker {
        Speaker::System => "system",
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
    });
    writing.out.key("content");
    write_blocks(&turn.blocks, marks, writing);
    write_extras(turn.extras, NAME, writing);
    writing.out.close(b'}');
}

fn write_response(conversation: &Conversation<'_>, plan: &Plan<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let Some((turn, message)) = plan.turns.first().zip(conversation.messages.first()) else {
        let at = conversation.messages.first().map(|message| message.at).unwrap_or_default();
        return Err(Refused::new(&loss::CANNOT_HOLD, at, "a response needs a message with content"));
    };
    let mut marks = Marks::of(conversation, plan, false);
    writing.out.open(b'{');
    writing.out.key("output").open(b'{');
    writing.out.key("message");
    write_turn(turn, &mut marks, writing);
    let is_inside = |key: &str| key.starts_with(OUTPUT);
    for extra in conversation.extras.of(NAME) {
        if let Some(key) = extra.key.decode().strip_prefix(OUTPUT) {
            writing.out.key_text(&Text::Owned(key.to_owned())).raw(&extra.value);
        }
    }
    writing.out.close(b'}');
    for extra in conversation.extras.of(NAME).iter().filter(|extra| !is_inside(&extra.key.decode())) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
    if let Some(finish) = &message.details().finish {
        writing.out.key("stopReason").text(&finish.reason);
    }
    writing.out.close(b'}');
    Ok(())
}
