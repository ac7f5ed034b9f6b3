"""Records of llamafactory-v1 beside the code of LLaMA-Factory v1: its converters make the same of sharegpt and alpaca records, and
the functions of its renderer take what is written. Only these functions are taken out of the wheel."""

import argparse
import json
import subprocess
import sys

from trainers import source, take

CALL = '{"name": "f", "arguments": {"city": "Paris"}}'
TOOLS = '[{"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}]'
SHAREGPT = [
    [("human", "Hi"), ("gpt", "Hello!")],
    [("system", "s"), ("human", "\u00e9\n"), ("gpt", '"a"'), ("human", "<b>"), ("gpt", "\U0001f600")],
    [("human", "Weather?"), ("function_call", CALL), ("observation", '{"c": 18}'), ("gpt", "18.")],
    [("human", "Weather?"), ("function_call", f"[{CALL}, {CALL}]"), ("observation", "18"), ("observation", "25"), ("gpt", "18.")],
]
ALPACA = [
    {"instruction": "Hi", "input": "", "output": "Hello!"},
    {"instruction": "Hi", "input": "", "output": "Hello!", "system": "s"},
]


class Plugin:
    """Stands for the class with which converters and renderers are registered."""

    def __init__(self, name):
        pass

    def register(self, *names):
        return lambda function: function


def turnwise(binary, target, record):
    command = [binary, "convert", "-q", "--to", target]
    done = subprocess.run(command, input=json.dumps(record), capture_output=True, text=True)
    assert done.returncode == 0, (target, record, done.stderr)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default="target/debug/turnwise")
    binary = parser.parse_args().binary
    names = ["sharegpt_converter", "alpaca_converter"]
    made = take(source("llamafactory", "v1/plugins/data_plugins/converter.py"), names, DataConverterPlugin=Plugin)
    names = ["_concat_text_content", "_split_assistant_content"]
    read = take(source("llamafactory", "v1/plugins/model_plugins/templates/qwen3.py"), names)
    cases = [(made.alpaca_converter, record) for record in ALPACA]
    for turns in SHAREGPT:
        record = {"conversations": [{"from": speaker, "value": text} for speaker, text in turns]}
        has_calls = any(speaker == "function_call" for speaker, _ in turns)
        cases.append((made.sharegpt_converter, record | ({"tools": TOOLS} if has_calls else {})))
    wrong = 0
    for convert, record in cases:
        wanted, found = convert(record), turnwise(binary, "llamafactory-v1", record)
        if found != wanted:
            wrong += 1
            print("converted:", found, "not", wanted)
        # What comes back from openai is in parts that the renderer reads, too.
        for message in turnwise(binary, "llamafactory-v1", turnwise(binary, "openai", found))["messages"]:
            (read._split_assistant_content if message["role"] == "assistant" else read._concat_text_content)(message)
    reasoned = {"text": "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\nGreet.\n</think>\n\nHello!<|im_end|>\n"}
    text, reasoning, calls = read._split_assistant_content(turnwise(binary, "llamafactory-v1", reasoned)["messages"][1])
    if (text, reasoning, calls) != ("Hello!", "Greet.", []):
        wrong += 1
        print("rendered:", text, reasoning, calls)
    print(f"{len(cases) + 1} records of LLaMA-Factory v1: {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
