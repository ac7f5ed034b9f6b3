"""The advice of docs/not-read.md that names functions of other programs: each row is done with the real library, and turnwise converts
what comes out.

    not_read.py --binary target/release/turnwise

The libraries are those of not_read.txt. openai-harmony needs a vocabulary: the folder in TIKTOKEN_ENCODINGS_BASE has it; without, its row is
left out.
"""

import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOREIGN = os.path.join(ROOT, "tests", "fixtures", "foreign")


def harmony(value):
    from openai_harmony import Conversation, HarmonyEncodingName, RenderConversationConfig, load_harmony_encoding

    encoding = load_harmony_encoding(HarmonyEncodingName.HARMONY_GPT_OSS)
    tokens = encoding.render_conversation(Conversation.from_json(json.dumps(value)), RenderConversationConfig(auto_drop_analysis=False))
    return encoding.decode(tokens)


ROWS = {"harmony.json": harmony}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", required=True)
    binary = options.parse_args().binary
    failures = 0
    rows = dict(ROWS)
    if "TIKTOKEN_ENCODINGS_BASE" not in os.environ:
        print("harmony.json: left out, no vocabulary is here")
        del rows["harmony.json"]
    for name, function in rows.items():
        path = os.path.join(FOREIGN, name)
        with open(path) as file:
            text = file.read()
        try:
            made = function(json.loads(text.splitlines()[0]))
            made = made if isinstance(made, str) else json.dumps(made)
            run = subprocess.run([binary, "convert", "--to", "openai"], input=made, capture_output=True, text=True)
            assert run.returncode == 0 and '"content"' in run.stdout, f"{made}\n{run.stdout}{run.stderr}"
        except Exception as error:
            failures += 1
            print(f"{name}: {type(error).__name__}: {str(error)[:600]}")
    print(f"{len(rows)} pieces of advice run, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
