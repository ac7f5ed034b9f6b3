"""Messages API: the types of the SDK, and what the service is known to refuse."""

import re

from anthropic.types import MessageParam, TextBlockParam, ToolUnionParam, message_create_params

import typed

CALL_ID = re.compile(r"[a-zA-Z0-9_-]+\Z")
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}\Z")
BODY = typed.cached_fields(message_create_params.MessageCreateParamsNonStreaming)
# The SDK has removed them from its types; older models take them (TW519 says so).
SAMPLING = {"temperature", "top_p", "top_k"}
ASSISTANT_ONLY = {"thinking", "redacted_thinking", "tool_use", "server_tool_use"}
USER_ONLY = {"image", "document", "search_result", "tool_result", "container_upload"}


def check(record, is_output=False):
    """Reasons why the service would refuse the record."""
    if isinstance(record, list):
        body = {"messages": record}
        prefix = ""
    elif isinstance(record, dict) and isinstance(record.get("messages"), list):
        body, prefix = record, "/messages"
    else:
        return [": neither a body nor a list of messages"]
    errors = []
    body = {**body, "tools": [without_null(tool) for tool in body["tools"]]} if isinstance(body.get("tools"), list) else body
    for key, value in body.items():
        if key in SAMPLING:
            errors += typed.check(value, float, f"/{key}")
        elif key not in BODY:
            errors.append(f"/{key}: unknown key of the body")
        elif key != "messages":
            errors += typed.check(value, BODY[key][0], f"/{key}")
    for index, message in enumerate(body["messages"]):
        errors += typed.check(message, MessageParam, f"{prefix}/{index}")
    for index, tool in enumerate(body.get("tools") or []):
        errors += typed.check(tool, ToolUnionParam, f"/tools/{index}")
    if isinstance(body.get("system"), list):
        for index, block in enumerate(body["system"]):
            errors += typed.check(block, TextBlockParam, f"/system/{index}")
    if errors:
        return errors
    return list(rules(body, prefix)) + list(check_tools(body, is_output and prefix))


def without_null(tool):
    """The service takes `"description": null`, though the types do not say so."""
    is_null = isinstance(tool, dict) and tool.get("description", "") is None
    return {key: value for key, value in tool.items() if key != "description"} if is_null else tool


def is_blank(text):
    return not text.strip()


def blocks_of(content):
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def all_blocks(blocks):
    for block in blocks:
        yield block
        if block["type"] == "tool_result" and isinstance(block.get("content"), list):
            yield from all_blocks(block["content"])


def rules(body, prefix):
    messages = body["messages"]
    if not messages:
        yield f"{prefix}: no messages"
        return
    for index, tool in enumerate(body.get("tools") or []):
        if "input_schema" in tool and not TOOL_NAME.match(tool["name"]):
            yield f"/tools/{index}: tool name"
    for index, message in enumerate(messages):
        is_last = index == len(messages) - 1
        yield from (f"{prefix}/{index}: {error}" for error in check_message(message, is_last))
    if isinstance(body.get("system"), list):
        for index, block in enumerate(body["system"]):
            if is_blank(block["text"]):
                yield f"/system/{index}: blank text"
    yield from check_systems(messages, prefix)
    yield from check_pairs(messages, prefix)
    yield from check_marks(body)


def check_tools(body, is_needed):
    """A request with calls or results defines tools; a list of messages cannot."""
    kinds = {block["type"] for message in body["messages"] for block in blocks_of(message["content"])}
    if is_needed and not body.get("tools") and kinds & {"tool_use", "tool_result"}:
        yield "/tools: missing"


def check_message(message, is_last):
    role, content = message["role"], message["content"]
    if not content and not (is_last and role == "assistant"):
        yield "empty content"
        return
    if isinstance(content, str) and content and is_blank(content):
        yield "blank text"
    blocks = blocks_of(content) if content else []
    for block in all_blocks(blocks):
        kind = block["type"]
        if kind == "text" and is_blank(block["text"]):
            yield "blank text"
        is_server_result = kind.endswith("_tool_result")
        if role == "user" and (kind in ASSISTANT_ONLY or is_server_result):
            yield f"{kind} in a user message"
        if role == "assistant" and kind in USER_ONLY:
            yield f"{kind} in an answer"
        if role == "system" and kind != "text":
            yield f"{kind} in a system message"
        if kind == "tool_use" and not (CALL_ID.match(block["id"]) and TOOL_NAME.match(block["name"])):
            yield "id or name of a call"
        if kind == "tool_result":
            if not CALL_ID.match(block["tool_use_id"]):
                yield "id of a result"
            if block.get("is_error") and not block.get("content"):
                yield "an error without content"
        if kind == "document" and block.get("title") is not None and not 1 <= len(block["title"]) <= 500:
            yield "title"
    if is_last and role == "assistant" and blocks:
        last = blocks[-1]
        if last["type"] in ("thinking", "redacted_thinking"):
            yield "ends in thinking"
        if last["type"] == "text" and last["text"] != last["text"].rstrip():
            yield "ends in white space"


def check_systems(messages, prefix):
    for index, message in enumerate(messages):
        if message["role"] != "system":
            continue
        before = messages[index - 1] if index else None
        after = messages[index + 1] if index + 1 < len(messages) else None
        is_behind_tool = (
            before is not None
            and before["role"] == "assistant"
            and not isinstance(before["content"], str)
            and before["content"]
            and before["content"][-1]["type"].endswith("_tool_result")
        )
        if before is None or not (before["role"] == "user" or is_behind_tool):
            yield f"{prefix}/{index}: system message not behind a user message"
        if after is not None and after["role"] != "assistant":
            yield f"{prefix}/{index}: system message not before an answer"


def check_hosted(blocks, at, is_last):
    """Calls of hosted tools have their results in the same answer; the service goes on with those at the very end."""
    answered = {block.get("tool_use_id") for block in blocks}
    for index, block in enumerate(blocks):
        if block["type"] == "server_tool_use" and block["id"] not in answered:
            if not is_last or any(later["type"] == "text" for later in blocks[index:]):
                yield f"{at}: a hosted call without a result"


def check_pairs(messages, prefix):
    turns = []
    for index, message in enumerate(messages):
        if not turns or turns[-1][0] != message["role"]:
            turns.append((message["role"], [], index))
        turns[-1][1].extend(blocks_of(message["content"]))
    seen, asked = set(), []
    for role, blocks, index in turns:
        at = f"{prefix}/{index}"
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if role != "assistant":
            if len(set(results)) != len(results):
                yield f"{at}: two results for one call"
            if any(call_id not in asked for call_id in results):
                yield f"{at}: a result without a call"
            # At the very end, some results may still be on their way.
            is_open = bool(results) and index == turns[-1][2] and len(results) == len(blocks)
            if any(call_id not in results for call_id in asked) and not is_open:
                yield f"{at}: a call without a result"
            kinds = [block["type"] == "tool_result" for block in blocks]
            if kinds != sorted(kinds, reverse=True):
                yield f"{at}: a result behind other blocks"
            asked = []
            continue
        yield from check_hosted(blocks, at, index == turns[-1][2])
        asked = [block["id"] for block in blocks if block["type"] == "tool_use"]
        for call_id in asked:
            if call_id in seen:
                yield f"{at}: an id twice"
            seen.add(call_id)
    # Only what the last message asks may still be on its way.
    last = {block["id"] for block in blocks_of(messages[-1]["content"]) if block["type"] == "tool_use"}
    if any(call_id not in last for call_id in asked):
        yield f"{prefix}/{len(messages) - 1}: a call without a result, and the answer goes on"


def check_marks(body):
    marks = []

    def collect(value):
        if isinstance(value, dict):
            # A result asks for its own mark behind those in its content.
            for key, inner in value.items():
                if key not in ("cache_control", "input", "input_schema"):
                    collect(inner)
            if value.get("cache_control"):
                marks.append(value)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)

    for key in ("tools", "system", "messages"):
        collect(body.get(key))
    if len(marks) > 4:
        yield ": more than four cache marks"
    hours = [mark["cache_control"].get("ttl") == "1h" for mark in marks]
    if hours != sorted(hours, reverse=True):
        yield ": an hour behind five minutes"
    for mark in marks:
        if mark.get("type") in ("thinking", "redacted_thinking"):
            yield ": a cache mark on thinking"
