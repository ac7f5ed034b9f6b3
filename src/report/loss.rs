//! `TW3xx`: what a conversion does not carry as it was. Dropped 301 to 339, changed 340 to 369, made up from 370 on.
//!
//! The examples of these codes name two formats: converting the first way must report the code.

use super::code::{Code, code, codes};

codes! {
    Warning:
    /// Reasoning text.
    REASONING "TW301" "reasoning-dropped" Dropped "reasoning text has no place in the target"
        "--reasoning-as-text writes it as visible text";
    /// The signature of reasoning.
    SIGNATURE "TW302" "signature-dropped" Dropped "a reasoning signature belongs to another provider, or the target has no place for it"
        "signatures are only valid with the provider that made them";
    /// Sealed reasoning.
    REDACTED "TW303" "redacted-reasoning-dropped" Dropped "sealed reasoning has no place in the target"
        "only the provider that sealed it can use it";
    /// A media file.
    MEDIA "TW304" "media-dropped" Dropped "a media file of this kind has no place in the target"
        "keep the source, or choose a target that can hold it (see `turnwise formats`)";
    /// Detail level, file name, title and the like.
    MEDIA_FACT "TW305" "media-detail-dropped" Dropped "a property of a media file (detail level, file name, media type) has no place in the target"
        "the media file itself is in the output";
    /// A cache hint.
    CACHE_HINT "TW306" "cache-hint-dropped" Dropped "a cache hint has no place in the target"
        "caching only changes price and speed";
    /// How long a cache hint lives.
    CACHE_TTL "TW307" "cache-ttl-dropped" Dropped "the lifetime of a cache hint has no place in the target"
        "the hint itself is in the output";
    /// Citations.
    CITATIONS "TW308" "citations-dropped" Dropped "citations have no place in the target"
        "the cited text stays, its sources do not";
    /// Who speaks.
    NAME "TW309" "name-dropped" Dropped "the name of a speaker has no place in the target"
        "put the name into the text before converting if it matters";
    /// Ids of messages.
    MESSAGE_ID "TW310" "message-id-dropped" Dropped "message ids have no place in the target"
        "keep the source if other data refers to these ids";
    /// Times.
    TIME "TW311" "time-dropped" Dropped "the time of a message has no place in the target"
        "keep the source if the times matter";
    /// The error flag of a tool result.
    ERROR_FLAG "TW312" "error-flag-dropped" Dropped "the error flag of a tool result has no place in the target"
        "the text of the result stays as it is";
    /// A field of the source format.
    EXTRA_FIELD "TW313" "field-dropped" Dropped "a field of the source format has no place in the target"
        "keep the source if the field matters";
    /// A part only its own format understands.
    OPAQUE_PART "TW314" "part-dropped" Dropped "a part that only its own format understands has no place in the target"
        "keep the source if the part matters";
    /// Text of white space only.
    BLANK_TEXT "TW315" "blank-text-dropped" Dropped "the target refuses text that is empty or only white space"
        "nothing visible is lost";
    /// Tool definitions.
    TOOLS "TW316" "tools-dropped" Dropped "tool definitions have no place in the target"
        "keep the definitions beside the conversation";
    /// A request for structured output.
    OUTPUT_REQUEST "TW317" "output-request-dropped" Dropped "a request for structured output has no place or no valid form in the target"
        "keep the schema beside the conversation";
    /// Ids of calls and of the results that answer them.
    CALL_ID "TW318" "call-id-dropped" Dropped "ids of tool calls have no place in the target"
        "calls and results stay paired by their order";
    /// The id of the conversation.
    CONVERSATION_ID "TW319" "conversation-id-dropped" Dropped "the id of the conversation has no place in the target"
        "keep the source if other data refers to this id";
    /// Why the model stopped.
    FINISH_REASON "TW320" "finish-reason-dropped" Dropped "the reason why the model stopped has no place in the target"
        "keep the source if the reason matters";
    /// The function name on a result.
    RESULT_NAME "TW321" "result-name-dropped" Dropped "a tool result has another name than its call, and the target has no place for it"
        "a name that the call has too is not a loss";
    /// A message that has nothing left.
    EMPTY_MESSAGE "TW322" "empty-message-dropped" Dropped "a message without content has no place in the target"
        "nothing visible is lost";
    /// Reasoning at the end of the last assistant message.
    TRAILING_SPACE "TW323" "trailing-space-dropped" Dropped "white space at the end of the last assistant message is refused by the target"
        "nothing visible is lost";
    /// A branch that was not chosen.
    BRANCH "TW324" "branch-dropped" Dropped "the target holds one branch or answer of a conversation"
        "--branch NAME chooses another one, --branch all writes each as a record";
    /// What a copy was made from.
    LINEAGE "TW325" "lineage-dropped" Dropped "the format has no place to say what a copy was made from"
        "clone a conversation of lionpride, which has one";
    /// A system text that the program does not send.
    SYSTEM_NOT_SENT "TW326" "system-not-sent" Dropped "the program does not send this system text"
        "begin the history with one system message, and an instruction after it";
    /// A result that the program does not send.
    RESULT_NOT_SENT "TW327" "result-not-sent" Dropped "the program does not send this tool result"
        "--new gives the instruction that takes it up";
    /// A message that the program does not send.
    NOT_RENDERED "TW328" "message-not-rendered" Dropped "the program cannot render this message and leaves it out"
        "a system message must be a string, and nothing may be nested deeper than 100";
    /// A tool call or its result.
    CALL "TW329" "call-dropped" Dropped "tool calls and their results have no place in the target"
        "choose a target with tool calls (see `turnwise formats`)";
    /// Words of the program itself.
    PROGRAM_MESSAGE "TW331" "program-message-dropped" Dropped "a message that a program wrote, neither a person nor the model, is not written in another format"
        "errors, reminders and commands of the program are not part of what was said; keep the source if they matter";
    /// Messages that a summary replaced.
    COMPACTED "TW332" "compacted-dropped" Dropped "messages that the model no longer gets, because a program replaced them by a summary, are left out"
        "--compaction full writes all that was said";
    /// The conversation of a sub-agent.
    SIDECHAIN "TW333" "sidechain-dropped" Dropped "the conversation of a sub-agent is a conversation of its own"
        "--sidechains writes it as a record after its session";
    /// Broken arguments left out with `--lossy`.
    ARGUMENTS_DROPPED "TW334" "arguments-dropped" Dropped "the arguments of a call are not a JSON object and were left out"
        "--repair keeps them as the member `_raw`";
    /// The label or score of an answer.
    RATING "TW335" "rating-dropped" Dropped "the label, score or training weight of an answer has no place in the target"
        "an answer with the label false is not told from a good one: leave such records out before training on them";
    /// An answer beside its request.
    ANSWER_UNREAD "TW338" "answer-unread" Dropped "the answer in a request log cannot be read and is dropped"
        "see what is there in the record; an answer of another form is converted on its own with --at";
    /// A role that became another one.
    ROLE "TW340" "role-changed" Changed "the target does not have this role"
        "the nearest role was taken";
    /// A refusal became text.
    REFUSAL_AS_TEXT "TW341" "refusal-as-text" Changed "the target has no refusals; the words are kept as text"
        "the refusal cannot be told from an ordinary text later";
    /// A free-text call became an object.
    CUSTOM_CALL "TW342" "custom-call-as-object" Changed "the target has no tool calls with free text; it was put into an object"
        "the text is the member `input`";
    /// An id with other characters.
    ID_REWRITTEN "TW343" "id-rewritten" Changed "an id that the target refuses was rewritten, in the call and in its result"
        "the same id is always rewritten the same way";
    /// Something is elsewhere.
    MOVED "TW344" "moved" Changed "the target has no place for this here; it is in a neighbouring message"
        "check that the order still makes sense";
    /// Parts in another order.
    REORDERED "TW345" "order-changed" Changed "the target cannot hold the parts of a message in this order"
        "texts come first, then calls";
    /// One message became several.
    SPLIT "TW346" "message-split" Changed "one message became several in the target"
        "the order of the parts is kept";
    /// Several parts became one text.
    JOINED "TW347" "parts-joined" Changed "the target holds one text here; several parts were joined"
        "the pieces can no longer be told apart";
    /// A document became text.
    DOCUMENT_AS_TEXT "TW348" "document-as-text" Changed "the target has no text documents; the words are kept as text"
        "read the message: the document is no longer apart from what is said about it";
    /// Half a surrogate pair was replaced.
    SURROGATE "TW349" "surrogate-replaced" Changed "half of a surrogate pair was replaced by U+FFFD"
        "the text had to be decoded for the target";
    /// Arguments in another form.
    ARGUMENTS "TW350" "arguments-changed" Changed "the arguments of a call cannot be kept as they are"
        "empty arguments become an empty object, broken ones with --repair the member `_raw`";
    /// Reasoning became visible.
    REASONING_AS_TEXT "TW351" "reasoning-as-text" Changed "reasoning was written as visible text"
        "asked for with --reasoning-as-text";
    /// Ids changed on request.
    NEW_ID "TW352" "id-replaced" Changed "an id was replaced by a new one"
        "asked for with --ids";
    /// The lifetime of a cache hint is not the same.
    CACHE_CHANGED "TW353" "cache-ttl-changed" Changed "the target knows only certain lifetimes of cache hints, in a certain order"
        "five minutes or an hour was taken, and none that is shorter than a later one";
    /// `function_call` as `tool_calls`.
    LEGACY_CALL "TW354" "legacy-call-changed" Changed "an old function call became a tool call"
        "the target has only tool calls";
    /// `functions.get_time` as `functions_get_time`.
    TOOL_NAME "TW355" "tool-name-changed" Changed "the name of a tool has characters the target refuses, or is too long; it is changed everywhere in the record"
        "a program that runs the tools must know both names; --carry and --restore bring the old ones back";
    /// `additionalProperties` is false in its objects.
    CLOSED_SCHEMA "TW356" "output-schema-closed" Changed "the target takes output schemas only whose objects have no further members"
        "`additionalProperties: false` was added; the answer has no members but those of the schema";
    /// How much effort reasoning takes.
    EFFORT "TW357" "effort-weighed-otherwise" Changed "the word for the effort of reasoning is the same, but services weigh it differently"
        "compare answers, and set the word for the target if they differ";
    /// A URL became the URI of a file.
    URL_AS_FILE "TW358" "url-as-file" Changed "a URL is written as the URI of a file, which older models of the target do not fetch"
        "--inline-media embeds the media file if the model refuses the URL; nothing was downloaded";
    /// An ordinary call became a hosted one.
    HOSTED_CALL "TW359" "hosted-call" Changed "code that the service of the source ran is a call of the target's service"
        "the call and its result are one hosted call of the target";
    /// Sealed reasoning is bytes in one format and text in another.
    REDACTED_COPIED "TW361" "redacted-reencoded" Changed "sealed reasoning is bytes in one format and text in another; the text was kept as it is"
        "programs disagree whether the bytes are those of the text or what the text encodes";
    /// Media type, file name or level of detail of a media file are others.
    MEDIA_CHANGED "TW362" "media-detail-changed" Changed "a property of a media file (media type, file name, detail level) is another one in the target"
        "the media file itself is in the output; its bytes, or the rules of the target, ask for the new value";
    /// A result became words.
    ORPHAN_AS_TEXT "TW364" "orphan-result-as-text" Changed "a tool result that answers no call became words of the user"
        "asked for with --repair";
    /// A record that was not restored as it was.
    NOT_RESTORED "TW365" "record-not-restored" Changed "the carry file does not have this record, or it was edited since; it was converted instead"
        "records are found by their content; a record that was edited is another one";
    /// Words as their program sends them.
    RENDERED "TW366" "rendered" Changed "the text is what the source's own program sends"
        "--plain writes the bare words";
    /// Several messages became one.
    MERGED "TW367" "messages-joined" Changed "messages of one speaker that follow each other are one in the target"
        "all their parts are kept, in order";
    /// White space around a text.
    TRIMMED "TW368" "white-space-trimmed" Changed "the template of the target takes no white space at the ends of a text"
        "all other white space is kept";

    /// An id of a call.
    MADE_CALL_ID "TW370" "call-id-made-up" MadeUp "the target needs ids of tool calls; the source had none"
        "the same input always gives the same ids";
    /// An id of a message.
    MADE_MESSAGE_ID "TW371" "message-id-made-up" MadeUp "the target needs message ids; the source had none"
        "the same input always gives the same ids";
    /// A file name.
    MADE_FILE_NAME "TW372" "file-name-made-up" MadeUp "the target needs a file name; the source had none"
        "documents are numbered from 1";
    /// A schema for a tool.
    MADE_SCHEMA "TW373" "schema-made-up" MadeUp "the target needs a schema for every tool, with types of JSON Schema; the source had no valid one"
        "compare the schema with the tool: what was made up accepts more";
    /// A media type.
    MADE_MEDIA_TYPE "TW374" "media-type-made-up" MadeUp "the target needs a media type; it was found from the bytes or the name of the file"
        "check the media file if the source had it wrong";
    /// A name for a structured output.
    MADE_NAME "TW375" "schema-name-made-up" MadeUp "the target needs a name for the schema; the source had none"
        "the name is `output`";
    /// What the index says of a session.
    MADE_SESSION "TW376" "session-made-up" MadeUp "the target keeps more about a session than the source says"
        "the title and the times come from the messages";
    /// Ids of a thread and its run.
    MADE_THREAD_ID "TW377" "thread-id-made-up" MadeUp "the target needs ids of thread and run; the source had none"
        "the same source gives the same ids";
    /// What an error says.
    MADE_ERROR "TW378" "error-text-made-up" MadeUp "the target says in words that a tool failed; the source only says that it did"
        "the words are `the tool failed`";
    /// The name and version of an agent.
    MADE_AGENT "TW379" "agent-made-up" MadeUp "the target names the agent of a run and its version; the source has neither"
        "both are `unknown`";
    /// The time of a message.
    MADE_TIME "TW380" "time-made-up" MadeUp "the target's program makes up a time at each reading where a message has none"
        "name the time of a conversation without times with --now";
    /// A result of a call.
    MADE_RESULT "TW382" "result-made-up" MadeUp "a call had no result, and the conversation goes on after it"
        "asked for with --repair";
    /// A first message.
    MADE_MESSAGE "TW383" "message-made-up" MadeUp "the target needs a message of the user first; the source began with an assistant message"
        "asked for with --repair";
    /// A last answer.
    MADE_ANSWER "TW384" "answer-made-up" MadeUp "the target needs an assistant message at the end; the source ended with a user message"
        "the message is empty";
}

/// What cannot be held at all and would make the output wrong or invalid: the record is refused.
pub static CANNOT_HOLD: Code = code! {
    "TW390" "cannot-hold" Rule Error
    "the target has no valid way to hold this"
    "change this in the source, or choose a target that holds it (see `turnwise formats`)"
};

/// A text that would be read as the mark of a turn: the record is refused.
pub static FORGED_MARK: Code = code! {
    "TW391" "mark-in-text" Rule Error
    "a text contains a mark of the template, which has no way to escape it"
    "change the text in the source, or choose a target that is not the text of a template"
};
