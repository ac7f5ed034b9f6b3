//! `TW830` to `TW879`: problems of statements. The examples name a command.

use crate::report::codes;

codes! {
    /// The first statement is another one.
    NO_PROMPT "TW830" "prompt-not-first" Shape Error "the first statement of a `.prompt` file is not `.prompt`"
        "start the file with `.prompt \"name\":\"…\", \"version\":\"…\"`";
    /// Nothing can be loaded.
    EMPTY_PROGRAM "TW831" "prompt-empty" Shape Error "a `.prompt` file has no line that starts in the first column"
        "write the program without indentation";
    /// A list that cannot be loaded.
    BAD_STATEMENT "TW832" "bad-statement" Shape Error "a statement lacks `msg_no`, `keyword` or `value`, or its keyword is unknown"
        "write `{\"msg_no\":0,\"keyword\":\".user\",\"value\":\"…\"}` with one of KePrompt's keywords";
    /// Numbers that are not positions.
    STATEMENT_NUMBER "TW833" "statement-number" Rule Warning "`msg_no` is not the position of its statement"
        "number the statements from 0, in order";
    /// `.prompt` without what it needs.
    BAD_META "TW834" "prompt-metadata" Rule Error "the value of `.prompt` is not JSON, or lacks name or version"
        "write the fields of an object without its braces: `\"name\":\"n\", \"version\":\"1\"`";
    /// A call that cannot be read.
    CALL_SYNTAX "TW835" "tool-call-syntax" Rule Error "a `.tool_call` is not `name(key=value, …) id=ID`"
        "write the arguments as key=value, quote text, and end with ` id=` and the id";
    /// A result that cannot be read.
    RESULT_SYNTAX "TW836" "tool-result-syntax" Rule Error "the first line of a `.tool_result` has no `id=ID name=FUNCTION`"
        "add both fields; neither may contain a space";
    /// `.set` without a value.
    SET_SYNTAX "TW837" "set-syntax" Rule Error "a `.set` has no name or no value"
        "write `.set name value`";
    /// Text for no message.
    NOTHING_BEFORE "TW838" "nothing-to-continue-from" Rule Error "`.text` or `.include` comes before the first message"
        "start a message first, with `.user`, `.system` or `.assistant`";
    /// A name nobody set.
    VARIABLE "TW839" "variable-not-defined" Rule Error "a text names a variable that is not defined"
        "set it with `.set`, in the params of `.prompt`, or with --params";
    /// No end.
    TOO_MUCH "TW840" "variable-without-end" Rule Error "a variable refers to itself, or a text grows beyond the limit"
        "check the value of the variable that the message names";
    /// A file that is not there.
    FILE "TW841" "file-not-readable" Rule Error "a statement names a file that cannot be read, or that is outside --dir"
        "use --dir to name the folder that contains the files";
    /// A command that fails.
    COMMAND "TW842" "command-syntax" Rule Error "a `.cmd` cannot be parsed, or names a function that KePrompt does not have"
        "write `.cmd readfile(filename=a.txt)`, without quotes, optionally with ` as name`";
    /// Functions nobody has.
    FUNCTIONS "TW843" "function-not-defined" Rule Error "`.functions` names no function, or one that KePrompt does not have"
        "compare with the recorded chat: turnwise does not know your own functions";
    /// `.debug`, `.clear`.
    BAD_LIST "TW844" "list-expected" Rule Error "the value of `.debug` or `.clear` is not a JSON list, or names something that KePrompt cannot print"
        "write a JSON list of strings";
    /// A number JSON lacks.
    NOT_JSON "TW845" "number-not-in-json" Rule Error "an argument of a call is infinite or not a number, which JSON cannot represent"
        "quote it, so that it becomes text";
    /// Statements that are not executed here.
    NOT_EXECUTED "TW846" "command-not-executed" Dropped Warning "a command was not executed, so its result is missing"
        "compare with a recorded chat, or write the text into the program";
    /// A file nobody opened.
    FILE_NOT_READ "TW847" "file-not-read" Dropped Warning "a statement names a file that is not opened here, so its content is missing"
        "use `turnwise statements run --dir DIR`";
    /// The manual promises another thing.
    RESULT_BODY "TW848" "tool-result-body-is-text" Rule Warning "the lines after `.tool_result` are read as user text, not as the result"
        "store the program as a list of statements; --documented reads the file as the manual describes";
    /// Lost lines.
    INDENTED_END "TW849" "indented-end" Rule Warning "indented lines at the end of a `.prompt` file are ignored"
        "start the last line in the first column";
    /// `.llm` and its like.
    UNKNOWN_KEYWORD "TW850" "looks-like-a-keyword" Rule Warning "a line starts like a statement, but its keyword is unknown: it is text"
        "check the spelling: keywords are case-sensitive and need a space after them; `.llm` was removed in version 2";
    /// Never executed.
    AFTER_EXIT "TW851" "after-exit" Rule Warning "statements after `.exit` are not executed"
        "--continue-after-exit runs them, as a reply does";
    /// A call nobody wrote.
    CALL_ADDED "TW852" "call-added" Rule Note "a program ends without `.exec` or `.exit`, so KePrompt adds an `.exec`"
        "end it with `.exec`, or with `.exit` if the model should not be called";
    /// Settings at the top.
    OLD_OPTIONS "TW853" "options-at-top-level" Rule Warning "temperature, max_tokens, top_p or top_k is set outside `llm_options`"
        "move it into `\"llm_options\":{…}` in the params";
    /// `.exec` that fails.
    BAD_EXEC "TW854" "exec-syntax" Rule Warning "the value of an `.exec` is not JSON, or names a variable that is not defined"
        "leave it empty, name a model, or write a JSON object";
    /// Messages that cannot be read.
    BAD_MESSAGE "TW855" "bad-universal-message" Shape Error "the list does not consist of KePrompt's universal messages"
        "write a role and a list of parts in each message: text, image_url, tool, tool_result";
    /// A name without a form.
    CALL_NAME "TW856" "function-name-changed" Changed Warning "the name of a function cannot be written in a `.tool_call`"
        "use a name without brackets and surrounding white space";
    /// An argument without a form.
    ARGUMENT "TW857" "call-argument-changed" Changed Warning "an argument of a call cannot be written in a `.tool_call`: null, lists, objects, text with both kinds of quotes"
        "keep the recorded messages, which preserve it";
    /// An id without a form.
    CALL_ID "TW858" "call-id-changed" Changed Warning "the id of a call cannot be written in a statement"
        "use ids without white space";
    /// Messages that became one.
    MERGED "TW859" "messages-merged" Changed Warning "consecutive messages with the same role become one, because their statements do"
        "nothing to do: KePrompt has no way to separate them";
    /// A part without a statement.
    NO_STATEMENT "TW860" "part-without-statement" Dropped Warning "a part has no statement: text or calls in a tool message, results or images in another one"
        "keep the recorded messages, which preserve it";
    /// An image that is omitted.
    IMAGE_LEFT "TW861" "image-without-file" Dropped Warning "a message contains an image, and a statement can only name a file"
        "--media-dir DIR writes the image to a file there";
    /// What statements do not say.
    MESSAGE_FACT "TW862" "message-fact-dropped" Dropped Warning "a message has content that no statement can express: its model, its provider, its statement number, other fields"
        "keep the recorded messages, which preserve it, or allow the code";
    /// A name for the program.
    MADE_META "TW863" "program-name-generated" Generated Warning "a program requires a name and a version, and the messages have none"
        "use a chat row, which has them, or replace the generated ones";
    /// Lines that cannot be in a file.
    LINES "TW864" "text-lines-changed" Changed Warning "a `.prompt` file cannot represent blank lines, indentation, trailing spaces, or lines that start with a keyword"
        "write a list of statements, which can";
    /// The result of a tool.
    RESULT_LEFT "TW865" "tool-result-body-dropped" Dropped Warning "a `.prompt` file cannot represent the result of a tool: its lines would be read as user text"
        "write a list of statements, which can";
    /// A function for a result.
    MADE_FUNCTION "TW866" "function-name-generated" Generated Warning "a `.tool_result` must name its function, and no call has its id"
        "nothing to do: the name is `unknown`, and no message stores it";
    /// The statements do not make the same messages again.
    NOT_SAME "TW867" "statements-differ" Changed Warning "running the statements gives a different message"
        "keep the recorded messages";
    /// Messages that went with an edit.
    INVALID_AFTER "TW868" "messages-invalidated" Dropped Warning "a statement was changed, so the messages that depend on it are removed"
        "--keep-messages preserves them, and validate then reports what does not match";
    /// Messages that stayed.
    INVALID_KEPT "TW869" "messages-kept" Rule Warning "a statement was changed, and the messages after it were preserved"
        "run `turnwise statements diff` on the chat";
}
