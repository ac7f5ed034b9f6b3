"""What `validate --for` says of the records in trainers.jsonl, beside what the code of the trainers does with them. Only the functions
that look at records are taken out of the wheels: no torch, no transformers."""

import __future__
import abc
import ast
import copy
import dataclasses
import enum
import itertools
import json
import os
import pathlib
import re
import sys
import types
import typing
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
WHEELS = HERE.parents[1] / "target/interop/wheels"


class Quiet:
    def __getattr__(self, name):
        return lambda *words, **more: None


def source(package, path):
    wheel = next(WHEELS.glob(f"{package}-*.whl"))
    return zipfile.ZipFile(wheel).read(f"{package}/{path}").decode()


def take(text, names, **given):
    """The classes and functions of a module with these names, and its imports of the standard library."""
    base = {"Any": typing.Any, "Union": typing.Union, "Optional": typing.Optional, "Literal": typing.Literal}
    space = {**base, "json": json, "os": os, "re": re, "dataclass": dataclasses.dataclass, "field": dataclasses.field, **given}
    space |= {"ABC": abc.ABC, "abstractmethod": abc.abstractmethod, "StrEnum": enum.StrEnum, "unique": enum.unique}
    space |= {"override": lambda it: it, "logger": Quiet(), "LOG": Quiet(), "Set": set, "Dict": dict, "List": list}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in names and node.name not in space:
            module = ast.Module([node], [])
            exec(compile(module, node.name, "exec", __future__.annotations.compiler_flag), space)
    missing = [name for name in names if name not in space]
    assert not missing, missing
    return types.SimpleNamespace(**space)


def llamafactory():
    role = take(source("llamafactory", "data/data_utils.py"), ["Role"]).Role
    attr = take(source("llamafactory", "data/parser.py"), ["DatasetAttr"]).DatasetAttr
    names = ["DatasetConverter", "AlpacaDatasetConverter", "SharegptDatasetConverter", "OpenAIDatasetConverter"]
    made = take(source("llamafactory", "data/converter.py"), names, Role=role)
    tools = {}
    text = re.sub(r"^from \.\.?[\w.]+ import .*$", "", source("llamafactory", "data/tool_utils.py"), flags=re.M)
    exec(compile(text.replace("from typing_extensions import override", "override = lambda it: it"), "tool_utils", "exec", __future__.annotations.compiler_flag), tools)
    forms = take(
        source("llamafactory", "data/formatter.py"),
        ["Formatter", "StringFormatter", "FunctionFormatter", "ToolFormatter"],
        FunctionCall=tools["FunctionCall"], get_tool_utils=tools["get_tool_utils"],
    )
    marks = {"IMAGE_PLACEHOLDER": "<image>", "VIDEO_PLACEHOLDER": "<video>", "AUDIO_PLACEHOLDER": "<audio>"}
    count = take(source("llamafactory", "data/mm_plugin.py"), ["_validate_messages"], **marks)._validate_messages
    beside = ["system", "tools", "images", "videos", "audios"]

    def outcome(record):
        columns = {key: key for key in beside if key in record}
        tags = {}
        if "messages" in record:
            kind, columns["messages"] = "openai", "messages"
            tags = {"role_tag": "role", "content_tag": "content", "user_tag": "user", "assistant_tag": "assistant"}
            tags |= {"observation_tag": "tool", "function_tag": "function_call"}
        else:
            kind = "sharegpt" if "conversations" in record else "alpaca"
        data = attr(load_from="hf_hub", dataset_name="x", formatting=kind, **columns, **tags)
        convert = {"openai": made.OpenAIDatasetConverter, "sharegpt": made.SharegptDatasetConverter, "alpaca": made.AlpacaDatasetConverter}
        found = convert[kind](data, None)(record)
        if len(found["_prompt"]) % 2 != 1 or len(found["_response"]) != 1:
            return "left out"
        for message in found["_prompt"] + found["_response"]:
            calls = message["role"] == "function"
            form = forms.FunctionFormatter(["{{content}}"], "qwen") if calls else forms.StringFormatter(["{{content}}"])
            written = form.apply(content=message["content"])
            if calls and '"arguments": "' in str(written):
                return "a string as arguments"
        count(None, found["_prompt"] + found["_response"], *[found[f"_{key}"] or [] for key in beside[2:]])
        if found["_tools"]:
            forms.ToolFormatter(tool_format="qwen").apply(content=found["_tools"])
        return "mask" if "weight" in json.dumps(record) and "weight" not in json.dumps(found) else "fine"

    return outcome, {
        "TW232": "stops", "TW233": "stops", "TW234": "left out", "TW235": "left out", "TW236": "stops", "TW237": "stops",
        "TW238": "mask", "TW560": "left out", "TW561": "left out", "TW562": "stops",
        "TW239": ("stops", "a string as arguments"),
    }


def trl():
    names = ["prepare_multimodal_messages", "is_conversational", "is_conversational_from_value", "maybe_convert_to_chatml"]
    data = take(source("trl", "data_utils.py"), [*names, "apply_chat_template"], takewhile=itertools.takewhile)

    class Template:
        """Knows the roles that templates know."""

        def apply_chat_template(self, messages, **options):
            for message in messages:
                assert message["role"] in ("system", "developer", "user", "assistant", "tool"), message
            return json.dumps(messages)

    def outcome(record):
        if data.is_conversational_from_value(record):
            record = data.maybe_convert_to_chatml(copy.deepcopy(record))
        if not data.is_conversational(record):
            # `SFTTrainer` looks for a text, or a prompt with its completion.
            return "fine" if "text" in record or {"prompt", "completion"} <= set(record) else "stops"
        if "images" in record:
            data.prepare_multimodal_messages(record["messages"], record["images"])
        data.apply_chat_template(record, Template())
        messages = record.get("completion") or record["messages"]
        if messages[-1]["role"] != "assistant":
            return "no answer"
        text = any(isinstance(call["function"]["arguments"], str) for it in messages for call in it.get("tool_calls") or [])
        return "text as arguments" if text else "mask" if "weight" in json.dumps(record) else "fine"

    return outcome, {
        "TW232": "stops", "TW233": "stops", "TW235": "no answer", "TW237": "stops", "TW238": "mask", "TW239": "text as arguments",
    }


def axolotl():
    text = source("axolotl", "prompt_strategies/chat_template.py")
    given = {"Prompter": object, "PromptTokenizingStrategy": object, "ProcessorMixin": object}
    made = take(text, ["ChatTemplatePrompter", "ChatTemplateStrategy"], **given)

    class Prompter(made.ChatTemplatePrompter):
        def get_chat_template_msg_variables(self, chat_template, field_messages):
            return {"role", "content", "tool_calls", "tool_call_id", "name"}

    class Strategy(made.ChatTemplateStrategy):
        def __init__(self, **settings):
            self.prompter, self.split_thinking, self.images = Prompter(None, "", **settings), False, "images"

    def outcome(record):
        settings = {}
        if "conversations" in record:
            settings = {"field_messages": "conversations", "message_property_mappings": {"role": "from", "content": "value"}}
        strategy = Strategy(**settings)
        turns = strategy.get_conversation_thread(copy.deepcopy(record))
        strategy._get_tools(copy.deepcopy(record))
        if any(turn["role"] not in ("system", "user", "assistant", "tool") for turn in turns):
            return "role"
        if turns[-1]["role"] != "assistant":
            return "no answer"
        marks = [key for key in ("weight", "train") if any(key in message for message in record.get("messages", []))]
        for key in marks:
            named = Strategy(message_field_training=key).get_conversation_thread(copy.deepcopy(record))
            unread = all("training" not in turn for turn in turns)
            return "mask" if unread and any("training" in turn for turn in named) else "fine"
        return "one of the images" if len(record.get("images", [])) > 1 else "fine"

    return outcome, {
        "TW232": "stops", "TW233": "role", "TW235": "no answer", "TW237": "one of the images", "TW238": "mask",
    }


def main():
    programs = {"llamafactory": llamafactory(), "trl": trl(), "axolotl": axolotl()}
    seen, wrong = 0, 0
    for line in (HERE / "trainers.jsonl").read_text().splitlines():
        case = json.loads(line)
        if case["for"] not in programs:
            continue
        outcome, meaning = programs[case["for"]]
        codes = [code for code in case["codes"] if code in meaning]
        expected = meaning[codes[0]] if codes else "fine"
        try:
            found = outcome(case["record"])
        except (KeyError, TypeError, ValueError, RuntimeError, AttributeError, AssertionError, IndexError) as error:
            found = "stops"
            reason = error
        seen += 1
        if found not in (expected if isinstance(expected, tuple) else (expected,)):
            wrong += 1
            print(f"{case['for']}: {found}, not {expected}: {line} {reason if found == 'stops' else ''}")
    print(f"{seen} records for trainers: {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
