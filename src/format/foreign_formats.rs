//! The formats that are recognized and not read, each with its signs and with what to do about it. The advice is run by
//! tests: jq on the files of `tests/fixtures/foreign`, functions of libraries by `tests/interop/not_read.py`.
//!
//! `[{"id":"m1","role":"user","parts":[{"type":"text","text":"hi"}]}]`: UI messages of the AI SDK.

use super::signs::RecordSign;

/// A format of another program that is known by name and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignFormat {
    /// What it is called in messages: `messages of Haystack`.
    pub name: &'static str,
    /// What to do with such a file.
    pub advice: &'static str,
    /// One of these is enough (`signs`). Those that begin with `@` are looked for in messages, too; the others in records.
    pub(super) signs: &'static [RecordSign],
}

macro_rules! foreign_formats {
    ($($name:literal [$($sign:literal)*] $advice:expr;)*) => {
        /// All of them. The first one that a record has a sign of is its format.
        pub static FOREIGN: &[ForeignFormat] = &[
            $(ForeignFormat { name: $name, advice: $advice, signs: &[$(RecordSign::new($sign)),*] },)*
            GEMINI_STREAMS,
        ];
    };
}

const EVENT: &str = "write the events of an answer to a separate file, one a line: it is read as a recorded stream";

const REQUESTS: &str = "keep the requests that the program sends to its service: turnwise reads those of openai, anthropic, gemini and bedrock";

/// Several streams in one file; no single record shows it.
pub(crate) const GEMINI_STREAMS: ForeignFormat = ForeignFormat {
    name: "streams of several Gemini answers in one file",
    advice: "write each stream to a separate file",
    signs: &[],
};

foreign_formats! {
    // Events of services. Files of them are read, as recorded streams.
    "an event of a Chat Completions stream" ["object=chat.completion.chunk|text_completion.chunk"
        "object= choices prompt_filter_results"]
        EVENT;
    "an event of a Responses stream" ["type=response.* sequence_number" "type=response.* response"
        "type=response.* delta" "type=response.* item"]
        EVENT;
    "an event of a Messages API stream" ["type=message_start|message_delta|message_stop"
        "type=content_block_start|content_block_delta|content_block_stop" "<2 type=ping"]
        EVENT;
    "an event of a Converse stream" ["<3 contentBlockDelta:object" "<3 contentBlockStart:object"
        "<3 contentBlockStop:object" "<3 messageStart:object" "<3 messageStop:object" "contentBlockIndex delta"
        "contentBlockIndex start"]
        EVENT;
    "a line of an Ollama stream" ["done:flag model message/role" "done:flag model message" "done:flag model response"]
        EVENT;
    "an answer of Cohere" ["finish_reason message/role !choices !object"
        "finish_reason message/content !choices !object"]
        "its message is one of openai:cohere: jq -c '{messages:[.message]}'";
    "the UI stream of the AI SDK" ["type=text-start|text-delta|text-end|reasoning-delta|tool-input-start"
        "type=tool-input-delta|tool-input-available|start-step|finish-step" "type=start messageId"]
        r#"this joins its text: jq -s '{messages:[{role:"assistant",content:([.[]|select(.type=="text-delta").delta]|add)}]}'"#;
    // Sessions of agents that write code.
    "a wire log of Kimi CLI" ["timestamp message/type message/payload" "type=metadata protocol_version"]
        r#"this makes messages of openai: jq -s '{messages:(reduce (.[].message|values) as {type:$t,payload:$p} ([];if $t=="TurnBegin" then .+[{role:"user",content:($p.user_input|if type=="array" then map(.text//"")|join("") else . end)}] elif $t=="ContentPart" and $p.text then .+[{role:"assistant",content:$p.text}] elif $t=="ToolCall" then (if .[-1].role=="assistant" then . else .+[{role:"assistant",content:""}] end)|.[-1].tool_calls+=[$p|{id,type:"function",function:(.function|{name,arguments})}] elif $t=="ToolResult" then .+[{role:"tool",tool_call_id:$p.tool_call_id,content:($p.return_value.output|if type=="array" then map(.text//"")|join("") else . end)}] else . end))}'"#;
    "updates of the Agent Client Protocol" ["jsonrpc method=session/*" "jsonrpc params/sessionId"
        "sessionId update/sessionUpdate" "sessionUpdate"]
        r#"this joins the texts, without tool calls: jq -s '{messages:(reduce .[] as $m ([];if $m.method=="session/prompt" then .+[{role:"user",content:([$m.params.prompt[].text//empty]|join("\n"))}] else ($m.params.update//$m.update//{}) as $u|if $u.sessionUpdate!="agent_message_chunk" then . elif .[-1].role=="assistant" then .[-1].content+=($u.content.text//"") else .+[{role:"assistant",content:($u.content.text//"")}] end end))}'"#;
    "a session of goose" ["working_dir conversation" "working_dir message_count" "@role content#(type=toolRequest)"
        "@role content#(type=toolResponse)"]
        r#"this makes messages of openai: jq -s '{messages:[(.[0].conversation//.)[]|select(.role)|[.content[]|select(.type=="toolResponse")] as $r|if $r!=[] then $r[]|{role:"tool",tool_call_id:.id,content:([.toolResult.value|if type=="object" then .content else . end|.[]?.text//empty]|join("\n"))} else {role,content:([.content[].text//empty]|join("\n"))}+([.content[]|select(.type=="toolRequest")|{id,type:"function",function:(.toolCall.value|{name,arguments:(.arguments|tojson)})}]|if .==[] then {} else {tool_calls:.} end) end]}'"#;
    "the view of a task of Cline" ["@ts type=say|ask"]
        "`api_conversation_history.json` in the same folder has its messages, and is read";
    "a session of Continue" ["history#(message,contextItems)" "workspaceDirectory history:list"]
        r"its messages are those of openai, with other names: jq '{messages:[.history[].message|{role,content}+(if .toolCalls then {tool_calls:.toolCalls} else {} end)+(if .toolCallId then {tool_call_id:.toolCallId} else {} end)]}'";
    // Chat applications.
    "a conversation of LM Studio" ["messages#(versions,currentlySelected)" "@versions currentlySelected"]
        r#"this takes the selected versions: jq '{messages:[(.systemPrompt//""|select(.!="")|{role:"system",content:.}),(.messages[]|.versions[.currentlySelected]|{role,content:([(.content//empty),(.steps[]?.content//empty)]|flatten|map(.text//empty)|join("\n"))})]}'"#;
    "a chat of SillyTavern" ["chat_metadata character_name" "@mes is_user"]
        r#"this makes messages of openai: jq -s '{messages:[.[]|select(.mes)|{role:(if .is_user then "user" else "assistant" end),content:.mes}]}'"#;
    "a session of Chatbox" ["messages#(contentParts)" "@role contentParts" "chat-sessions-list" "__exported_items"]
        r#"this makes messages of openai: jq -c '(if .messages then . else .[]|objects|select(.messages) end)|{messages:[.messages[]|{role,content:([.contentParts[]?.text//empty]|join("\n"))}]}'"#;
    "an export of Grok" ["conversations#(responses)" "conversation responses#(response)"]
        r#"this makes messages of openai: jq -c '(.conversations//[.])[]|{messages:[.responses[].response|{role:(if (.sender|ascii_downcase)=="human" then "user" else "assistant" end),content:.message}]}'"#;
    "a thread of OpenAI's Assistants" ["object=thread.message" "data#(object=thread.message)"]
        r#"newest first, so this turns it: jq '{messages:[.data|reverse|.[]|{role,content:([.content[].text.value//empty]|join("\n"))}]}'"#;
    "a tree of Open Assistant" ["message_tree_id prompt/replies" "prompt/replies"]
        r#"this takes the first replies: jq -c '{messages:[.prompt|recurse(.replies//[]|first|values)|{role:(if .role=="prompter" then "user" else .role end),content:.text}]}'"#;
    "messages of Open Assistant" ["message_tree_id text role"]
        r#"this takes the first reply of each tree: jq -cs 'group_by(.message_tree_id)[]|. as $all|{messages:[.[]|select(.parent_id==null)|recurse(.message_id as $id|[$all[]|select(.parent_id==$id)]|first|values)|{role:(if .role=="prompter" then "user" else .role end),content:.text}]}'"#;
    "messages of Letta" ["message_type=*_message id"]
        r#"this makes messages of openai: jq -s '{messages:[flatten[]|if .message_type=="tool_call_message" then {role:"assistant",tool_calls:[.tool_call|{id:.tool_call_id,type:"function",function:{name,arguments}}]} elif .message_type=="tool_return_message" then {role:"tool",tool_call_id,content:.tool_return} elif .message_type|test("^(system|user|assistant)_") then {role:(.message_type|sub("_message";"")),content} else empty end]}'"#;
    // Stores of frameworks.
    "the index of a Strands session" ["session_id session_type created_at" "agent_id conversation_manager_state"
        "*session.json"]
        "`messages/message_N.json` in the folder of the agent have its messages, and are read";
    "runs of LangSmith" ["run_type inputs" "run_type outputs"]
        "--at /inputs reads the messages of a run that has them; runs of models (`llm`) are read with their answers";
    "a log of Inspect without its samples" ["eval version !samples plan" "eval version !samples stats"]
        "its samples are in other files of the log, and are read";
    "spans of Phoenix" ["attributes.llm.*"]
        REQUESTS;
    "the history of a DSPy program" ["messages#(question,answer)"]
        r#"the names of the fields are those of its signature, here `question` and `answer`: jq -c '{messages:[.messages[]|{role:"user",content:.question},{role:"assistant",content:.answer}]}'"#;
    // Messages.
    "messages of LangChain without their `type`" ["@content response_metadata !type !role !lc"
        "@content tool_calls#(args,!type) !type !role" "@content tool_call_id id !type !role"]
        "`type` says who wrote a message: `model_dump(exclude_defaults=True)` drops it, `model_dump()` and `messages_to_dict` keep it";
    "Harmony (the prompt format of gpt-oss) as JSON" ["@role channel=analysis|commentary|final"
        "@role content#(type=system_content|developer_content)"]
        "write its text with `render_conversation` and `decode` of `openai_harmony`, with `auto_drop_analysis=False` to keep all reasoning: harmony is read";
}
