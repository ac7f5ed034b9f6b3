"""generateContent: the types of google-genai, and what the service is known to refuse."""

import json
import re

from google.genai import types

TOOL_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}\Z")
HALF = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}")
BODY = {
    "model", "contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "safetySettings",
    "cachedContent", "labels", "serviceTier", "store",
}
DATA = (
    "text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult",
    "toolCall", "toolResponse",
)  # fmt: skip


def plain(value):
    """Numbers that keep their spelling as numbers of Python."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    raw = getattr(value, "raw", None)
    return value if raw is None else float(raw) if any(mark in raw for mark in ".eE") else int(raw)


def check(record):
    """Reasons why the service would refuse the record."""
    record = plain(record)
    if isinstance(record, dict) and isinstance(record.get("systemInstruction"), str):
        # As the SDK takes it.
        record = {**record, "systemInstruction": {"parts": [{"text": record["systemInstruction"]}]}}
    if isinstance(record, dict) and "candidates" in record:
        if not isinstance(record["candidates"], list) or not all(isinstance(one, dict) for one in record["candidates"]):
            return ["/candidates: not a list of objects"]
        # An answer that was stopped has no content.
        contents = [one["content"] for one in record["candidates"] if one.get("content") is not None]
        return check_contents(contents, "/candidates", is_answer=True)
    if isinstance(record, list):
        return check_contents(record, "")
    if not isinstance(record, dict) or not isinstance(record.get("contents"), list):
        return [": neither a body nor a list of contents"]
    errors = [f"/{key}: unknown key of the body" for key in record if key not in BODY]
    if record.get("systemInstruction") is not None:
        errors += validate(types.Content, record["systemInstruction"], "/systemInstruction")
    for index, tool in enumerate(record.get("tools") or []):
        errors += validate(types.Tool, tool, f"/tools/{index}")
    for key, kind in (("generationConfig", types.GenerationConfig), ("toolConfig", types.ToolConfig)):
        errors += validate(kind, record[key], f"/{key}") if record.get(key) is not None else []
    return errors + check_contents(record["contents"], "/contents")


def validate(kind, value, place):
    try:
        # Halves of surrogate pairs are what JSON may hold, and pydantic does not.
        kind.model_validate_json(HALF.sub(r"\\ufffd", json.dumps(value)))
    except ValueError as error:
        return [f"{place}: {str(error)[:300]}"]
    return []


def check_contents(contents, place, is_answer=False):
    errors = [] if contents or is_answer else [f"{place}: no contents"]
    for index, content in enumerate(contents):
        errors += validate(types.Content, content, f"{place}/{index}")
    if errors:
        return errors
    contents = [with_camels(content) for content in contents]
    for index, content in enumerate(contents):
        # One content alone is the user's.
        content.setdefault("role", "user" if len(contents) == 1 and not is_answer else None)
        if content["role"] not in (("model", None) if is_answer else ("user", "model")):
            errors.append(f"{place}/{index}: role")
    if errors:
        return errors
    return list(rules(contents, place, is_answer))


def with_camels(content):
    """Keys in camel case, which the types take in snake case, too."""
    camel = lambda key: re.sub(r"_(\w)", lambda match: match[1].upper(), key)
    plain = lambda value: {camel(key): inner for key, inner in value.items()} if isinstance(value, dict) else value
    parts = [{camel(key): plain(value) for key, value in part.items()} for part in content.get("parts") or []]
    return content | {"parts": parts}


def rules(contents, place, is_answer):
    for index, content in enumerate(contents):
        at = f"{place}/{index}"
        parts = content.get("parts") or []
        if not parts and not is_answer:
            yield f"{at}: no parts"
        for part in parts:
            if sum(part.get(key) is not None for key in DATA) != 1:
                yield f"{at}: not one data field in a part"
            if "functionCall" in part:
                if content["role"] != "model":
                    yield f"{at}: a call of the user"
                if not TOOL_NAME.match(part["functionCall"].get("name", "")):
                    yield f"{at}: name of a call"
            if "functionResponse" in part:
                if content["role"] != "user":
                    yield f"{at}: a result of the model"
                if not isinstance(part["functionResponse"].get("response"), dict):
                    yield f"{at}: response is no object"
                if not part["functionResponse"].get("name"):
                    yield f"{at}: a result without a name"
            if "inlineData" in part and not part["inlineData"].get("mimeType"):
                yield f"{at}: no media type"
    if is_answer:
        return
    before = None
    for index, content in enumerate(contents):
        at = f"{place}/{index}"
        calls = [part["functionCall"] for part in content["parts"] if "functionCall" in part]
        results = [part["functionResponse"] for part in content["parts"] if "functionResponse" in part]
        asked = [part["functionCall"] for part in (before or {"parts": []})["parts"] if "functionCall" in part]
        # An answer alone is stored before it is sent.
        is_stored = before is None and len(contents) == 1
        if calls and not is_stored and (before is None or before["role"] != "user"):
            yield f"{at}: a call not behind the user"
        if results or asked:
            names = sorted(result["name"] for result in results)
            if sorted(call["name"] for call in asked) != names:
                yield f"{at}: results do not match the calls"
            ids = [result["id"] for result in results if result.get("id")]
            if len(set(ids)) != len(ids):
                yield f"{at}: two results of one id"
        before = content
