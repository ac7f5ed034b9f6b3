"""Is everything distinctive of the source in the output, or named by the report?"""

import base64
import json
import re

import jsontext

# Words of calls, results and tools that other formats call by other names.
SHAPE = {"{}", "[]", "name", "arguments", "content", "parameters", "description", "function", "type", "object"}
MARK = re.compile(r"Q\d+Z")
# Which last key of a place a loss may speak of; losses that are not here may speak of anything.
SPEAKS_OF = {
    "TW302": {"signature", "encrypted_content", "thoughtSignature"},
    "TW303": {"data", "redactedContent"},
    "TW305": {"displayName", "filename", "title", "name", "detail", "media_type", "context"},
    "TW306": {"cache_control", "cachePoint", "cacheable", "ttl_seconds", "ttl", "mode"},
    "TW307": {"cache_control", "ttl_seconds", "ttl"},
    "TW309": {"name"},
    "TW310": {"id"},
    "TW311": {"timestamp", "created_at"},
    "TW312": {"is_error", "status"},
    "TW318": {"id", "call_id", "tool_use_id", "tool_call_id", "toolUseId"},
    "TW319": {"id"},
    "TW320": {"finish_reason", "stop_reason"},
    # A turn of results in tags holds their names too.
    "TW321": {"function_name", "name", "value"},
    "TW340": {"role", "from", "type"},
}
ENUMS = {"type", "role", "from", "speaker", "detail", "format", "media_type", "mode", "ttl", "finish_reason", "stop_reason", "stopReason", "status", "mimeType", "responseMimeType",
         "finishReason", "tool_choice"}
# Words for tools that a service runs, and the word that another service has for the same.
SERVICE_WORDS = {
    "code_execution": "executableCode",
    "execution_time_exceeded": "OUTCOME_DEADLINE_EXCEEDED",
    "OUTCOME_OK": "return_code",
    "OUTCOME_FAILED": "return_code",
    "OUTCOME_DEADLINE_EXCEEDED": "execution_time_exceeded",
    "PYTHON": "code_execution",
}
# `logprobs: true` of the other API of OpenAI.
LOGPROBS = "message.output_text.logprobs"


def inner_texts(text, depth=0):
    """The text, and the texts inside it where it is JSON."""
    yield text
    if depth < 3 and text[:1] in ("{", "[", '"'):
        try:
            value = jsontext.loads(text)
        except ValueError:
            return
        yield from texts_of(value, depth + 1)


def texts_of(value, depth=0):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts_of(inner, depth)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner, depth)
    elif isinstance(value, str):
        yield from inner_texts(value, depth)
    elif hasattr(value, "raw"):
        yield value.raw


TAGGED = re.compile(r"<(tool_call|tool_response)>\s*(.*?)\s*</\1>", re.S)
THINK = re.compile(r"<think>\n?(.*?)\n?</think>\s*", re.S)
PLACEHOLDER = re.compile(r"<(?:image|video|audio)>")


def wanted(source, is_random):
    """Places and texts that must not get lost."""
    for pointer, key, value in jsontext.leaves(source):
        if key in ("tools", "functions") and isinstance(value, str) and value[:1] == "[":
            # The list as JSON text, as data sets write it.
            for _, inner_key, inner in wanted(jsontext.loads(value), is_random):
                yield pointer, inner_key, inner
            continue
        if not isinstance(value, str) or key in ENUMS or (key, value) == ("status", "completed") or value == LOGPROBS:
            continue
        if is_random and not MARK.search(value):
            continue
        if not is_random and len(value) < 4:
            continue
        yield pointer, key, value


def pieces(text):
    """What a text is made of: calls and results in tags, and the texts between; JSON values of a packed turn."""
    if text.startswith("data:") and ";base64," in text[:100]:
        yield text.split(",", 1)[1]
        return
    found = [match.group(2) for match in TAGGED.finditer(text)]
    rest = TAGGED.sub("\0", THINK.sub(lambda match: "\0" + match.group(1) + "\0", text)) if found else THINK.sub(
        lambda match: "\0" + match.group(1) + "\0", text
    )
    rest = PLACEHOLDER.sub("\0", rest)
    for piece in rest.split("\0"):
        if piece.strip():
            yield piece if piece == text else piece.strip()
    for body in found:
        yield from leaf_texts(body)


# What GLM writes in the tags of a call: its name, then keys and values.
GLM = re.compile(r"</?arg_(?:key|value)>")


def leaf_texts(body):
    if GLM.search(body):
        yield from (part.strip() for part in GLM.split(body) if part.strip())
        return
    try:
        value = jsontext.loads(body)
    except ValueError:
        yield body
        return
    yield from texts_of(value)


def text_of_base64(text):
    if len(text) < 8 or len(text) % 4 or not re.fullmatch(r"[A-Za-z0-9+/]+=*", text):
        return None
    try:
        return base64.b64decode(text, validate=True).decode()
    except ValueError:
        return None


class Output:
    def __init__(self, record):
        # Words of the formats themselves are nothing that could get lost.
        self.texts = set(texts_of(record)) | SHAPE
        # Text documents are base64 in some formats.
        self.texts |= {text for text in map(text_of_base64, self.texts) if text}
        self.whole = "\x00".join(self.texts)

    def has(self, text):
        if text in self.texts or text in self.whole or SERVICE_WORDS.get(text) in self.texts:
            return True
        # Base64 of the other alphabet, or without its padding.
        standard = text.replace("-", "+").replace("_", "/")
        if len(text) > 20 and standard + "=" * (-len(standard) % 4) in self.whole:
            return True
        try:
            decoded = base64.b64decode(text, validate=True).decode()
        except ValueError:
            decoded = None
        if decoded and decoded in self.texts:
            return True
        if base64.b64encode(text.encode(errors="replace")).decode() in self.texts:
            return True
        again = json.dumps(text)[1:-1]
        return again in self.whole or json.dumps(text, ensure_ascii=False)[1:-1] in self.whole

    def has_all(self, text):
        if self.has(text) or all(self.has(piece) for piece in pieces(text) if piece not in SHAPE):
            return True
        # Arguments and packed turns: JSON text whose values stand elsewhere.
        leaves = [leaf for leaf in leaf_texts(text) if leaf not in SHAPE and leaf != text] if text[:1] in ("{", "[") else []
        if text[:1] in ("{", "[") and all(self.has_all(leaf) for leaf in leaves):
            return True
        # Tags inside the values of tags, calls written as Python does: here all words must be there.
        words = set(MARK.findall(text) or re.findall(r"\w{3,}", text)) - SHAPE - {"tool_call"}
        return "<tool_call>" in text and all(word in self.whole for word in words)


def missing(source, output, losses, is_random):
    """Places of the source that neither the output has nor a loss names."""
    found = Output(output)
    for pointer, key, value in wanted(source, is_random):
        if found.has_all(value):
            continue
        if not any(speaks_of(loss, pointer, key) for loss in losses):
            yield f"{pointer}: {value[:80]!r}"


def speaks_of(loss, pointer, key):
    allowed = SPEAKS_OF.get(loss["code"])
    if allowed is not None and key not in allowed:
        return False
    place = loss["pointer"]
    if place == "":
        return allowed is not None
    return pointer == place or pointer.startswith(place + "/") or place.startswith(pointer + "/")
