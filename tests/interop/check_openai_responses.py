"""Responses API: the types of the SDK, and what the service is known to refuse."""

import re

from openai.types.responses import ResponseInputItemParam, ToolParam, response_create_params

import typed

TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}\Z")
BODY = typed.cached_fields(response_create_params.ResponseCreateParamsNonStreaming)
PREFIXES = {"function_call": "fc", "reasoning": "rs_", "custom_tool_call": "ctc_", "web_search_call": "ws_"}


def check(record):
    """Reasons why the service would refuse the record."""
    if isinstance(record, list):
        return check_items(record, "")
    if not isinstance(record, dict):
        return [": neither a body nor a list of items"]
    if record.get("object") == "response":
        return check_items(record.get("output") or [], "/output")
    if "input" not in record:
        return [": no input"]
    errors = []
    for key, value in record.items():
        if key not in BODY:
            errors.append(f"/{key}: unknown key of the body")
        elif key not in ("input", "tools"):
            errors += typed.check(value, BODY[key][0], f"/{key}")
    for index, tool in enumerate(record.get("tools") or []):
        errors += typed.check(tool, ToolParam, f"/tools/{index}")
    if isinstance(record["input"], str):
        return errors
    return errors + check_items(record["input"], "/input")


def check_items(items, place):
    errors = [] if items else [f"{place}: no items"]
    for index, item in enumerate(items):
        errors += typed.check(item, ResponseInputItemParam, f"{place}/{index}")
    if errors:
        return errors
    return list(rules(items, place))


def rules(items, place):
    asked, answered, ids = {}, set(), set()
    for index, item in enumerate(items):
        at, kind = f"{place}/{index}", item.get("type", "message")
        if item.get("id") is not None:
            if item["id"] in ids:
                yield f"{at}: an id twice"
            ids.add(item["id"])
            prefix = "msg_" if kind == "message" else PREFIXES.get(kind)
            if prefix and not item["id"].startswith(prefix):
                yield f"{at}: id prefix"
        if kind == "message" and item["role"] == "assistant" and isinstance(item.get("content"), list):
            if any(part["type"].startswith("input_") for part in item["content"]):
                yield f"{at}: input part in an answer"
        if kind in ("function_call", "custom_tool_call"):
            if item["call_id"] in asked:
                yield f"{at}: a call id twice"
            asked[item["call_id"]] = index
            if not 1 <= len(item["call_id"]) <= 64:
                yield f"{at}: length of the call id"
            if not TOOL_NAME.match(item["name"]):
                yield f"{at}: tool name"
        if kind in ("function_call_output", "custom_tool_call_output"):
            if item["call_id"] not in asked:
                yield f"{at}: a result without a call"
            elif item["call_id"] in answered:
                yield f"{at}: a second result"
            answered.add(item["call_id"])
        if kind == "reasoning":
            rest = [other for other in items[index + 1 :] if other.get("type") != "reasoning"]
            is_followed = rest and (rest[0].get("role") == "assistant" or str(rest[0].get("type")).endswith("_call"))
            if not is_followed:
                yield f"{at}: reasoning without what it led to"
    last = max((index for index, item in enumerate(items) if not is_call(item)), default=-1)
    for call_id, index in asked.items():
        if call_id not in answered and index < last and not is_tail(items, index):
            yield f"{place}/{index}: a call without a result"


def is_call(item):
    return item.get("type") in ("function_call", "custom_tool_call", "reasoning")


def is_tail(items, index):
    """Only results follow: others may still be on their way."""
    return all(is_call(item) or str(item.get("type")).endswith("_output") for item in items[index:])
