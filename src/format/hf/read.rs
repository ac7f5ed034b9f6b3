//! Reads rows by their columns.

use super::NAME;
use crate::format::openai::files::read_files;
use crate::format::openai::preference::{ComparedAnswer, add_pair};
use crate::format::openai::read::{read_messages, read_tools};
use crate::format::shared::{extras, need_conversation, refuse_type, wrong_type};
use crate::format::turn_lists::IMAGES;
use crate::format::turn_lists::media::UnnamedFiles;
use crate::format::{Reading, Score};
use crate::json::{Node, Text, same_value};
use crate::model::{
    Conversation, Form, MediaKind, Message, Part, Preference, Rating, Role, Slot, TextPart, ToolKind, Verdict,
};
use crate::report::{Refused, Severity, shape};

/// Columns with messages or with a text, and labels. `messages` alone are those of `openai`, unless its API would reject them.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let columns = ["prompt", "completion", "chosen", "rejected", "label", "completions", "labels", "instruction"];
    let [prompt, completion, chosen, rejected, label, completions, labels, instruction] = root.pick(&columns);
    let is_list = |column: Option<Node<'_, '_>>| column.is_some_and(is_messages);
    let is_text = |column: Option<Node<'_, '_>>| column.is_some_and(|column| column.is_string());
    if is_list(chosen) && is_list(rejected) {
        return Some(Score::new(240, "`chosen` and `rejected` with messages"));
    }
    if is_list(prompt) && (is_list(completion) || (completion.is_none() && root.get("messages").is_none())) {
        return Some(Score::new(238, "`prompt` with messages"));
    }
    if is_text(prompt) && completions.zip(labels).is_some_and(|(steps, labels)| steps.is_array() && labels.is_array()) {
        return Some(Score::new(210, "`completions` with a label each"));
    }
    if is_text(prompt) && is_text(completion) && label.is_some_and(|label| label.as_bool().is_some()) {
        return Some(Score::new(210, "`completion` with a `label`"));
    }
    if root.get("messages").is_some_and(|messages| messages.items().any(is_of_template)) && root.get("model").is_none()
    {
        return Some(Score::new(
            240,
            "a message for chat templates: arguments that are an object, a place for an image",
        ));
    }
    let is_pair = is_text(prompt) && is_text(chosen) && is_text(rejected) && instruction.is_none();
    is_pair.then(|| Score::new(210, "`prompt` with `chosen` and `rejected`"))
}

/// True for a message that the API would reject: `{"tool_calls":[{"type":"function","function":{"arguments":{}}}]}`.
fn is_of_template(message: Node<'_, '_>) -> bool {
    let [role, content, calls] = message.pick(&["role", "content", "tool_calls"]);
    let is_call = |call: Node<'_, '_>| {
        let arguments = call.get("function").and_then(|function| function.get("arguments"));
        call.get("type").is_some_and(|kind| kind.is("function")) && arguments.is_some_and(|it| it.is_object())
    };
    let is_image = |part: Node<'_, '_>| {
        part.get("type").is_some_and(|kind| kind.is("image"))
            && part.members().all(|(key, _)| key.is("type") || key.is("image"))
    };
    role.is_some()
        && (calls.is_some_and(|calls| calls.items().any(is_call))
            || content.filter(Node::is_array).is_some_and(|parts| parts.items().any(is_image)))
}

/// A list of messages, or nothing in it.
fn is_messages(list: Node<'_, '_>) -> bool {
    let has_role = |first: Node<'_, '_>| {
        let [role, content, calls, kind] = first.pick(&["role", "content", "tool_calls", "type"]);
        role.is_some() && (content.is_some() || calls.is_some()) && kind.is_none()
    };
    list.is_array() && list.items().next().is_none_or(has_role)
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut found = reading.report.alike();
    found.take_template_forms(true);
    let own = Reading { report: &mut found, scratch: &mut *reading.scratch, columns: None, programs: None };
    let conversation = read_row(root, &mut { own })?;
    // Fields of programs that are compatible with the API belong here.
    found.retain(|code| code != &shape::COMPATIBLE_FIELD);
    reading.report.append(&mut found);
    Ok(conversation)
}

fn read_row<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    need_conversation(root, "an object with `prompt`, `chosen` or `messages`")?;
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    let has = |key: &str| root.get(key).is_some_and(|value| !value.is_null());
    if has("chosen") || has("rejected") {
        read_preference(root, &mut conversation, reading)?;
    } else if has("completions") {
        read_steps(root, &mut conversation, reading)?;
    } else if has("prompt") {
        read_completion(root, &mut conversation, reading)?;
    } else if has("messages") {
        let ([messages, tools], rest) = root.fields(&["messages", "tools"])?;
        conversation.source.shape = "messages";
        extras(&rest, NAME, &mut conversation.extras);
        if let Some(list) = messages {
            read_messages(list, "messages", &mut conversation.messages, reading)?;
        }
        read_tools(tools, "tools", ToolKind::Function, &mut conversation, reading)?;
    } else {
        let why = "a row needs `prompt`, `chosen` and `rejected`, or `messages`";
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    read_images(root, &mut conversation, reading);
    Ok(conversation)
}

/// True for the JSON text `{"type":"image"}`, however it is laid out.
fn is_image_place(raw: &str) -> bool {
    raw.bytes().filter(|byte| !byte.is_ascii_whitespace()).eq(br#"{"type":"image"}"#.iter().copied())
}

/// The images of the row, each in the place that a message has for it: `{"type":"image"}`, or `<image>` in its text.
fn read_images<'a>(root: Node<'_, 'a>, conversation: &mut Conversation<'a>, reading: &mut Reading<'_>) {
    let is_place = |part: &Part<'_>| matches!(part, Part::Opaque(it) if is_image_place(it.raw.as_str()));
    // Images may also be objects with bytes, which are columns like any other.
    let is_path = |list: &Node<'_, '_>| {
        list.is_string() || (list.is_array() && !list.is_empty() && list.items().all(|item| item.is_string()))
    };
    let column = IMAGES.fields.iter().find_map(|key| Some((*key, root.get(key).filter(is_path)?)));
    let Some((key, list)) = column.filter(|_| conversation.messages.iter().flat_map(|it| &it.parts).any(is_place))
    else {
        return read_files(root, conversation, reading);
    };
    conversation.extras.retain(|extra| extra.slot != Slot::Here || !extra.key.is(key));
    let mut files = UnnamedFiles::default();
    files.read_field(key, &IMAGES, list, conversation, reading);
    let others = conversation.preference.iter_mut().flat_map(|known| &mut known.others);
    let messages = conversation.messages.iter_mut().chain(others.flat_map(|answer| &mut answer.messages));
    for part in messages.flat_map(|message| message.parts.iter_mut()).filter(|part| is_place(part)) {
        if let Some(media) = files.next(MediaKind::Image) {
            *part = Part::Media(Box::new(media));
        }
    }
    files.finish(conversation);
}

fn read_preference<'a>(
    root: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let keys = ["prompt", "chosen", "rejected", "tools", "score_chosen", "score_rejected", "messages"];
    let ([prompt, chosen, rejected, tools, better, worse, messages], rest) = root.fields(&keys)?;
    conversation.source.shape = "preference";
    extras(&rest, NAME, &mut conversation.extras);
    let same = if prompt.is_some_and(|prompt| prompt.is_array()) { 0 } else { same_messages(chosen, rejected) };
    let prompts: Vec<_> = chosen.into_iter().flat_map(|chosen| chosen.items().take(same)).collect();
    match prompt {
        // A data set may have the last question as a text, too.
        Some(text) if !prompts.is_empty() && text.is_string() => {
            let is_same = prompts.iter().any(|message| holds(*message, text));
            let (key, value, at) = (Text::Token("prompt"), text.to_raw(), text.at());
            let kept = &mut conversation.extras;
            if is_same { kept.note(NAME, key, value, at) } else { kept.push(NAME, key, value, at) }
        }
        prompt => read_column(prompt, "prompt", &Role::User, &mut conversation.messages, reading)?,
    }
    // The rejected messages repeat the prompt.
    if let Some(rejected) = rejected.filter(|_| same > 0) {
        conversation.extras.note(NAME, Text::Token("rejected"), rejected.to_raw(), rejected.at());
    }
    // It repeats the chosen messages.
    if let Some(messages) = messages {
        let is_same = chosen.is_some_and(|chosen| same_value(chosen, messages));
        let (key, value, at) = (Text::Token("messages"), messages.to_raw(), messages.at());
        let kept = &mut conversation.extras;
        if is_same { kept.note(NAME, key, value, at) } else { kept.push(NAME, key, value, at) }
    }
    let mut answers = Vec::new();
    for (column, key) in [(chosen, "chosen"), (rejected, "rejected")] {
        let mut messages = Vec::new();
        read_column(column, key, &Role::Assistant, &mut messages, reading)?;
        let earlier = if key == "chosen" { &mut conversation.messages } else { &mut Vec::new() };
        let answer = messages.split_off(same.min(messages.len()));
        earlier.append(&mut messages);
        answers.push(ComparedAnswer { value: column.filter(|column| !column.is_null()), messages: answer });
    }
    let start = conversation.messages.len();
    add_pair(answers, start, conversation);
    read_tools(tools, "tools", ToolKind::Function, conversation, reading)?;
    let mut ratings: Vec<_> = conversation.preference.iter_mut().flat_map(|known| known.ratings_mut()).collect();
    for (score, key, is_good) in [(better, "score_chosen", true), (worse, "score_rejected", false)] {
        let Some(score) = score.filter(|score| !score.is_null()) else { continue };
        match ratings.iter_mut().find(|rating| rating.verdict.is_some_and(|verdict| verdict.is_good == is_good)) {
            Some(rating) => rating.score = Some((score.to_raw(), score.at())),
            // The row has no such answer.
            None => conversation.extras.push(NAME, Text::Token(key), score.to_raw(), score.at()),
        }
    }
    Ok(())
}

/// The number of messages that two lists begin with, and that are their prompt: all up to the first difference.
fn same_messages(chosen: Option<Node<'_, '_>>, rejected: Option<Node<'_, '_>>) -> usize {
    let (Some(chosen), Some(rejected)) = (chosen, rejected) else { return 0 };
    let most = chosen.len().min(rejected.len()).saturating_sub(1);
    chosen.items().zip(rejected.items()).take(most).take_while(|(a, b)| same_value(*a, *b)).count()
}

/// True if the content of a message is this text.
fn holds(message: Node<'_, '_>, text: Node<'_, '_>) -> bool {
    text.is_string() && message.get("content").is_some_and(|content| same_value(content, text))
}

fn read_steps<'a>(
    root: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([prompt, completions, labels], rest) = root.fields(&["prompt", "completions", "labels"])?;
    conversation.source.shape = "stepwise";
    extras(&rest, NAME, &mut conversation.extras);
    read_column(prompt, "prompt", &Role::User, &mut conversation.messages, reading)?;
    let mut preference = Preference { start: conversation.messages.len(), ..Preference::default() };
    if let Some(steps) = completions {
        let mut message = Message { at: steps.at(), origin: NAME, role: Role::Assistant, ..Message::default() };
        message.form = Form::Parts;
        if !steps.is_array() {
            return Err(refuse_type(steps, "completions", "a list of strings"));
        }
        for step in steps.items() {
            let text = step.text().ok_or_else(|| refuse_type(step, "completions", "a list of strings"))?;
            message.parts.push(Part::Text(TextPart::new(text, step.at())));
        }
        conversation.messages.push(message);
    }
    if let Some(labels) = labels {
        let steps = labels.items().map(|label| Some(Verdict { is_good: label.as_bool()?, at: label.at() }));
        match steps.collect::<Option<Vec<_>>>().filter(|_| labels.is_array() || labels.is_null()) {
            Some(steps) => {
                let texts = completions.map_or(0, |completions| completions.len());
                if labels.is_array() && steps.len() != texts {
                    reading.report.add_as(&shape::BAD_VALUE, Severity::Warning, labels.at(), || {
                        format!("`labels` is of length {}, `completions` of length {texts}", steps.len())
                    });
                }
                preference.steps = steps;
            }
            None => {
                wrong_type(reading, labels, "labels", "a list of true and false");
                conversation.extras.push(NAME, Text::Token("labels"), labels.to_raw(), labels.at());
            }
        }
    }
    conversation.preference = Some(Box::new(preference));
    Ok(())
}

fn read_completion<'a>(
    root: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([prompt, completion, label, tools], rest) = root.fields(&["prompt", "completion", "label", "tools"])?;
    extras(&rest, NAME, &mut conversation.extras);
    read_column(prompt, "prompt", &Role::User, &mut conversation.messages, reading)?;
    let start = conversation.messages.len();
    read_column(completion, "completion", &Role::Assistant, &mut conversation.messages, reading)?;
    read_tools(tools, "tools", ToolKind::Function, conversation, reading)?;
    let mut rating = Rating::default();
    if let Some(label) = label.filter(|label| !label.is_null()) {
        match label.as_bool() {
            Some(is_good) => rating.verdict = Some(Verdict { is_good, at: label.at() }),
            None => {
                wrong_type(reading, label, "label", "true or false");
                conversation.extras.push(NAME, Text::Token("label"), label.to_raw(), label.at());
            }
        }
    }
    conversation.source.shape = match (rating.verdict, completion) {
        (Some(_), _) => "kto",
        (None, Some(_)) => "prompt-completion",
        (None, None) => "prompt",
    };
    conversation.preference = Some(Box::new(Preference { start, rating, ..Preference::default() }));
    Ok(())
}

/// A column of messages, or of a text, which is one message with this role. Null is an absent column.
fn read_column<'a>(
    column: Option<Node<'_, 'a>>,
    key: &str,
    role: &Role<'static>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let Some(column) = column.filter(|column| !column.is_null()) else { return Ok(()) };
    let Some(text) = column.text() else { return read_messages(column, key, messages, reading) };
    let mut message = Message { at: column.at(), origin: NAME, role: role.clone(), ..Message::default() };
    message.form = Form::Text;
    message.parts.push(Part::Text(TextPart::new(text, column.at())));
    messages.push(message);
    Ok(())
}
