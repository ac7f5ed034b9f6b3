"""`turnwise schema` in the hands of another library: jsonschema takes each schema, and agrees with `validate` on the fixtures."""

import argparse
import json
import pathlib
import re
import subprocess
import sys

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What a schema speaks of: the shape of records, of events and of statements, and a session without a message.
SHAPE = re.compile(r"TW(10[1-9]|74[5-9]|75[0-2]|832|968)$")
# What a schema cannot say: docs/validate.md.
EXCEPT = [
    ("sharegpt", r"`tools` is not a list|must be JSON text|the call of"),
    ("keprompt-chat", r""),
    ("lionpride", r"is not a time|does not name the class|the branch names|`embedding` must be"),
    ("gemini", r"the chunks of several answers"),
    ("codex", r"no message is in the"),
    ("langchain", r"`name` must be a string, found null"),
    ("anthropic", r"`content` is an empty list"),
    ("otel", r"no span of this log|unknown role"),
]


def run(binary, *args, **more):
    return subprocess.run([binary, *args], capture_output=True, timeout=120, check=False, **more)


def schema_of(binary, name):
    done = run(binary, "schema", name)
    if done.returncode == 2 and b"has no JSON Schema" in done.stderr:
        return None
    assert done.returncode == 0, done.stderr
    schema = json.loads(done.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def records(file):
    """The records of a fixture as text. Files that are not UTF-8 or not JSON are not for schemas."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    for part in text.splitlines() if file.suffix == ".jsonl" else [text]:
        try:
            if part.strip():
                # Which of two equal keys counts is not for a schema to say.
                value = json.loads(part, object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else 1 / 0)
                json.dumps(value, ensure_ascii=False).encode()
                yield json.dumps(value), value
        except (ValueError, ZeroDivisionError, RecursionError):
            pass


def is_one(name, value):
    """Logs of ag-ui are many records; a schema is for one of them."""
    events = lambda it: isinstance(it, dict) and ("events" in it or "type" in it)
    return name != "ag-ui" or not (isinstance(value, list) and any(map(events, value)) or isinstance(value, dict) and "events" in value)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default=str(ROOT / "target/debug/turnwise"))
    binary = parser.parse_args().binary
    formats = [it["name"] for it in json.loads(run(binary, "formats", "--json").stdout)]
    failures, counts = [], [0, 0]
    for name in formats:
        validator = schema_of(binary, name)
        if validator is None:
            continue
        for file in sorted((ROOT / "tests/fixtures" / name).iterdir()):
            if file.suffix not in (".json", ".jsonl") or file.stat().st_size > 200_000:
                continue
            for text, value in records(file):
                if not is_one(name, value):
                    continue
                args = ["validate", "--isolated", "-f", name, "--input-framing", "document", "--output-format", "jsonl"]
                done = run(binary, *args, input=text.encode())
                lines = [json.loads(line) for line in done.stdout.splitlines()]
                findings = [it for line in lines for it in line["findings"] if it["severity"] == "error"]
                wrong = [it for it in findings if SHAPE.match(it["code"])]
                if not wrong and any(it["kind"] == "syntax" for it in findings):
                    continue
                refusal = jsonschema.exceptions.best_match(validator.iter_errors(value))
                counts[refusal is not None] += 1
                is_known = any(name == of and re.search(what, it["message"]) for of, what in EXCEPT for it in wrong)
                if bool(wrong) != (refusal is not None) and not (is_known and refusal is None):
                    said = wrong[0]["message"] if wrong else f"{refusal.json_path}: {refusal.message}"[:200]
                    failures.append(f"{name}/{file.name}: {said}")
    print(f"schemas: {counts[0]} records are accepted, {counts[1]} refused; {len(failures)} differences")
    for failure in failures[:20]:
        print(f"  {failure}")
    sys.exit(bool(failures) or min(counts) < 10)


if __name__ == "__main__":
    main()
