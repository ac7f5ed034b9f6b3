//! Token counts of services, as recorded: `"usage":{"prompt_tokens":12,"completion_tokens":5}`. Nothing is estimated.

use crate::json::{Node, Tape};
use crate::model::{Conversation, Extras, Slot};

/// Numbers of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenCounts {
    /// Conversations with known token counts.
    pub conversations: u64,
    /// All input tokens, including cached ones.
    pub input: u64,
    /// Input tokens that were read from a cache.
    pub cache_read: u64,
    /// Input tokens that were written to a cache.
    pub cache_write: u64,
    /// All output tokens, including reasoning.
    pub output: u64,
    /// Output tokens of reasoning.
    pub reasoning: u64,
}

impl TokenCounts {
    /// Adds other counts.
    pub(super) fn add(&mut self, other: Self) {
        self.conversations += other.conversations;
        self.input = self.input.saturating_add(other.input);
        self.cache_read = self.cache_read.saturating_add(other.cache_read);
        self.cache_write = self.cache_write.saturating_add(other.cache_write);
        self.output = self.output.saturating_add(other.output);
        self.reasoning = self.reasoning.saturating_add(other.reasoning);
    }
}

/// The counts that a number is added to.
#[derive(Clone, Copy)]
enum Adds {
    Input,
    /// The service counts these separately from its input.
    InputRead,
    InputWrite,
    /// They are included in the input.
    Read,
    Write,
    Output,
    /// The service counts these separately from its output.
    OutputReasoning,
    /// They are included in the output.
    Reasoning,
}

/// The keys of a program's counts: the first key identifies the program.
struct UsageKeys(&'static [(&'static [&'static str], Adds)]);

/// The objects of services and programs. Sources: the API references of the services in 2026-11, and session files of Gemini CLI
/// 0.61, opencode 1.18, pi 0.73, SWE-agent 1.1.
const USAGE: &[UsageKeys] = &[
    // OpenAI Chat, LiteLLM; cached tokens are included in those of the prompt. ATIF.
    UsageKeys(&[
        (&["prompt_tokens"], Adds::Input),
        (&["completion_tokens"], Adds::Output),
        (&["prompt_tokens_details", "cached_tokens"], Adds::Read),
        (&["cached_tokens"], Adds::Read),
        (&["completion_tokens_details", "reasoning_tokens"], Adds::Reasoning),
        (&["extra", "reasoning_tokens"], Adds::Reasoning),
    ]),
    // Anthropic, Claude Code: `cache_…` is separate from the input. OpenAI Responses, Codex: `cached…` is included.
    UsageKeys(&[
        (&["input_tokens"], Adds::Input),
        (&["cache_read_input_tokens"], Adds::InputRead),
        (&["cache_creation_input_tokens"], Adds::InputWrite),
        (&["output_tokens"], Adds::Output),
        (&["input_tokens_details", "cached_tokens"], Adds::Read),
        (&["cached_input_tokens"], Adds::Read),
        (&["cache_write_input_tokens"], Adds::Write),
        (&["output_tokens_details", "reasoning_tokens"], Adds::Reasoning),
        (&["reasoning_output_tokens"], Adds::Reasoning),
    ]),
    // Gemini; thoughts are separate from the candidates.
    UsageKeys(&[
        (&["promptTokenCount"], Adds::Input),
        (&["toolUsePromptTokenCount"], Adds::Input),
        (&["cachedContentTokenCount"], Adds::Read),
        (&["candidatesTokenCount"], Adds::Output),
        (&["thoughtsTokenCount"], Adds::OutputReasoning),
    ]),
    UsageKeys(&[
        (&["prompt_token_count"], Adds::Input),
        (&["tool_use_prompt_token_count"], Adds::Input),
        (&["cached_content_token_count"], Adds::Read),
        (&["candidates_token_count"], Adds::Output),
        (&["thoughts_token_count"], Adds::OutputReasoning),
    ]),
    // Bedrock, AG-UI.
    UsageKeys(&[
        (&["inputTokens"], Adds::Input),
        (&["cacheReadInputTokens"], Adds::InputRead),
        (&["cacheWriteInputTokens"], Adds::InputWrite),
        (&["outputTokens"], Adds::Output),
    ]),
    // Gemini CLI (`cached`, `thoughts`, `tool`), pi (`cacheRead`, `cacheWrite`), opencode (`cache`, `reasoning`).
    UsageKeys(&[
        (&["input"], Adds::Input),
        (&["tool"], Adds::Input),
        (&["cached"], Adds::Read),
        (&["cacheRead"], Adds::InputRead),
        (&["cacheWrite"], Adds::InputWrite),
        (&["cache", "read"], Adds::InputRead),
        (&["cache", "write"], Adds::InputWrite),
        (&["output"], Adds::Output),
        (&["thoughts"], Adds::OutputReasoning),
        (&["reasoning"], Adds::OutputReasoning),
    ]),
    // SWE-agent.
    UsageKeys(&[(&["tokens_sent"], Adds::Input), (&["tokens_received"], Adds::Output)]),
];

/// Keys of such an object next to a message or a conversation.
const KEYS: [&str; 6] = ["usage", "usageMetadata", "usage_metadata", "tokens", "metrics", "final_metrics"];

/// The totals in columns of keprompt and in ATIF, which have other names.
const TOTALS: UsageKeys = UsageKeys(&[
    (&["total_prompt_tokens"], Adds::Input),
    (&["total_completion_tokens"], Adds::Output),
    (&["total_cached_tokens"], Adds::Read),
]);

/// The tokens of a conversation: those of its messages, or the totals if no message has any.
pub(super) fn tokens_of(conversation: &Conversation<'_>, scratch: &mut Tape) -> TokenCounts {
    let mut sum = TokenCounts::default();
    let mut is_known = false;
    for message in &conversation.messages {
        if let Some(counts) = last_usage(&message.extras, scratch) {
            is_known = true;
            sum.add(counts);
        }
    }
    let whole = if is_known { Some(sum) } else { of_whole(&conversation.extras, scratch) };
    whole.map(|counts| TokenCounts { conversations: 1, ..counts }).unwrap_or_default()
}

/// The counts next to a message. Claude Code repeats them on each line of an answer: the last ones are complete.
fn last_usage(extras: &Extras<'_>, scratch: &mut Tape) -> Option<TokenCounts> {
    let mut fields = extras.fields().iter().rev().filter(|field| KEYS.iter().any(|key| field.key.is(key)));
    fields.find_map(|field| counts(scratch.parse(field.value.as_str()).ok()?))
}

/// The counts next to a conversation.
fn of_whole(extras: &Extras<'_>, scratch: &mut Tape) -> Option<TokenCounts> {
    if let Some(counts) = last_usage(extras, scratch) {
        return Some(counts);
    }
    let fields = extras.fields();
    let mut of_events: Option<TokenCounts> = None;
    for event in fields.iter().filter(|field| field.slot == Slot::Event) {
        let Ok(value) = scratch.parse(event.value.as_str()) else { continue };
        // Codex counts the whole session each time, in a rollout and in the output of `codex exec`; AG-UI counts each
        // run.
        let session = member(value, &["payload", "info", "total_token_usage"]);
        let usage = value.get("usage");
        if let Some(counts) = session.or(usage.filter(|_| event.key.is("turn.completed"))).and_then(counts) {
            of_events = Some(counts);
        } else if let Some(counts) = usage.and_then(counts) {
            of_events.get_or_insert_default().add(counts);
        }
    }
    if of_events.is_some() {
        return of_events;
    }
    if let Some(info) = fields.iter().find(|field| field.key.is("info"))
        && let Ok(value) = scratch.parse(info.value.as_str())
        && let Some(counts) = value.get("model_stats").and_then(counts)
    {
        return Some(counts);
    }
    let number = |key: &str| fields.iter().find(|field| field.key.is(key))?.value.as_str().parse().ok();
    let (input, output) = (number("total_tokens_in"), number("total_tokens_out"));
    (input.is_some() || output.is_some()).then(|| TokenCounts {
        input: input.unwrap_or_default(),
        output: output.unwrap_or_default(),
        ..TokenCounts::default()
    })
}

/// The counts of an object, or of a list of objects (one for each model).
fn counts(value: Node<'_, '_>) -> Option<TokenCounts> {
    if value.is_array() {
        return value.items().filter_map(counts_of_object).reduce(|mut sum, counts| {
            sum.add(counts);
            sum
        });
    }
    counts_of_object(value)
}

fn counts_of_object(value: Node<'_, '_>) -> Option<TokenCounts> {
    let number = |path: &[&str]| member(value, path).and_then(|it| it.raw().parse::<u64>().ok());
    let has = |keys: &&UsageKeys| keys.0.iter().any(|(path, _)| number(path).is_some());
    let keys = USAGE.iter().chain([&TOTALS]).find(has)?;
    let mut counts = TokenCounts::default();
    for (path, adds) in keys.0 {
        let Some(number) = number(path) else { continue };
        let (read, write) = (&mut counts.cache_read, &mut counts.cache_write);
        let sums: &mut [&mut u64] = match adds {
            Adds::Input => &mut [&mut counts.input],
            Adds::InputRead => &mut [&mut counts.input, read],
            Adds::InputWrite => &mut [&mut counts.input, write],
            Adds::Read => &mut [read],
            Adds::Write => &mut [write],
            Adds::Output => &mut [&mut counts.output],
            Adds::OutputReasoning => &mut [&mut counts.output, &mut counts.reasoning],
            Adds::Reasoning => &mut [&mut counts.reasoning],
        };
        for sum in sums {
            **sum = sum.saturating_add(number);
        }
    }
    Some(counts)
}

fn member<'t, 'a>(value: Node<'t, 'a>, path: &[&str]) -> Option<Node<'t, 'a>> {
    path.iter().try_fold(value, |node, key| node.get(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<[u64; 5]> {
        let mut tape = Tape::new();
        let found = counts(tape.parse(json).unwrap());
        found.map(|it| [it.input, it.cache_read, it.cache_write, it.output, it.reasoning])
    }

    #[test]
    fn each_program_counts_its_own_way() {
        for (json, expected) in [
            (
                r#"{"prompt_tokens":11,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":3},"completion_tokens_details":{"reasoning_tokens":5}}"#,
                [11, 3, 0, 7, 5],
            ),
            // LiteLLM repeats the cached tokens that Anthropic counts separately; its prompt already includes them.
            (r#"{"prompt_tokens":11,"completion_tokens":7,"cache_read_input_tokens":3}"#, [11, 0, 0, 7, 0]),
            (
                r#"{"input_tokens":10,"cache_creation_input_tokens":2,"cache_read_input_tokens":30,"output_tokens":5}"#,
                [42, 30, 2, 5, 0],
            ),
            (
                r#"{"input_tokens":10,"input_tokens_details":{"cached_tokens":4},"output_tokens":5,"output_tokens_details":{"reasoning_tokens":1}}"#,
                [10, 4, 0, 5, 1],
            ),
            (
                r#"{"promptTokenCount":5,"candidatesTokenCount":7,"thoughtsTokenCount":2,"totalTokenCount":14}"#,
                [5, 0, 0, 9, 2],
            ),
            (r#"{"inputTokens":12,"outputTokens":5,"cacheReadInputTokens":100}"#, [112, 100, 0, 5, 0]),
            (r#"[{"model":"m","inputTokens":3,"outputTokens":4},{"model":"n","inputTokens":1}]"#, [4, 0, 0, 4, 0]),
            (r#"{"input":10,"output":2,"cached":4,"thoughts":3,"tool":1,"total":16}"#, [11, 4, 0, 5, 3]),
            (r#"{"input":1,"output":1,"cacheRead":2,"cacheWrite":3,"totalTokens":7}"#, [6, 2, 3, 1, 0]),
            (r#"{"input":10,"output":5,"reasoning":2,"cache":{"read":7,"write":1}}"#, [18, 7, 1, 7, 2]),
            (r#"{"total_prompt_tokens":10,"total_completion_tokens":5}"#, [10, 0, 0, 5, 0]),
        ] {
            assert_eq!(read(json), Some(expected), "{json}");
        }
        for nothing in [r#"{"latencyMs":420}"#, "{}", "[]", "5", r#"{"prompt_tokens":-1}"#, r#"{"input_tokens":"12"}"#]
        {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }
}
