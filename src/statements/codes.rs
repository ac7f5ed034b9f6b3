//! `TW830` to `TW879`: what statements say that they should not. The examples name a command.

use crate::report::codes;

codes! {
    /// The first statement is another one.
    NO_PROMPT "TW830" "prompt-not-first" Shape Error "the first statement of a `.prompt` file is not `.prompt`"
        "start the file with `.prompt \"name\":\"…\", \"version\":\"…\"`";
    /// Nothing can be loaded.
    EMPTY_PROGRAM "TW831" "prompt-empty" Shape Error "a `.prompt` file has no line that starts at its first column"
        "write the program without indentation";
    /// A list that cannot be loaded.
    BAD_STATEMENT "TW832" "bad-statement" Shape Error "a statement lacks `msg_no`, `keyword` or `value`, or its keyword is unknown"
        "write `{\"msg_no\":0,\"keyword\":\".user\",\"value\":\"…\"}` with one of KePrompt's keywords";
    /// Numbers that are not positions.
    STATEMENT_NUMBER "TW833" "statement-number" Rule Warning "`msg_no` is not the position of its statement"
        "number the statements from 0 in their order";
    /// `.prompt` without what it needs.
    BAD_META "TW834" "prompt-metadata" Rule Error "the value of `.prompt` is not JSON, or lacks name or version"
        "write the members of an object without its braces: `\"name\":\"n\", \"version\":\"1\"`";
    /// A call that cannot be read.
    CALL_SYNTAX "TW835" "tool-call-syntax" Rule Error "a `.tool_call` is not `name(key=value, …) id=ID`"
        "write the arguments as key=value, quote texts, and end with ` id=` and the id";
    /// A result that cannot be read.
    RESULT_SYNTAX "TW836" "tool-result-syntax" Rule Error "the first line of a `.tool_result` has no `id=ID name=FUNCTION`"
        "write both words; neither may hold a space";
    /// `.set` without a value.
    SET_SYNTAX "TW837" "set-syntax" Rule Error "a `.set` has no name or no value"
        "write `.set name value`";
    /// Text for no message.
    NOTHING_BEFORE "TW838" "nothing-to-continue-from" Rule Error "`.text` or `.include` is before the first message"
        "start the message with `.user`, `.system` or `.assistant`";
    /// A name nobody set.
    VARIABLE "TW839" "variable-not-defined" Rule Error "a text names a variable that is not defined"
        "set it with `.set`, in the params of `.prompt`, or with --params";
    /// No end.
    TOO_MUCH "TW840" "variable-without-end" Rule Error "a variable leads back to itself, or texts grow beyond all bounds"
        "look at the value of the variable that the message names";
    /// A file that is not there.
    FILE "TW841" "file-not-readable" Rule Error "a statement names a file that cannot be read, or that is not below --dir"
        "name the folder that holds the files with --dir";
    /// A command that fails.
    COMMAND "TW842" "command-syntax" Rule Error "a `.cmd` cannot be read, or names a function that KePrompt does not have"
        "write `.cmd readfile(filename=a.txt)`, without quotes, optionally with ` as name`";
    /// Functions nobody has.
    FUNCTIONS "TW843" "function-not-defined" Rule Error "`.functions` names no function, or one that KePrompt does not have"
        "functions of your own are not known here; the recorded chat can still be compared";
    /// `.debug`, `.clear`.
    BAD_LIST "TW844" "list-expected" Rule Error "the value of `.debug` or `.clear` is not a JSON list, or asks for what KePrompt cannot print"
        "write a JSON list of texts";
    /// A number JSON lacks.
    NOT_JSON "TW845" "number-not-in-json" Rule Error "an argument of a call is infinite or no number, which JSON cannot say"
        "quote it, and it is a text";
    /// What nobody executes here.
    NOT_EXECUTED "TW846" "command-not-executed" Dropped Warning "a command was not executed, and its result is missing"
        "compare with a recorded chat, or put the text into the program";
    /// A file nobody opened.
    FILE_NOT_READ "TW847" "file-not-read" Dropped Warning "a statement names a file, and none is opened here: its content is missing"
        "use `turnwise statements run --dir DIR`";
    /// The manual promises another thing.
    RESULT_BODY "TW848" "tool-result-body-is-text" Rule Warning "the lines after `.tool_result` are read as a text of the user, not as the result"
        "store the program as a list of statements; --documented reads the file as the manual says";
    /// Lost lines.
    INDENTED_END "TW849" "indented-end" Rule Warning "indented lines at the end of a `.prompt` file are not read"
        "start the last line at its first column";
    /// `.llm` and its like.
    UNKNOWN_KEYWORD "TW850" "looks-like-a-keyword" Rule Warning "a line starts like a statement, but its keyword is unknown: it is text"
        "case counts, and a space must follow; `.llm` is gone since version 2";
    /// Never executed.
    AFTER_EXIT "TW851" "after-exit" Rule Warning "statements after `.exit` are not executed"
        "--continue-after-exit goes on with them, as a reply does";
    /// A call nobody wrote.
    CALL_ADDED "TW852" "call-added" Rule Note "a program ends without `.exec` or `.exit`: KePrompt adds a call of the model"
        "end it with `.exec`, or with `.exit` where no call is meant";
    /// Settings at the top.
    OLD_OPTIONS "TW853" "options-at-top-level" Rule Warning "temperature, max_tokens, top_p or top_k is set outside `llm_options`"
        "put it into `\"llm_options\":{…}` of the params";
    /// `.exec` that fails.
    BAD_EXEC "TW854" "exec-syntax" Rule Warning "the value of an `.exec` is not JSON, or names a variable that is not defined"
        "leave it empty, name a model, or write a JSON object";
    /// Messages that cannot be read.
    BAD_MESSAGE "TW855" "bad-universal-message" Shape Error "this is not a list of KePrompt's universal messages"
        "a message has a role and a list of parts: text, image_url, tool, tool_result";
    /// A name without a form.
    CALL_NAME "TW856" "function-name-changed" Changed Warning "the name of a function has no form in a `.tool_call`"
        "a name has no bracket and no white space around it";
    /// An argument without a form.
    ARGUMENT "TW857" "call-argument-changed" Changed Warning "an argument of a call has no form in a `.tool_call`: null, lists, objects, texts with both quotes"
        "the recorded messages keep it";
    /// An id without a form.
    CALL_ID "TW858" "call-id-changed" Changed Warning "the id of a call has no form in a statement"
        "ids of calls are texts without white space";
    /// Messages that became one.
    MERGED "TW859" "messages-merged" Changed Warning "messages of equal role that follow each other become one: statements of equal role do"
        "nothing in KePrompt keeps them apart";
    /// A part without a statement.
    NO_STATEMENT "TW860" "part-without-statement" Dropped Warning "a part has no statement: text or calls in a tool message, results or images in another one"
        "the recorded messages keep it";
    /// An image that is left out.
    IMAGE_LEFT "TW861" "image-without-file" Dropped Warning "an image is in the messages, and a statement can only name a file"
        "--media-dir DIR writes the bytes there";
    /// What statements do not say.
    MESSAGE_FACT "TW862" "message-fact-dropped" Dropped Warning "a message says more than statements can: its model, its provider, its statement number, other keys"
        "the recorded messages keep it; allow the code if that is enough";
    /// A name for the program.
    MADE_META "TW863" "program-name-made-up" MadeUp Warning "a program needs a name and a version; the messages have none"
        "a chat row has them";
    /// Lines that cannot be in a file.
    LINES "TW864" "text-lines-changed" Changed Warning "a `.prompt` file cannot hold blank lines, indentation, spaces at ends, or lines that start with a keyword"
        "a list of statements can";
    /// The result of a tool.
    RESULT_LEFT "TW865" "tool-result-body-dropped" Dropped Warning "the result of a tool has no place in a `.prompt` file: its lines would be read as a text of the user"
        "a list of statements can hold it";
    /// A function for a result.
    MADE_FUNCTION "TW866" "function-name-made-up" MadeUp Warning "a `.tool_result` must name its function, and no call has its id"
        "the name is `unknown`; no message keeps it";
    /// The statements do not make the same messages again.
    NOT_SAME "TW867" "statements-differ" Changed Warning "running the statements gives another message"
        "keep the recorded messages";
    /// Messages that went with an edit.
    INVALID_AFTER "TW868" "messages-invalidated" Dropped Warning "a statement was changed: the messages from it on do not follow any more and are left out"
        "--keep-messages keeps them, and validate then says what does not fit";
    /// Messages that stayed.
    INVALID_KEPT "TW869" "messages-kept" Rule Warning "a statement was changed, and the messages after it were kept"
        "run `turnwise statements diff` on the chat";
}
