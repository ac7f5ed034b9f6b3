#!/usr/bin/env python3
"""Shows that the work of every command grows linearly with its input, on shapes that make careless algorithms quadratic.

Each shape is made with n and 4n parts. What 4n parts cost may be LIMIT times what n parts cost: 4 is linear, 16 is quadratic.
CPU time is measured first. Where it grows too fast three times, executed instructions decide (valgrind's `exp-bbv`), with the
same numbers of parts and without what a command costs in any case: they are the same on a busy machine.

    python3 tests/linear/run.py --binary target/release/turnwise
    python3 tests/linear/run.py --binary target/release/turnwise --only 'equal ids' --all
"""

import argparse
import collections
import concurrent.futures
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import shapes

# Sorting and balanced trees are a little above 4.
LIMIT = 6.0
# Less is noise: buffers, pages, hash tables that double.
LEAST = 1_000_000
LEAST_SECONDS = 0.003

# The numbers of parts: few enough for valgrind, and enough for the work of some milliseconds.
SIZES = {"OPENAI_LINES": 8_000, "CHATGPT": 4_800, "ARCHIVES": 3_200, "LIONPRIDE": 4_800}
USUAL_SIZE = 6_400

READ = [
    "validate -q --exit-zero IN",
    "validate -q --exit-zero --for anthropic IN",
    "show IN",
    "detect IN",
    "stats IN",
]
CHAT = READ + [
    "validate -q --exit-zero --fix --unsafe-fixes COPY",
    "convert -q --to anthropic --repair --lossy IN",
    "convert -q --to openai-responses --lossy IN",
    "convert -q --to gemini --lossy IN",
    "convert -q --to bedrock --repair --lossy --redact IN",
    "convert -q --to ag-ui --lossy IN",
    "convert -q --to lionpride --lossy IN",
    "convert -q --to keprompt-statements --lossy IN",
    "migrate-ids -q --which all IN",
    "diff -q IN OTHER",
    "show --to html IN",
    "show --to markdown IN",
    "inline-media -q --offline IN",
    "extract-media -q --dir OUT IN",
    "filter --has calls IN",
]
LINES = READ + [
    "validate -q --exit-zero --fix --unsafe-fixes COPY",
    "convert -q --to anthropic --on-error skip IN",
    "dedupe -q --on-error skip IN",
    "sample -q --limit 10 --on-error skip IN",
    "sort -q --by length --on-error skip IN",
    "split -q --limit 100 -o OUT IN",
    "merge -q --on-error skip IN OTHER",
    "filter --has calls --on-error skip IN",
    "diff -q IN OTHER",
    "migrate-ids -q --on-error skip IN",
]
TREE = READ + [
    "lineage IN",
    "convert -q --to openai --lossy IN",
    "convert -q --to openai --lossy --branch all IN",
    "diff -q IN OTHER",
    "migrate-ids -q IN",
    "show --branch all IN",
]
EVENTS = READ + [
    "replay -q IN",
    "compact -q IN",
    "normalize -q IN",
    "lineage IN",
    "convert -q --to openai --lossy IN",
    "diff -q IN OTHER",
]
COMMANDS = {
    "OPENAI": CHAT,
    "OPENAI_LINES": LINES,
    "CHATGPT": TREE,
    "CLAUDE_CODE": TREE,
    "AG_UI": EVENTS,
    "KEPROMPT": [
        "statements run --exec stub IN",
        "statements edit --index 1 --set-value x IN",
        "convert -q --to openai --lossy IN",
        "validate -q --exit-zero IN",
    ],
    "ARCHIVES": ["detect IN", "validate -q --exit-zero IN", "convert -q --to anthropic -o OUT IN"],
    "LIONPRIDE": TREE + ["prepare -q IN", "clone -q --sender user IN"],
}
ENDS = {"OPENAI_LINES": "jsonl", "CLAUDE_CODE": "jsonl", "AG_UI": "jsonl", "KEPROMPT": "prompt", "ARCHIVES": "zip"}
# Not measured: the output grows with the square of the input.
SQUARE = {
    ("comb", "convert -q --to openai --lossy --branch all IN"): "every branch repeats the trunk",
    ("comb", "show --branch all IN"): "every branch repeats the trunk",
}
# Commands that read no conversations, or only part of what another command here reads.
NO_INPUT = {"formats", "schema", "config", "explain", "completions", "man", "help"}
# Selections: one for each change, and the usual one: the commands that do the most on each shape.
QUICK = re.compile(r"^(validate -q --exit-zero --fix.*|convert -q --to (anthropic|openai) .*|diff -q IN OTHER|replay.*|"
                   r"compact.*|normalize.*|statements.*|dedupe.*|prepare.*|clone.*)$")
USUAL = re.compile(r"^(validate -q --exit-zero (IN|--fix.*)|convert -q --to (anthropic|openai) .*|show --to html.*|"
                   r"diff.*|migrate-ids.*|lineage.*|replay.*|compact.*|normalize.*|statements.*|dedupe.*|prepare.*|clone.*|"
                   r"stats.*|detect.*)$")


def cases(chosen):
    for group, commands in COMMANDS.items():
        for name in getattr(shapes, group):
            for command in commands:
                # There are many shapes of this group: one command reads, checks and repairs them.
                is_one_enough = group == "OPENAI" and chosen is QUICK
                if chosen.match(command) and (name, command) not in SQUARE and not (is_one_enough and "--fix" not in command):
                    yield group, name, command


@functools.cache
def has_jobs(binary, command):
    return "--jobs" in subprocess.run([binary, command, "--help"], capture_output=True, text=True).stdout


@functools.lru_cache(maxsize=4)
def made(group, name, parts):
    """The bytes of a shape. Making them takes longer than most commands."""
    return getattr(shapes, group)[name](parts)


@functools.cache
def base(binary, group, command):
    """What the command costs in any case."""
    return count(binary, group, next(iter(getattr(shapes, group))), command, 1)


def execute(binary, group, name, command, parts, before=()):
    """Runs a command on a shape. Gives the CPU seconds that it used, and what `before`, which starts it, wrote to `log`."""
    end = ENDS.get(group, "json")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        data = made(group, name, parts)
        (root / f"in.{end}").write_bytes(data)
        if "COPY" in command:
            (root / f"copy.{end}").write_bytes(data)
        if "OTHER" in command:
            (root / f"other.{end}").write_bytes(made(group, name, parts + 1))
        (root / "out").mkdir()
        names = {"IN": f"in.{end}", "COPY": f"copy.{end}", "OTHER": f"other.{end}", "OUT": "out"}
        arguments = [names.get(word, word) for word in command.split()]
        if has_jobs(binary, arguments[0]):
            arguments += ["--jobs", "1"]
        with open(root / "stderr", "w+b") as stderr:
            process = subprocess.Popen(
                ["timeout", "600", *before, binary, *arguments, "--isolated"],
                cwd=root,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            stderr.seek(0)
            said = stderr.read()
        if process.returncode not in (0, 1, 2):
            raise RuntimeError(f"{command}: exit code {process.returncode}: {said[-500:]}")
        if b"Usage: " in said:
            sys.exit(f"{command} is no command: {said.decode()}")
        log = root / "log"
        return usage.ru_utime + usage.ru_stime, log.read_text() if log.exists() else ""


def count(binary, group, name, command, parts):
    """The instructions that a command executes, over all its threads."""
    valgrind = ["valgrind", "--tool=exp-bbv", "--instr-count-only=yes", "--bb-out-file=/dev/null", "--log-file=log"]
    _, log = execute(binary, group, name, command, parts, valgrind)
    return sum(map(int, re.findall(r"Total instructions: (\d+)", log)))


def measure(binary, group, name, command):
    """How many times as much work 4n parts are as n parts."""
    sizes = [SIZES.get(group, USUAL_SIZE), 4 * SIZES.get(group, USUAL_SIZE)]
    seconds = {parts: [] for parts in sizes}
    # Counting instructions takes 50 times as long as running the command a second and a third time.
    for _ in range(3):
        for parts in sizes:
            seconds[parts].append(execute(binary, group, name, command, parts)[0])
        few, many = (min(seconds[parts]) for parts in sizes)
        growth = many / max(few, LEAST_SECONDS)
        if growth <= LIMIT:
            return growth
    return growth_of_instructions(binary, group, name, command)


def growth_of_instructions(binary, group, name, command):
    size = SIZES.get(group, USUAL_SIZE)
    usual = base(binary, group, command)
    few, many = (count(binary, group, name, command, parts) - usual for parts in (size, 4 * size))
    growth = many / max(few, LEAST)
    if growth > LIMIT:
        # The usual cost is that of a record that is read. One that is refused costs less, and `few` is too small: what more
        # parts cost does not depend on it. That is 4 times as much for linear work, too, and 16 times for quadratic work.
        fewer = count(binary, group, name, command, size // 4) - usual
        growth = (many - few) / max(few - fewer, LEAST * 3 / 4)
    if growth > LIMIT:
        # What is no longer than the beginning of an input that is looked at (64 KB) is read once less. Quadratic work shows more
        # clearly with more parts.
        more = count(binary, group, name, command, 16 * size) - usual
        growth = (more - many) / max(many - few, LEAST * 3)
    return growth


def measure_shape(binary, group, name, commands):
    return [(command, measure(binary, group, name, command)) for command in commands]


def unlisted(binary):
    """Commands of the program that no case here runs."""
    text = subprocess.run([binary, "--help"], capture_output=True, text=True, check=True).stdout
    listed = text.split("Everyday:")[1].split("Options:")[0]
    commands = set(re.findall(r"^  ([a-z][a-z-]+) ", listed, re.M))
    run = {command.split()[0] for group in COMMANDS.values() for command in group}
    return sorted(commands - run - NO_INPUT)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--only", default="", help="shapes whose names contain this")
    parser.add_argument("--command", default="", help="commands that contain this")
    parser.add_argument("--all", action="store_true", help="all commands, not the usual selection")
    parser.add_argument("--quick", action="store_true", help="a smaller selection")
    args = parser.parse_args()
    binary = str(pathlib.Path(args.binary).resolve())
    missing = unlisted(binary)
    if missing:
        sys.exit(f"no case here runs these commands: {', '.join(missing)}; add them to COMMANDS in tests/linear/run.py")
    if shutil.which("valgrind") is None:
        print("left out: valgrind, which counts instructions, is not installed")
        return
    chosen = re.compile("") if args.all else QUICK if args.quick else USUAL
    commands = collections.defaultdict(list)
    for group, name, command in cases(chosen):
        if args.only in name and args.command in command:
            commands[group, name].append(command)
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        results = [(name, pool.submit(measure_shape, binary, group, name, run)) for (group, name), run in commands.items()]
        for name, result in results:
            for command, growth in result.result():
                is_bad = growth > LIMIT
                failed += is_bad
                if is_bad or args.only:
                    print(f"{'failed' if is_bad else 'ok'}: {name}: {command}: {growth:.2f}", flush=True)
    print(f"{sum(map(len, commands.values()))} pairs of shape and command, {failed} grow faster than linearly")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
