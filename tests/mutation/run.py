#!/usr/bin/env python3
"""Mutation testing: how many changes of the code do the tests notice?

    python3 tests/mutation/run.py --count 200 --seed 1     a sample
    python3 tests/mutation/run.py --survivors list.txt     writes what no test noticed
    python3 tests/mutation/run.py --resume                 goes on with the programs and results of an interrupted run

The mutants are those of cargo-mutants. cargo-mutants builds the program once for each of them, which takes a minute; here
all of a sample are in one program, and a variable of the environment selects one: `a < b` becomes
`if crate::mutant(7) { a <= b } else { a < b }`. Needs cargo-mutants, and the packages tree-sitter and tree-sitter-rust.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import tree_sitter
import tree_sitter_rust

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCOPE = [
    "src/json/**", "src/model/**", "src/lower/**", "src/rule/**", "src/op/ids.rs", "src/op/migrate_ids/**",
    "src/op/media/guard/**", "src/op/records.rs", "src/op/read.rs", "src/op/nested.rs", "src/op/outcome.rs", "src/op/pass/**",
]  # fmt: skip
SWITCH = """
/// True for the mutant that the environment names.
#[doc(hidden)]
#[must_use]
pub fn mutant(number: u32) -> bool {
    static NUMBER: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("TURNWISE_MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(0)
    });
    *NUMBER == number
}
"""
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
Edit = collections.namedtuple("Edit", "start end text")


def listed():
    command = ["cargo", "mutants", "--list", "--json", *(word for glob in SCOPE for word in ("-f", glob))]
    return json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)


def offset(source, place):
    lines = source.split(b"\n")
    line = lines[place["line"] - 1].decode()
    return sum(len(it) + 1 for it in lines[: place["line"] - 1]) + len(line[: place["column"] - 1].encode())


def edit(source, tree, mutant, number):
    """The edit that puts a mutant into the source beside what is there, or None."""
    start, end = (offset(source, mutant["span"][side]) for side in ("start", "end"))
    node = tree.root_node.descendant_for_byte_range(start, end)
    is_on, new = f"crate::mutant({number})", mutant["replacement"]
    text = lambda first, last: source[first:last].decode()
    if mutant["genre"] == "FnValue":
        while node and node.type != "function_item":
            node = node.parent
        body = node and node.child_by_field_name("body")
        if not body or body.type != "block":
            return None
        at = body.start_byte + 1
        return Edit(at, at, f" if {is_on} {{ return {new}; }} ")
    if mutant["genre"] == "BinaryOperator":
        while node and node.type not in ("binary_expression", "compound_assignment_expr"):
            node = node.parent
        if not node or b" let " in b" " + source[node.start_byte : node.end_byte]:
            return None
        old, changed = text(node.start_byte, node.end_byte), text(node.start_byte, start) + new + text(end, node.end_byte)
        around = "{{{}}}" if node.type == "compound_assignment_expr" else "({})"
        return Edit(node.start_byte, node.end_byte, around.format(f"if {is_on} {{ {changed} }} else {{ {old} }}"))
    if mutant["genre"] == "UnaryOperator":
        while node and node.type != "unary_expression":
            node = node.parent
        if not node or node.start_byte != start:
            return None
        old = text(node.start_byte, node.end_byte)
        return Edit(node.start_byte, node.end_byte, f"(if {is_on} {{ {old[1:]} }} else {{ {old} }})")
    if mutant["genre"] == "MatchArmGuard":
        guard = text(start, end)
        return None if " let " in f" {guard}" else Edit(start, end, f"(if {is_on} {{ {new} }} else {{ {guard} }})")
    if mutant["genre"] == "MatchArm":
        while node and node.type != "match_arm":
            node = node.parent
        pattern = node and node.child_by_field_name("pattern")
        condition = pattern and pattern.child_by_field_name("condition")
        if not pattern:
            return None
        if not condition:
            return Edit(pattern.end_byte, pattern.end_byte, f" if !{is_on}")
        return Edit(condition.start_byte, condition.start_byte, f"!{is_on} && ")
    return None


class Tree:
    """A copy of the project with the mutants in it."""

    def __init__(self, folder, mutants):
        self.folder, self.mutants = folder, mutants
        self.edits = {}
        for name in {mutant["file"] for mutant in mutants.values()}:
            source = (ROOT / name).read_bytes()
            tree, taken = PARSER.parse(source), []
            for number, mutant in sorted(mutants.items()):
                if mutant["file"] != name:
                    continue
                found = edit(source, tree, mutant, number)
                if found and all(found.end < it.start or it.end < found.start for it in taken):
                    taken.append(found)
                    self.edits[number] = found

    def write(self):
        self.places = collections.defaultdict(list)
        for name in {mutant["file"] for mutant in self.mutants.values()}:
            text, added = (ROOT / name).read_bytes(), 0
            ours = sorted((it, number) for number, it in self.edits.items() if self.mutants[number]["file"] == name)
            for it, number in ours:
                new = it.text.encode()
                text = text[: it.start + added] + new + text[it.end + added :]
                self.places[name].append((it.start + added, it.start + added + len(new), number))
                added += len(new) - (it.end - it.start)
            path = self.folder / name
            if not path.exists() or path.read_bytes() != text:
                path.write_bytes(text)

    def cargo(self, *words):
        environment = {**os.environ, "RUSTFLAGS": "--cap-lints=allow", "CARGO_TARGET_DIR": str(self.folder / "target")}
        environment |= {"CARGO_PROFILE_DEV_OPT_LEVEL": "1", "CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_INCREMENTAL": "0"}
        command = ["cargo", *words, "--locked", "--message-format=json"]
        done = subprocess.run(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]

    def without_what_does_not_compile(self):
        while True:
            self.write()
            code, messages = self.cargo("check", "--lib")
            if code == 0:
                return
            bad = set()
            for message in messages:
                for span in (message.get("message") or {}).get("spans", []):
                    if message["message"]["level"] == "error":
                        place = self.places.get(span["file_name"], [])
                        bad |= {n for first, last, n in place if first <= span["byte_end"] and span["byte_start"] <= last}
                        # The error is in the function that the value was put into.
                        before = [n for first, _, n in place if first <= span["byte_start"]]
                        if not bad and before:
                            bad.add(before[-1])
            if not bad:
                sys.exit("it does not compile:\n" + "\n".join(str(m.get("message", {}).get("rendered")) for m in messages)[:3000])
            print(f"{len(bad)} do not compile", flush=True)
            for number in bad:
                self.edits.pop(number, None)

    def test_programs(self):
        code, messages = self.cargo("test", "--no-run", "--lib", "--bins", "--test", "it")
        if code:
            sys.exit("the tests do not compile")
        found = [it["executable"] for it in messages if it.get("executable") and it["profile"]["test"]]
        return sorted(found, key=lambda path: "/it-" in path)


def run(program, folder, number, skipped, limit):
    """Names of the tests that failed: the first one ends the run, except without a mutant."""
    command = ["bash", "-c", 'ulimit -v 12000000; exec "$0" "$@"', program, "--test-threads=2"]
    command += [word for name in skipped for word in ("--skip", name)]
    environment = {**os.environ, "TURNWISE_MUTANT": str(number), "TURNWISE_ROUNDS": "1", "RUST_BACKTRACE": "0"}
    output = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    ended, failed, began = False, [], time.monotonic()
    os.set_blocking(output.stdout.fileno(), False)
    text = b""
    while not ended:
        ended = output.poll() is not None
        text += output.stdout.read() or b""
        failed = re.findall(rb"^test (\S+) \.\.\. FAILED", text, re.M)
        if time.monotonic() - began > limit:
            failed.append(b"(time limit)")
        if number and failed:
            break
        if not ended:
            time.sleep(0.1)
    try:
        os.killpg(output.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    code = output.wait()
    if ended and code != 0 and not failed:
        failed.append(b"(the tests were ended)")
    return [name.decode() for name in failed], time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target/mutation")
    parser.add_argument("--survivors", type=pathlib.Path)
    parser.add_argument("--resume", action="store_true")
    args = parser.parse_args()
    every = listed()
    sample = random.Random(args.seed).sample(every, min(args.count, len(every)))
    mutants = dict(enumerate(sample, 1))
    tree, known, state = Tree(args.folder, mutants), {}, args.folder / "state.json"
    if args.resume:
        programs, skipped, limits, known = json.loads(state.read_text())
        has = lambda number: f"crate::mutant({number})" in (args.folder / mutants[number]["file"]).read_text()
        tree.edits = {number: it for number, it in tree.edits.items() if has(number)}
    else:
        programs, skipped, limits = build(tree, len(every))
    # In an order by chance: what was done of an interrupted run is a sample, too.
    numbers = random.Random(args.seed).sample(sorted(tree.edits), len(tree.edits))
    for number in numbers:
        name, began = mutants[number]["name"], time.monotonic()
        if name in known:
            continue
        for program in programs:
            failed, _ = run(program, args.folder, number, skipped[program], 3 * limits[program] + 30)
            if failed:
                break
        known[name] = failed[:1]
        state.write_text(json.dumps([programs, skipped, limits, known]))
        print(f"{'caught  ' if failed else 'SURVIVED'} {name} {failed[:1]} {time.monotonic() - began:.0f} s", flush=True)
    survivors = sorted(name for name, failed in known.items() if not failed)
    caught = len(known) - len(survivors)
    print(f"{caught} of {len(known)} mutants were caught ({100 * caught / max(1, len(known)):.1f} %)")
    if args.survivors:
        args.survivors.write_text("".join(f"{name}\n" for name in survivors))


def build(tree, total):
    """Copies the project, puts the mutants into it and compiles its tests. The result is what the tests do without a mutant."""
    folder, target = tree.folder, tree.folder / "target"
    for entry in folder.glob("*"):
        if entry != target:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in tracked.rstrip("\0").split("\0"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    with (folder / "src/lib.rs").open("a") as library:
        library.write(SWITCH)
    print(f"{total} mutants, {len(tree.mutants)} in the sample, {len(tree.edits)} put into the source", flush=True)
    tree.without_what_does_not_compile()
    programs = tree.test_programs()
    skipped, limits = {}, {}
    for program in programs:
        skipped[program], limits[program] = run(program, folder, 0, [], 1200)
        print(f"without a mutant: {limits[program]:.0f} s; ignored: {skipped[program]}", flush=True)
    return programs, skipped, limits


if __name__ == "__main__":
    main()
