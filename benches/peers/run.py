#!/usr/bin/env python3
"""CPU time of turnwise and of other programs on the same files, as ratios to `cat FILE`.

All programs run in turns, several times, and write into a pipe that is read to its end; the figure is the median. What is not
installed is left out: jq, jaq, and the Python packages orjson and litellm of the Python that runs this.

    python3 benches/peers/run.py --binary target/release/turnwise
    python3 benches/peers/run.py --binary target/release/turnwise --megabytes 16 --runs 3 chat small-files
"""

import argparse
import datetime
import importlib.util
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "instructions"))
import corpora

LOOP = """
import sys
import {module} as library
out = sys.stdout.buffer
for line in open(sys.argv[1], "rb"):
    out.write({dumps}(library.loads(line)) + b"\\n")
"""
JSON = "(lambda value: library.dumps(value, separators=(',', ':'), ensure_ascii=False).encode())"
# What litellm does to the messages of a request to Anthropic, without the request.
LITELLM = """
import json, sys
from litellm.llms.anthropic.chat.transformation import AnthropicConfig
config, out = AnthropicConfig(), sys.stdout.buffer
for line in open(sys.argv[1], "rb"):
    messages = json.loads(line)["messages"]
    body = config.transform_request("claude-sonnet-4-5", messages, {"max_tokens": 4096}, {}, {})
    out.write(json.dumps(body).encode() + b"\\n")
"""
FILES = 4000


def cpu_seconds(command):
    """The CPU time of a program and of those it starts, from its start to its end."""
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while program.stdout.read(1 << 18):
        pass
    # Unlike `os.times`, it counts microseconds.
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    program.stdout.close()
    if program.returncode not in (0, 1):
        raise RuntimeError(f"{command}: exit code {program.returncode}")
    return usage.ru_utime + usage.ru_stime


def others(path):
    """The other programs that read lines of JSON, by name."""
    commands = {"json script": [sys.executable, "-c", LOOP.format(module="json", dumps=JSON), path]}
    if importlib.util.find_spec("orjson"):
        commands["orjson script"] = [sys.executable, "-c", LOOP.format(module="orjson", dumps="library.dumps"), path]
    if importlib.util.find_spec("litellm"):
        commands["litellm, to anthropic"] = [sys.executable, "-c", LITELLM, path]
    for tool in ("jq", "jaq"):
        if shutil.which(tool):
            commands[f"{tool} -c ."] = [tool, "-c", ".", path]
    return commands


def commands_of(kind, binary, path):
    """The programs that are compared on this file."""

    def turnwise(*arguments):
        return [binary, *arguments, path, "--isolated", "-q", "-j", "1"]

    if kind == "events":
        return {"convert to openai": turnwise("convert", "--to", "openai")}
    convert, validate = turnwise("convert", "--to", "anthropic"), turnwise("validate", "--exit-zero")
    commands = {"convert to anthropic": convert}
    if kind in ("chat", "media"):
        commands["validate"] = validate
    if kind == "chat":
        commands["validate --for anthropic"] = [*validate, "--for", "anthropic"]
        commands["migrate-ids"] = turnwise("migrate-ids", "--scope", "call", "--which", "all")
        commands |= others(path)
    return commands


def write(kind, size, folder):
    """A file of this kind, of about `size` bytes: a million bytes of different records, repeated."""
    path = folder / (kind + (".json" if kind == "array" else ".jsonl"))
    if kind == "events":
        path.write_bytes(corpora.events(size))
        return path
    lines = corpora.lines("chat" if kind == "array" else kind, min(size, 2_000_000))
    lines = lines * max(1, size // len(lines))
    path.write_bytes(b"[" + b",\n".join(lines.splitlines()) + b"]\n" if kind == "array" else lines)
    return path


def compare(base, commands, runs, prepare=lambda: None):
    """The median CPU time of each program divided by that of `base`, all run in turns. `prepare` runs before each."""
    seconds = {name: [] for name in ("base", *commands)}
    for _ in range(runs):
        for name, command in (("base", base), *commands.items()):
            prepare()
            seconds[name].append(cpu_seconds(command))
    medians = {name: statistics.median(some) for name, some in seconds.items()}
    return medians["base"], {name: medians[name] / medians["base"] for name in commands}


def small_files(binary, folder, runs):
    """`FILES` files of 2 KB into a new folder, and `cp -r` of the same."""
    source = folder / "small"
    source.mkdir()
    for index, data in enumerate(corpora.small_files(FILES)):
        (source / f"{index}.json").write_bytes(data)
    out = folder / "out"
    convert = [binary, "convert", "--isolated", "-q", "--to", "anthropic", "-o", f"{out}/", str(source)]
    copy = ["cp", "-r", str(source), str(out)]
    return compare(copy, {f"convert {FILES} files of 2 KB": convert}, runs, lambda: shutil.rmtree(out, ignore_errors=True))


def processor():
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.processor())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--megabytes", type=int, default=64, help="the size of each file")
    parser.add_argument("--runs", type=int, default=7)
    kinds = ("chat", "escapes", "media", "array", "events", "small-files")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(kinds))
    args = parser.parse_args()
    unknown = set(args.kinds) - set(kinds)
    if unknown:
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    binary = str(pathlib.Path(args.binary).resolve())
    print(f"{processor()}, {os.cpu_count()} cores, {platform.system()}, {datetime.date.today()}, median of {args.runs} runs")
    print(f"\n{'file':12} {'program':28} {'CPU ÷ cat':>10}   turnwise is faster by")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kind in args.kinds or kinds:
            if kind == "small-files":
                base, ratios = small_files(binary, folder, args.runs)
                print(f"{kind:12} {'cp -r':28} {1:10.1f}   {base:.2f} s")
            else:
                path = str(write(kind, args.megabytes * 1_000_000, folder))
                base, ratios = compare(["cat", path], commands_of(kind, binary, path), args.runs)
                print(f"{kind:12} {'cat':28} {1:10.1f}   {base:.3f} s for {os.path.getsize(path) / 1e6:.0f} MB")
            first = next(iter(ratios.values()))
            for program, ratio in ratios.items():
                is_peer = program.endswith("script") or program.startswith(("jq", "jaq", "litellm"))
                faster = f"{ratio / first:.1f} ×" if is_peer else ""
                print(f"{kind:12} {program:28} {ratio:10.1f}   {faster}".rstrip())


if __name__ == "__main__":
    main()
