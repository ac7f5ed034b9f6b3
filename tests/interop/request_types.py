"""The types of requests in the SDKs, as JSON Schemas: `src/format/*/request.json`, by which `validate --for` judges.

`--write` renews the files; without it they are compared with the SDKs that are installed.
"""

import argparse
import gzip
import importlib.metadata
import json
import pathlib
import sys
import typing

import anthropic.types.beta
import botocore.session
import openai.types.chat
import openai.types.responses
import typing_extensions as ext
from anthropic.types.beta import message_create_params as anthropic_body
from google.genai import types as genai
from openai.types.chat import completion_create_params as chat_body
from openai.types.responses import response_create_params as responses_body

import typed

ROOT = pathlib.Path(__file__).resolve().parents[2]
EMPTY = {"type": "object", "maxProperties": 0}
# As pydantic takes it: in both alphabets, with or without padding.
LISTS_OR_ONE = {"parts", "functionDeclarations"}
BASE64 = "^([A-Za-z0-9+/_-]{4})*([A-Za-z0-9+/_-][AQgw](==)?|[A-Za-z0-9+/_-]{2}[AEIMQUYcgkosw048]=?)?$"
PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null", None: "null"}


# Required by the types, and not by the server, which fills most of them in: TW587 warns of these.
FILLED_IN = {
    "ResponseOutputMessageParam": {"id", "status", "type"},
    "ResponseOutputTextParam": {"annotations"},
    "ResponseInputImageParam": {"detail"},
    "ResponseInputImageContentParam": {"detail"},
    "FunctionToolParam": {"strict", "parameters"},
    # TW512 warns of it: the service has its own say about thinking.
    "BetaThinkingBlockParam": {"signature"},
    # Its content is in the item if nothing is stored.
    "ResponseReasoningItemParam": {"id"},
    # An image that was cut off has none.
    "ImageGenerationCall": {"result"},
}


def fields_of(kind):
    """Name -> (type, is required) of a TypedDict, as the service takes it."""
    filled_in = FILLED_IN.get(kind.__name__, ())
    return {name: (inner, is_required and name not in filled_in) for name, (inner, is_required) in typed.cached_fields(kind).items()}


def any_of(schemas):
    """One of several schemas, without repeated ones."""
    found = []
    for schema in schemas:
        inner = schema["anyOf"] if "anyOf" in schema and set(schema) <= {"anyOf", "nullable"} else [schema]
        for one in [*inner, *([{"type": "null"}] if schema.get("nullable") and "anyOf" in schema else [])]:
            if one not in found:
                found.append(one)
    # A word is a string.
    if {"type": "string"} in found:
        found = [one for one in found if "enum" not in one or not all(isinstance(word, str) for word in one["enum"])]
    if len(found) == 1 or {} in found:
        return {} if {} in found else found[0]
    # A value that is wrong is compared with what it is, not with null.
    rest = [one for one in found if one != {"type": "null"}]
    schema = rest[0] if len(rest) == 1 else {"anyOf": rest}
    return schema | {"nullable": True} if len(rest) < len(found) else schema


class TypedDicts:
    """Schemas of TypedDicts."""

    def __init__(self):
        self.definitions, self.names = {}, {}

    def of(self, kind):
        kind, _ = typed.bare(kind)
        if kind in (object, typing.Any):
            return {}
        if ext.is_typeddict(kind):
            return self.object(kind)
        options = typed.literals(kind)
        if options is not None:
            return {"enum": list(options)}
        origin = typing.get_origin(kind)
        if origin in typed.UNIONS:
            return self.union(typed.members(kind))
        if origin in typed.LISTS or origin is not None and "Sequence" in getattr(origin, "__name__", ""):
            return {"type": "array", "items": self.of(typing.get_args(kind)[0])}
        if origin in (dict, typing.Mapping) or getattr(origin, "__name__", "") == "Mapping":
            inner = self.of(typing.get_args(kind)[1])
            return {"type": "object"} | ({"additionalProperties": inner} if inner else {})
        return {"type": "object"} if kind is dict else {"type": PLAIN[kind]}

    def object(self, kind):
        if kind not in self.names:
            same = sum(other.__name__ == kind.__name__ for other in self.names)
            self.names[kind] = kind.__name__ + (str(same + 1) if same else "")
            fields = fields_of(kind)
            self.definitions[self.names[kind]] = {
                "type": "object",
                "required": [name for name, (_, is_required) in fields.items() if is_required],
                "properties": {name: self.of(inner) for name, (inner, _) in fields.items()},
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{self.names[kind]}"}

    def union(self, kinds):
        kinds = [kind for kind in kinds if is_json(kind)]
        objects = [kind for kind in kinds if ext.is_typeddict(kind)]
        rest = [self.of(kind) for kind in kinds if not ext.is_typeddict(kind)]
        return any_of([*rest, *([self.objects(objects)] if objects else [])])

    def objects(self, kinds):
        """An object of one of several kinds: the word of its tag says which."""
        for tag in typed.DISCRIMINATORS[::-1]:
            fields = [fields_of(kind).get(tag) for kind in kinds]
            words = [typed.literals(field[0]) if field else None for field in fields]
            if len(kinds) > 1 and sum(word is not None for word in words) > 1:
                return self.tagged(kinds, tag, fields, words)
        return any_of([self.object(kind) for kind in kinds])

    def tagged(self, kinds, tag, fields, words):
        by_word, without = {}, []
        for kind, field, own in zip(kinds, fields, words):
            for word in own or ():
                by_word.setdefault(word, []).append(kind)
            if not field or not field[1]:
                without.append(kind)
        # Where the word does not decide, such as for the messages of the API of responses, the role may.
        of = lambda some: self.object(some[0]) if len(some) == 1 else self.others(some, tag)
        is_open = any(own is None and field for field, own in zip(fields, words))
        cases = [{"if": has(tag, word), "then": of(some)} for word, some in by_word.items()]
        schema = {"type": "object"}
        if without:
            cases.append({"if": {"not": {"required": [tag]}}, "then": of(without)})
        else:
            schema["required"] = [tag]
        if not is_open:
            schema["properties"] = {tag: {"enum": list(by_word)}}
        return schema | {"allOf": cases}

    def others(self, kinds, tag):
        return any_of([self.object(kind) for kind in kinds])


def is_json(kind):
    """False for files and objects of Python."""
    origin = typing.get_origin(kind)
    if origin is None:
        return kind in PLAIN or kind in (dict, object, typing.Any) or ext.is_typeddict(kind)
    return getattr(origin, "__name__", "") not in ("IO", "PathLike")


def has(tag, word):
    return {"required": [tag], "properties": {tag: {"const": word}}}


def body_of(types, fields, conversation, item):
    """A body, whose other keys and required ones are checked elsewhere, and a list of items."""
    properties = {name: types.of(kind) for name, (kind, _) in fields.items() if name != conversation}
    items = {"type": "array", "items": types.of(item)}
    # The class is that of requests without a stream; a body may ask for one.
    properties["stream"] = {"type": "boolean"} | {key: True for key in ("nullable",) if properties["stream"].get(key)}
    input_types = [{"type": "string"}, items] if conversation == "input" else [items]
    body = {"type": "object", "properties": properties | {conversation: any_of(input_types)}}
    return {"body": body, "list": items}


def of_openai():
    types = TypedDicts()
    fields = typed.cached_fields(chat_body.CompletionCreateParamsNonStreaming)
    found = body_of(types, fields, "messages", openai.types.chat.ChatCompletionMessageParam) | types.definitions
    # An empty call is none.
    call = found["ChatCompletionAssistantMessageParam"]["properties"]["function_call"]
    found["ChatCompletionAssistantMessageParam"]["properties"]["function_call"] = {"if": EMPTY, "then": {}, "else": call}
    return found


def of_responses():
    types = TypedDicts()
    fields = typed.cached_fields(responses_body.ResponseCreateParamsNonStreaming)
    found = body_of(types, fields, "input", openai.types.responses.ResponseInputItemParam) | types.definitions
    # The service takes these, though the types do not say so.
    for one in found.values():
        if "enum" in (status := one.get("properties", {}).get("status", {})):
            status["nullable"] = True
    for name in ("WebSearchToolParam", "WebSearchPreviewToolParam"):
        found[name]["properties"]["external_web_access"] = {"type": "boolean", "nullable": True}
    return found


def of_anthropic():
    types = TypedDicts()
    fields = typed.cached_fields(anthropic_body.MessageCreateParamsNonStreaming)
    # A header that is not in the body switches on what is in beta.
    found = body_of(types, fields, "messages", anthropic.types.beta.BetaMessageParam) | types.definitions
    # The service takes it, though the types do not say so.
    found["BetaToolParam"]["properties"]["description"] = {"type": ["string", "null"]}
    return found


class Shapes:
    """Schemas of the service model of botocore."""

    def __init__(self, unions):
        self.definitions, self.unions = {}, unions

    def of(self, shape):
        kind = shape.type_name
        if kind == "structure":
            return self.structure(shape)
        if kind == "list":
            least = shape.metadata.get("min", 0)
            return {"type": "array", "items": self.of(shape.member)} | ({"minItems": least} if least else {})
        if kind == "map":
            return {"type": "object"}
        if kind == "string":
            # The service takes media types, too: the readers know which.
            if shape.enum and not shape.name.endswith("Format"):
                return {"enum": shape.enum}
            limits = {"minLength": shape.metadata.get("min", 0), "maxLength": shape.metadata.get("max", 0)}
            return {"type": "string"} | {key: limit for key, limit in limits.items() if limit}
        numbers = {"integer": "integer", "long": "integer", "float": "number", "double": "number"}
        return {"type": {"boolean": "boolean", "blob": "string", "timestamp": "string"}.get(kind, numbers.get(kind))}

    def structure(self, shape):
        if getattr(shape, "is_document_type", False):
            return {"type": "object"}
        if shape.name not in self.definitions:
            self.definitions[shape.name] = {}
            is_union = getattr(shape, "is_tagged_union", False) or shape.name in self.unions
            self.definitions[shape.name].update(
                {"type": "object"}
                | ({"minProperties": 1, "maxProperties": 1} if is_union else {"required": list(shape.required_members)})
                | {"properties": {key: self.of(inner) for key, inner in shape.members.items()}}
                | {"additionalProperties": False}
            )
        return {"$ref": f"#/$defs/{shape.name}"}


def of_bedrock():
    import check_bedrock

    shapes = Shapes(check_bedrock.UNIONS)
    properties = {key: shapes.of(inner) for key, inner in check_bedrock.REQUEST.members.items()}
    return {"body": {"type": "object", "properties": properties}, "list": properties["messages"]} | shapes.definitions


def of_gemini():
    import check_gemini

    found = {}
    for kind in (genai.Content, genai.Tool, genai.GenerationConfig, genai.ToolConfig, genai.SafetySetting):
        schema = kind.model_json_schema(by_alias=True)
        found |= schema.pop("$defs", {}) | {kind.__name__: schema}
    found = {name: of_pydantic(schema) for name, schema in found.items()}
    contents = {"type": "array", "items": {"$ref": "#/$defs/Content"}}
    tools = {"type": "array", "items": {"$ref": "#/$defs/Tool"}}
    # The data of media files is checked by a rule of its own.
    found["Blob"]["properties"]["data"] = {"type": "string"}
    instruction = any_of([{"$ref": "#/$defs/Content"}, {"type": "string"}, {"type": "null"}])
    properties = {"contents": list_or_one(contents), "tools": list_or_one(tools), "systemInstruction": instruction, "system_instruction": instruction}
    # Keys of this object are checked elsewhere.
    found["GenerationConfig"]["additionalProperties"] = True
    others = {"generationConfig": "GenerationConfig", "toolConfig": "ToolConfig"}
    others = {key: any_of([{"$ref": f"#/$defs/{name}"}, {"type": "null"}]) for key, name in others.items()}
    others["safetySettings"] = any_of([{"type": "array", "items": {"$ref": "#/$defs/SafetySetting"}}, {"type": "null"}])
    properties |= others | {snake(key): schema for key, schema in others.items()}
    candidate = {"properties": {"content": any_of([{"$ref": "#/$defs/Content"}, {"type": "null"}])}, "type": "object"}
    properties["candidates"] = {"type": "array", "items": candidate}
    return {"body": {"type": "object", "properties": properties}, "list": contents} | reachable(found, ["Content", "Tool", "GenerationConfig", "ToolConfig", "SafetySetting"])


def of_pydantic(schema):
    """Without descriptions; keys have their other spelling, too."""
    if isinstance(schema, list):
        return [of_pydantic(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("enum"), list):
        # The SDK and the service take them in small letters, too.
        return {"enum": [*schema["enum"], *(word.lower() for word in schema["enum"])]}
    if schema.get("format") == "base64url":
        return {"type": "string", "pattern": BASE64}
    schema = {key: one for key, one in schema.items() if key not in ("description", "title", "default", "format", "deprecated")
              or isinstance(one, dict) and key != "default"}
    if "properties" in schema:
        properties = {key: of_pydantic(one) for key, one in schema["properties"].items()}
        rest = {key: of_pydantic(one) for key, one in schema.items() if key != "properties"}
        for key in LISTS_OR_ONE & set(properties):
            properties[key] = list_or_one(properties[key])
        return rest | {"properties": {name: one for key, one in properties.items() for name in (key, snake(key))}}
    if "anyOf" in schema:
        return any_of([of_pydantic(one) for one in schema["anyOf"]])
    return {key: of_pydantic(one) for key, one in schema.items()}


def list_or_one(schema):
    """The service takes one item in the place of a list."""
    return {"if": {"type": "object"}, "then": schema["items"], "else": schema}


def snake(key):
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in key)


def reachable(found, names):
    """The definitions that these need."""
    kept, waiting = {}, list(names)
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept[name] = found[name]
            waiting += [part.split('"')[0] for part in json.dumps(found[name]).split('"#/$defs/')[1:]]
    return kept


FILES = {
    "openai": ("openai", of_openai),
    "openai_responses": ("openai", of_responses),
    "anthropic": ("anthropic", of_anthropic),
    "bedrock": ("botocore", of_bedrock),
    "gemini": ("google-genai", of_gemini),
}


def text_of(package, make):
    """One definition a line."""
    plain = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    lines = [f"{plain(name)}:{plain(schema)}" for name, schema in make().items()]
    comment = f"types of {package} {importlib.metadata.version(package)}: tests/interop/request_types.py --write"
    return f'{{"$comment":{plain(comment)},"$defs":{{\n' + ",\n".join(lines) + "\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    is_writing = parser.parse_args().write
    different = []
    for name, (package, make) in FILES.items():
        path, text = ROOT / "src/format" / name / "request.json", text_of(package, make)
        before = path.read_text() if path.exists() else ""
        if is_writing:
            path.write_text(text)
            # The program has the compressed text.
            path.with_name("request.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
        elif before.split("\n")[0] == text.split("\n")[0] and before != text:
            different.append(name)
        print(f"request types of {name}: {len(text)} bytes, {len(text.splitlines()) - 2} types")
    if different:
        sys.exit(f"not the types of the SDKs: {', '.join(different)}")


if __name__ == "__main__":
    main()
