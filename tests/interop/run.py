"""Converts conversations between all formats and asks the real libraries about the results."""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import check_anthropic
import check_bedrock
import check_gemini
import check_openai
import check_openai_responses
import check_patterpunk
import check_picklebot
import check_sharegpt
import conserve
import events
import generate
import jsontext
import links
import pairing
import refused

FORMATS = ["openai", "openai-responses", "anthropic", "gemini", "bedrock", "patterpunk", "picklebot", "sharegpt"]
CHECKS = {
    "openai": check_openai.check,
    "openai-responses": check_openai_responses.check,
    "anthropic": lambda record: check_anthropic.check(record, is_output=True),
    "gemini": check_gemini.check,
    "bedrock": lambda record: check_bedrock.check(record, is_output=True),
    "patterpunk": lambda record: check_patterpunk.check(record, is_output=True),
    "picklebot": lambda record: check_picklebot.check(record, is_output=True),
    "sharegpt": check_sharegpt.check,
}
# Without ids, calls and results pair by their order. Trainers do not look, so the checker does not.
UNCHECKED = dict.fromkeys(FORMATS, ()) | {"sharegpt": ("TW203", "TW204")}
VALID = CHECKS | {
    "anthropic": check_anthropic.check,
    "bedrock": check_bedrock.check,
    "patterpunk": check_patterpunk.check,
    "picklebot": check_picklebot.check,
}


class Suite:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="turnwise-interop-"))
        self.counts = collections.Counter()
        self.seen = collections.Counter()

    def bug(self, kind, detail, text):
        self.counts[f"FAILED {kind}"] += 1
        self.seen[kind] += 1
        if self.seen[kind] <= self.options.show:
            print(f"\n{kind}: {detail}\n  {text[:self.options.width]}")

    def turnwise(self, *arguments):
        done = subprocess.run([self.options.binary, *arguments], capture_output=True, check=False)
        if done.returncode not in (0, 1, 2):
            self.bug("crash", f"exit {done.returncode}: {arguments}", done.stderr.decode(errors="replace"))
        return done

    def convert(self, lines, source, target):
        """Output lines and the losses of each record."""
        path, report = self.folder / "in.jsonl", self.folder / "report.jsonl"
        path.write_text("".join(line + "\n" for line in lines))
        report.unlink(missing_ok=True)
        arguments = ["convert", "-q", "--isolated", "--from", source, "--to", target, "--input-framing", "lines", "--framing", "lines"]
        arguments += ["--on-error", "emit", "--report", str(report), str(path)]
        done = self.turnwise(*arguments)
        output = done.stdout.decode().split("\n")[:-1]
        losses = collections.defaultdict(list)
        if len(output) != len(lines):
            self.bug("lines", f"{source} -> {target}: {len(lines)} in, {len(output)} out", done.stderr.decode())
            if len(lines) > 1:
                both = [self.convert([line], source, target) for line in lines]
                return [one for out, _ in both for one in out[:1]], {
                    index: found[0] for index, (_, found) in enumerate(both) if found
                }
        for line in lines_of(report.read_text() if report.exists() else ""):
            entry = json.loads(line)
            if "code" in entry:
                losses[entry["record"] - 1].append(entry)
        return output, losses

    def check_pair(self, lines, source, target, is_random, is_valid):
        output, losses = self.convert(lines, source, target)
        kept = []
        for index, (line, out) in enumerate(zip(lines, output)):
            name = f"{source} -> {target}"
            record, result = jsontext.loads(line), jsontext.loads(out)
            self.counts[name] += 1
            for loss in losses[index]:
                try:
                    jsontext.resolve(record, loss["pointer"])
                except LookupError:
                    self.bug("pointer", f"{name}: {loss['code']} at {loss['pointer']}", line)
            if isinstance(result, dict) and "$turnwise_error" in result:
                self.counts[f"{name} refused"] += 1
                error = result["$turnwise_error"]
                if is_valid[index]:
                    why = re.sub("`[^`]*`", "`…`", error["message"])
                    self.seen[f"refused though valid: {name}: {error['code']} {why[:90]}"] += 1
                continue
            if source == target:
                is_upgrade = source == "patterpunk" and check_patterpunk.is_upgrade(record, result)
                if out != line and not is_upgrade:
                    self.bug("not identical", name, line + "\n  " + out)
                continue
            errors = CHECKS[target](result)
            if errors:
                kind = "invalid output" if is_valid[index] else "invalid output from invalid input"
                self.bug(kind, f"{name}: {errors[:3]}", line + "\n  " + out)
            for place in conserve.missing(record, result, losses[index], is_random):
                self.bug("lost", f"{name}: {place}", line + "\n  " + out)
            codes = {loss["code"] for loss in losses[index]}
            kept.append((index, line, out, codes))
        return kept

    def check_back(self, kept, source, target, is_random, is_valid):
        """X -> Y -> X: the second step may lose what it says, and calls and texts keep their order."""
        lines = [out for _, _, out, _ in kept]
        back = self.check_pair(lines, target, source, is_random, [True] * len(lines))
        for index, _, again, codes in back:
            number, line, out, first_codes = kept[index]
            self.counts["round trips"] += 1
            if not is_valid[number]:
                continue
            difference = events.difference(source, jsontext.loads(line), jsontext.loads(again), codes | first_codes)
            if difference:
                self.bug("round trip", f"{source} -> {target} -> {source}: {difference}", f"{line}\n  {out}\n  {again}")

    def findings(self, path, *arguments):
        """Errors of each record."""
        arguments = ["validate", "--isolated", "--input-framing", "lines", "--max-findings", "100000", *arguments]
        errors = {}
        for line in lines_of(self.turnwise(*arguments, "--output-format", "jsonl", str(path)).stdout.decode()):
            entry = json.loads(line)
            if "record" in entry:
                found = [one for one in entry["findings"] if one["severity"] == "error"]
                errors[entry["record"] - 1] = [f"{one['code']} {one['message']} at {one['pointer']}" for one in found]
        return errors

    def check_validate(self, lines, source):
        """What is stored may lack what a service demands, so the service's refusals are compared with `--for`."""
        path = self.folder / "validate.jsonl"
        path.write_text("".join(line + "\n" for line in lines))
        stored = self.findings(path, "--from", source)
        sent = self.findings(path, "--from", source, "--for", source)
        for index, line in enumerate(lines):
            self.counts[f"validate {source}"] += 1
            record = jsontext.loads(line)
            reasons = [reason for reason in VALID[source](record) if not reason.endswith("of the body")]
            reasons = reasons or list(refused.reasons(source, record))
            if reasons and not sent.get(index):
                self.bug("validate says yes", f"{source}: {reasons[:3]}", line)
            unknown = [error for error in stored.get(index, []) if not error.startswith(UNCHECKED[source])]
            if unknown and not reasons:
                self.bug("validate says no", f"{source}: {unknown[:3]}", line)

    def check_invalid(self, line, source, name, target):
        self.counts[f"validate invalid {source}"] += 1
        path = self.folder / "invalid.jsonl"
        path.write_text(line + "\n")
        # Other services of the same format take what names one.
        sent = ["--for", target] if target else []
        if not self.findings(path, "--from", source, *sent).get(0):
            self.bug("invalid but taken", f"{source}: {name}", line)
        if not VALID[source](jsontext.loads(line)):
            self.bug("invalid but taken", f"the checker: {name}", line)

    def migrate(self, lines, source, *arguments):
        path = self.folder / "ids.jsonl"
        path.write_text("".join(line + "\n" for line in lines))
        common = ["migrate-ids", "-q", "--isolated", "--from", source, "--input-framing", "lines", "--framing", "lines"]
        done = self.turnwise(*common, *arguments, str(path))
        return done.stdout.decode().split("\n")[:-1], done

    def check_ids(self, lines, source, is_random):
        """All ids are renamed: the libraries find nothing new, the same calls and results belong together, and it goes back."""
        ids = self.folder / "map.jsonl"
        renaming = ["--scope", "all", "--which", "all", "--allow-dangling", "--on-error", "emit", "--map-out", str(ids)]
        output, done = self.migrate(lines, source, *renaming)
        if len(output) != len(lines):
            self.bug("ids", f"{source}: {len(lines)} in, {len(output)} out", done.stderr.decode())
            return
        back, _ = self.migrate(output, source, "--reverse", "--on-error", "emit", "--map-in", str(ids))
        for line, out, home in zip(lines, output, back):
            self.counts[f"ids {source}"] += 1
            record, result = jsontext.loads(line), jsontext.loads(out)
            if isinstance(result, dict) and "$turnwise_error" in result:
                continue
            if home != line:
                self.bug("ids go back", source, f"{line}\n  {out}\n  {home}")
            new = [error for error in VALID[source](result) if error not in VALID[source](record)]
            if new and not VALID[source](record):
                self.bug("ids break it", f"{source}: {new[:3]}", f"{line}\n  {out}")
            # Records that people made have ids where only people look for them.
            if is_random and links.of(record) != links.of(result, like=record):
                self.bug("ids link otherwise", source, f"{line}\n  {out}")
            other = pairing.differs(source, record, result) if is_random and not new else None
            if other:
                self.bug("ids pair otherwise", f"{source}: {other}", f"{line}\n  {out}")

    def check_all(self, source, lines, is_random):
        is_valid = [not VALID[source](jsontext.loads(line)) for line in lines]
        self.check_ids(lines, source, is_random)
        for target in FORMATS:
            kept = self.check_pair(lines, source, target, is_random, is_valid)
            if kept:
                self.check_back(kept, source, target, is_random, is_valid)
        self.check_validate(lines, source)


def lines_of(text):
    """Lines of JSON: strings in them may hold other line ends than this one."""
    return [line for line in text.split("\n") if line]


def compact(record):
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    # Half of a surrogate pair can only be written as an escape.
    is_utf8 = text.isascii() or not any("\ud800" <= found <= "\udfff" for found in text)
    return text if is_utf8 else json.dumps(record, separators=(",", ":"))


def records_of(path, text, owner):
    """The records of a fixture."""
    if path.suffix == ".jsonl" and owner == "picklebot":
        return ["[" + ",".join(line for line in text.split("\n") if line.strip()) + "]"]
    if path.suffix == ".jsonl":
        return [line for line in text.split("\n") if line.strip()]
    value = json.loads(text)
    is_list = isinstance(value, list) and value and isinstance(value[0], dict)
    if is_list and ("conversations" in value[0] or "messages" in value[0]):
        return [compact(record) for record in value]
    return [compact(value)]


def fixtures(folder):
    """(format, records) of every fixture that some reader can understand and is meant to be valid JSON."""
    for path in sorted(folder.rglob("*.json*")):
        name = path.name
        parts = path.relative_to(folder).parts
        if name.startswith(("broken", "invalid")) or {"golden", "expected", "robustness", "invalid", "store", "old"} & set(parts):
            continue
        owner = name.split(".")[-2] if name.count(".") > 1 else parts[0]
        if owner not in FORMATS:
            continue
        try:
            yield owner, path, records_of(path, path.read_text(), owner)
        except ValueError:
            continue


def invalid_fixtures(folder):
    """(format, file, record, service or None) of fixtures that some check must refuse: `{"expect": code, "for": service,
    "input": …}`, with the service where others of the format take the record."""
    for path in sorted(folder.rglob("*.json")):
        owner = path.name.split(".")[-2]
        if owner in FORMATS and ("invalid" in path.parts or path.name.startswith("invalid")):
            value = json.loads(path.read_text())
            yield owner, path, compact(value.get("input", value)), value.get("for")


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(here.parents[1] / "target" / "debug" / "turnwise"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="random conversations of each format")
    parser.add_argument("--show", type=int, default=5, help="failures printed of each kind")
    parser.add_argument("--width", type=int, default=2000, help="characters printed of a failure")
    parser.add_argument("--only", choices=FORMATS, help="one source format")
    parser.add_argument("--fixtures", type=pathlib.Path, action="append", default=[], help="folders beside tests/fixtures")
    options = parser.parse_args()
    suite = Suite(options)
    for source in FORMATS:
        if options.only in (None, source) and hasattr(generate, source.replace("-", "_")):
            lines = []
            for number in range(options.count):
                rng = random.Random(f"{options.seed} {source} {number}")
                lines.append(jsontext.dumps(getattr(generate, source.replace("-", "_"))(rng), rng))
            suite.check_all(source, lines, is_random=True)
    if options.only in (None, "gemini"):
        dice = [random.Random(f"{options.seed} calls {number}") for number in range(options.count)]
        lines = [jsontext.dumps(generate.gemini_calls(rng), rng) for rng in dice]
        suite.check_ids(lines, "gemini", is_random=True)
    for folder in [here.parent / "fixtures", *options.fixtures]:
        for source, _path, lines in fixtures(folder):
            if options.only in (None, source):
                suite.check_all(source, lines, is_random=False)
        for source, path, line, target in invalid_fixtures(folder):
            suite.check_invalid(line, source, path.name, target)
    print()
    for name, count in sorted(suite.counts.items()):
        print(f"{count:7} {name}")
    for name, count in suite.seen.most_common():
        if name.startswith("refused"):
            print(f"{count:7} {name}")
    failed = sum(count for name, count in suite.counts.items() if name.startswith("FAILED"))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
