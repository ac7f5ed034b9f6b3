"""Chat text against those who make it: the templates that TRL ships, rendered by Jinja, and openai-harmony.

`python tests/interop/chat_text.py --binary target/release/turnwise`. What a template makes of a conversation is what turnwise
writes, and turnwise reads the conversation out of it. openai-harmony needs a vocabulary: the folder with `o200k_base.tiktoken` that
TIKTOKEN_ENCODINGS_BASE names. Without one its part is left out.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
from importlib.util import find_spec

FAILED = []


def call(name, arguments, **members):
    return {"type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}, **members}


PLAIN = [
    [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello!"}],
    [
        {"role": "user", "content": "Hi\n  there, \"you\" é <b>"},
        {"role": "assistant", "content": "One\n\ntwo"},
        {"role": "user", "content": "{\"a\": 1}"},
        {"role": "assistant", "content": "- x\n- y"},
    ],
]
SYSTEM = [[{"role": "system", "content": "Be brief.\nAlways."}, *messages] for messages in PLAIN]
CALLS = [
    [
        {"role": "system", "content": "You call tools."},
        {"role": "user", "content": "Weather in Paris?"},
        {"role": "assistant", "content": "", "tool_calls": [call("get_weather", {"city": "Paris", "days": 2}, id="abcdef123")]},
        {"role": "tool", "tool_call_id": "abcdef123", "content": "18"},
        {"role": "assistant", "content": "18C."},
    ],
]
TWO_CALLS = [
    [
        {"role": "system", "content": "You call tools."},
        {"role": "user", "content": "Weather in Paris and Rome?"},
        {
            "role": "assistant",
            "content": "I look.",
            "tool_calls": [call("get", {"city": "Paris"}, id="abcdef123"), call("get", {"city": "Rome"}, id="abcdef124")],
        },
        {"role": "tool", "tool_call_id": "abcdef123", "content": "18"},
        {"role": "tool", "tool_call_id": "abcdef124", "content": "{\"c\": 30}"},
        {"role": "assistant", "content": "18C and 30C."},
    ],
]
# The format, the template, and what it can render as it is.
TEMPLATES = [
    ("chatml", "qwen2_5", SYSTEM + CALLS + TWO_CALLS),
    ("chatml", "qwen3", PLAIN + SYSTEM + CALLS + TWO_CALLS),
    ("llama3", "llama3", PLAIN + SYSTEM),
    ("gemma", "gemma", PLAIN),
    ("gemma", "gemma3", PLAIN + SYSTEM),
]


def turnwise(binary, source, target, text):
    command = [binary, "convert", "-q", "-f", source, "-t", target, "--lines", "--compact"]
    done = subprocess.run(command, input=text + "\n", capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def check(what, wanted, found):
    if wanted != found:
        FAILED.append(what)
        print(f"{what}\n  wanted {wanted!r}\n  found  {found!r}")


def plain(messages):
    """The messages without what a template has no place for: ids, the spelling of arguments, an empty text beside calls."""
    kept = []
    for message in messages:
        calls = [(it["function"]["name"], json.loads(it["function"]["arguments"])) for it in message.get("tool_calls") or []]
        kept.append((message["role"], message.get("content") or "", calls))
    return kept


def templates(binary):
    import jinja2
    from jinja2.ext import loopcontrols
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    folder = pathlib.Path(find_spec("trl").origin).parent / "chat_templates"
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
    environment.filters["tojson"] = lambda value, **_: json.dumps(value, ensure_ascii=False)

    def refuse(why):
        raise jinja2.TemplateError(why)

    environment.globals["raise_exception"] = refuse
    count = 0
    for name, file, conversations in TEMPLATES:
        template = environment.from_string((folder / f"{file}.jinja").read_text())
        for messages in conversations:
            rendered = json.loads(json.dumps(messages))
            for message in rendered:
                for it in message.get("tool_calls", []):
                    it["function"]["arguments"] = json.loads(it["function"]["arguments"])
            marks = {"bos_token": {"llama3": "<|begin_of_text|>", "gemma": "<bos>"}.get(name, ""), "eos_token": ""}
            wanted = template.render(messages=rendered, add_generation_prompt=False, **marks)
            text = turnwise(binary, "openai", name, json.dumps({"messages": messages}))["text"]
            # Qwen 3 writes empty reasoning into the last answer.
            check(f"{file}: the text", wanted.replace("<think>\n\n</think>\n\n", ""), text)
            back = turnwise(binary, name, "openai", json.dumps({"text": wanted}))["messages"]
            if name != "gemma" or messages[0]["role"] != "system":
                check(f"{file}: the messages", plain(messages), plain(back))
            count += 1
    print(f"{count} conversations: the text is what the templates of TRL make")


def tokens_of(encoding, text):
    return encoding.encode(text, allowed_special="all")


def harmony(binary):
    import openai_harmony as library

    encoding = library.load_harmony_encoding(library.HarmonyEncodingName.HARMONY_GPT_OSS)
    author, of = library.Author, library.Message.from_role_and_content
    developer = library.DeveloperContent.new().with_instructions("You are brief.")
    user, answer = library.Role.USER, library.Role.ASSISTANT
    asked = of(answer, '{"city":"Porto"}').with_channel("commentary")
    asked = asked.with_recipient("functions.get_weather").with_content_type("<|constrain|>json")
    result = library.Message.from_author_and_content(author.new(library.Role.TOOL, "functions.get_weather"), '{"c":12}')
    result = result.with_recipient("assistant").with_channel("commentary")
    rounds = [
        [of(library.Role.DEVELOPER, developer), of(user, "Hi"), of(answer, "Hello!").with_channel("final")],
        [
            of(library.Role.SYSTEM, library.SystemContent.new()),
            of(user, "Weather?"),
            of(answer, "Need tools.").with_channel("analysis"),
            of(answer, "Let me check.").with_channel("commentary"),
            asked,
            result,
            of(answer, "12 C.").with_channel("final"),
        ],
    ]
    config = library.RenderConversationConfig(auto_drop_analysis=False)
    for messages in rounds:
        conversation = library.Conversation.from_messages(messages)
        tokens = encoding.render_conversation(conversation, config)
        text = encoding.decode(tokens)
        body = turnwise(binary, "harmony", "openai", json.dumps({"text": text}))
        again = turnwise(binary, "openai", "harmony", json.dumps(body))["text"]
        # openai has no place for reasoning.
        wanted = re.sub(r"<\|start\|>assistant<\|channel\|>analysis<\|message\|>.*?<\|end\|>", "", text)
        check("harmony: the tokens", tokens_of(encoding, wanted), tokens_of(encoding, again))
        check("harmony: itself", tokens, tokens_of(encoding, turnwise(binary, "harmony", "harmony", json.dumps({"text": text}))["text"]))
    print(f"{len(rounds)} conversations: the tokens are those of openai-harmony")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default="target/debug/turnwise")
    binary = parser.parse_args().binary
    if find_spec("trl") and find_spec("jinja2"):
        templates(binary)
    else:
        print("without trl and jinja2: the templates are left out")
    if find_spec("openai_harmony") and os.environ.get("TIKTOKEN_ENCODINGS_BASE"):
        harmony(binary)
    else:
        print("without openai-harmony and its vocabulary: harmony is left out")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
