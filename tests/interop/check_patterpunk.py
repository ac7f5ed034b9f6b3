"""patterpunk: what the library itself reads and writes back."""

import base64
import json
import logging

from patterpunk.llm.messages.serialization import deserialize_message

logging.disable(logging.CRITICAL)


def plain(value):
    """Without what the library loses by design, and numbers by value."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items() if not is_nothing(key, inner)}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, float):
        return float(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    return value


def is_nothing(key, value):
    return key == "ttl_seconds" and not value


def without_class(message):
    """The library imports the module that `class_ref` names, and forgets a class that it cannot import."""
    output = message.get("structured_output") if isinstance(message, dict) else None
    if not isinstance(output, dict):
        return message
    output = {key: value for key, value in output.items() if key != "class_ref"}
    message = {**message, "structured_output": output}
    if not isinstance(output.get("schema"), dict):
        del message["structured_output"]
    return message


def check(record, is_output=False):
    """Reasons why the library would refuse the record. Of output it is also asked that nothing changes in it."""
    messages = record if isinstance(record, list) else [record]
    errors = []
    for index, message in enumerate(map(without_class, messages)):
        try:
            again = deserialize_message(json.loads(json.dumps(message))).serialize()
            json.dumps(again)
        except Exception as error:  # noqa: BLE001: whatever the library throws is the finding
            errors.append(f"/{index}: {type(error).__name__}: {error}")
            continue
        errors += [f"/{index}: {error}" for error in broken(message)]
        if not is_output:
            continue
        if json.dumps(plain(again)) != json.dumps(plain(message)):
            errors.append(f"/{index}: comes back different: {json.dumps(again)}")
        if "id" not in message:
            errors.append(f"/{index}: no id")
    return errors


def is_upgrade(old, new):
    """True if the library says the same of both, and the second is as it stores messages."""
    old, new = (record if isinstance(record, list) else [record] for record in (old, new))
    if check(old):
        return True  # It is not what the library stores.
    if len(old) != len(new) or check(new):
        return False
    for before, after in zip(map(without_class, old), map(without_class, new)):
        loaded = deserialize_message(json.loads(json.dumps(before))).serialize()
        stored = deserialize_message(json.loads(json.dumps(after))).serialize()
        is_current = "role" not in after and after.get("id") == stored["id"] and not isinstance(after.get("content"), (str, type(None)))
        is_current = is_current or "result" in after["type"] or after["type"] == "tool_call"
        same_id = loaded["id"] == stored["id"] or not before.get("id")
        if not (is_current and same_id and loaded | {"id": ""} == stored | {"id": ""}):
            return False
    return True


def broken(message):
    """What the library loads and breaks on later."""
    try:
        json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        yield "half of a surrogate pair"
    for key in ("id", "call_id", "function_name"):
        if not isinstance(message.get(key, ""), (str, type(None))):
            yield f"{key} is no string"
    for key in ("allow_tool_calls", "is_error"):
        if not isinstance(message.get(key, True), (bool, type(None))):
            yield f"{key} is no bool"
    if "result" in (message.get("type") or message.get("role")) and not isinstance(message.get("content"), str):
        yield "the content of a result is no string"
    if not isinstance(message.get("thinking_blocks", []), (list, type(None))):
        yield "thinking_blocks is no list"
    if not isinstance(message.get("provider_data", {}), (dict, type(None))):
        yield "provider_data is no object"
    count = message.get("thinking_token_count")
    if isinstance(count, bool) or not isinstance(count, (int, float, type(None))):
        yield "thinking_token_count is no number"
    content = message.get("content")
    chunks = content.get("chunks", []) if isinstance(content, dict) else []
    if isinstance(content, list):
        yield "content is an array"
    for chunk in chunks:
        if chunk.get("type") == "multimodal":
            try:
                if not base64.b64decode(chunk["data"], validate=True):
                    yield "empty data"
            except ValueError as error:
                yield f"data: {error}"
    for call in message.get("tool_calls") or []:
        if not isinstance(call["function"]["arguments"], str):
            yield "arguments are no string"
