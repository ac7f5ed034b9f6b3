"""Histories that pickle-bot itself makes: messages stored by its history store, loaded again.

The package asks for Python 3.13 and for half a hundred others; its history needs pydantic alone. So its modules are loaded
without the package around them, and the one name of litellm that stands in an annotation is put there by hand.
"""

import importlib.util
import pathlib
import sys
import types


def load_modules():
    root = pathlib.Path(importlib.util.find_spec("picklebot").origin).parent
    for name in ("picklebot", "picklebot.core"):
        module = types.ModuleType(name)
        module.__path__ = [str(root.joinpath(*name.split(".")[1:]))]
        sys.modules[name] = module
    for name in ("litellm", "litellm.types", "litellm.types.completion"):
        sys.modules.setdefault(name, types.ModuleType(name))
    sys.modules["litellm.types.completion"].ChatCompletionMessageParam = dict
    from picklebot.core import events, history

    return events, history


EVENTS, HISTORY = load_modules()
from words import Words  # noqa: E402: the modules above come first


def make(rng):
    """The messages of one session."""
    return Maker(Words(rng)).session()


def write(messages):
    return "".join(message.model_dump_json() + "\n" for message in messages)


def read(text):
    return [HISTORY.HistoryMessage.model_validate_json(line) for line in text.split("\n") if line.strip()]


def values(message):
    """Without what only the library's defaults would tell apart."""
    found = message.model_dump()
    return found | {"tool_calls": found["tool_calls"] or None}


def litellm(messages):
    """What the library sends, with null and empty contents beside calls the same."""
    found = []
    for message in (message.to_message() for message in messages):
        if message.get("tool_calls") and not message["content"]:
            message = {key: value for key, value in message.items() if key != "content"}
        found.append(message)
    return found


class Maker:
    def __init__(self, words):
        self.words, self.rng, self.chance, self.text = words, words.rng, words.chance, words.text
        self.second = 0

    def session(self):
        messages = []
        for _ in range(self.rng.randint(1, 4)):
            messages += self.turn()
        for message in messages:
            self.second += self.rng.randint(1, 90)
            fraction = f".{self.rng.randrange(1, 10**6):06}" if self.chance(0.9) else ""
            message.timestamp = f"2026-03-08T{self.second // 3600:02}:{self.second // 60 % 60:02}:{self.second % 60:02}{fraction}"
        return messages

    def message(self, role, content, **fields):
        return HISTORY.HistoryMessage.from_message({"role": role, "content": content, **fields})

    def turn(self):
        yield self.message("user", self.text(0.05))
        if self.chance(0.5):
            calls = [self.call() for _ in range(self.rng.randint(1, 3))]
            yield self.message("assistant", self.text() if self.chance(0.5) else "", tool_calls=calls)
            for call in calls:
                yield self.message("tool", self.text(0.1), tool_call_id=call["id"])
        if self.chance(0.9):
            yield self.message("assistant", self.text(0.05))

    def call(self):
        function = {"name": self.words.name(), "arguments": self.words.arguments()}
        return {"id": self.words.identifier(), "type": "function", "function": function}


def make_store(rng, folder, sessions):
    """A history folder with so many sessions, and their ids."""
    store = HISTORY.HistoryStore(folder)
    ids = []
    for number in range(sessions):
        session = f"{rng.getrandbits(64):016x}-{number}"
        source = rng.choice([EVENTS.CliEventSource(), EVENTS.CronEventSource("daily"), EVENTS.WebSocketEventSource("u 1")])
        store.create_session("pickle", session, source)
        for message in make(rng) if number % 7 else []:
            store.save_message(session, message)
        ids.append(session)
    return store, ids
