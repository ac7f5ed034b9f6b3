"""Arguments that do not fit the schema of their tool (TW227): random schemas and values, judged by the library jsonschema.

A record is an Anthropic body with one tool and one call; `validate` must report it where the library finds an error, and
must not where it finds none.
"""

import argparse
import json
import random
import subprocess
import sys

import jsonschema

KEYS = ["a", "b", "c/d", "é"]
WORDS = ["", "a", "bb", "éé", "x-1", "kelvin"]
TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"]
PATTERNS = ["^a", "b$", "[0-9]+", "^x-", "é"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self):
        return self.random.choice([0, 1, 2, 3, -1, 1.5, 0.3, 2.0, 10, 1e3])

    def value(self, depth=3):
        kind = self.random.randrange(7 if depth else 4)
        if kind == 0:
            return self.random.choice([None, True, False])
        if kind in (1, 2):
            return self.number()
        if kind == 3:
            return self.random.choice(WORDS)
        if kind == 4:
            return [self.value(depth - 1) for _ in range(self.random.randrange(4))]
        return {key: self.value(depth - 1) for key in self.random.sample(KEYS, self.random.randrange(4))}

    def schemas(self, depth):
        return [self.schema(depth) for _ in range(self.random.randrange(1, 4))]

    def named(self, names, depth):
        return {name: self.schema(depth) for name in self.random.sample(names, self.random.randrange(1, 3))}

    def schema(self, depth=3):
        if self.random.random() < 0.06:
            return self.random.choice([True, False])
        inner = depth - 1
        count = lambda: self.random.randrange(4)
        small = {
            "type": lambda: self.random.choice([self.random.choice(TYPES), self.random.sample(TYPES, 2)]),
            "enum": lambda: [self.value(1) for _ in range(3)],
            "const": lambda: self.value(1),
            "minimum": self.number,
            "maximum": self.number,
            "exclusiveMinimum": self.number,
            "exclusiveMaximum": self.number,
            "multipleOf": lambda: self.random.choice([1, 2, 0.5, 0.1]),
            "minLength": count,
            "maxLength": count,
            "pattern": lambda: self.random.choice(PATTERNS),
            "minItems": count,
            "maxItems": count,
            "uniqueItems": lambda: True,
            "minProperties": count,
            "maxProperties": count,
            "required": lambda: self.random.sample(KEYS, 2),
            "dependentRequired": lambda: {self.random.choice(KEYS): [self.random.choice(KEYS)]},
            "$ref": lambda: self.random.choice(["#/$defs/one", "#/$defs/two"]),
        }
        large = {
            "properties": lambda: self.named(KEYS, inner),
            "patternProperties": lambda: self.named(PATTERNS, inner),
            "additionalProperties": lambda: self.schema(inner),
            "propertyNames": lambda: self.schema(0),
            "dependentSchemas": lambda: self.named(KEYS, inner),
            "items": lambda: self.schema(inner),
            "prefixItems": lambda: self.schemas(inner),
            "contains": lambda: self.schema(inner),
            "allOf": lambda: self.schemas(inner),
            "anyOf": lambda: self.schemas(inner),
            "oneOf": lambda: self.schemas(inner),
            "not": lambda: self.schema(inner),
            "if": lambda: self.schema(inner),
            "then": lambda: self.schema(inner),
            "else": lambda: self.schema(inner),
            "minContains": count,
        }
        choices = {**small, **large} if depth else small
        names = self.random.sample(list(choices), self.random.randrange(1, 4))
        if depth == 0 and "$ref" in names:
            names.remove("$ref")
        return {name: choices[name]() for name in names}


def record(schema, value):
    call = {"type": "tool_use", "id": "c1", "name": "f", "input": value}
    result = {"type": "tool_result", "tool_use_id": "c1", "content": "r"}
    return {
        "model": "m",
        "max_tokens": 9,
        "messages": [
            {"role": "user", "content": "x"},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result]},
        ],
        "tools": [{"name": "f", "input_schema": schema}],
    }


def fits(schema, value):
    try:
        return next(jsonschema.Draft202012Validator(schema).iter_errors(value), None) is None
    except RecursionError:
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--count", type=int, default=3000)
    options = parser.parse_args()
    maker = Maker(options.seed)
    cases, lines = [], []
    for _ in range(options.count):
        schema, value = maker.schema(), {key: maker.value() for key in KEYS if maker.random.random() < 0.7}
        if isinstance(schema, bool):
            schema = {"allOf": [schema]}
        schema["$defs"] = {"one": maker.schema(0), "two": maker.schema(0)}
        cases.append((schema, value))
        lines.append(json.dumps(record(schema, value), ensure_ascii=False))
    form = ["--output-format", "jsonl", "--max-findings", str(options.count)]
    run = [options.binary, "validate", "-f", "anthropic", "--select", "TW227", *form, "-"]
    done = subprocess.run(run, input="\n".join(lines), capture_output=True, text=True, check=False)
    records = map(json.loads, done.stdout.splitlines())
    found = {it["record"] - 1: it["findings"][0]["message"] for it in records if it["findings"]}
    wrong, unfit = 0, 0
    for index, (schema, value) in enumerate(cases):
        is_fitting = fits(schema, value)
        unfit += is_fitting is False
        if is_fitting is not None and is_fitting == (index in found):
            wrong += 1
            if wrong <= 5:
                shown = [json.dumps(it, ensure_ascii=False) for it in (schema, value)]
                print(*shown, is_fitting, found.get(index))
    print(f"schemas: {len(cases)} records, {unfit} do not fit, {wrong} are judged differently")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
