"""Responses: the types of the SDK, and what the service is known to refuse."""

import re

from openai.types.responses import ResponseInputItemParam, ToolParam, response_create_params

import typed

TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}\Z")
IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,")
BODY = typed.cached_fields(response_create_params.ResponseCreateParamsNonStreaming)
PREFIXES = {
    "message": "msg_",
    "reasoning": "rs_",
    "function_call": "fc_",
    "custom_tool_call": "ctc_",
    "web_search_call": "ws_",
}
CALLS = ("function_call", "custom_tool_call")
OUTPUTS = ("function_call_output", "custom_tool_call_output")


def check(record):
    """Reasons why the service would refuse the record."""
    if isinstance(record, list):
        return check_items(record, "")
    if not isinstance(record, dict) or not isinstance(record.get("input"), (str, list)):
        return [": neither a body nor a list of items"]
    errors = []
    for key, value in record.items():
        if key not in BODY:
            errors.append(f"/{key}: unknown key of the body")
        elif key != "input":
            errors += typed.check(value, BODY[key][0], f"/{key}")
    for index, tool in enumerate(record.get("tools") or []):
        errors += typed.check(tool, ToolParam, f"/tools/{index}")
        if isinstance(tool, dict) and isinstance(tool.get("name"), str) and not TOOL_NAME.match(tool["name"]):
            errors.append(f"/tools/{index}: tool name")
    items = record["input"]
    return errors if isinstance(items, str) else errors + check_items(items, "/input", record.get("store") is not False)


def kind_of(item):
    return item.get("type") or ("message" if "role" in item else "item_reference")


def check_items(items, place, is_stored=True):
    errors = [] if items else [f"{place}: no items"]
    for index, item in enumerate(items):
        errors += typed.check(item, ResponseInputItemParam, f"{place}/{index}")
    if errors:
        return errors
    for index, item in enumerate(items):
        errors += [f"{place}/{index}: {error}" for error in check_item(item)]
    return errors + list(check_ids(items, place)) + list(check_pairs(items, place)) + list(check_order(items, place, is_stored))


def check_item(item):
    kind = kind_of(item)
    if kind == "message":
        content = item["content"]
        parts = content if isinstance(content, list) else []
        if content == []:
            yield "empty list of parts"
        for part in parts:
            if (item["role"] == "assistant") == part["type"].startswith("input_"):
                yield f"{part['type']} in a message of role {item['role']}"
            yield from check_part(part)
    elif kind in CALLS and not TOOL_NAME.match(item["name"]):
        yield "tool name"
    elif kind in OUTPUTS:
        for part in item["output"] if isinstance(item["output"], list) else []:
            yield from check_part(part)
    if kind in CALLS + OUTPUTS and not 1 <= len(item["call_id"]) <= 64:
        yield "call id"


def check_part(part):
    if part["type"] == "input_image":
        url = part.get("image_url")
        if not url and not part.get("file_id"):
            yield "image without image_url and file_id"
        if url and not url.startswith(("http://", "https://")) and not IMAGE.match(url):
            yield "image url"
    elif part["type"] == "input_file":
        data = part.get("file_data")
        if not any(part.get(key) for key in ("file_data", "file_id", "file_url")):
            yield "file without bytes, id and url"
        if data and ("filename" not in part or not data.startswith("data:")):
            yield "file_data needs a file name and must be a data URL"


def check_ids(items, place):
    seen = set()
    for index, item in enumerate(items):
        kind, own = kind_of(item), item.get("id")
        if own is None or kind == "item_reference":
            continue
        if own in seen:
            yield f"{place}/{index}: an id twice"
        seen.add(own)
        if not own.startswith(PREFIXES.get(kind, "")):
            yield f"{place}/{index}: prefix of the id"


def check_pairs(items, place):
    asked, answered = {}, set()
    for index, item in enumerate(items):
        kind, own = kind_of(item), item.get("call_id")
        if kind in CALLS:
            if own in asked:
                yield f"{place}/{index}: a second call with this id"
            asked[own] = index
        elif kind in OUTPUTS:
            if own not in asked:
                yield f"{place}/{index}: an output without a call"
            elif own in answered:
                yield f"{place}/{index}: a second output"
            answered.add(own)
    # Calls without an output at the very end are what a stored history may have.
    end = len(items)
    while end and kind_of(items[end - 1]) in OUTPUTS:
        end -= 1
    while end and (kind_of(items[end - 1]) not in OUTPUTS) and items[end - 1].get("role") in (None, "assistant"):
        end -= 1
    for own, index in asked.items():
        if own not in answered and index < end:
            yield f"{place}/{index}: a call without an output"


def check_order(items, place, is_stored=True):
    for index, item in enumerate(items):
        if kind_of(item) != "reasoning" or index + 1 == len(items):
            continue
        after = items[index + 1]
        is_looked_up = item.get("id") and (is_stored or not item.get("encrypted_content"))
        if is_looked_up and kind_of(after) == "message" and after["role"] == "assistant" and not after.get("id"):
            yield f"{place}/{index + 1}: not the message that the reasoning led to"
        if kind_of(after) in OUTPUTS or after.get("role") in ("user", "system", "developer"):
            yield f"{place}/{index}: reasoning that nothing follows"
