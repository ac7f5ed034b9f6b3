//! The formats that are recognized and not read, each with its signs and with what to do about it. The advice is run by
//! tests: jq on the files of `tests/fixtures/foreign`, functions of libraries by `tests/interop/not_read.py`.
//!
//! `[{"kind":"request","parts":[{"part_kind":"user-prompt","content":"hi"}]}]`: messages of pydantic-ai.

use super::signs::ForeignSign;

/// A format of another program that is known by name and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignFormat {
    /// What it is called in messages: `messages of pydantic-ai`.
    pub name: &'static str,
    /// What to do with such a file.
    pub advice: &'static str,
    /// One of these is enough (`signs`). Those that begin with `@` are looked for in messages, too; the others in records.
    pub(super) signs: &'static [ForeignSign],
}

macro_rules! foreign_formats {
    ($($name:literal [$($sign:literal)*] $advice:expr;)*) => {
        /// All of them. The first one that a record has a sign of is its format.
        pub static FOREIGN: &[ForeignFormat] = &[
            $(ForeignFormat { name: $name, advice: $advice, signs: &[$(ForeignSign::new($sign)),*] },)*
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
    "a session of Qwen Code" ["uuid sessionId message/parts"]
        "its messages are those of gemini: jq -s '{contents:[.[].message|values|select(.parts)|{role,parts}]}'";
    "a session of Factory's droid" ["type=session_start" "type=message message/content#(type=tool_use)"
        "type=message message/content#(type=tool_result)"]
        r#"its messages are those of anthropic: jq -s '{messages:[.[]|select(.type=="message").message|{role,content}]}'"#;
    "events of GitHub Copilot CLI" [
        "type=session.start|user.message|assistant.message|assistant.turn_start|tool.execution_* data:object"]
        r#"this makes messages of openai: jq -s '{messages:[.[]|.data as $d|if .type=="user.message" then {role:"user",content:$d.content} elif .type=="assistant.message" then {role:"assistant",content:$d.content}+(if ($d.toolRequests//[])==[] then {} else {tool_calls:[$d.toolRequests[]|{id:.toolCallId,type:"function",function:{name,arguments:(.arguments|tojson)}}]} end) elif .type=="tool.execution_complete" then {role:"tool",tool_call_id:$d.toolCallId,content:($d.result.content//"")} else empty end]}'"#;
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
    "an export of DeepSeek's chat" ["mapping/*/message/fragments" "mapping inserted_at"]
        r#"this takes the newest branch: jq -c '(if type=="array" then .[] else . end)|.mapping as $m|{messages:[$m.root|recurse(.children|last|values|$m[.])|.message|values|{role:(if any(.fragments[];.type=="REQUEST") then "user" else "assistant" end),content:([.fragments[]|select(.type!="THINK").content]|join("\n"))}]}'"#;
    "an export of Open WebUI" ["chat/history/messages" "chat/messages chat/models"]
        "--at /chat reads the active branch of each chat";
    "a conversation of LibreChat" ["messages#(isCreatedByUser)" "@isCreatedByUser sender"
        "conversationId recursive messages"]
        r#"this takes the newest branch: jq '{messages:[(.messages|if any(.children) then last else .[] end)|recurse(.children//[]|last|values)|{role:(if .isCreatedByUser then "user" else "assistant" end),content:(.text//"")}]}'"#;
    "a conversation of LM Studio" ["messages#(versions,currentlySelected)" "@versions currentlySelected"]
        r#"this takes the selected versions: jq '{messages:[(.systemPrompt//""|select(.!="")|{role:"system",content:.}),(.messages[]|.versions[.currentlySelected]|{role,content:([(.content//empty),(.steps[]?.content//empty)]|flatten|map(.text//empty)|join("\n"))})]}'"#;
    "a chat of SillyTavern" ["chat_metadata character_name" "@mes is_user"]
        r#"this makes messages of openai: jq -s '{messages:[.[]|select(.mes)|{role:(if .is_user then "user" else "assistant" end),content:.mes}]}'"#;
    "a session of Chatbox" ["messages#(contentParts)" "@role contentParts" "chat-sessions-list" "__exported_items"]
        r#"this makes messages of openai: jq -c '(if .messages then . else .[]|objects|select(.messages) end)|{messages:[.messages[]|{role,content:([.contentParts[]?.text//empty]|join("\n"))}]}'"#;
    "a prompt of AI Studio" ["chunkedPrompt"]
        "this makes contents of gemini: jq '{contents:[.chunkedPrompt.chunks[]|select(.text)|{role,parts:[{text}+(if .isThought then {thought:true} else {} end)]}]}'";
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
    "an archive of HTTP requests (HAR)" ["log/entries"]
        "the bodies of requests are what services read: jq -c '.log.entries[].request.postData.text|values|fromjson?'";
    "a session of the Agent Development Kit" ["events#(invocationId)" "events#(invocation_id)"]
        "its contents are those of gemini: jq '{contents:[.events[].content|select(.)]}'";
    "events of the Agent Development Kit" ["author invocationId" "author invocation_id"]
        "their contents are those of gemini: jq -s '{contents:[flatten[]|select(.partial|not).content|values]}'";
    "event rows of the Agent Development Kit" ["event_data invocation_id"]
        "the rows of a session have contents of gemini: jq -s '{contents:[flatten[].event_data|if type==\"string\" then fromjson else . end|.content|values]}'";
    "rows of an OpenAI Agents session" ["message_data session_id"]
        "the rows contain items of openai-responses: jq -s '[flatten[].message_data|fromjson]'";
    "a run state of OpenAI Agents" ["$schemaVersion model_responses"]
        r#"it contains items of openai-responses: jq '[(.original_input|if type=="string" then {role:"user",content:.} else .[] end),(.generated_items[]|select(.type!="tool_approval_item").raw_item)]'"#;
    "a message of a Strands session" ["message/role message_id redact_message"
        "message/role message_id created_at updated_at"]
        "its messages are those of bedrock: jq -s '{messages:(sort_by(.message_id)|map(.redact_message//.message|{role,content}))}|walk(if type==\"object\" and .__bytes_encoded__ then .data else . end)' message_*.json";
    "a session of Strands Agents" ["session_id session_type created_at" "agent_id conversation_manager_state"
        "*session.json"]
        "`messages/message_N.json` in the folder of the agent have its messages: name one of them to see what to do";
    "a snapshot of LangGraph" ["values next config" "values next checkpoint" "values/messages next"]
        "its messages are those of LangChain: write `values[\"messages\"]` of `get_state` with `convert_to_openai_messages` of `langchain_core.messages`";
    "runs of LangSmith" ["run_type inputs" "run_type outputs"]
        "the messages in `inputs` are those of LangChain: read them with `load` and write them with `convert_to_openai_messages` of `langchain_core`";
    "a chat store of LlamaIndex" ["store class_name=*ChatStore" "chat_store/store class_name"]
        "write its messages with `to_openai_message_dicts` of `llama_index.llms.openai.utils`";
    "the state of agents of AutoGen" ["type=*State llm_context/messages" "type=*State version agent_states"
        "type=*State version message_thread"]
        r#"this makes messages of openai of one agent: jq 'first(..|.llm_context?|values)|{messages:[.messages[]|if .type=="SystemMessage" then {role:"system",content} elif .type=="UserMessage" then {role:"user",content:(.content|if type=="array" then map(strings)|join("\n") else . end)} elif .type=="AssistantMessage" then {role:"assistant"}+(if (.content|type)=="array" then {tool_calls:[.content[]|{id,type:"function",function:{name,arguments}}]} else {content} end) else .content[]|{role:"tool",tool_call_id:.call_id,content} end]}'"#;
    "a session of the Microsoft Agent Framework" ["type=session session_id state:object"]
        "keep the requests that the program sends to its service: turnwise reads those of openai, anthropic, gemini and bedrock";
    "steps of smolagents" ["step_number timing" "step_number model_output_message" "task task_images"
        "@role=tool-call|tool-response"]
        REQUESTS;
    "a log of Inspect" ["eval version samples" "eval version plan" "eval version stats"]
        "read it with `read_eval_log`, and write the messages of each sample with `messages_to_openai` of `inspect_ai.model`";
    "a sample of Inspect" ["epoch:number input target" "epoch:number input messages"]
        "write its messages with `messages_to_openai` of `inspect_ai.model`";
    "OpenTelemetry spans" ["resourceSpans" "scopeSpans" "attributes/gen_ai.*" "attributes/llm.*"
        "context attributes start_time" "attributes.llm.*"]
        REQUESTS;
    "messages of LangChain" ["lc type id" "lc type kwargs"
        "@!role type=human|ai|system|tool|function|chat|remove|developer|*MessageChunk data:object"
        "@!role type=human|ai|system|tool|function|chat|remove|developer|*MessageChunk content additional_kwargs"
        "@!role type=human|ai|system|tool|function|chat|remove|developer|*MessageChunk content response_metadata"
        "@!role type=human|ai|system|tool|function|chat|remove|developer|*MessageChunk content_blocks"
        "@!role type=human|ai content" "session_id message/type message/data"]
        "write them with `convert_to_openai_messages` of `langchain_core.messages`; `messages_from_dict` and `load` of `langchain_core` read stored ones";
    // Messages.
    "messages of pydantic-ai" ["@kind=request|response parts#(part_kind)"]
        "write them with `AGUIAdapter.dump_messages` of `pydantic_ai.ui.ag_ui`, each as `model_dump_json(by_alias=True)`, as one JSON array: ag-ui is read";
    "messages of the Microsoft Agent Framework" ["@contents#($type)" "@role contents:list"]
        REQUESTS;
    "messages of OpenTelemetry spans" ["@role parts#(type=tool_call|tool_call_response)" "@role parts#(type,content)"]
        REQUESTS;
    "messages of A2A" ["@role=ROLE_* parts:list" "@role parts#(kind) messageId" "@role=agent parts:list"
        "@role messageId parts#(!type,:object)" "history#(messageId,parts)" "jsonrpc params/message/messageId"]
        r#"this makes messages of openai: jq -s '{messages:[flatten[]|(.history//[.])[]|{role:(if .role|ascii_downcase|endswith("user") then "user" else "assistant" end),content:([.parts[].text//empty]|join("\n"))}]}'"#;
    "Harmony (the prompt format of gpt-oss) as JSON" ["@role channel=analysis|commentary|final"
        "@role content#(type=system_content|developer_content)"]
        "write its text with `render_conversation` and `decode` of `openai_harmony`, with `auto_drop_analysis=False` to keep all reasoning: harmony is read";
    "messages of Haystack" ["@role meta:object content#(:object,!type)" "@_role _content"]
        "read each with `ChatMessage.from_dict` of `haystack.dataclasses`, and write it with its `to_openai_dict_format`";
    "messages of LlamaIndex" ["@role additional_kwargs blocks" "@role blocks#(block_type)"]
        "write them with `to_openai_message_dicts` of `llama_index.llms.openai.utils`";
    "messages of Inspect" ["@role tool_calls#(function:text)"]
        "write them with `messages_to_openai` of `inspect_ai.model`";
    "messages of Semantic Kernel" ["@role items#(content_type)" "@role items#($type)"]
        r#"this keeps texts, calls and results: jq '{messages:[.messages[]|.items as $i|[$i[]|select(.content_type=="function_result")] as $r|if $r!=[] then $r[]|{role:"tool",tool_call_id:.id,content:(.result|if type=="string" then . else tojson end)} else {role,content:([$i[]|select(.content_type=="text").text]|join("\n"))}+([$i[]|select(.content_type=="function_call")|{id,type:"function",function:{name:([.plugin_name//empty,.function_name//.name]|join("-")),arguments:(.arguments//"{}"|if type=="string" then . else tojson end)}}]|if .==[] then {} else {tool_calls:.} end) end]}'"#;
    "messages of AutoGen" ["@!role source models_usage"
        "@!role content type=TextMessage|MultiModalMessage|ThoughtEvent|ToolCall*|HandoffMessage|StopMessage"
        "@!role content type=UserMessage|AssistantMessage|FunctionExecutionResultMessage"]
        r#"this keeps the texts: jq -s '{messages:[flatten[]|(.messages//[.])[]|select(.content|type=="string")|{role:(if .source=="user" then "user" else "assistant" end),content}]}'"#;
}
