"""ShareGPT: what trainers demand of a record."""

import json

ROLES = {"bot", "tool_call", "human", "user", "gpt", "assistant", "chatgpt", "bing", "bard", "model", "claude", "system", "function_call"}
ROLES |= {"observation", "tool", "function_response", "tool_response", "function-response"}
FILES = {"<image>": ("image", "images"), "<video>": ("video", "videos"), "<audio>": ("audio", "audios")}


def turns_of(record):
    """The turns, with `from` and `value`."""
    if isinstance(record, list):
        return [plain(turn) for turn in record]
    for key in ("conversations", "conversation", "dialog", "messages"):
        if isinstance(record.get(key), list):
            return [plain(turn) for turn in record[key]]
    return None


def plain(turn):
    """A turn with `from` and `value`, whatever its data set calls them."""
    if not isinstance(turn, dict):
        return turn
    for speaker, words in (("from", ("value",)), ("role", ("content", "value", "text")), ("speaker", ("text",))):
        if speaker in turn:
            found = {"from": turn[speaker], "value": next((turn[key] for key in words if key in turn), None)}
            return {**turn, **{name: value for name, value in found.items() if value is not None}}
    return turn


def check(record):
    """Reasons why loaders would choke on the record."""
    turns = turns_of(record) if isinstance(record, (dict, list)) else None
    if turns is None:
        return [": no turns"]
    errors = []
    for index, turn in enumerate(turns):
        if not isinstance(turn, dict) or not isinstance(turn.get("value"), str):
            errors.append(f"/{index}: no text")
        elif not isinstance(turn.get("from"), str) or turn["from"] not in ROLES:
            errors.append(f"/{index}: nobody is called {turn.get('from')!r}")
        elif turn["from"] == "function_call":
            errors += [f"/{index}: {error}" for error in check_call(turn["value"])]
    if errors or isinstance(record, list):
        return errors
    for key, value in record.items():
        if key == "system" and not isinstance(value, (str, type(None))):
            errors.append("/system: not a text")
    tools = record.get("tools")
    try:
        tools = json.loads(tools) if isinstance(tools, str) and tools else tools
        if not isinstance(tools or [], list):
            errors.append("/tools: not a list")
    except ValueError:
        errors.append("/tools: not JSON")
    for mark, keys in FILES.items():
        files = [file for key in keys for file in listed(record.get(key))]
        # Without files of that kind the marks are words like others.
        texts = [turn["value"] for turn in turns] + [record.get("system") or ""]
        if files and sum(text.count(mark) for text in texts) != len(files):
            errors.append(f"/{keys[1]}: {len(files)} files, another number of {mark}")
    return errors


def check_call(value):
    try:
        calls = json.loads(value)
    except ValueError:
        return []  # Python quotes and the like: a warning
    for call in calls if isinstance(calls, list) else [calls]:
        if not isinstance(call, dict) or not isinstance(call.get("name"), str):
            return ["a call without a name"]
    return []


def warnings(record):
    """What some trainers log and drop."""
    turns = [turn for turn in turns_of(record) if turn["from"] != "system"]
    sides = ["model" if turn["from"] in ("gpt", "assistant", "function_call") else "user" for turn in turns]
    if any(before == after for before, after in zip(sides, sides[1:])) or sides[:1] == ["model"]:
        yield "alternation"
    if sides[-1:] == ["user"]:
        yield "last turn"


def listed(value):
    return [] if value is None else value if isinstance(value, list) else [value]
