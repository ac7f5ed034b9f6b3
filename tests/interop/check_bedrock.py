"""Converse: the service model of botocore, its patterns and unions, and what the service is known to refuse."""

import base64
import binascii
import re

import botocore.session

MODEL = botocore.session.get_session().get_service_model("bedrock-runtime")
REQUEST = MODEL.operation_model("Converse").input_shape
# botocore keeps no patterns.
CALL_ID = re.compile(r"[a-zA-Z0-9_.:-]{1,64}\Z")
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z")
DOCUMENT_NAME = re.compile(r"[a-zA-Z0-9()\[\]-]+( [a-zA-Z0-9()\[\]-]+)*\Z")
UNIONS = {"ContentBlock", "ToolResultContentBlock", "SystemContentBlock", "Tool", "ToolInputSchema", "DocumentSource"}


def check(record, is_output=False):
    """Reasons why the service would refuse the record. An output also keeps to what only some models demand."""
    if isinstance(record, list):
        body, prefix = {"messages": record}, ""
    elif isinstance(record, dict) and isinstance(record.get("messages"), list):
        body, prefix = record, "/messages"
    else:
        return [": neither a body nor a list of messages"]
    errors = []
    for key, value in body.items():
        if key not in REQUEST.members:
            errors.append(f"/{key}: unknown key of the body")
            continue
        errors += walk(value, REQUEST.members[key], prefix if key == "messages" else f"/{key}")
    return errors or list(rules(body, prefix, is_output))


def walk(value, shape, at):
    """Strict: no unknown keys, no nulls, no second member of a union."""
    kind = shape.type_name
    if kind == "structure":
        if getattr(shape, "is_document_type", False):
            if not isinstance(value, dict):
                yield f"{at}: not an object"
            return
        if not isinstance(value, dict):
            yield f"{at}: not an object"
            return
        if (getattr(shape, "is_tagged_union", False) or shape.name in UNIONS) and len(value) != 1:
            yield f"{at}: a union with {len(value)} members"
        for key in shape.required_members:
            if key not in value:
                yield f"{at}: no {key}"
        for key, inner in value.items():
            if key not in shape.members:
                yield f"{at}/{key}: unknown key"
            else:
                yield from walk(inner, shape.members[key], f"{at}/{key}")
    elif kind == "list":
        if not isinstance(value, list):
            yield f"{at}: not a list"
            return
        if len(value) < shape.metadata.get("min", 0):
            yield f"{at}: too short"
        for index, inner in enumerate(value):
            yield from walk(inner, shape.member, f"{at}/{index}")
    elif kind == "map":
        if not isinstance(value, dict):
            yield f"{at}: not a map"
    elif kind == "blob":
        try:
            if not base64.b64decode(value, validate=True):
                yield f"{at}: empty"
        except (binascii.Error, TypeError, ValueError):
            yield f"{at}: not base64"
    elif kind == "string":
        if not isinstance(value, str):
            yield f"{at}: not a string"
        elif shape.enum and value not in shape.enum:
            yield f"{at}: {value} is not known"
        elif not shape.metadata.get("min", 0) <= len(value) <= shape.metadata.get("max", 1 << 30):
            yield f"{at}: length"
    elif kind == "boolean" and not isinstance(value, bool):
        yield f"{at}: not a boolean"
    elif kind in ("integer", "float", "long") and (isinstance(value, bool) or isinstance(value, (str, list, dict))):
        yield f"{at}: not a number"


def blocks_of(message):
    for block in message["content"]:
        yield block
        if "toolResult" in block:
            yield from block["toolResult"]["content"]


def rules(body, prefix, is_output):
    messages = body["messages"]
    speaking = [message for message in messages if message["role"] != "system"]
    if not speaking:
        yield f"{prefix}: no messages"
        return
    for before, now in zip(speaking, speaking[1:]):
        if before["role"] == now["role"]:
            yield f"{prefix}: no alternation"
    names, is_tool = [], False
    for index, message in enumerate(messages):
        at = f"{prefix}/{index}"
        if not message["content"]:
            yield f"{at}: empty content"
        kinds = [next(iter(block)) for block in message["content"]]
        is_tool |= "toolUse" in kinds or "toolResult" in kinds
        if "document" in kinds and "text" not in kinds:
            yield f"{at}: a document without text"
        if kinds.count("document") > 5 or kinds.count("image") > 20:
            yield f"{at}: too many media"
        if message["role"] == "assistant" and {"image", "document", "video"} & set(kinds):
            yield f"{at}: media in an answer"
        if message["role"] == "user" and {"toolUse", "reasoningContent", "citationsContent"} & set(kinds):
            yield f"{at}: misplaced block"
        for block in blocks_of(message):
            if "text" in block and not block["text"].strip():
                yield f"{at}: blank text"
            if "document" in block:
                names.append(block["document"]["name"])
            if "toolUse" in block:
                call = block["toolUse"]
                if not (CALL_ID.match(call["toolUseId"]) and TOOL_NAME.match(call["name"])):
                    yield f"{at}: id or name of a call"
            if "toolResult" in block:
                result = block["toolResult"]
                if not CALL_ID.match(result["toolUseId"]):
                    yield f"{at}: id of a result"
                if result.get("status") == "error" and not result["content"]:
                    yield f"{at}: an error without content"
    if any(not DOCUMENT_NAME.match(name) for name in names):
        yield f"{prefix}: document name"
    if is_output and len(set(names)) != len(names):
        yield f"{prefix}: two documents of one name"
    for block in body.get("system") or []:
        if "text" in block and not block["text"].strip():
            yield "/system: blank text"
    tools = (body.get("toolConfig") or {}).get("tools") or []
    if is_tool and prefix and not tools:
        yield "/toolConfig: missing"
    for index, tool in enumerate(tools):
        if "toolSpec" in tool and not TOOL_NAME.match(tool["toolSpec"]["name"]):
            yield f"/toolConfig/tools/{index}: tool name"
    yield from check_pairs(speaking, prefix, is_output)
    yield from check_points(body, tools)


def check_pairs(messages, prefix, is_output):
    seen, asked = set(), []
    for index, message in enumerate(messages):
        at = f"{prefix}/{index}"
        results = [block["toolResult"]["toolUseId"] for block in message["content"] if "toolResult" in block]
        calls = [block["toolUse"]["toolUseId"] for block in message["content"] if "toolUse" in block]
        if message["role"] == "user":
            if sorted(results) != sorted(asked):
                yield f"{at}: results {results} for calls {asked}"
            kinds = ["toolResult" in block for block in message["content"] if "cachePoint" not in block]
            if is_output and kinds != sorted(kinds, reverse=True):
                yield f"{at}: a result behind other blocks"
        asked = calls
        for call_id in calls:
            if call_id in seen:
                yield f"{at}: an id twice"
            seen.add(call_id)


def check_points(body, tools):
    lists = [tools, body.get("system") or [], *(message["content"] for message in body["messages"])]
    points = [block["cachePoint"] for blocks in lists for block in blocks if "cachePoint" in block]
    if len(points) > 4:
        yield ": more than four cache points"
    hours = [point.get("ttl") == "1h" for point in points]
    if hours != sorted(hours, reverse=True):
        yield ": an hour behind five minutes"
