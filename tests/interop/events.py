"""Texts, calls and results of a conversation in order, for comparing the two ends of a round trip."""

import json

import check_sharegpt
import conserve

# Losses after which order or form may differ.
LOOSE = {"TW341", "TW342", "TW344", "TW345", "TW346", "TW347"}


def difference(name, before, after, codes):
    """The first thing that came back different, though nobody said so; `None` if all is well."""
    first, second = ([event for event in EVENTS[name](it) if event[-1].strip()] for it in (before, after))
    kept = set(second)
    # What is gone was said to be gone: conservation has looked after that.
    first = [event for event in first if event in kept]
    remaining = list(second)
    for index, event in enumerate(first):
        if event not in remaining:
            return f"event {index} {event} came back fewer times"
        position = remaining.index(event)
        if codes & LOOSE:
            remaining.pop(position)
        else:
            del remaining[: position + 1]
    return None


def parts(content, key="text"):
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else []:
        if isinstance(part, dict):
            yield part.get(part.get("type") if part.get("type") in ("text", "refusal") else key)


def openai(record):
    for message in record if isinstance(record, list) else record["messages"]:
        role = "system" if message["role"] == "developer" else message["role"]
        for text in parts(message.get("content")):
            if text:
                yield (role, "text", text)
        if message.get("refusal"):
            yield (role, "text", message["refusal"])
        for call in message.get("tool_calls") or []:
            inner = call.get("function") or call.get("custom")
            yield (role, "call", inner["name"], inner.get("arguments", inner.get("input")))


def openai_responses(record):
    items = record
    if isinstance(record, dict):
        if isinstance(record.get("instructions"), str):
            yield ("system", "text", record["instructions"])
        items = record["input"]
    for item in [{"role": "user", "content": items}] if isinstance(items, str) else items:
        role = "system" if item.get("role") == "developer" else item.get("role")
        for text in response_parts(item.get("content")) if role else []:
            if text:
                yield (role, "text", text)
        if "name" in item and item.get("type") in ("function_call", "custom_tool_call"):
            yield ("assistant", "call", item["name"], item.get("arguments", item.get("input")))
        for text in response_parts(item.get("output")):
            if text:
                yield ("tool", "text", text)


def response_parts(content):
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else []:
        if isinstance(part, dict):
            yield part.get("text", part.get("refusal"))


def anthropic(record):
    if isinstance(record, dict):
        for text in parts(record.get("system")):
            yield ("system", "text", text)
    for message in record if isinstance(record, list) else record["messages"]:
        content = message["content"]
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            if block["type"] == "text":
                yield (message["role"], "text", block["text"])
            elif block["type"] == "tool_use":
                yield (message["role"], "call", block["name"], values(block["input"]))
            elif block["type"] == "tool_result":
                for text in parts(block.get("content")):
                    if text:
                        yield ("tool", "text", text)


def bedrock(record):
    if isinstance(record, dict):
        for block in record.get("system") or []:
            if "text" in block:
                yield ("system", "text", block["text"])
    for message in record if isinstance(record, list) else record["messages"]:
        for block in message["content"]:
            if "text" in block:
                yield (message["role"], "text", block["text"])
            elif "citationsContent" in block:
                yield (message["role"], "text", "".join(it["text"] for it in block["citationsContent"]["content"]))
            elif "toolUse" in block:
                yield (message["role"], "call", block["toolUse"]["name"], values(block["toolUse"]["input"]))
            elif "toolResult" in block:
                for inner in block["toolResult"]["content"]:
                    text = inner.get("text") or ("json" in inner and values(inner["json"]))
                    if text:
                        yield ("tool", "text", text)


def values(value):
    """The same for the same JSON value, whatever the white space; numbers by their spelling."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{values(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(values(inner) for inner in value) + "]"
    return getattr(value, "raw", None) or json.dumps(value)


def patterpunk(record):
    for message in record:
        kind = message.get("type") or message.get("role")
        content = message.get("content")
        if isinstance(content, str):
            if content:
                yield (kind, "text", content)
        elif isinstance(content, dict):
            for chunk in content.get("chunks", [{"content": content.get("value")}]):
                if chunk.get("content"):
                    yield (kind, "text", chunk["content"])
        for call in message.get("tool_calls") or []:
            yield (kind, "call", call["function"]["name"], call["function"]["arguments"])


def as_text(arguments):
    return arguments if isinstance(arguments, str) else "" if arguments is None else values(arguments)


def picklebot(record):
    messages = record.get("messages", [record]) if isinstance(record, dict) else record
    for message in messages:
        if message.get("content"):
            yield (message["role"], "text", message["content"])
        for call in message.get("tool_calls") or []:
            function = call.get("function")
            if message["role"] == "assistant" and isinstance(function, dict) and "name" in function:
                yield ("assistant", "call", function["name"], as_text(function.get("arguments")))


def sharegpt(record):
    for turn in check_sharegpt.turns_of(record):
        for piece in conserve.pieces(turn["value"]):
            yield ("text", piece)


def gemini(record):
    contents = record
    if isinstance(record, dict):
        system = record.get("systemInstruction") or {}
        for part in [{"text": system}] if isinstance(system, str) else system.get("parts", []):
            yield ("system", "text", part["text"])
        contents = record.get("contents") or [candidate["content"] for candidate in record.get("candidates", [])]
    for content in contents:
        for part in content.get("parts", []):
            if part.get("text") and not part.get("thought"):
                yield (content.get("role", "user"), "text", part["text"])
            elif "functionCall" in part:
                call = part["functionCall"]
                yield (content["role"], "call", call["name"], values(call.get("args", {})))


EVENTS = {
    "openai": openai,
    "openai-responses": openai_responses,
    "anthropic": anthropic,
    "gemini": gemini,
    "bedrock": bedrock,
    "patterpunk": patterpunk,
    "picklebot": picklebot,
    "sharegpt": sharegpt,
}
