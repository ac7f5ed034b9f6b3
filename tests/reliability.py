#!/usr/bin/env python3
"""Tries what the project promises, and prints a table of it: `just reliability`.

    python3 tests/reliability.py            prints the table
    python3 tests/reliability.py --write    also puts it into docs/reliability.md
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/turnwise"
# Tests are compiled as in .ci/run: they take a tenth of the time.
os.environ |= {"CARGO_PROFILE_DEV_OPT_LEVEL": "1", "CARGO_INCREMENTAL": "0"}
START, END = "<!-- reliability -->\n", "<!-- end of reliability -->\n"


def test(*filters):
    return ["cargo", "test", "--quiet", "--locked", "--test", "it", "--", "--nocapture", *filters]


# The promise, the command that tries it, what its output counts, and the unit.
ROWS = [
    ("Inputs at random break no property: the checks of 16 fuzz targets", test("fuzz::properties"), r"(\d+) inputs", "inputs"),
    ("JSON is accepted and rejected exactly as RFC 8259 says; hostile files end as their class says", test("json::", "robustness::"), r"(\d+) passed", "tests"),
    ("Random and damaged conversations keep their content and become valid, in every format", test("random::", "mutants::", "unions::"), r"(\d+) passed", "tests"),
    ("The same format keeps every byte; all pairs of formats report what they lose", test("conserve::", "matrix", "kept::", "carry::"), r"(\d+) passed", "tests"),
    ("Nothing is downloaded from a private address, or without a limit", test("hostile::", "media::"), r"(\d+) passed", "tests"),
    ("Work grows linearly", ["python3", "tests/linear/run.py", "--binary", BINARY], r"(\d+) pairs of shape and command", "shapes × commands"),
    ("Failed calls, SIGTERM and SIGKILL at any system call leave whole files", ["python3", "tests/faults/run.py", "--binary", BINARY], r"(\d+) faults in", "faults"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--release"], cwd=ROOT, check=True)
    table = ["| promise | tried | failed | time |\n", "| --- | ---: | ---: | ---: |\n"]
    failed = 0
    for promise, command, count, unit in ROWS:
        began = time.monotonic()
        done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True)
        found = sum(int(number) for number in re.findall(count, done.stdout))
        left_out = re.search(r"left out: (.*)", done.stdout)
        is_bad = done.returncode != 0 or (found == 0 and not left_out)
        failed += is_bad
        bad = len(re.findall(r"^failed: |^test .* FAILED$|panicked at", done.stdout + done.stderr, re.M)) or int(is_bad)
        table.append(f"| {promise} | {left_out[1] if left_out else f'{found:,} {unit}'} | {bad} | {time.monotonic() - began:.0f} s |\n")
        print(table[-1], end="", flush=True)
        if is_bad:
            print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
    text = "".join(table)
    print("\n" + text)
    if args.write and not failed:
        page = ROOT / "docs/reliability.md"
        before, rest = page.read_text().split(START)
        page.write_text(before + START + text + END + rest.split(END)[1])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
