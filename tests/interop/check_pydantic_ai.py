"""Pydantic AI: its library loads what turnwise writes and stores it again, and an agent continues the conversation.

It runs with the libraries of `not_read.txt`.
"""

import argparse
import json
import pathlib
import subprocess
import sys

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

ROOT = pathlib.Path(__file__).parents[2]
SOURCES = ["openai", "openai-responses", "anthropic", "gemini", "bedrock", "ag-ui", "patterpunk", "pi", "sharegpt", "claude-code"]


def loaded(text):
    return ModelMessagesTypeAdapter.validate_json(text)


def strings(value, found):
    """The texts, names and ids of a value, without those that turnwise does not write."""
    if isinstance(value, dict):
        for inner in value.values():
            strings(inner, found)
    elif isinstance(value, list):
        for inner in value:
            strings(inner, found)
    elif isinstance(value, str):
        found.append(value)
    return found


def check_same(text, messages):
    """The library stores what it loaded: every member that turnwise wrote is there again."""
    again = json.loads(ModelMessagesTypeAdapter.dump_json(messages))

    def inside(one, other, place):
        if isinstance(one, dict) and isinstance(other, dict):
            for key, value in one.items():
                assert key in other, f"{place}/{key} is gone"
                inside(value, other[key], f"{place}/{key}")
        elif isinstance(one, list) and isinstance(other, list):
            assert len(one) == len(other), f"{place}: {len(one)} and {len(other)} items"
            for index, pair in enumerate(zip(one, other)):
                inside(*pair, f"{place}/{index}")
        elif not place.endswith("/timestamp"):
            assert one == other, f"{place}: {one!r} became {other!r}"

    inside(json.loads(text), again, "")


def continue_with(messages):
    """An agent that gets the conversation as its history. Its model gets every text of it."""
    calls = [part for message in messages if isinstance(message, ModelResponse) for part in message.parts if isinstance(part, ToolCallPart)]
    answered = {part.tool_call_id for message in messages if isinstance(message, ModelRequest) for part in message.parts if isinstance(part, ToolReturnPart)}
    if any(call.tool_call_id not in answered for call in calls):
        return False
    seen = []

    def answer(history, _):
        seen.extend(history)
        return ModelResponse(parts=[TextPart("Done.")])

    result = Agent(FunctionModel(answer)).run_sync("Go on.", message_history=messages)
    assert result.output == "Done."
    given = strings(json.loads(ModelMessagesTypeAdapter.dump_json(seen)), [])
    for message in messages:
        for part in message.parts:
            content = getattr(part, "content", None)
            # A system prompt in the middle comes in a frame, if the model has no such messages.
            is_given = not isinstance(content, str) or any(content in text for text in given)
            assert is_given, f"the model does not get {content!r}"
    return True


def files(format):
    for path in sorted((ROOT / "tests/fixtures" / format).glob("*.json*")):
        if not path.name.startswith(("broken", "invalid", "extras")):
            yield path


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", required=True)
    binary = options.parse_args().binary
    failures, count, continued = [], 0, 0
    for path in files("pydantic-ai"):
        text = path.read_text()
        loaded(text if text.lstrip().startswith("[") else "[" + ",".join(text.splitlines()) + "]")
    for format in SOURCES:
        for path in files(format):
            command = [binary, "convert", "-q", "--isolated", "--from", format, "--to", "pydantic-ai", "--framing", "lines", "--on-error", "skip"]
            run = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
            for text in run.stdout.split("\n")[:-1]:
                count += 1
                try:
                    messages = loaded(text)
                    check_same(text, messages)
                    continued += continue_with(messages)
                except Exception as error:  # noqa: BLE001: whatever the library throws is the finding
                    failures.append(f"{format}/{path.name}: {type(error).__name__}: {str(error)[:600]}\n  {text[:1000]}")
    print("\n".join(failures))
    print(f"{count} conversations loaded by Pydantic AI, {continued} continued, {len(failures)} failed")
    return 1 if failures or count < 40 or continued < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
