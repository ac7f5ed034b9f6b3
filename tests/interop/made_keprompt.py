"""Conversations that keprompt itself makes: its message objects, what its code sends to each service, what it loads."""

import contextlib
import importlib
import io
import json
import os
import tempfile
import types

from words import Words

# The package makes a folder where it is first used.
HERE = os.getcwd()
os.chdir(tempfile.mkdtemp(prefix="turnwise-keprompt-"))
with contextlib.redirect_stdout(io.StringIO()):
    from keprompt.AiPrompt import AiCall, AiImagePart, AiMessage, AiPrompt, AiResult, AiTextPart
    from keprompt.chat_manager import ChatManager
    from keprompt.keprompt_vm import VM

    MACHINE = VM(filename=None, global_vars={})
os.chdir(HERE)

SERVICES = {
    "openai": "AiOpenAi", "anthropic": "AiAnthropic", "gemini": "AiGoogle", "mistral": "AiMistral",
    "deepseek": "AiDeepSeek", "xai": "AiXai", "openrouter": "AiOpenRouter", "cerebras": "AiCerebras",
}  # fmt: skip


def company(messages, service):
    """What the library's code sends; `None` where it fails."""
    name = SERVICES[service]
    handler = object.__new__(getattr(importlib.import_module(f"keprompt.{name}"), name))
    handler.system_message = None
    try:
        sent = {"messages": handler.to_company_messages(messages)}
    except Exception:  # noqa: BLE001: which error it is says nothing
        return None
    return sent | ({"system": handler.system_message} if handler.system_message is not None else {})


def store(messages):
    prompt = AiPrompt(MACHINE)
    prompt.messages = messages
    return prompt.to_json()


def load(row):
    """The messages of a row, as the library has them after loading it."""
    manager = object.__new__(ChatManager)
    columns = {name: json.loads(row[f"{name}_json"] or "{}") for name in ("messages", "vm_state", "variables")}
    manager.get_chat = lambda _: {"chat": types.SimpleNamespace(**row), **columns}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return manager.load_vm(row["chat_id"]).prompt.to_json()


def loaded(messages, row):
    """What loading leaves of the stored messages of a row: all get the number of the next statement."""
    kept, place = [], json.loads(row.get("vm_state_json") or "{}").get("ip", 0)
    for message in messages:
        content = [part for part in message["content"] if part["type"] != "image_url"]
        kept.append(message | {"content": content, "stmt_no": place})
    return kept


def plain(messages):
    """Without what other formats have no place for; neighbours that they join, and ids that they ask for."""
    found = []
    for message in messages:
        for part in message["content"]:
            kind = part["type"]
            if kind == "text" and part["text"].strip():
                found.append((kind, part["text"]))
            elif kind == "tool":
                found.append((kind, part["name"], json.dumps(part["arguments"], sort_keys=True)))
            elif kind == "tool_result":
                found.append((kind, part["content"]))
            elif kind == "image_url":
                found.append((kind, part["image_url"]["url"]))
    return sorted(map(repr, found))


def make(rng, is_odd):
    """The messages of one conversation. Odd ones hold what statements alone do not make."""
    return Maker(Words(rng), is_odd).conversation()


class Maker:
    def __init__(self, words, is_odd):
        self.words, self.rng, self.chance, self.is_odd = words, words.rng, words.chance, is_odd
        self.calls, self.number = [], 0

    def conversation(self):
        messages = [self.message("system", [self.text() for _ in range(self.rng.randrange(3))])] if self.chance(0.5) else []
        for _ in range(self.rng.randint(1, 4)):
            messages += self.odd() if self.is_odd else self.turn()
        return messages

    def message(self, role, content):
        self.number += 1
        known = {"model_name": "openai/gpt-4o", "provider": "openai"} if role == "assistant" and self.chance(0.7) else {}
        return AiMessage(vm=MACHINE, role=role, content=list(content), stmt_no=self.number, **known)

    def turn(self):
        yield self.message("user", [self.text(), *(self.image() for _ in range(self.rng.randrange(2)))])
        if self.chance(0.6):
            calls = [self.call() for _ in range(self.rng.randint(1, 3))]
            yield self.message("assistant", [*(self.text() for _ in range(self.rng.randrange(2))), *calls])
            yield self.message("tool", [self.result() for _ in calls])
        yield self.message("assistant", [self.text()])

    def odd(self):
        for _ in range(self.rng.randint(1, 4)):
            role = self.rng.choice(["system", "user", "assistant", "tool"])
            kinds = [self.text, self.text, self.image, self.call, self.result]
            yield self.message(role, [self.rng.choice(kinds)() for _ in range(self.rng.randrange(4))])

    def text(self):
        return AiTextPart(MACHINE, self.words.text(0.1))

    def call(self):
        identifier = "" if self.chance(0.1) else self.words.identifier()
        arguments = self.words.object()
        if self.chance(0.3):
            arguments["x"] = self.rng.choice([1.0, -0.0, 1e16, 1e15, 1e-5, 0.0001, 2.5e300, self.rng.random(), "\ud83d", "\x7f"])
        call = AiCall(MACHINE, self.words.name(), arguments, identifier)
        self.calls.append(call)
        return call

    def result(self):
        waiting = self.calls.pop(0) if self.calls else AiCall(MACHINE, "", {}, self.words.identifier())
        return AiResult(MACHINE, waiting.name, waiting.id, self.words.text(0.1))

    def image(self):
        image = object.__new__(AiImagePart)
        image.type, image.vm = "image_url", MACHINE
        image.media_type = self.rng.choice(["image/png", "image/png", None])
        image.file_contents = self.words.png()
        return image
