"""The advice of docs/not-read.md that names functions of other programs: each row is done with the real library, and turnwise converts
what comes out.

    not_read.py --binary target/release/turnwise

The libraries are those of not_read.txt. openai-harmony needs a vocabulary: the folder in TIKTOKEN_ENCODINGS_BASE has it; without, its row is
left out.
"""

import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOREIGN = os.path.join(ROOT, "tests", "fixtures", "foreign")


def llama_index_store(value):
    from llama_index.core.storage.chat_store import SimpleChatStore
    from llama_index.llms.openai.utils import to_openai_message_dicts

    store = SimpleChatStore.model_validate(value.get("chat_store", value))
    return {"messages": to_openai_message_dicts(next(iter(store.store.values())))}


def llama_index(value):
    from llama_index.core.llms import ChatMessage
    from llama_index.llms.openai.utils import to_openai_message_dicts

    return {"messages": to_openai_message_dicts([ChatMessage.model_validate(it) for it in value])}


def haystack(value):
    from haystack.dataclasses import ChatMessage

    return {"messages": [ChatMessage.from_dict(it).to_openai_dict_format() for it in value]}


def inspect_messages(value):
    import asyncio

    from inspect_ai.model import ChatMessage, messages_to_openai
    from pydantic import TypeAdapter

    return {"messages": asyncio.run(messages_to_openai(TypeAdapter(list[ChatMessage]).validate_python(value)))}


def inspect_sample(value):
    return inspect_messages(value["messages"])


def inspect_log(path):
    from inspect_ai.log import read_eval_log

    messages = read_eval_log(path).samples[0].messages
    return inspect_messages([message.model_dump() for message in messages])


def harmony(value):
    from openai_harmony import Conversation, HarmonyEncodingName, RenderConversationConfig, load_harmony_encoding

    encoding = load_harmony_encoding(HarmonyEncodingName.HARMONY_GPT_OSS)
    tokens = encoding.render_conversation(Conversation.from_json(json.dumps(value)), RenderConversationConfig(auto_drop_analysis=False))
    return encoding.decode(tokens)


ROWS = {
    "llama-index-store.json": llama_index_store,
    "llama-index-memory.json": llama_index_store,
    "llama-index-messages.json": llama_index,
    "haystack.json": haystack,
    "haystack-old.json": haystack,
    "inspect-messages.json": inspect_messages,
    "inspect-sample.json": inspect_sample,
    "inspect-log.json": inspect_log,
    "harmony.json": harmony,
}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", required=True)
    binary = options.parse_args().binary
    failures = 0
    rows = dict(ROWS)
    if "TIKTOKEN_ENCODINGS_BASE" not in os.environ:
        print("harmony.json: left out, no vocabulary is here")
        del rows["harmony.json"]
    for name, function in rows.items():
        path = os.path.join(FOREIGN, name)
        with open(path) as file:
            text = file.read()
        try:
            made = function(path if function is inspect_log else json.loads(text.splitlines()[0]))
            made = made if isinstance(made, str) else json.dumps(made)
            run = subprocess.run([binary, "convert", "--to", "openai"], input=made, capture_output=True, text=True)
            assert run.returncode == 0 and '"content"' in run.stdout, f"{made}\n{run.stdout}{run.stderr}"
        except Exception as error:
            failures += 1
            print(f"{name}: {type(error).__name__}: {str(error)[:600]}")
    print(f"{len(rows)} pieces of advice run, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
