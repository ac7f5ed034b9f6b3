//! `TW3xx`: what a conversion does not carry as it was. Dropped 301 to 339, changed 340 to 369, made up from 370 on.
//!
//! The examples of these codes name two formats: converting the first way must report the code.

use super::code::{Code, Kind, Severity, codes};

codes! {
    Warning:
    /// Reasoning text.
    REASONING "TW301" "reasoning-dropped" Dropped "reasoning text has no place in the target"
        "--reasoning-as-text writes it as visible text"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"c2ln\"},{\"type\":\"text\",\"text\":\"a\"}]}]}\n```\n";
    /// The signature of reasoning.
    SIGNATURE "TW302" "signature-dropped" Dropped "a reasoning signature belongs to another provider, or the target has no place for it"
        "signatures are only valid with the provider that made them"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"c2ln\"},{\"type\":\"text\",\"text\":\"a\"}]}]}\n```\n";
    /// Sealed reasoning.
    REDACTED "TW303" "redacted-reasoning-dropped" Dropped "sealed reasoning has no place in the target"
        "only the provider that sealed it can use it"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"redacted_thinking\",\"data\":\"RW0=\"},{\"type\":\"text\",\"text\":\"a\"}]}]}\n```\n";
    /// A medium.
    MEDIA "TW304" "media-dropped" Dropped "a medium of this kind has no place in the target"
        "keep the source, or choose a target that can hold it (see `turnwise formats`)"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hear\"},{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"UklGRg==\",\"format\":\"wav\"}}]}]\n```\n";
    /// Detail level, file name, title and the like.
    MEDIA_FACT "TW305" "media-detail-dropped" Dropped "a property of a medium (detail level, file name, media type) has no place in the target"
        "the medium itself is in the output"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.com/a.png\",\"detail\":\"high\"}}]}]\n```\n";
    /// A cache hint.
    CACHE_HINT "TW306" "cache-hint-dropped" Dropped "a cache hint has no place in the target"
        "caching only changes price and speed"
        "\n```json lossy anthropic to sharegpt\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"q\",\"cache_control\":{\"type\":\"ephemeral\"}}]}]}\n```\n";
    /// How long a cache hint lives.
    CACHE_TTL "TW307" "cache-ttl-dropped" Dropped "the lifetime of a cache hint has no place in the target"
        "the hint itself is in the output"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"q\",\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}}]}]}\n```\n";
    /// Citations.
    CITATIONS "TW308" "citations-dropped" Dropped "citations have no place in the target"
        "the cited text stays, its sources do not"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"a\",\"citations\":[{\"type\":\"char_location\",\"cited_text\":\"x\",\"document_index\":0,\"document_title\":null,\"start_char_index\":0,\"end_char_index\":1}]}]}]}\n```\n";
    /// Who speaks.
    NAME "TW309" "name-dropped" Dropped "the name of a speaker has no place in the target"
        "put the name into the text before converting if it matters"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"name\":\"maria\",\"content\":\"q\"}]\n```\n";
    /// Ids of messages.
    MESSAGE_ID "TW310" "message-id-dropped" Dropped "message ids have no place in the target"
        "keep the source if other data refers to these ids"
        "\n```json lossy patterpunk to openai\n[{\"type\":\"user\",\"id\":\"m1\",\"content\":{\"type\":\"string\",\"value\":\"q\"},\"allow_tool_calls\":true}]\n```\n";
    /// Times.
    TIME "TW311" "time-dropped" Dropped "the time of a message has no place in the target"
        "keep the source if the times matter"
        "Formats without times lose them.\n\n```json lossy picklebot to openai\n[{\"timestamp\":\"2026-03-08T23:16:36\",\"role\":\"user\",\"content\":\"q\",\"tool_calls\":null,\"tool_call_id\":null}]\n```\n";
    /// The error flag of a tool result.
    ERROR_FLAG "TW312" "error-flag-dropped" Dropped "the error flag of a tool result has no place in the target"
        "the text of the result stays as it is"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}]},{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":\"no\",\"is_error\":true}]}],\"tools\":[{\"name\":\"f\",\"input_schema\":{\"type\":\"object\"}}]}\n```\n";
    /// A field of the source format.
    EXTRA_FIELD "TW313" "field-dropped" Dropped "a field of the source format has no place in the target"
        "keep the source if the field matters"
        "Settings such as `model`, and fields no format page knows, stay behind.\n\n```json lossy openai to anthropic\n{\"model\":\"gpt-5.1\",\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]}\n```\n";
    /// A part only its own format understands.
    OPAQUE_PART "TW314" "part-dropped" Dropped "a part that only its own format understands has no place in the target"
        "keep the source if the part matters"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"q\"},{\"type\":\"container_upload\",\"file_id\":\"file_1\"}]}]}\n```\n";
    /// Text of white space only.
    BLANK_TEXT "TW315" "blank-text-dropped" Dropped "the target refuses text that is empty or only white space"
        "nothing visible is lost"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"q\"},{\"type\":\"text\",\"text\":\" \"}]}]\n```\n";
    /// Tool definitions.
    TOOLS "TW316" "tools-dropped" Dropped "tool definitions have no place in the target"
        "keep the definitions beside the conversation"
        "\n```json lossy openai to patterpunk\n{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}]}\n```\n";
    /// A request for structured output.
    OUTPUT_REQUEST "TW317" "output-request-dropped" Dropped "a request for structured output has no place in the target"
        "keep the schema beside the conversation"
        "\n```json lossy openai to sharegpt\n{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"n\",\"schema\":{\"type\":\"object\"}}}}\n```\n";
    /// Ids of calls and of the results that answer them.
    CALL_ID "TW318" "call-id-dropped" Dropped "ids of tool calls have no place in the target"
        "calls and results stay paired by their order"
        "\n```json lossy openai to sharegpt\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"r\"},{\"role\":\"assistant\",\"content\":\"a\"}]\n```\n";
    /// The id of the conversation.
    CONVERSATION_ID "TW319" "conversation-id-dropped" Dropped "the id of the conversation has no place in the target"
        "keep the source if other data refers to this id"
        "\n```json lossy sharegpt to openai\n{\"id\":\"a1\",\"conversations\":[{\"from\":\"human\",\"value\":\"q\"},{\"from\":\"gpt\",\"value\":\"a\"}]}\n```\n";
    /// Why the model stopped.
    FINISH_REASON "TW320" "finish-reason-dropped" Dropped "the reason why the model stopped has no place in the target"
        "keep the source if the reason matters"
        "\n```json lossy patterpunk to openai\n[{\"type\":\"assistant\",\"id\":\"m1\",\"content\":{\"type\":\"string\",\"value\":\"a\"},\"finish_reason\":\"stop\"}]\n```\n";
    /// The function name on a result.
    RESULT_NAME "TW321" "result-name-dropped" Dropped "a tool result has another name than its call, and the target has no place for it"
        "a name that the call has too is no loss"
        "\n```json lossy patterpunk to openai\n[{\"type\":\"user\",\"id\":\"m0\",\"content\":{\"type\":\"string\",\"value\":\"q\"},\"allow_tool_calls\":true},{\"type\":\"tool_call\",\"id\":\"m1\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"type\":\"tool_result\",\"id\":\"m2\",\"content\":\"r\",\"call_id\":\"c1\",\"function_name\":\"g\"}]\n```\n";
    /// A message that has nothing left.
    EMPTY_MESSAGE "TW322" "empty-message-dropped" Dropped "a message without content has no place in the target"
        "nothing visible is lost"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":\"\"},{\"role\":\"user\",\"content\":\"r\"}]\n```\n";
    /// Reasoning at the end of the last answer.
    TRAILING_SPACE "TW323" "trailing-space-dropped" Dropped "white space at the end of the last answer is refused by the target"
        "nothing visible is lost"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":\"a \"}]\n```\n";
    /// A branch that was not chosen.
    BRANCH "TW324" "branch-dropped" Dropped "the target holds one branch of a conversation"
        "--branch NAME chooses another one, --branch all writes each as a record"
        "What stands in branches that were not chosen, and what a branch says about itself, is not written.\n";
    /// What a copy was made from.
    LINEAGE "TW325" "lineage-dropped" Dropped "the format has no place to say what a copy was made from"
        "lionpride has one"
        "`turnwise clone` gives messages new ids. Where a format cannot say which message a copy comes from, it is reported.\n";
    /// A system text that the program does not send.
    SYSTEM_NOT_SENT "TW326" "system-not-sent" Dropped "the program does not send this system text"
        "begin the history with one system message, and an instruction behind it"
        "lionpride puts the text of a first system message into the first instruction. Without one it is lost, and so are later system messages.\n";
    /// A result that the program does not send.
    RESULT_NOT_SENT "TW327" "result-not-sent" Dropped "the program does not send this tool result"
        "--new gives the instruction that takes it up"
        "lionpride puts what tools gave back into the context of the next instruction. If none follows, it is lost.\n";
    /// A message that the program does not send.
    NOT_RENDERED "TW328" "message-not-rendered" Dropped "the program cannot render this message and leaves it out"
        "a system message must be a string, and nothing may be nested deeper than 100"
        "lionpride leaves out what it cannot render: a system message that is no string, values that are nested too deeply.\n";
    /// A role that became another one.
    ROLE "TW340" "role-changed" Changed "the target does not have this role"
        "the nearest role was taken"
        "\n```json lossy openai to anthropic\n[{\"role\":\"developer\",\"content\":\"be brief\"},{\"role\":\"user\",\"content\":\"q\"}]\n```\n";
    /// A refusal became text.
    REFUSAL_AS_TEXT "TW341" "refusal-as-text" Changed "the target has no refusals; the words are kept as text"
        "nobody can tell the text from an answer later"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":null,\"refusal\":\"no\"}]\n```\n";
    /// A free-text call became an object.
    CUSTOM_CALL "TW342" "custom-call-as-object" Changed "the target has no tool calls with free text; it was put into an object"
        "the text is the member `input`"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"custom\",\"custom\":{\"name\":\"sh\",\"input\":\"ls\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"r\"}]\n```\n";
    /// An id with other characters.
    ID_REWRITTEN "TW343" "id-rewritten" Changed "an id has characters the target refuses; both ends were rewritten"
        "the same id is always rewritten the same way"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c:1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c:1\",\"content\":\"r\"}]\n```\n";
    /// Something stands elsewhere.
    MOVED "TW344" "moved" Changed "the target has no place for this here; it stands in a neighbouring message"
        "check that the order still makes sense"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}]},{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":[{\"type\":\"image\",\"source\":{\"type\":\"url\",\"url\":\"https://example.com/a.png\"}}]}]}]}\n```\n";
    /// Parts in another order.
    REORDERED "TW345" "order-changed" Changed "the target cannot hold the parts of a message in this order"
        "texts come first, then calls"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}},{\"type\":\"text\",\"text\":\"wait\"}]},{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":\"r\"}]}]}\n```\n";
    /// One message became several.
    SPLIT "TW346" "message-split" Changed "one message became several in the target"
        "the order of the parts is kept"
        "\n```json lossy openai to patterpunk\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":\"wait\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"r\"}]\n```\n";
    /// Several parts became one text.
    JOINED "TW347" "parts-joined" Changed "the target holds one text here; several parts were joined"
        "the pieces can no longer be told apart"
        "\n```json lossy openai to sharegpt\n[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]},{\"role\":\"assistant\",\"content\":\"c\"}]\n```\n";
    /// A document became text.
    DOCUMENT_AS_TEXT "TW348" "document-as-text" Changed "the target has no text documents; the words are kept as text"
        "asked for with --lossy"
        "A text document becomes a text part when `--lossy` is given.\n";
    /// Half a surrogate pair was replaced.
    SURROGATE "TW349" "surrogate-replaced" Changed "half of a surrogate pair was replaced by U+FFFD"
        "the text had to be decoded for the target"
        "Where a text must be decoded, `\\ud83d` alone cannot be kept.\n";
    /// Arguments in another form.
    ARGUMENTS "TW350" "arguments-changed" Changed "the arguments of a call could not be kept as they are"
        "empty arguments become an empty object"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"r\"}]\n```\n";
    /// Reasoning became visible.
    REASONING_AS_TEXT "TW351" "reasoning-as-text" Changed "reasoning was written as visible text"
        "asked for with --reasoning-as-text"
        "Reasoning is wrapped in `<think>` when `--reasoning-as-text` is given.\n";
    /// Ids changed on request.
    NEW_ID "TW352" "id-replaced" Changed "an id was replaced by a new one"
        "asked for with --ids"
        "`--ids stable` and `--ids new` replace ids on both ends.\n";
    /// The lifetime of a cache hint is not the same.
    CACHE_CHANGED "TW353" "cache-ttl-changed" Changed "the target knows only certain lifetimes of cache hints, in a certain order"
        "the nearest lifetime was taken"
        "\n```json lossy patterpunk to anthropic\n[{\"type\":\"user\",\"id\":\"m1\",\"content\":{\"type\":\"chunks\",\"chunks\":[{\"type\":\"cache\",\"content\":\"a\",\"cacheable\":true,\"ttl_seconds\":1000.0}]},\"allow_tool_calls\":true}]\n```\n";
    /// A speaker's name became a role.
    LEGACY_CALL "TW354" "legacy-call-changed" Changed "an old function call became a tool call"
        "the target has only tool calls"
        "\n```json lossy openai to anthropic\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":null,\"function_call\":{\"name\":\"f\",\"arguments\":\"{}\"}},{\"role\":\"function\",\"name\":\"f\",\"content\":\"r\"}]\n```\n";
    /// A URL became the URI of a file.
    URL_AS_FILE "TW358" "url-as-file" Changed "a URL is written as the URI of a file, which older models of the target do not fetch"
        "embed the medium as base64 if the model refuses it; nothing was downloaded"
        "\n```json lossy openai to gemini\n[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.com/a.png\"}}]}]\n```\n";
    /// Sealed reasoning is bytes in one format and text in another.
    REDACTED_COPIED "TW361" "redacted-reencoded" Changed "sealed reasoning is bytes in one format and text in another; the text was kept as it is"
        "programs disagree whether the bytes are those of the text or what the text encodes"
        "\n```json lossy anthropic to bedrock\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"redacted_thinking\",\"data\":\"RW0=\"},{\"type\":\"text\",\"text\":\"a\"}]}]}\n```\n";
    /// A result became words.
    ORPHAN_AS_TEXT "TW364" "orphan-result-as-text" Changed "a tool result that answers no call became words of the user"
        "asked for with --repair"
        "\n```json repaired openai to openai\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"tool\",\"tool_call_id\":\"c9\",\"content\":\"r\"}]\n```\n";
    /// A record that did not come home as it was.
    NOT_RESTORED "TW365" "record-not-restored" Changed "the carry file does not have this record, or it was edited since; it was converted instead"
        "records are found by their content; a record that was edited is another one"
        "`--restore FILE` gives the source's bytes for every record that is still as `convert --carry` wrote it.\n";
    /// Words as their program sends them.
    RENDERED "TW366" "rendered" Changed "the text is what the source's own program sends"
        "--plain writes the bare words"
        "\n```json lossy lionpride to openai\n[{\"content\":{\"instruction\":\"q\",\"context\":[\"c\"]}}]\n```\n";
    /// Several messages became one.
    MERGED "TW367" "messages-joined" Changed "messages of one speaker that follow each other are one in the target"
        "all their parts are kept, in order"
        "\n```json lossy openai to bedrock\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"user\",\"content\":\"r\"}]\n```\n\nResults of tools are not counted: how they are grouped says nothing.\n";

    /// An id of a call.
    MADE_CALL_ID "TW370" "call-id-made-up" MadeUp "the target needs ids of tool calls; the source had none"
        "the same input always gives the same ids"
        "\n```json lossy sharegpt to openai\n{\"conversations\":[{\"from\":\"human\",\"value\":\"q\"},{\"from\":\"function_call\",\"value\":\"{\\\"name\\\": \\\"f\\\", \\\"arguments\\\": {}}\"},{\"from\":\"observation\",\"value\":\"r\"},{\"from\":\"gpt\",\"value\":\"a\"}]}\n```\n";
    /// An id of a message.
    MADE_MESSAGE_ID "TW371" "message-id-made-up" MadeUp "the target needs message ids; the source had none"
        "the same input always gives the same ids"
        "\n```json lossy openai to patterpunk\n[{\"role\":\"user\",\"content\":\"q\"}]\n```\n";
    /// A file name.
    MADE_FILE_NAME "TW372" "file-name-made-up" MadeUp "the target needs a file name; the source had none"
        "documents are numbered from 1"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"document\",\"source\":{\"type\":\"base64\",\"media_type\":\"application/pdf\",\"data\":\"JVBERi0xLjQK\"}}]}]}\n```\n";
    /// A schema for a tool.
    MADE_SCHEMA "TW373" "schema-made-up" MadeUp "the target needs a schema for every tool; the source had none"
        "any object is accepted"
        "\n```json lossy openai to anthropic\n{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}]}\n```\n";
    /// A media type.
    MADE_MEDIA_TYPE "TW374" "media-type-made-up" MadeUp "the target needs a media type; it was found from the bytes"
        "check the medium if the source had it wrong"
        "\n```json lossy patterpunk to anthropic\n[{\"type\":\"user\",\"id\":\"m1\",\"content\":{\"type\":\"chunks\",\"chunks\":[{\"type\":\"multimodal\",\"media_type\":null,\"data\":\"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==\",\"filename\":null}]},\"allow_tool_calls\":true}]\n```\n";
    /// A name for a structured output.
    MADE_NAME "TW375" "schema-name-made-up" MadeUp "the target needs a name for the schema; the source had none"
        "the name is `output`"
        "\n```json lossy anthropic to openai\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],\"output_config\":{\"format\":{\"type\":\"json_schema\",\"schema\":{\"type\":\"object\"}}}}\n```\n";
    /// What the index says of a session.
    MADE_SESSION "TW376" "session-made-up" MadeUp "the target keeps more about a session than the source says"
        "the title and the times come from the messages"
        "A row of keprompt has an id, a time, a prompt and totals.\n\n```json lossy openai to keprompt-chat\n[{\"role\":\"user\",\"content\":\"q\"}]\n```\n\nA session of picklebot has an id, an agent, a source, a title, times and a number of messages. They stand in `index.jsonl` beside the files that `--framing folder` writes.\n";
    /// Ids of a thread and its run.
    MADE_THREAD_ID "TW377" "thread-id-made-up" MadeUp "the target needs ids of thread and run; the source had none"
        "the same source gives the same ids"
        "\n```json lossy openai to ag-ui\n[{\"role\":\"user\",\"content\":\"q\"}]\n```\n";
    /// What an error says.
    MADE_ERROR "TW378" "error-text-made-up" MadeUp "the target says in words that a tool failed; the source only says that it did"
        "the words are `the tool failed`"
        "\n```json lossy anthropic to ag-ui\n{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}]},{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":\"no\",\"is_error\":true}]}]}\n```\n";
    /// A result of a call.
    MADE_RESULT "TW382" "result-made-up" MadeUp "a call in the middle of the conversation had no result"
        "asked for with --repair"
        "\n```json repaired openai to openai\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"user\",\"content\":\"go on\"}]\n```\n";
    /// A first message.
    MADE_MESSAGE "TW383" "message-made-up" MadeUp "the target needs a message of the user first; the source began with an answer"
        "asked for with --repair"
        "\n```json repaired openai to anthropic\n[{\"role\":\"assistant\",\"content\":\"a\"},{\"role\":\"user\",\"content\":\"q\"}]\n```\n";
}

/// What cannot be held at all and would make the output wrong or invalid: the record is refused.
pub static CANNOT_HOLD: Code = Code {
    id: "TW390",
    name: "cannot-hold",
    kind: Kind::Rule,
    severity: Severity::Error,
    summary: "the target has no valid way to hold this",
    help: "change the conversation, choose another target, or try --lossy",
    docs: "The record is refused rather than written in a form that the target would reject.\n\n```json refused openai to anthropic\n[{\"role\":\"assistant\",\"content\":\"a\"}]\n```\n",
};
