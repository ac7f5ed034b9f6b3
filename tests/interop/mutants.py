"""Valid conversations with something wrong in one place: what the libraries refuse, `validate` must find."""

import argparse
import collections
import copy
import json
import logging
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import warnings

logging.disable(logging.CRITICAL)  # botocore and keprompt log what they load
warnings.simplefilter("ignore")

import checks  # noqa: E402
import generate
import generate_others
import run
from mutate import mutate

ROOT = pathlib.Path(__file__).resolve().parents[2]
MADE = {name for name in checks.FORMATS if hasattr(generate, name.replace("-", "_"))} | {"keprompt"}
SHARE = 0.95
# They compare records with each other, and mutants of one record are alike.
IGNORED = "TW222,TW223,TW224,TW225"


def made(name, seed, count):
    """Conversations of a format that the generators make."""
    maker = getattr(generate, name.replace("-", "_"), None) or getattr(generate_others, name.replace("-", "_"), None)
    for number in range(count if maker else 0):
        yield json.loads(run.jsontext.dumps(maker(random.Random(f"{seed} {name} {number}"))))


def converted(binary, name, seed, count):
    """Generated conversations of a service, as the program itself converts them."""
    for source in ("openai", "anthropic") if name not in MADE else ():
        lines = [text(checks.complete(source, record)) for record in made(source, seed, count)]
        command = [binary, "convert", "-q", "--isolated", "-f", source, "-t", name, "--input-framing", "lines", "--framing", "lines"]
        done = subprocess.run([*command, "--on-error", "skip"], input=b"\n".join(lines), capture_output=True, check=False, timeout=300)
        for line in done.stdout.decode().split("\n"):
            if line:
                record = json.loads(line)
                yield json.loads(record) if isinstance(record, str) else record


def of_fixtures(name, folder):
    """The records of the fixtures of a format."""
    for path in sorted((folder / name).rglob("*.json*")):
        parts = path.relative_to(folder).parts
        is_bad = path.name.startswith(("broken", "invalid", "extras", "unknown"))
        if is_bad or {"golden", "expected", "invalid", "store", "old", "tolerated", "patch", "lineage"} & set(parts):
            continue
        if path.stat().st_size > 20_000:
            continue
        try:
            yield from checks.records(name, path)
        except ValueError:
            continue


def findings(binary, name, lines):
    """Errors and warnings of each line, as sets of (code, message)."""
    found = [([], []) for _ in lines]
    with tempfile.NamedTemporaryFile("wb", suffix=".jsonl") as file:
        file.write(b"".join(line + b"\n" for line in lines))
        file.flush()
        command = [binary, "validate", "--isolated", "-q", "-f", name, "--input-framing", "lines", "--ignore", IGNORED]
        command += ["--max-findings", "1000000", "--output-format", "jsonl"]
        # Programs are lists of statements: they are run, not sent.
        command += [] if name == "keprompt-statements" else ["--for", name]
        done = subprocess.run([*command, file.name], capture_output=True, check=False, timeout=300)
    if done.returncode not in (0, 1):
        sys.exit(f"validate -f {name}: exit {done.returncode}: {done.stderr.decode()[:500]}")
    for entry in map(json.loads, done.stdout.decode().splitlines()):
        for one in entry["findings"]:
            if one.get("record"):
                found[one["record"] - 1][one["severity"] != "error"].append(f"{one['code']} {one['message']}")
    return found


class Format:
    def __init__(self, name, options):
        self.name, self.options = name, options
        self.counts = collections.Counter()
        self.misses, self.alarms = collections.defaultdict(list), collections.defaultdict(list)

    def seeds(self):
        """Records that the library takes, and `validate`, too."""
        seed, count = self.options.seed, self.options.seeds
        found = [*of_fixtures(self.name, ROOT / "tests/fixtures"), *made(self.name, seed, count)]
        found += converted(self.options.binary, self.name, seed, count // 2)
        found = [checks.complete(self.name, record) for record in found]
        found = [record for record in found if not checks.reasons(self.name, text(record))]
        errors = findings(self.options.binary, self.name, [text(record) for record in found])
        for record, (wrong, _) in zip(found, errors):
            if wrong:
                self.alarms[f"not mutated | {wrong[0]}"].append(text(record).decode()[: self.options.width])
        return [record for record, (wrong, _) in zip(found, errors) if not wrong]

    def check(self):
        seeds, dice = self.seeds(), random.Random(f"{self.options.seed} {self.name}")
        self.counts["seeds"] = len(seeds)
        mutants = []
        while seeds and len(mutants) < self.options.count:
            seed = dice.choice(seeds)
            made = mutate(copy.deepcopy(seed), dice)
            if made is not None and made.line != text(seed):
                mutants.append((seed, made))
        before = {text(seed): None for seed in seeds}
        before = dict(zip(before, findings(self.options.binary, self.name, list(before))))
        after = findings(self.options.binary, self.name, [made.line for _, made in mutants])
        for (seed, made), (errors, warnings) in zip(mutants, after):
            self.judge(made, errors, [one for one in warnings if one not in before[text(seed)][1]])

    def judge(self, made, errors, warnings):
        self.counts["mutants"] += 1
        reasons = checks.reasons(self.name, made.line)
        line = made.line.decode("utf-8", "replace")[: self.options.width]
        if reasons:
            self.counts["refused"] += 1
            self.counts["errors"] += bool(errors)
            self.counts["found"] += bool(errors or warnings)
            if not errors:
                reason = re.sub(r"\d+", "N", reasons[0])
                kind = f"{made.what} | {reason[:160]}" + (f" | only warned: {warnings[0][:60]}" if warnings else "")
                self.misses[kind].append(line)
        elif errors:
            self.counts["alarms"] += 1
            self.alarms[f"{made.what} | {re.sub(r'[0-9]+', 'N', errors[0])[:160]}"].append(line)


def text(record):
    return json.dumps(record, ensure_ascii=True, separators=(",", ":")).encode()


def show(title, kinds, most):
    for kind, lines in sorted(kinds.items(), key=lambda pair: -len(pair[1]))[:most]:
        print(f"  {title} {len(lines)}: {kind}\n      {lines[0]}".encode("utf-8", "replace").decode())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(ROOT / "target/debug/turnwise"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=60, help="generated conversations of each format")
    parser.add_argument("--count", type=int, default=1500, help="mutants of each format")
    parser.add_argument("--only", choices=checks.FORMATS, action="append", help="one format")
    parser.add_argument("--show", type=int, default=0, help="kinds of misses and alarms printed of each format")
    parser.add_argument("--width", type=int, default=400, help="characters printed of a record")
    options = parser.parse_args()
    print(f"{'format':20} seeds mutants refused found  as error  rate   alarms")
    failed = []
    for name in options.only or checks.FORMATS:
        one = Format(name, options)
        one.check()
        counts = one.counts
        rate = counts["found"] / max(counts["refused"], 1)
        print(
            f"{name:20} {counts['seeds']:5} {counts['mutants']:7} {counts['refused']:7} {counts['found']:5} {counts['errors']:9}"
            f"  {rate:.1%} {counts['alarms']:6}",
            flush=True,
        )
        show("missed", one.misses, options.show)
        show("alarm", one.alarms, options.show)
        if rate < SHARE or counts["refused"] < 20:
            failed.append(name)
    if failed:
        sys.exit(f"below {SHARE:.0%} (or too few mutants): {', '.join(failed)}")


if __name__ == "__main__":
    main()
