"""Stores of frameworks: turnwise converts files that the libraries wrote, and the library converts them, too. Roles, texts, calls and
their results must be equal.

    stores.py --binary target/release/turnwise

The libraries are those of not_read.txt. What is known to differ is left out: images in results, which the converters of the libraries drop;
reasoning, which they drop or write as text; and the prefix `Error: ` of Inspect.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(os.path.dirname(HERE), "fixtures")


def llama_index_store(path):
    from llama_index.core.storage.chat_store import SimpleChatStore
    from llama_index.llms.openai.utils import to_openai_message_dicts

    with open(path) as file:
        value = json.load(file)
    store = SimpleChatStore.model_validate(value.get("chat_store", value))
    return [to_openai_message_dicts(messages) for messages in store.store.values()]


def llama_index(path):
    from llama_index.core.llms import ChatMessage
    from llama_index.llms.openai.utils import to_openai_message_dicts

    with open(path) as file:
        return [to_openai_message_dicts([ChatMessage.model_validate(it) for it in json.load(file)])]


def haystack(path):
    from haystack.dataclasses import ChatMessage

    with open(path) as file:
        messages = [ChatMessage.from_dict(it) for it in json.load(file)]
    # The library rejects results that are lists of parts.
    messages = [it for it in messages if not any(isinstance(result.result, list) for result in it.tool_call_results)]
    return [[message.to_openai_dict_format() for message in messages]]


def inspect_messages(messages):
    from inspect_ai.model import messages_to_openai

    return asyncio.run(messages_to_openai(messages))


def inspect_log(path):
    from inspect_ai.log import read_eval_log

    return [inspect_messages(sample.messages) for sample in read_eval_log(path, resolve_attachments=True).samples]


def inspect_list(path):
    from inspect_ai.model import ChatMessage
    from pydantic import TypeAdapter

    with open(path) as file:
        return [inspect_messages(TypeAdapter(list[ChatMessage]).validate_python(json.load(file)))]


ROWS = {
    "llamaindex/real.json": llama_index,
    "llamaindex/real-store.json": llama_index_store,
    "llamaindex/memory.json": llama_index_store,
    "llamaindex/several.json": llama_index_store,
    "haystack/minimal.json": haystack,
    "haystack/older.json": haystack,
    "haystack/real.json": haystack,
    "inspect/real.json": inspect_list,
    "inspect/log.eval": inspect_log,
    "inspect/log-deflate.eval": inspect_log,
}


def texts(content):
    if content is None:
        return []
    if isinstance(content, str):
        return [content] if content else []
    return [part["text"] for part in content if part["type"] == "text"]


def essence(messages):
    """Of each message its role, texts and calls, or the call that it answers. Messages with nothing but images are left out."""
    found = []
    for message in messages:
        calls = [
            (call["id"], call["function"]["name"], json.loads(call["function"]["arguments"]))
            for call in message.get("tool_calls") or []
        ]
        said = ["".join(part.split("</think>")[-1]).strip().removeprefix("Error: ") for part in texts(message.get("content"))]
        if said or calls or message["role"] == "tool":
            found.append((message["role"], said, calls, message.get("tool_call_id")))
    return found


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", required=True)
    binary = options.parse_args().binary
    failures = 0
    for name, function in ROWS.items():
        path = os.path.join(FIXTURES, name)
        try:
            command = [binary, "convert", "-q", "--repair", "--to", "openai", "--compact", "--framing", "lines", path]
            run = subprocess.run(command, capture_output=True, text=True)
            assert run.returncode == 0, run.stderr
            ours = [essence(json.loads(line)["messages"]) for line in run.stdout.splitlines()]
            theirs = [essence(messages) for messages in function(path)]
            if name == "haystack/real.json":
                # A result without its call, which becomes text of the user; the library rejects its list of parts.
                ours = [[it for it in messages if it[1] != ["img"]] for messages in ours]
            assert ours == theirs, f"\nturnwise {ours}\nlibrary  {theirs}"
        except Exception as error:
            failures += 1
            print(f"{name}: {type(error).__name__}: {str(error)[:1500]}")
    print(f"{len(ROWS)} files of frameworks compared, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
