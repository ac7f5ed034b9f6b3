#!/usr/bin/env python3
"""Faults at every system call of the commands that write: a call that fails, SIGTERM, SIGKILL.

strace makes the n-th call of a kind fail, or sends a signal at it, for every n. Afterwards each file is what it was before or
what the command writes, as a whole; nothing else is left, unless the program was killed; and exit code 0 means that all is
written.

    python3 tests/faults/run.py --binary target/release/turnwise
    python3 tests/faults/run.py --binary target/release/turnwise --only split
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CALLS = ["openat", "write", "writev", "copy_file_range", "fsync", "fdatasync", "fchmod", "rename", "renameat2", "linkat", "mkdir", "unlink", "close", "syncfs"]
# What these change is on the disk only after the next call, or they clean up: they may fail without a word.
QUIET = {"close", "unlink", "fchmod", "syncfs"}

CHATS = "".join(
    json.dumps({"messages": [{"role": "user", "content": f"question {i}"}, {"role": "assistant", "content": "x" * 50}]}) + "\n"
    for i in range(30)
)
IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PICTURES = json.dumps(
    {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{IMAGE}"}}]}]}
)
BROKEN = CHATS + '{"messages":[{"role":"human","content":"hi"}]}\n'


def node(name, parent, children, text):
    message = text and {"id": name, "author": {"role": "user"}, "content": {"content_type": "text", "parts": [text]}, "recipient": "all"}
    return {"id": name, "message": message, "parent": parent, "children": children}


# Four branches of 600 KB: those before the last ones wait in a temporary file.
LEAVES = ["a", "b", "c", "d"]
BRANCHES = [node("root", None, ["stem"], None), node("stem", "root", LEAVES, "x" * 600_000), *(node(it, "stem", [], it) for it in LEAVES)]
TREE = json.dumps({"title": "t", "current_node": "a", "mapping": {it["id"]: it for it in BRANCHES}})

# Name, command, files before.
CASES = [
    ("a new file", "convert -q --to anthropic -o out.jsonl in.jsonl", {"in.jsonl": CHATS}),
    ("an old file", "convert -q --to anthropic -o out.jsonl in.jsonl", {"in.jsonl": CHATS, "out.jsonl": "old\n"}),
    ("a compressed file", "convert -q --to anthropic -o out.jsonl.gz in.jsonl", {"in.jsonl": CHATS}),
    ("in place", "migrate-ids -q --scheme seq:m --which all -i in.jsonl", {"in.jsonl": CHATS}),
    ("several in place", "convert -q --to anthropic -i a.jsonl b.jsonl", {"a.jsonl": CHATS, "b.jsonl": CHATS}),
    ("into a folder", "convert -q --to anthropic -o out in", {"in/a.jsonl": CHATS, "in/b/c.jsonl": CHATS}),
    ("branches", "convert -q --from chatgpt --to openai --branch all -o out.jsonl in.json", {"in.json": TREE}),
    ("fixes", "validate -q --fix --unsafe-fixes in.jsonl", {"in.jsonl": BROKEN}),
    ("split", "split -q --limit 10 -o parts in.jsonl", {"in.jsonl": CHATS}),
    ("sort", "sort -q --by length --reverse -i in.jsonl", {"in.jsonl": CHATS}),
    ("sort of a pipe", "sort -q --by length -o out.jsonl -", {"in.jsonl": CHATS}),
    ("merge", "merge -q -o out.jsonl in.jsonl more.jsonl", {"in.jsonl": CHATS, "more.jsonl": CHATS}),
    ("carry", "convert -q --to anthropic --carry rest.jsonl -o out.jsonl in.jsonl", {"in.jsonl": CHATS}),
    ("map", "migrate-ids -q --scheme seq:m --which all --map-out map.jsonl -o out.jsonl in.jsonl", {"in.jsonl": CHATS}),
    ("report", "convert -q --to anthropic --report report.jsonl -o out.jsonl in.jsonl", {"in.jsonl": CHATS}),
    ("baseline", "validate -q --exit-zero --baseline base.json --write-baseline in.jsonl", {"in.jsonl": BROKEN}),
    ("media files", "extract-media -q --dir media -o out.json in.json", {"in.json": PICTURES}),
    ("cache of places", "show --record 20 --no-pager in.jsonl", {"in.jsonl": CHATS}),
    ("page of a diff", "diff -q --html page.html in.jsonl more.jsonl", {"in.jsonl": CHATS, "more.jsonl": BROKEN}),
    ("cache of media", "inline-media -q --cache cache --offline -o out.json in.json", {"in.json": PICTURES}),
]
# Each file of these is whole by itself; the others need not be there.
FOLDERS = {"into a folder", "several in place", "media files", "cache of places", "cache of media"}
# A cache may be there or not, and its names are its own.
FREE = {"cache of places": "cache-home", "cache of media": "cache"}


def tree(root):
    found = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        found[name] = path.read_bytes() if path.is_file() else None
    return found


def start(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "tmp").mkdir()
    (root / "cache-home").mkdir()


def run(binary, command, root, inject=None, workers=1):
    arguments = command.split()
    strace = []
    if inject is not None:
        strace = ["strace", "-f", "-o", "/dev/null" if inject else str(root.parent / f"{root.name}.calls"), "-e", f"trace={','.join(CALLS)}"]
        strace += ["-e", f"inject={inject}"] if inject else []
    jobs = ["-j", str(workers)] if arguments[0] not in {"show", "sort", "merge", "split"} else []
    environment = {**os.environ, "TMPDIR": str(root / "tmp"), "XDG_CACHE_HOME": str(root / "cache-home"), "HOME": str(root)}
    stdin = (root / "in.jsonl").open() if "-" in arguments else subprocess.DEVNULL
    return subprocess.run(
        [*strace, binary, *arguments, *jobs, "--isolated"], cwd=root, stdin=stdin, capture_output=True, env=environment, timeout=120
    )


def faults(calls):
    """Each call of the program, once it runs by itself, with each fault."""
    lines = [line.split(None, 1)[1] for line in calls.splitlines() if " " in line]
    first = next((i for i, line in enumerate(lines) if line.startswith("openat(") and ".jsonl" in line or ".json" in line), 0)
    counts = {}
    for index, line in enumerate(lines):
        name = line.split("(", 1)[0]
        if name not in CALLS:
            continue
        counts[name] = counts.get(name, 0) + 1
        if index < first:
            continue
        number = counts[name]
        yield "error", name, f"{name}:error={'ENOSPC' if name in ('write', 'mkdir') else 'EIO'}:when={number}", 1
        # With two workers, the calls of a run are in another order each time.
        for workers in (1, 2):
            yield "TERM", name, f"{name}:signal=SIGTERM:when={number}", workers
            yield "KILL", name, f"{name}:signal=SIGKILL:when={number}", workers


def judge(case, fault, name, before, after, done, code, message):
    """Why the state after a fault is wrong, or nothing."""
    label, _, _ = case
    is_temporary = lambda path: re.search(r"(^|/)\.[^/]*turnwise-[^/]*(\.tmp)?(/|$)|(^|/)tmp/", path)
    free = FREE.get(label)
    for path, content in after.items():
        if free and (path == free or path.startswith(free + "/")):
            continue
        if path in before and before[path] == content or path in done and done[path] == content:
            continue
        if is_temporary(path):
            if fault != "KILL" and name != "unlink":
                return f"{path} is left"
            continue
        if content is None and label in FOLDERS:
            continue
        # The report of a run that failed says so, and is whole.
        if path == "report.jsonl" and content and json.loads(content.splitlines()[-1]).keys() == {"summary"}:
            continue
        return f"{path} is neither what it was nor what is written: {None if content is None else len(content)} bytes"
    for path, content in before.items():
        if content is not None and path not in after:
            return f"{path} is gone"
    if code == 0 and label not in FREE:
        missing = [path for path in done if after.get(path) != done[path]]
        if missing:
            return f"exit code 0, and {missing[0]} is not written"
    if fault == "error" and code not in (0, 1, 2):
        return f"exit code {code}: {message}"
    if fault == "error" and code == 2 and not message.strip():
        return "no message"
    return None


def one(binary, folder, case, fault, name, inject, workers):
    label, command, files = case
    with tempfile.TemporaryDirectory(dir=folder) as path:
        root = pathlib.Path(path)
        start(root, files)
        before = tree(root)
        done = run(binary, command, root, inject, workers)
        return before, tree(root), done.returncode, done.stderr.decode(errors="replace")[-300:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--only", default="", help="cases whose names contain this")
    args = parser.parse_args()
    binary = str(pathlib.Path(args.binary).resolve())
    if shutil.which("strace") is None:
        print("left out: strace, which makes calls fail, is not installed")
        return
    runs, kills, failed = 0, 0, []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for case in (case for case in CASES if args.only in case[0]):
            label, command, files = case
            root = pathlib.Path(folder) / "usual"
            root.mkdir()
            start(root, files)
            usual = run(binary, command, root, "")
            if usual.returncode not in (0, 1):
                sys.exit(f"{label}: exit code {usual.returncode}: {usual.stderr.decode()}")
            done = tree(root)
            calls = (root.parent / "usual.calls").read_text()
            shutil.rmtree(root)
            tasks = list(faults(calls))
            results = pool.map(lambda task: (task, one(binary, folder, case, *task)), tasks)
            for (fault, name, inject, _), (before, after, code, message) in results:
                runs += 1
                kills += fault == "KILL"
                why = judge(case, fault, name, before, after, done, code, message)
                if why:
                    failed.append(f"{label}: {inject}: {why}")
                    print(f"failed: {failed[-1]}", flush=True)
            print(f"{label}: {len(tasks)} faults", flush=True)
    print(f"{runs} faults in {len(CASES)} cases ({kills} kills): {len(failed)} broke a promise")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
