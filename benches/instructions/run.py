#!/usr/bin/env python3
"""Counts the instructions that commands execute, and fails where a figure is more than 3 % above its limit in limits.txt.

callgrind counts them, so neither the machine's speed nor its neighbours matter; the compiler and its options do. For
files, the figure is what more bytes cost: start-up is a figure of its own.

    python3 benches/instructions/run.py --binary target/release/turnwise
    python3 benches/instructions/run.py --binary target/release/turnwise --update      writes limits.txt
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import corpora

LIMITS = pathlib.Path(__file__).parent / "limits.txt"
TOLERANCE = 1.03
SIZE = 2_000_000
# The same in small, whose cost is subtracted.
PART = SIZE // 10
FILES = 100
LINE = b'{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]}\n'


def count(binary, arguments, files):
    """The instructions of a command in a folder with these files, over all its threads."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, data in files.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_bytes(data)
        tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=log"]
        run = subprocess.run(
            [*tool, binary, *arguments], cwd=root, stdin=subprocess.DEVNULL, capture_output=True, timeout=300
        )
        # 1 are findings and differences.
        if run.returncode not in (0, 1):
            raise RuntimeError(f"{arguments}: exit code {run.returncode}: {run.stderr.decode()[-500:]}")
        return int(re.search(r"Collected : (\d+)", (root / "log").read_text())[1])


class BytesCost:
    """Instructions a byte of input."""

    unit = "a byte"

    def __init__(self, command, make):
        self.arguments = [*command.split(), "--isolated", "-j", "1"]
        self.make = make

    def measure(self, binary):
        (many, cost), (few, base) = (self.run(binary, size) for size in (SIZE, PART))
        return (cost - base) / (many - few)

    def run(self, binary, size):
        data = self.make(size)
        files = {"in.jsonl": data}
        if "other.jsonl" in self.arguments:
            files["other.jsonl"] = corpora.edited(data)
        return len(data), count(binary, self.arguments, files)


class FilesCost:
    """Thousands of instructions for each of many small files."""

    unit = "thousand a file"

    def measure(self, binary):
        few = FILES // 10
        many_cost, few_cost = (self.run(binary, files) for files in (FILES, few))
        return (many_cost - few_cost) / (FILES - few) / 1e3

    def run(self, binary, files):
        data = {f"in/{at:03}.jsonl": record for at, record in enumerate(corpora.small_files(files))}
        return count(binary, ["convert", "-q", "-t", "anthropic", "--isolated", "-j", "1", "-o", "out/", "in"], data)


class StartCost:
    """Millions of instructions of a command that has next to nothing to do."""

    unit = "million"

    def __init__(self, command):
        self.arguments = command.split()

    def measure(self, binary):
        return count(binary, self.arguments, {"in.jsonl": LINE}) / 1e6


def lines(kind):
    return lambda size: corpora.lines(kind, size)


def logs(row):
    return lambda size: corpora.logs(row, size)


CASES = {
    "convert-chat": BytesCost("convert -qt anthropic in.jsonl", lines("chat")),
    "convert-escapes": BytesCost("convert -qt anthropic in.jsonl", lines("escapes")),
    "convert-media": BytesCost("convert -qt anthropic in.jsonl", lines("media")),
    "convert-service": BytesCost("convert -qt openai:mistral in.jsonl", lines("chat")),
    "convert-template": BytesCost("convert -qt chatml in.jsonl", lines("chat")),
    "convert-in-strings": BytesCost("convert -qt anthropic --at /chat in.jsonl", corpora.in_strings),
    "convert-events": BytesCost("convert -qt openai in.jsonl", corpora.events),
    "convert-litellm": BytesCost("convert -qt anthropic in.jsonl", logs(corpora.spend_log)),
    "convert-langsmith": BytesCost("convert -qt anthropic in.jsonl", logs(corpora.run)),
    "validate-chat": BytesCost("validate -q --exit-zero in.jsonl", lines("chat")),
    "validate-for": BytesCost("validate -q --exit-zero --for anthropic in.jsonl", lines("chat")),
    "validate-media": BytesCost("validate -q --exit-zero in.jsonl", lines("media")),
    "diff-chat": BytesCost("diff -q in.jsonl other.jsonl", lines("chat")),
    "migrate-ids-chat": BytesCost("migrate-ids -q --scope call --which all in.jsonl", lines("chat")),
    "small-files": FilesCost(),
    "start-version": StartCost("--version"),
    "start-convert": StartCost("convert -q --isolated -j 1 -t anthropic in.jsonl"),
}


def read_limits(path):
    rows = [line.split() for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return {name: float(limit) for name, limit, *_ in rows}


def write_limits(path, found):
    """Writes the figures as limits, and keeps the comments."""
    comments = [line for line in path.read_text().splitlines() if line.startswith("#")]
    rows = [f"{name:<18} {figure:>9.3f}  {CASES[name].unit}" for name, figure in found.items()]
    path.write_text("\n".join([*comments, *rows]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--limits", type=pathlib.Path, default=LIMITS)
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--update", action="store_true", help="write the figures as limits")
    args = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("left out: valgrind, which counts instructions, is not installed")
        return
    binary = str(pathlib.Path(args.binary).resolve())
    limits = read_limits(args.limits)
    if set(limits) != set(CASES) and not args.update:
        sys.exit(f"{args.limits} and the cases of run.py differ: {', '.join(sorted(set(limits) ^ set(CASES)))}")
    chosen = {name: case for name, case in CASES.items() if args.only in name}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(chosen, pool.map(lambda case: case.measure(binary), chosen.values())))
    if args.update:
        write_limits(args.limits, limits | found)
    failed = []
    for name, figure in found.items():
        limit = limits.get(name, figure)
        change = (figure / limit - 1) * 100
        word = "ok"
        if figure > limit * TOLERANCE:
            word = "failed"
            failed.append(name)
        elif figure < limit / TOLERANCE:
            word = "lower the limit"
        print(f"{name:<18} {figure:>9.3f} {CASES[name].unit:<16} limit {limit:>9.3f} {change:>+6.1f} %  {word}", flush=True)
    if failed and not args.update:
        sys.exit(
            f"more than 3 % above the limit: {', '.join(failed)}; make it cheaper, or raise the limit in "
            f"benches/instructions/limits.txt (--update) in the same commit, and say why"
        )


if __name__ == "__main__":
    main()
