"""Chat Completions: the types of the SDK, and what the service is known to refuse."""

import re

from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolUnionParam, completion_create_params

import typed

TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z")
IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,")
BODY = typed.cached_fields(completion_create_params.CompletionCreateParamsNonStreaming)
ANY_CONTENT = ("refusal", "audio", "tool_calls", "function_call")


def check(record):
    """Reasons why the service would refuse the record."""
    if isinstance(record, list):
        return check_messages(record, "")
    if not isinstance(record, dict) or not isinstance(record.get("messages"), list):
        return [": neither a body nor a list of messages"]
    errors = []
    for key, value in record.items():
        if key not in BODY:
            errors.append(f"/{key}: unknown key of the body")
        elif key != "messages":
            errors += typed.check(value, BODY[key][0], f"/{key}")
    for index, tool in enumerate(record.get("tools") or []):
        errors += typed.check(tool, ChatCompletionToolUnionParam, f"/tools/{index}")
        name = tool.get(tool.get("type"), {}).get("name") if isinstance(tool, dict) else None
        if isinstance(name, str) and not TOOL_NAME.match(name):
            errors.append(f"/tools/{index}: tool name")
    return errors + check_messages(record["messages"], "/messages")


def check_messages(messages, place):
    errors = [] if messages else [f"{place}: no messages"]
    for index, message in enumerate(messages):
        errors += typed.check(message, ChatCompletionMessageParam, f"{place}/{index}")
    if errors:
        return errors
    for index, message in enumerate(messages):
        errors += [f"{place}/{index}: {error}" for error in check_message(message)]
    return errors + list(check_pairs(messages, place))


def check_message(message):
    content, role = message.get("content"), message["role"]
    name = message.get("name")
    if name is not None and role != "function":
        if not 1 <= len(name) <= 64 or re.search(r"[\s<|\\/>]", name):
            yield "name pattern"
    if content is None and role == "assistant" and all(message.get(key) is None for key in ANY_CONTENT):
        yield "an answer without content"
    if isinstance(content, list):
        if not content:
            yield "empty list of parts"
        for part in content:
            yield from check_part(part)
    if message.get("tool_calls") == []:
        yield "empty tool_calls"
    seen = set()
    for call in message.get("tool_calls") or []:
        if call["id"] in seen:
            yield "an id twice in one message"
        seen.add(call["id"])
        if not TOOL_NAME.match(call[call["type"]]["name"]):
            yield "tool name"
    if message.get("function_call") and not TOOL_NAME.match(message["function_call"]["name"]):
        yield "tool name"


def check_part(part):
    kind = part["type"]
    if kind == "image_url":
        url = part["image_url"]["url"]
        if not url.startswith(("http://", "https://")) and not IMAGE.match(url):
            yield "image url"
    elif kind == "file":
        file = part["file"]
        if "file_id" not in file and "file_data" not in file:
            yield "file without file_id and file_data"
        if "file_data" in file and ("filename" not in file or not file["file_data"].startswith("data:")):
            yield "file_data needs a file name and must be a data URL"


def check_pairs(messages, place):
    """Tool messages stand directly behind the calls that they answer, all of them, each once."""
    asked, answered, at, legacy = [], set(), None, None
    for index, message in enumerate([*messages, None]):
        if message is not None and message["role"] == "tool":
            call_id = message["tool_call_id"]
            if call_id not in asked:
                yield f"{place}/{index}: a result without a call"
            elif call_id in answered:
                yield f"{place}/{index}: a second result"
            answered.add(call_id)
            continue
        if message is not None and message["role"] == "function":
            if message["name"] != legacy:
                yield f"{place}/{index}: a result without a function call"
            legacy = None
            continue
        if message is not None and legacy:
            yield f"{place}/{index - 1}: a function call without a result"
        legacy = ((message or {}).get("function_call") or {}).get("name")
        # Calls without an answer at the very end are what a stored history may have.
        if message is not None and any(call_id not in answered for call_id in asked):
            yield f"{place}/{at}: a call without a result"
        calls = (message or {}).get("tool_calls") or []
        asked, answered, at = [call["id"] for call in calls], set(), index
