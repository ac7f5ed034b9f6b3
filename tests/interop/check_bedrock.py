"""Converse: the service model of botocore, with the patterns, lengths and unions that botocore leaves to the server."""

import base64
import re

import botocore.session
from botocore.validate import ParamValidator

from check_gemini import plain

SHAPE = botocore.session.get_session().get_service_model("bedrock-runtime").operation_model("Converse").input_shape
DOCUMENT_NAME = re.compile(r"[A-Za-z0-9\-()\[\]]+( [A-Za-z0-9\-()\[\]]+)*\Z")
TOOLS = {"toolUse", "toolResult"}


def check(record):
    """Reasons why the service would refuse the record."""
    record = plain(record)
    if isinstance(record, dict) and "output" in record:
        record = {"messages": [{"role": "user", "content": [{"text": "x"}]}, record["output"]["message"]]}
    body = {"messages": record} if isinstance(record, list) else record
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        return [": neither a body nor a list of messages"]
    errors = []
    walk(body, SHAPE, "", errors)
    if errors:
        return errors
    report = ParamValidator().validate({"modelId": "m", **decoded(body, SHAPE)}, SHAPE)
    if report.has_errors():
        return [f": {report.generate_report()[:300]}"]
    return list(rules(body, isinstance(record, list)))


def walk(value, shape, place, errors):
    """Unknown keys, unions, patterns, lengths and words; what botocore's own validator does not look at."""
    if shape.type_name == "structure":
        if getattr(shape, "is_document_type", False):
            return
        if not isinstance(value, dict):
            errors.append(f"{place}: no object")
            return
        if getattr(shape, "is_tagged_union", False) and len(value) != 1:
            errors.append(f"{place}: {len(value)} members of a union")
        for key, inner in value.items():
            if key not in shape.members:
                errors.append(f"{place}/{key}: unknown key")
            elif inner is None:
                errors.append(f"{place}/{key}: null")
            else:
                walk(inner, shape.members[key], f"{place}/{key}", errors)
    elif shape.type_name == "list":
        if not isinstance(value, list):
            errors.append(f"{place}: no list")
            return
        for index, inner in enumerate(value):
            walk(inner, shape.member, f"{place}/{index}", errors)
    elif shape.type_name == "string" and isinstance(value, str):
        rules_of = shape.metadata
        if rules_of.get("enum") and value not in rules_of["enum"]:
            errors.append(f"{place}: {value!r} is none of the known words")
        if rules_of.get("pattern") and not re.fullmatch(rules_of["pattern"], value):
            errors.append(f"{place}: pattern")
        if not rules_of.get("min", 0) <= len(value) <= rules_of.get("max", 1 << 60):
            errors.append(f"{place}: length")


def decoded(value, shape):
    """Blobs are base64 in JSON files and bytes in boto3."""
    if getattr(shape, "is_document_type", False):
        return value
    if shape.type_name == "structure":
        return {key: decoded(inner, shape.members[key]) for key, inner in value.items()}
    if shape.type_name == "list":
        return [decoded(inner, shape.member) for inner in value]
    return base64.b64decode(value + "==") if shape.type_name == "blob" else value


def rules(body, is_list):
    messages = body["messages"]
    if not messages:
        yield "/messages: no messages"
        return
    has_tools = False
    asked = []
    for index, message in enumerate(messages):
        at = f"/messages/{index}"
        if message["role"] != ("user", "assistant")[index % 2]:
            yield f"{at}: no alternation"
        blocks = message["content"]
        if not blocks:
            yield f"{at}: no content"
        has_tools |= any(TOOLS & set(block) for block in blocks)
        results = [block["toolResult"]["toolUseId"] for block in blocks if "toolResult" in block]
        calls = [block["toolUse"] for block in blocks if "toolUse" in block]
        if len(set(results)) != len(results):
            yield f"{at}: two results for one call"
        is_last = index == len(messages) - 1
        if set(results) - set(asked) or (set(asked) - set(results) and not is_last):
            yield f"{at}: results do not match the calls"
        ids = [call["toolUseId"] for call in calls]
        if len(set(ids)) != len(ids):
            yield f"{at}: an id twice"
        asked = ids
        for block in blocks:
            yield from (f"{at}: {error}" for error in check_block(block, blocks))
    if has_tools and not is_list and "toolConfig" not in body:
        yield ": no toolConfig"


def check_block(block, blocks):
    if "text" in block and not block["text"].strip():
        yield "blank text"
    if "toolUse" in block and not isinstance(block["toolUse"]["input"], dict):
        yield "input is no object"
    if "toolResult" in block:
        for part in block["toolResult"]["content"]:
            if "json" in part and not isinstance(part["json"], dict):
                yield "json is no object"
            if "text" in part and not part["text"].strip():
                yield "blank text in a result"
        if block["toolResult"].get("status") == "error" and not block["toolResult"]["content"]:
            yield "an error without content"
    if "document" in block:
        if not DOCUMENT_NAME.match(block["document"]["name"]):
            yield "name of a document"
        if not any("text" in other for other in blocks):
            yield "a document without a text"
