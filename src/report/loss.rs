//! `TW3xx`: losses of conversions. Dropped 301 to 339, changed 340 to 369, generated from 370 on.
//!
//! The examples of these codes name two formats: converting the first way must report the code.

use super::code::{Code, code, codes};

codes! {
    Warning:
    /// Reasoning text.
    REASONING "TW301" "reasoning-dropped" Dropped "the target cannot represent reasoning text"
        "--reasoning-as-text writes it as visible text";
    /// The signature of reasoning.
    SIGNATURE "TW302" "signature-dropped" Dropped "a reasoning signature belongs to another provider, or the target cannot represent it"
        "signatures are valid only for the provider that made them; keep the source to continue there";
    /// Sealed reasoning.
    REDACTED "TW303" "redacted-reasoning-dropped" Dropped "the target cannot represent encrypted reasoning"
        "only the provider that encrypted it can read it; keep the source to continue there";
    /// A media file.
    MEDIA "TW304" "media-dropped" Dropped "the target does not support media files of this kind"
        "keep the source, or choose a target that supports it (see `turnwise formats`)";
    /// Detail level, file name, title and the like.
    MEDIA_FACT "TW305" "media-detail-dropped" Dropped "the target cannot represent a property of a media file (detail level, file name, media type)"
        "the media file itself is preserved";
    /// A cache hint.
    CACHE_HINT "TW306" "cache-hint-dropped" Dropped "the target cannot represent a cache hint"
        "nothing to do: caching only affects price and speed";
    /// How long a cache hint lives.
    CACHE_TTL "TW307" "cache-ttl-dropped" Dropped "the target cannot represent the lifetime of a cache hint"
        "the hint itself is preserved; the service uses its default lifetime";
    /// Citations.
    CITATIONS "TW308" "citations-dropped" Dropped "the target cannot represent citations"
        "keep the source if readers need to see where a statement comes from";
    /// Who speaks.
    NAME "TW309" "name-dropped" Dropped "the target cannot represent the name of a speaker"
        "add the name to the text before you convert, if it matters";
    /// Ids of messages.
    MESSAGE_ID "TW310" "message-id-dropped" Dropped "the target cannot represent message ids"
        "keep the source if other data refers to these ids";
    /// Times.
    TIME "TW311" "time-dropped" Dropped "the target cannot represent the time of a message"
        "keep the source if the times matter";
    /// The error flag of a tool result.
    ERROR_FLAG "TW312" "error-flag-dropped" Dropped "the target cannot represent the error flag of a tool result"
        "the text of the result is preserved; check that it says that the tool failed";
    /// A field of the source format.
    EXTRA_FIELD "TW313" "field-dropped" Dropped "the target cannot represent a field of the source format"
        "keep the source if the field matters";
    /// A part only its own format understands.
    OPAQUE_PART "TW314" "part-dropped" Dropped "the target cannot represent a part that only its own format defines"
        "keep the source if the part matters";
    /// Text of white space only.
    BLANK_TEXT "TW315" "blank-text-dropped" Dropped "the target rejects text that is empty or only white space"
        "nothing to do: nothing visible is lost";
    /// Tool definitions.
    TOOLS "TW316" "tools-dropped" Dropped "the target cannot represent tool definitions"
        "store the definitions next to the conversation";
    /// A request for structured output.
    OUTPUT_REQUEST "TW317" "output-request-dropped" Dropped "the target cannot represent a request for structured output, or not validly"
        "store the schema next to the conversation";
    /// Ids of calls and of the results that answer them.
    CALL_ID "TW318" "call-id-dropped" Dropped "the target cannot represent the ids of tool calls"
        "nothing to do: calls and results stay paired by their order";
    /// The id of the conversation.
    CONVERSATION_ID "TW319" "conversation-id-dropped" Dropped "the target cannot represent the id of the conversation"
        "keep the source if other data refers to this id";
    /// Why the model stopped.
    FINISH_REASON "TW320" "finish-reason-dropped" Dropped "the target cannot represent the reason why the model stopped"
        "keep the source if the reason matters";
    /// The function name on a result.
    RESULT_NAME "TW321" "result-name-dropped" Dropped "a tool result has a different name than its call, and the target cannot represent it"
        "check which of the two names is right";
    /// A message that has nothing left.
    EMPTY_MESSAGE "TW322" "empty-message-dropped" Dropped "the target cannot represent a message without content"
        "nothing to do: the content, if there was any, is reported separately";
    /// Reasoning at the end of the last assistant message.
    TRAILING_SPACE "TW323" "trailing-space-dropped" Dropped "the target rejects white space at the end of the last assistant message"
        "nothing to do: nothing visible is lost";
    /// A branch that was not chosen.
    BRANCH "TW324" "branch-dropped" Dropped "the target represents only one branch or answer of a conversation"
        "--branch NAME selects another one, --branch all writes each as a record";
    /// What a copy was made from.
    LINEAGE "TW325" "lineage-dropped" Dropped "the format cannot record where a copy came from"
        "keep the original; only lionpride conversations record the origin of a copy";
    /// A system text that the program does not send.
    SYSTEM_NOT_SENT "TW326" "system-not-sent" Dropped "the program does not send this system text"
        "start the history with one system message, followed by an instruction";
    /// A result that the program does not send.
    RESULT_NOT_SENT "TW327" "result-not-sent" Dropped "the program does not send this tool result"
        "add the instruction that uses it, with --new";
    /// A message that the program does not send.
    NOT_RENDERED "TW328" "message-not-rendered" Dropped "the program skips this message because it cannot render it"
        "use a string as system message, and nest nothing deeper than 100 levels";
    /// A tool call or its result.
    CALL "TW329" "call-dropped" Dropped "the target cannot represent tool calls and their results"
        "choose a target with tool calls (see `turnwise formats`)";
    /// Words of the program itself.
    PROGRAM_MESSAGE "TW331" "program-message-dropped" Dropped "a message written by a program, not by a person or the model, is not converted"
        "nothing to do, unless your data needs errors, reminders or commands; then keep the source";
    /// Messages that a summary replaced.
    COMPACTED "TW332" "compacted-dropped" Dropped "messages that a program replaced with a summary are not written"
        "--compaction full writes the full history";
    /// The conversation of a sub-agent.
    SIDECHAIN "TW333" "sidechain-dropped" Dropped "the conversation of a sub-agent is not written as part of the session"
        "--sidechains writes it as a record after its session";
    /// Broken arguments omitted with `--lossy`.
    ARGUMENTS_DROPPED "TW334" "arguments-dropped" Dropped "the arguments of a call are not a JSON object and are not written"
        "--repair preserves them in the field `_raw`";
    /// The label or score of an answer.
    RATING "TW335" "rating-dropped" Dropped "the target cannot represent the label, score or training weight of an answer"
        "remove records with the label false before you train: their answers look like good ones";
    /// An answer next to its request.
    ANSWER_UNREAD "TW338" "answer-unread" Dropped "the answer in a request log cannot be read and is dropped"
        "look at the answer in the record; --at converts an answer of another format separately";
    /// A role that became another one.
    ROLE "TW340" "role-changed" Changed "the target does not have this role"
        "nothing to do: the closest role is used";
    /// A refusal became text.
    REFUSAL_AS_TEXT "TW341" "refusal-as-text" Changed "the target does not have refusals; the text is preserved as normal text"
        "note which answers were refusals before you convert, if you need to filter them";
    /// A free-text call became an object.
    CUSTOM_CALL "TW342" "custom-call-as-object" Changed "the target does not have tool calls with free text; the text is put into an object"
        "read the text from the field `input`";
    /// An id with other characters.
    ID_REWRITTEN "TW343" "id-rewritten" Changed "an id that the target rejects is rewritten, in the call and in its result"
        "nothing to do: the same id is always rewritten the same way";
    /// Something is elsewhere.
    MOVED "TW344" "moved" Changed "the target does not allow this here; it is moved to a neighbouring message"
        "check that the order still makes sense";
    /// Parts in another order.
    REORDERED "TW345" "order-changed" Changed "the target cannot represent the parts of a message in this order"
        "nothing to do, unless the order of text and calls matters";
    /// One message became several.
    SPLIT "TW346" "message-split" Changed "one message becomes several in the target"
        "nothing to do: the order of the parts is preserved";
    /// Several parts became one text.
    JOINED "TW347" "parts-joined" Changed "the target has one text here; several parts are joined"
        "nothing to do, unless you need the parts separately";
    /// A document became text.
    DOCUMENT_AS_TEXT "TW348" "document-as-text" Changed "the target does not support text documents; the content is preserved as text"
        "check that the message still reads well: the document is no longer separate from the question";
    /// Half a surrogate pair was replaced.
    SURROGATE "TW349" "surrogate-replaced" Changed "half of a surrogate pair is replaced by U+FFFD"
        "correct the text in the source if you have the original";
    /// Arguments in another form.
    ARGUMENTS "TW350" "arguments-changed" Changed "the arguments of a call cannot be preserved as they are"
        "check calls whose arguments the model cut off";
    /// Reasoning became visible.
    REASONING_AS_TEXT "TW351" "reasoning-as-text" Changed "reasoning is written as visible text"
        "omit --reasoning-as-text to drop the reasoning instead";
    /// Ids changed on request.
    NEW_ID "TW352" "id-replaced" Changed "an id is replaced with a new one"
        "omit --ids to keep the ids";
    /// The lifetime of a cache hint is not the same.
    CACHE_CHANGED "TW353" "cache-ttl-changed" Changed "the target supports only certain lifetimes of cache hints, in a certain order"
        "nothing to do: caching only affects price and speed";
    /// `function_call` as `tool_calls`.
    LEGACY_CALL "TW354" "legacy-call-changed" Changed "a legacy function call becomes a tool call"
        "nothing to do: it means the same";
    /// `functions.get_time` as `functions_get_time`.
    TOOL_NAME "TW355" "tool-name-changed" Changed "the name of a tool has characters that the target rejects, or is too long; it is changed in the whole record"
        "make sure that the program that runs the tools accepts both names; --carry and --restore bring the old ones back";
    /// `additionalProperties` is false in its objects.
    CLOSED_SCHEMA "TW356" "output-schema-closed" Changed "the target accepts output schemas only if their objects are closed"
        "check that the answer needs no fields beyond those of the schema";
    /// How much effort reasoning takes.
    EFFORT "TW357" "effort-weighed-otherwise" Changed "the reasoning effort has the same name, but services interpret it differently"
        "compare answers, and set the value for the target if they differ";
    /// A URL became the URI of a file.
    URL_AS_FILE "TW358" "url-as-file" Changed "a URL is written as the URI of a file, which older models of the target do not fetch"
        "--inline-media embeds the media file if the model rejects the URL";
    /// An ordinary call became a hosted one.
    HOSTED_CALL "TW359" "hosted-call" Changed "code that the source's service ran becomes a hosted call of the target's service"
        "nothing to do: the call and its result become one hosted call";
    /// Sealed reasoning is bytes in one format and text in another.
    REDACTED_COPIED "TW361" "redacted-reencoded" Changed "encrypted reasoning is bytes in one format and text in another; the text is copied as it is"
        "test one request before you rely on it: programs disagree about the encoding";
    /// Media type, file name or level of detail of a media file are others.
    MEDIA_CHANGED "TW362" "media-detail-changed" Changed "a property of a media file (media type, file name, detail level) is different in the target"
        "nothing to do: the media file itself is preserved";
    /// A result became words.
    ORPHAN_AS_TEXT "TW364" "orphan-result-as-text" Changed "a tool result that answers no call becomes user text"
        "omit --repair to reject such records instead";
    /// A record that was not restored as it was.
    NOT_RESTORED "TW365" "record-not-restored" Changed "the carry file does not have this record, or it was edited since; it is converted instead"
        "restore from the file that `convert --carry` wrote for exactly these records";
    /// Words as their program sends them.
    RENDERED "TW366" "rendered" Changed "the text is what the source's own program sends"
        "--plain writes only the plain text";
    /// Several messages became one.
    MERGED "TW367" "messages-joined" Changed "consecutive messages of one speaker become one message in the target"
        "nothing to do: all parts are preserved, in order";
    /// White space around a text.
    TRIMMED "TW368" "white-space-trimmed" Changed "the target's template removes white space around a text"
        "nothing to do: all other white space is preserved";

    /// An id of a call.
    MADE_CALL_ID "TW370" "call-id-generated" Generated "the target requires ids of tool calls, and the source has none"
        "nothing to do: the same input always gives the same ids";
    /// An id of a message.
    MADE_MESSAGE_ID "TW371" "message-id-generated" Generated "the target requires message ids, and the source has none"
        "nothing to do: the same input always gives the same ids";
    /// A file name.
    MADE_FILE_NAME "TW372" "file-name-generated" Generated "the target requires a file name, and the source has none"
        "rename the file in the output if its name matters";
    /// A schema for a tool.
    MADE_SCHEMA "TW373" "schema-generated" Generated "the target requires a valid schema for every tool, and the source has none"
        "compare the schema with the tool: the generated one accepts more";
    /// A media type.
    MADE_MEDIA_TYPE "TW374" "media-type-generated" Generated "the target requires a media type; it is derived from the bytes or the name of the file"
        "check the media file if the source declared it wrong";
    /// A name for a structured output.
    MADE_NAME "TW375" "schema-name-generated" Generated "the target requires a name for the schema, and the source has none"
        "rename the schema in the output if your program refers to its name";
    /// What the index says of a session.
    MADE_SESSION "TW376" "session-generated" Generated "the target stores more about a session than the source contains"
        "check the title and the times: they are derived from the messages";
    /// Ids of a thread and its run.
    MADE_THREAD_ID "TW377" "thread-id-generated" Generated "the target requires thread and run ids, and the source has none"
        "nothing to do: the same input always gives the same ids";
    /// What an error says.
    MADE_ERROR "TW378" "error-text-generated" Generated "the target requires the text of an error, and the source only has a flag"
        "nothing to do, unless the target shows the text to people";
    /// The name and version of an agent.
    MADE_AGENT "TW379" "agent-generated" Generated "the target names the agent of a run and its version, and the source has neither"
        "replace `unknown` with the name and version of the agent, if you know them";
    /// The time of a message.
    MADE_TIME "TW380" "time-generated" Generated "the target's program generates the time of a message that has none, again on every load"
        "set the time of a conversation without times with --now";
    /// A result of a call.
    MADE_RESULT "TW382" "result-generated" Generated "a call has no result, and the conversation continues after it"
        "omit --repair to reject such records instead";
    /// A first message.
    MADE_MESSAGE "TW383" "message-generated" Generated "the target requires a user message first, and the source begins with an assistant message"
        "omit --repair to reject such records instead";
    /// A last answer.
    MADE_ANSWER "TW384" "answer-generated" Generated "the target requires an assistant message at the end, and the source ends with a user message"
        "remove such records before you train: their answer is empty";
}

/// What cannot be held at all and would make the output wrong or invalid: the record is rejected.
pub static CANNOT_HOLD: Code = code! {
    "TW390" "cannot-hold" Rule Error
    "the target has no valid way to represent this"
    "change this in the source, or choose a target that supports it (see `turnwise formats`)"
};

/// A text that would be read as the mark of a turn: the record is rejected.
pub static FORGED_MARK: Code = code! {
    "TW391" "mark-in-text" Rule Error
    "a text contains a control token of the template, which cannot be escaped"
    "change the text in the source, or choose a target that is not a chat template"
};
