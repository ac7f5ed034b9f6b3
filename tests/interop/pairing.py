"""Which results answer which calls, as the objects say that the libraries make of a record."""

import json

from google.genai import types
from patterpunk.llm.messages.serialization import deserialize_message

import check_gemini
import check_patterpunk
import check_picklebot


def of_gemini(record):
    record = check_gemini.plain(record)
    if isinstance(record, dict):
        contents = record.get("contents") or [candidate["content"] for candidate in record["candidates"]]
    else:
        contents = record
    for content in contents:
        text = check_gemini.HALF.sub(r"\\ufffd", json.dumps(content))
        for part in types.Content.model_validate_json(text).parts or []:
            if part.function_call:
                yield "call", part.function_call.name, part.function_call.id
            elif part.function_response:
                yield "result", part.function_response.name, part.function_response.id


def of_patterpunk(record):
    for message in record if isinstance(record, list) else [record]:
        loaded = deserialize_message(json.loads(json.dumps(check_patterpunk.without_class(message))))
        yield "message", type(loaded).__name__, loaded.id if "id" in message else None
        for call in getattr(loaded, "tool_calls", None) or []:
            yield "call", call.name, call.id
        if hasattr(loaded, "call_id"):
            yield "result", loaded.function_name, loaded.call_id


def of_picklebot(record):
    messages = record["messages"] if isinstance(record, dict) and "messages" in record else record
    for message in messages if isinstance(messages, list) else [messages]:
        loaded = check_picklebot.HISTORY.HistoryMessage.model_validate_json(json.dumps(message))
        for call in loaded.tool_calls or []:
            yield "call", call["function"]["name"], call.get("id")
        if loaded.tool_call_id is not None:
            yield "result", None, loaded.tool_call_id


LOADERS = {"gemini": of_gemini, "patterpunk": of_patterpunk}
if check_picklebot.HISTORY is not None:
    LOADERS["picklebot"] = of_picklebot


def differs(source, record, migrated):
    """What the library pairs otherwise; nothing if it cannot load the record."""
    if source not in LOADERS:
        return None
    try:
        before = list(LOADERS[source](record))
    except Exception:  # noqa: BLE001: whatever the library throws, it does not load this
        return None
    after = list(LOADERS[source](migrated))
    if [place[:2] for place in before] != [place[:2] for place in after]:
        return "other calls and results"
    there, back = {}, {}
    for (_, _, old), (_, _, new) in zip(before, after):
        # What had none may have one now.
        if old and (there.setdefault(old, new) != new or back.setdefault(new, old) != old):
            return f"{old} became {new}, and {there[old]}"
    return None
