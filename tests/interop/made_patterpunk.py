"""Conversations that patterpunk itself makes: objects built in Python, stored by `serialize()`, loaded again."""

import base64
import logging
from datetime import timedelta

import events
import jsontext
from patterpunk.llm.chunks import CacheChunk, MultimodalChunk, TextChunk
from patterpunk.llm.finish_reason import FinishReason
from patterpunk.llm.messages import (
    AssistantMessage, DynamicStructuredOutput, SystemMessage, ToolCallMessage, ToolResultMessage, UserMessage,
    deserialize_message,
)  # fmt: skip
from patterpunk.llm.messages.provider_data import ProviderData
from patterpunk.llm.tool_types import ToolCall
from words import Words

logging.disable(logging.CRITICAL)


def make(rng):
    """The messages of one conversation."""
    return Maker(Words(rng)).conversation()


def store(messages):
    return [message.serialize() for message in messages]


def load(record):
    return [deserialize_message(message) for message in record]


class Maker:
    def __init__(self, words):
        self.words, self.rng, self.chance, self.text = words, words.rng, words.chance, words.text

    def conversation(self):
        messages = [SystemMessage(self.content(False), id=self.id())] if self.chance(0.5) else []
        for _ in range(self.rng.randint(1, 4)):
            messages += self.turn()
        return messages

    def id(self):
        return self.words.mark() if self.chance(0.5) else None

    def content(self, has_media):
        if self.chance(0.5):
            return self.text(0.03)
        return [self.chunk(has_media) for _ in range(self.rng.randint(0 if self.chance(0.1) else 1, 3))]

    def chunk(self, has_media):
        kind = self.rng.randrange(6 if has_media else 4)
        if kind < 3:
            return TextChunk(self.text(0.03))
        if kind == 3:
            ttl = self.rng.choice([None, timedelta(minutes=5), timedelta(hours=1), timedelta(seconds=1.5), timedelta(days=40)])
            return CacheChunk(self.text(), cacheable=self.chance(0.8), ttl=ttl)
        media_type, data = self.words.data()
        return self.medium(self.rng.randrange(3), media_type, data)

    def medium(self, way, media_type, data):
        if way == 0:
            chunk = MultimodalChunk.from_base64(data, media_type=media_type if self.chance(0.8) else None)
        elif way == 1:
            return MultimodalChunk.from_bytes(base64.b64decode(data), media_type, self.file_name())
        else:
            chunk = MultimodalChunk.from_data_uri(f"data:{media_type};base64,{data}")
        chunk.filename = self.file_name()
        return chunk

    def file_name(self):
        return f"{self.words.mark()}.bin" if self.chance(0.4) else None

    def turn(self):
        structured = self.structured() if self.chance(0.1) else None
        yield UserMessage(self.content(True), structured_output=structured, allow_tool_calls=self.chance(0.85), id=self.id())
        if self.chance(0.1):
            yield SystemMessage(self.content(False), id=self.id())
        if self.chance(0.6):
            yield self.answer()
        if self.chance(0.5):
            calls = [ToolCall(self.words.identifier(), self.words.name(), self.words.arguments()) for _ in range(self.rng.randint(1, 3))]
            yield ToolCallMessage(calls, id=self.id(), **self.thoughts())
            results = [self.result(call) for call in calls]
            self.rng.shuffle(results)
            yield from results
            if self.chance(0.7):
                yield self.answer()

    def structured(self):
        return DynamicStructuredOutput(self.words.schema() if self.chance(0.8) else {})

    def answer(self):
        fields = self.thoughts()
        if self.chance(0.4):
            fields["finish_reason"] = self.rng.choice(list(FinishReason))
        if self.chance(0.3):
            fields["provider_data"] = ProviderData(raw_finish_reason=self.rng.choice(["end_turn", "STOP", None, self.words.mark()]), k=2**70)
        if self.chance(0.05):
            fields["structured_output"] = self.structured()
        return AssistantMessage(self.content(self.chance(0.05)), id=self.id(), **fields)

    def thoughts(self):
        fields, blocks = {}, []
        if self.chance(0.3):
            blocks.append({"type": "thinking", "thinking": self.text(0.1)})
            if self.chance(0.6):
                blocks[0]["signature"] = self.words.png()
            if self.chance(0.3):
                blocks.append({"type": "redacted_thinking", "data": self.words.png()})
            fields["thinking_blocks"] = blocks
        if self.chance(0.2):
            fields["thinking_token_count"] = self.rng.randrange(3)
        return fields

    def result(self, call):
        name = call.name if self.chance(0.8) else None
        return ToolResultMessage(self.text(0.1), call_id=call.id, function_name=name, is_error=self.chance(0.15), id=self.id())


def values(messages):
    """What the objects hold, by kind, so that each kind can be compared on its own."""
    found = {kind: [] for kind in SPOKEN}
    for message in messages:
        role = message.role
        blocks = getattr(message, "thinking_blocks", None) or []
        # Thinking without a thought or a signature says nothing.
        found["thinking"] += [tuple(sorted(it.items())) for it in blocks if it != {"type": "thinking", "thinking": ""}]
        found["counts"] += count(message)
        if role == "tool_call":
            found["calls"] += [(call.id, call.name, spelled(call.arguments)) for call in message.tool_calls]
            found["ids"].append(message.id)
            continue
        if role == "tool_result":
            found["results"].append((message.call_id, message.content))
            found["errors"].append(bool(message.is_error))
            found["names"].append(message.function_name)
            found["ids"].append(message.id)
            continue
        found["ids"].append(message.id)
        content = raw(message)
        chunks = [TextChunk(content)] if isinstance(content, str) else content
        for chunk in chunks:
            if isinstance(chunk, MultimodalChunk):
                found["media"].append(base64.b64encode(chunk.to_bytes()).decode())
                found["media facts"].append((chunk.media_type, chunk.filename))
            elif isinstance(chunk, CacheChunk) and chunk.cacheable:
                found["cache"].append((chunk.content, chunk.ttl))
        text = "".join(chunk.content for chunk in chunks if not isinstance(chunk, MultimodalChunk))
        found["texts"].append((role, text))
        found["finish"] += [str(reason) for reason in [getattr(message, "_finish_reason", None)] if reason]
        data = getattr(message, "_provider", None)
        found["provider data"] += [data.to_dict()] if data else []
        found["output"] += [schema(message)] if message.structured_output is not None else []
        if role == "user" and not message.allow_tool_calls:
            found["tools"].append(False)
    found["texts"] = in_turns([(role, text) for role, text in in_turns(found["texts"]) if text.strip()])
    return found


def in_turns(texts):
    """Some services want roles in turns: neighbours of one role are one message there, and say the same."""
    joined = []
    for role, text in texts:
        if joined and joined[-1][0] == role:
            text = joined.pop()[1] + text
        joined.append((role, text))
    return joined


def spelled(arguments):
    """White space in arguments says nothing; the spelling of numbers does."""
    try:
        return events.values(jsontext.loads(arguments))
    except ValueError:
        return arguments


def raw(message):
    return getattr(message, "_raw_content", message.content)


def schema(message):
    return message.serialize().get("structured_output", {}).get("schema")


def count(message):
    found = getattr(message, "_thinking_token_count", None)
    return [] if found is None else [found]


# Codes that may speak of each kind. A kind that came back different without one of its codes is a silent loss.
MOVES = {"TW340", "TW344", "TW345", "TW346", "TW347", "TW364"}
SPOKEN = {
    "texts": MOVES | {"TW315", "TW322", "TW323", "TW341", "TW348", "TW349"},
    "calls": {"TW318", "TW343", "TW350", "TW352", "TW370", "TW345", "TW344", "TW314"},
    "results": {"TW318", "TW343", "TW352", "TW370", "TW344", "TW345", "TW347", "TW364", "TW322", "TW315"},
    "errors": {"TW312", "TW344", "TW345", "TW364"},
    "names": {"TW321", "TW313", "TW344", "TW345"},
    "media": {"TW304", "TW344", "TW345", "TW348", "TW314"},
    "media facts": {"TW304", "TW305", "TW313", "TW344", "TW345", "TW348", "TW372", "TW374"},
    "cache": {"TW344", "TW306", "TW307", "TW353", "TW315", "TW323", "TW347", "TW346"},
    "thinking": {"TW301", "TW302", "TW303", "TW313", "TW322", "TW345", "TW346", "TW351", "TW361"},
    "counts": {"TW313", "TW320"},
    "ids": {"TW310", "TW343", "TW346", "TW352", "TW371"},
    "finish": {"TW320", "TW313"},
    "provider data": {"TW313", "TW320"},
    "output": {"TW317", "TW313", "TW375", "TW356"},
    "tools": {"TW313", "TW322", "TW344"},
}  # fmt: skip


def differences(before, after, codes):
    """Kinds of values that came back different, though no code speaks of them."""
    first, second = values(before), values(after)
    for kind, spoken in SPOKEN.items():
        if first[kind] == second[kind] or codes & spoken:
            continue
        if kind == "names" and all(name in (None, again) for name, again in zip(first[kind], second[kind])):
            # The name of the call is put on its result: google needs it.
            continue
        pairs = [(a, b) for a, b in zip(first[kind] + [None], second[kind] + [None]) if a != b][:1]
        yield f"{kind}: {pairs}"
