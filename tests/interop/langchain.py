"""What turnwise writes for LangChain, given to its libraries: langchain-core of Python and, with --node, @langchain/core of JavaScript.

    langchain.py --binary target/debug/turnwise [--node target/langchain]

Fixtures of all formats become `langchain`. Both libraries load each of them, find the same contents and calls, and continue it with a model
that answers from a list. What they store again is read again, in every form of the library, and says the same.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.load import dumpd
from langchain_core.messages import convert_to_openai_messages, messages_from_dict, messages_to_dict

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
LEFT_OUT = {"foreign", "cases", "expected", "helps", "matrix", "robustness", "sarif", "streams"}


class Turnwise:
    def __init__(self, binary):
        self.binary = binary

    def convert(self, target, path=None, text=None, *more):
        command = [self.binary, "convert", "-q", "--to", target, "--framing", "lines", "--on-error", "skip", *more]
        done = subprocess.run([*command, *([str(path)] if path else [])], input=text, capture_output=True, text=True, timeout=120)
        return [json.loads(line) for line in done.stdout.split("\n") if line.strip()]


def value_of(arguments):
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments


def outline(messages):
    """Roles, calls and results of messages of openai, without the messages into which files of results were moved."""
    found = []
    for message in messages:
        calls = [[it["id"], it["function"]["name"], value_of(it["function"]["arguments"])] for it in message.get("tool_calls") or []]
        content = message.get("content")
        texts = [content] if isinstance(content, str) else [part["text"] for part in content or [] if part["type"] == "text"]
        # The library joins texts by line feeds.
        words = "".join(texts).replace("\n", "")
        role = {"developer": "system"}.get(message["role"], message["role"])
        if found and calls and found[-1][0] == role and found[-1][2]:
            # Calls of several answers in a row: the service takes them as one.
            words, calls = found[-1][1] + words, found.pop()[2] + calls
        found.append((role, words, calls, message.get("tool_call_id")))
    return found


def check_python(name, stored, turnwise):
    messages = messages_from_dict(stored)
    again = messages_to_dict(messages)
    for one, other in zip(stored, again):
        for key in ["content", "tool_calls", "tool_call_id", "status", "id", "name"]:
            assert one["data"].get(key) in (other["data"].get(key), None), f"{name}: {key}: {one} {other}"
    answer = GenericFakeChatModel(messages=iter(["ok"])).invoke(messages)
    messages.append(answer)
    forms = {
        "dict": messages_to_dict(messages),
        "dump": [dumpd(message) for message in messages],
        "flat": {"messages": [message.model_dump() for message in messages]},
    }
    made = {form: turnwise.convert("openai", text=json.dumps(value) + "\n") for form, value in forms.items()}
    assert made["dict"] == made["dump"] == made["flat"], f"{name}: the forms differ: {made}"
    return made["dict"], messages


def own_conversion(messages):
    """What the library's own converter makes. It has no place for reasoning, tools of the service and uploaded files."""
    plain = {"text", "image_url", "image", "audio", "file"}
    blocks = [block for it in messages if isinstance(it.content, list) for block in it.content]
    if any(block["type"] not in plain or "file_id" in block for block in blocks):
        return None
    return convert_to_openai_messages(messages)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", default=str(ROOT / "target/debug/turnwise"))
    options.add_argument("--node")
    options = options.parse_args()
    turnwise = Turnwise(options.binary)
    loaded, compared, lines = 0, 0, []
    for folder in sorted(it for it in FIXTURES.iterdir() if it.is_dir() and it.name not in LEFT_OUT):
        for path in sorted(it for it in folder.glob("*.json*") if not it.name.startswith(("broken", "invalid"))):
            # A record that is langchain already is copied.
            steps = ["openai", "langchain"] if folder.name == "langchain" else ["langchain"]
            records = turnwise.convert(steps[0], path)
            for target in steps[1:]:
                records = turnwise.convert(target, text="".join(json.dumps(record) + "\n" for record in records))
            for stored in records:
                name = f"{folder.name}/{path.name}"
                made, messages = check_python(name, stored, turnwise)
                loaded += 1
                lines.append(json.dumps(stored))
                own = own_conversion(messages)
                if made and own and "\\ud8" not in json.dumps(stored):
                    ours = outline(made[0]["messages"])
                    # Files of results follow in messages of the user.
                    ours = [it for it in ours if it in outline(own) or it[:2] != ("user", "")]
                    assert ours == outline(own), f"{name}: {ours} {outline(own)}"
                    compared += 1
    assert loaded > 150 and compared > 100, (loaded, compared)
    print(f"{loaded} conversations loaded and continued by langchain-core, {compared} the same as its own converter makes")
    if options.node:
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            script = pathlib.Path(__file__).with_name("langchain.cjs")
            environment = {**os.environ, "NODE_PATH": str(pathlib.Path(options.node).resolve() / "node_modules")}
            done = subprocess.run(["node", str(script), file.name], env=environment, check=True, capture_output=True, text=True, timeout=300)
        forms = [json.loads(line) for line in done.stdout.split("\n") if line]
        assert len(forms) == len(lines), (len(forms), len(lines))
        for stored, form in zip(lines, forms):
            if re.search(r"\d{16}", stored):
                # JavaScript rounds such numbers.
                continue
            wanted = turnwise.convert("openai", text=stored + "\n")
            for name, value in form.items():
                found = turnwise.convert("openai", text=json.dumps(value) + "\n")
                cut = [[outline(record["messages"]) for record in all] for all in (wanted, found)]
                # A call without a result, and an answer after it: openai rejects that.
                assert not found or cut[0] == [it[:-1] for it in cut[1]], f"{name}: {stored}\n{cut}"
        print(f"{len(lines)} conversations loaded, continued and stored by @langchain/core")


if __name__ == "__main__":
    main()
