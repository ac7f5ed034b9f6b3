"""ai-sdk: what turnwise writes, judged by the AI SDK itself, releases 4 to 7.

    ai_sdk.py --binary target/release/turnwise

Every fixture that can be converted is written in all dialects: `safeValidateUIMessages` of 5, 6 and 7 must accept messages of chats,
`convertToModelMessages` must take them, and 6 and 7 must accept model messages. Then each release continues conversations with a model that
stands in for a service, and what its converter makes of the fixtures must be what turnwise makes of them.

`--library FOLDER` names the folder with node_modules: `npm install --prefix target/ai-sdk ai4@npm:ai@4.3.19 ai5@npm:ai@5.0.277
ai6@npm:ai@6.0.326 ai7@npm:ai@7.0.173 zod@3.25.76`.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FIXTURES = ROOT / "tests" / "fixtures"
KINDS = {"ai-sdk:v7": "ui", "ai-sdk:v4": "v4", "ai-sdk:model": "model", "ai-sdk:model-v4": "core"}
# Release 5 has no approvals, and no files in results but those of an older form.
ONLY_NEW = ("tool-approval-", "file-data", "file-url", "image-data", "image-url")
# Only release 7 has these parts.
ONLY_NEWEST = ('"custom"', '"reasoning-file"')


class Library:
    def __init__(self, folder):
        command = ["node", "--no-warnings", str(HERE / "ai_sdk.mjs"), str(folder / "node_modules")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, kind, messages):
        self.process.stdin.write(json.dumps({"kind": kind, "messages": messages}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def converted(binary, file, target):
    command = [binary, "convert", "-q", "--isolated", "--to", target, "--framing", "lines", "--on-error", "skip", str(file)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode in (0, 1, 2), done.stderr
    return [json.loads(line) for line in done.stdout.decode().split("\n") if line]


def is_pending(messages):
    return any(
        part.get("toolInvocation", {}).get("state") == "call" for message in messages for part in message.get("parts", [])
    )


def facts(messages):
    """Roles, texts, calls, results and files, however a release spells them."""
    found = []
    for message in messages:
        content = message["content"]
        for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            kind = part["type"]
            # Questions to a person stay in chats, and are reported.
            if kind.startswith("tool-approval"):
                continue
            data = part.get("data", part.get("image"))
            if isinstance(data, dict):
                data = data.get("url", data.get("data"))
            if isinstance(data, str) and data.startswith("data:"):
                data = data.split(",", 1)[1]
            output = part.get("output", part.get("result"))
            role = "tool" if kind == "tool-result" else message["role"]
            value = [part.get(key) for key in ("text", "toolCallId", "toolName", "input", "args", "approvalId", "approved")]
            found.append(json.dumps([role, kind, data, output, *value], sort_keys=True))
    return sorted(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(ROOT / "target" / "debug" / "turnwise"))
    parser.add_argument("--library", type=pathlib.Path, default=ROOT / "target" / "ai-sdk")
    options = parser.parse_args()
    library = Library(options.library.resolve())
    counts, failures = {}, []
    for file in sorted(FIXTURES.glob("*/*.json*")):
        if file.parent.name in ("foreign", "robustness", "cases", "expected", "matrix", "helps") or file.name.startswith(("broken", "invalid")):
            continue
        for target, kind in KINDS.items():
            for messages in converted(options.binary, file, target):
                if kind == "v4" and is_pending(messages):
                    continue
                said = library.ask(kind, messages)
                errors = said["errors"]
                if kind == "model" and any(word in json.dumps(messages) for word in ONLY_NEW):
                    errors.pop("5", None)
                if any(word in json.dumps(messages) for word in ONLY_NEWEST):
                    errors.pop("5", None), errors.pop("6", None)
                counts[target] = counts.get(target, 0) + 1
                if errors:
                    failures.append(f"{file.relative_to(FIXTURES)} -> {target}: {errors}")
                # A call that a person allowed has to be run first.
                is_waiting = any(word in json.dumps(messages) for word in (*ONLY_NEWEST, "approval-responded"))
                if kind == "ui" and not errors and not is_waiting:
                    errors = library.ask("proceed", messages)["errors"]
                    counts["continued"] = counts.get("continued", 0) + 1
                    if errors:
                        failures.append(f"{file.relative_to(FIXTURES)} continued: {errors}")
    for name, release in (("ui-v5", "5"), ("ui-v7", "7"), ("ui-v6", "6")):
        file = FIXTURES / "ai-sdk" / f"{name}.json"
        theirs = library.ask("ui", json.loads(file.read_text()))["models"][release]
        [ours] = converted(options.binary, file, "ai-sdk:model")
        if facts(ours) != facts(theirs):
            only = set(facts(ours)) ^ set(facts(theirs))
            failures.append(f"{name}: {sorted(only)}")
    for name, count in sorted(counts.items()):
        print(f"{count:7} {name}")
    for failure in failures:
        print(f"FAILED {failure[:900]}")
    sys.exit(1 if failures or not counts else 0)


if __name__ == "__main__":
    main()
