//! The formats that are recognized and not read, each with what to do about it. The advice was tried with the programs
//! themselves: pydantic-ai 2.68, langchain-core 1.8, haystack-ai 3.4, llama-index-core 0.14, inspect-ai 0.3.285,
//! semantic-kernel 1.x, openai-harmony 0.0.8, `ai` 7.0; and with jq on their files.
//!
//! `[{"kind":"request","parts":[{"part_kind":"user-prompt","content":"hi"}]}]`: messages of pydantic-ai.

/// A format of another program that is known by name and not read.
#[derive(Debug, PartialEq, Eq)]
pub struct ForeignFormat {
    /// What it is called in messages: `messages of pydantic-ai`.
    pub name: &'static str,
    /// What to do with such a file.
    pub advice: &'static str,
}

const FORMATS: &str =
    "turnwise formats lists what is read; leave the file out, or convert it to one of these with another program";
const REQUESTS: &str = "keep the requests that the program sends to its service: turnwise reads those of openai, anthropic, gemini and bedrock";
const REQUEST_BODY: &str =
    "keep `request.body` of what `generateText` gives: it is the request of the service, which is read";

macro_rules! foreign_formats {
    ($($ident:ident $name:literal $advice:expr;)*) => {
        $(pub(crate) static $ident: ForeignFormat = ForeignFormat { name: $name, advice: $advice };)*
        /// All of them.
        pub static FOREIGN: &[&ForeignFormat] = &[$(&$ident),*];
    };
}

foreign_formats! {
    PYDANTIC_AI "messages of pydantic-ai"
        "write them with `AGUIAdapter.dump_messages` of `pydantic_ai.ui.ag_ui`, each as `model_dump_json(by_alias=True)`: ag-ui is read";
    AGENT_FRAMEWORK "messages of the Microsoft Agent Framework" REQUESTS;
    LANGCHAIN "messages of LangChain"
        "write them with `convert_to_openai_messages` of `langchain_core.messages`; `messages_from_dict` and `load` of `langchain_core` read stored ones";
    AUTOGEN "messages of AutoGen" REQUESTS;
    OTEL_MESSAGES "messages of OpenTelemetry spans" REQUESTS;
    A2A "messages of A2A" FORMATS;
    AI_SDK_UI "UI messages of the AI SDK" REQUEST_BODY;
    AI_SDK_MODEL "model messages of the AI SDK" REQUEST_BODY;
    HARMONY "Harmony (the prompt format of gpt-oss) as JSON"
        "write its text with `render_conversation` and `decode` of `openai_harmony`, with `auto_drop_analysis=False` to keep all reasoning: harmony is read";
    HAYSTACK "messages of Haystack" "write each with `ChatMessage.to_openai_dict_format`";
    LLAMA_INDEX "messages of LlamaIndex" "write them with `to_openai_message_dicts` of `llama_index.llms.openai.utils`";
    INSPECT "messages of Inspect" "write them with `messages_to_openai` of `inspect_ai.model`";
    SEMANTIC_KERNEL "messages of Semantic Kernel" "write each with `ChatMessageContent.to_dict`";
    CHAT_STREAM "the stream of a Chat Completions answer"
        "keep what `get_final_completion` of the openai SDK gives, or ask without `stream`";
    RESPONSES_STREAM "the stream of a Responses answer" "keep `response` of the event `response.completed`";
    MESSAGES_STREAM "the stream of a Messages API answer"
        "keep what `get_final_message` of the anthropic SDK gives, or ask without `stream`";
    CONVERSE_STREAM "the stream of a Bedrock Converse answer" "ask with Converse, not ConverseStream";
    OLLAMA_STREAM "the stream of an Ollama answer" "ask Ollama's `/v1/chat/completions` without `stream`";
    AI_SDK_STREAM "the UI stream of the AI SDK" REQUEST_BODY;
    ADK "a session of the Agent Development Kit"
        "its contents are those of gemini: jq '{contents:[.events[].content|select(.)]}'";
    AGENTS_ROWS "rows of an OpenAI Agents session"
        "the rows hold items of openai-responses: jq -s '[.[].message_data|fromjson]'";
    LLAMA_STORE "a chat store of LlamaIndex"
        "write its messages with `to_openai_message_dicts` of `llama_index.llms.openai.utils`";
    INSPECT_LOG "a log of Inspect"
        "read it with `read_eval_log`, and write the messages of each sample with `messages_to_openai` of `inspect_ai.model`";
    AGENTS_STATE "a run state of OpenAI Agents"
        "it holds items of openai-responses: jq '[.original_input,[.generated_items[].raw_item]]|flatten'";
    SPANS "OpenTelemetry spans" REQUESTS;
    STRANDS "a session of Strands Agents"
        "its messages are those of bedrock: jq -s '{messages:(sort_by(.message_id)|map(.message))}' messages/*.json";
    GEMINI_STREAMS "streams of several Gemini answers in one file" "write each stream to a file of its own";
}
