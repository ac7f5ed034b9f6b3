"""Rows of preferences beside TRL's own functions: what a row is, its prompt, and its answers as rows of their own. The functions are
taken out of the wheel: no torch, no transformers."""

import json
import pathlib
import subprocess
import sys

from trainers import HERE, source, take

ROOT = HERE.parents[1]
BINARY = sys.argv[sys.argv.index("--binary") + 1] if "--binary" in sys.argv else ROOT / "target/debug/turnwise"
NAMES = ["is_conversational", "extract_prompt", "maybe_extract_prompt", "_unpair_row"]
TRL = take(source("trl", "data_utils.py"), NAMES)
COLUMNS = ["prompt", "chosen", "rejected", "completion", "label"]


def turnwise(*arguments, rows):
    text = "".join(json.dumps(row) + "\n" for row in rows)
    run = [BINARY, *arguments]
    done = subprocess.run(run, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def converted(target, row, *more):
    lines = turnwise("convert", "-q", "--from", "hf", "--to", target, "--framing", "lines", *more, rows=[row])
    return [{key: made[key] for key in COLUMNS if key in made} for made in map(json.loads, lines.splitlines())]


def with_places(value):
    """Images in messages are written as places for those of the row: TRL takes both."""
    if isinstance(value, dict):
        is_image = value.get("type") == "image"
        return {key: with_places(inner) for key, inner in value.items() if not (is_image and key == "image")}
    return [with_places(item) for item in value] if isinstance(value, list) else value


def rows():
    for path in sorted((ROOT / "tests/fixtures/hf").glob("*.json*")):
        if not path.name.startswith("broken"):
            yield from ((path.name, json.loads(line)) for line in path.read_text().splitlines())
    message = lambda role, content: {"role": role, "content": content}
    prompt = [message("system", "s"), message("user", "q"), message("assistant", "a"), message("user", "q2")]
    yes, no = [message("assistant", "yes")], [message("assistant", "no"), message("user", "why?"), message("assistant", "so")]
    yield "many turns", {"chosen": prompt + yes, "rejected": prompt + no}
    yield "other prompt", {"prompt": "another", "chosen": prompt + yes, "rejected": prompt + no}
    yield "nothing in common", {"chosen": yes, "rejected": no}
    yield "a prefix of the other", {"chosen": no[:1], "rejected": no}


def main():
    checked, wrong = 0, []
    for name, row in rows():
        if not ("chosen" in row and "rejected" in row and TRL.is_conversational({"chosen": row["chosen"]})):
            continue
        # Fields that null has in the columns of others are those of no message.
        expected = {key: value for key, value in TRL.maybe_extract_prompt(row).items() if key in COLUMNS}
        if not expected["chosen"]:
            continue
        found = converted("hf:preference", row)
        pairs = TRL._unpair_row({key: [value] for key, value in expected.items()})
        unpaired = [dict(zip(pairs, values)) for values in zip(*pairs.values())]
        apart = converted("hf:kto", row, "--branch", "all")
        checked += 1
        for what, one, other in [("prompt", [expected], found), ("unpaired", unpaired, apart)]:
            if with_places(one) != other:
                wrong.append(f"{name}: {what}: TRL {json.dumps(one)}, turnwise {json.dumps(other)}")
    print("\n".join(wrong))
    print(f"{checked} rows of preferences as TRL has them, {len(wrong)} otherwise")
    sys.exit(bool(wrong) or checked < 6)


if __name__ == "__main__":
    main()
