"""`validate` in every output form, read by those who read it: jsonschema with SARIF's own schema, junitparser, XML, JSON.

Files with odd names and odd findings, and those of `tests/fixtures/robustness`, are checked once in each form. All forms must
say the same, in text that is safe on a terminal.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata
import urllib.parse
import xml.etree.ElementTree

import jsonschema
import junitparser

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "tests/fixtures/sarif/sarif-schema-2.1.0.json"
FORMS = ["full", "concise", "json", "jsonl", "github", "gitlab", "sarif", "junit"]
USER = {"role": "user", "content": "hi"}
RESULT = {"role": "tool", "tool_call_id": "c9", "content": "x"}

# Keys and ids that hurt someone: terminals, XML, annotations, JSON Pointer.
ODD = ["a\nb", "\x1b[31mred", "\u202eevil", "]]>", "<b>&amp;", "100%", "%0A::error::x", "a,b:c", '"\'`', "~/", "\u2028", "\ufeff", "\x7f\x9b", "\ufffe",
       "😀é日本", "\U000e0041", "\x00", "", "a" * 400]


def record(*messages, **more):
    return {"messages": list(messages), "model": "m", **more}


def lines(*records, raw=False, end="\n"):
    return "".join(json.dumps(it, ensure_ascii=not raw) + end for it in records).encode(errors="surrogatepass")


def calls(first, second):
    call = lambda name: {"id": name, "type": "function", "function": {"name": "f", "arguments": "{}"}}
    return record(USER, {"role": "assistant", "content": None, "tool_calls": [call(first), call(second)]})


FILES = {
    "clean.jsonl": lines(record(USER), record({"role": "user", "content": "hello"})),
    "bad.jsonl": lines(record(USER), record(USER, RESULT)),
    "a b ü日.jsonl": lines(record({"role": "user", "content": "é日本😀"}, RESULT), raw=True),
    "quotes \"it's\" `x`.jsonl": lines(record(USER, RESULT)),
    "<a>&b ]]> 100%25,c:d;#?.jsonl": lines(record(USER, RESULT)),
    "sub folder/é.jsonl": lines(record(USER, RESULT)),
    "control \x1b[31m\n\u202e\u2028.jsonl": lines(record(USER, RESULT)),
    "escaped-keys.jsonl": lines(*[record({**USER, key: 1}) for key in ODD]),
    "raw-keys.jsonl": lines(*[record({**USER, key: 1}) for key in ODD], raw=True),
    "ids.jsonl": lines(*[record(USER, {**RESULT, "tool_call_id": key}) for key in ODD], raw=True),
    "roles.jsonl": lines(*[record({"role": key, "content": "é"}) for key in ODD], raw=True),
    "crlf.jsonl": lines(*[record({"role": "user", "content": "é日😀" * count}, RESULT) for count in (1, 2, 300)], raw=True, end="\r\n"),
    "mark.jsonl": b"\xef\xbb\xbf" + lines(record({"role": "user", "content": "é"}, RESULT), raw=True),
    "pretty.json": json.dumps(record({"role": "user", "content": "é日"}, RESULT), indent=2, ensure_ascii=False).encode(),
    "twice.jsonl": '{"messages":[{"role":"user","content":"é","content":"é"}]}\n'.encode() * 2,
    "same.jsonl": lines(calls("c1", "c1"), calls("c1", "c1")),
    "long.jsonl": lines(record({"role": "user", "content": "é " * 2_000_000}, RESULT), raw=True),
    "syntax.jsonl": lines(record(USER)) + '{"messages":[{"role":"user","content":"é日"},}\n'.encode(),
    "utf8.jsonl": lines(record(USER)) + b'{"messages":[{"role":"user","content":"\xc3\xa9 \xff"}]}\n',
    "ended.jsonl": lines(record(USER)) + '{"messages":[{"role":"user","content":"日'.encode(),
    "events.jsonl": lines(
        {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
        {"type": "TEXT_MESSAGE_CONTENT", "threadId": "é日", "messageId": "é日", "delta": "x"},
        {"type": "TEXT_MESSAGE_START", "delta": "é日", "messageId": "日", "role": "assistant"},
        raw=True,
    ),
    "image.json": b"\x89PNG\r\n\x1a\n",
    "text.json": b"a\n" * 12,
    "package.json": b'{"name":"x","version":"1"}',
    "empty.json": b"",
}
MISSING = "missing \x1b[31m.json"


def is_harmful(character):
    """What must not reach a terminal: controls, formats that turn the direction, separators, tags."""
    if character in "\u200c\u200d\u00ad\u2060":
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs")


class Suite:
    def __init__(self, options):
        self.options = options
        self.counts = collections.Counter()

    def check(self, what, holds, detail=""):
        self.counts["checks"] += 1
        if not holds:
            self.counts[f"FAILED {what}"] += 1
            if self.counts[f"FAILED {what}"] <= self.options.show:
                print(f"\n{what}: {str(detail)[: self.options.width]!r}")

    def run(self, folder, names, *more):
        """What each form prints, as text, and the exit code, which is the same for all."""
        printed, codes = {}, set()
        for form in FORMS:
            arguments = ["validate", "--isolated", "--output-format", form, *more, "--", *names]
            done = subprocess.run([self.options.binary, *arguments], cwd=folder, capture_output=True, check=False)
            codes.add(done.returncode)
            text = done.stdout.decode()
            harmful = [it for it in text + done.stderr.decode() if is_harmful(it) and it != "\n"]
            self.check(f"{form}: safe on a terminal", not harmful, harmful)
            printed[form] = text
        self.check("one exit code", len(codes) == 1, codes)
        return printed, codes.pop()


def escaped(text):
    """Foreign text as `validate` shows it where it cannot be itself."""
    return "".join(f"\\u{{{ord(it):x}}}" if is_harmful(it) else it for it in text)


def read_all(suite, printed):
    """The findings of each form, as far as it has them: (file, code, line)."""
    found = {}
    findings = json.loads(printed["json"])
    found["json"] = [(it["file"], it["code"], it["line"]) for it in findings]
    rows = [json.loads(line) for line in printed["jsonl"].split("\n")[:-1]]
    suite.check("jsonl: valid is the absence of errors", all(row["valid"] != any(it["severity"] == "error" for it in row["findings"]) for row in rows))
    found["jsonl"] = [(it["file"], it["code"], it["line"]) for row in rows for it in row["findings"]]
    found["gitlab"] = gitlab(suite, printed["gitlab"])
    found["sarif"] = sarif(suite, printed["sarif"])
    found["junit"] = junit(suite, printed["junit"])
    found["github"] = github(suite, printed["github"])
    place = re.compile(r"^(.*?):(\d+):\d+: (?:error|warning|note) (TW\d+) ", re.MULTILINE)
    found["concise"] = [(it[1], it[3], int(it[2])) for it in place.finditer(printed["concise"])]
    place = re.compile(r"^(?:error|warning|note)\[(TW\d+)\](?: \[\*\])?: .*\n  (.*?):(\d+):\d+(?:  /.*)?$", re.MULTILINE)
    found["full"] = [(it[2], it[1], int(it[3])) for it in place.finditer(printed["full"])]
    return findings, found


def gitlab(suite, text):
    issues = json.loads(text)
    prints = [it["fingerprint"] for it in issues]
    suite.check("gitlab: fingerprints are unique", len(set(prints)) == len(prints), [it for it in issues if prints.count(it["fingerprint"]) > 1])
    for it in issues:
        is_whole = {"description", "check_name", "fingerprint", "severity", "location"} <= set(it)
        suite.check("gitlab: required members", is_whole and it["description"], it)
        suite.check("gitlab: severity", it["severity"] in ("info", "minor", "major", "critical", "blocker"), it)
        suite.check("gitlab: line", it["location"]["lines"]["begin"] == it["location"]["positions"]["begin"]["line"], it)
        suite.check("gitlab: path", not it["location"]["path"].startswith("./"), it)
    return [(it["location"]["path"], it["description"].split()[0], it["location"]["lines"]["begin"]) for it in issues]


def sarif(suite, text):
    log = json.loads(text)
    schema = json.loads(SCHEMA.read_text())
    validator = jsonschema.Draft7Validator(schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)
    for error in validator.iter_errors(log):
        suite.check("sarif: schema", False, f"{error.json_path}: {error.message}")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    found = []
    for result in run["results"]:
        suite.check("sarif: rule", rules[result["ruleIndex"]]["id"] == result["ruleId"], result)
        (location,) = result["locations"]
        physical = location["physicalLocation"]
        uri = physical["artifactLocation"]["uri"]
        suite.check("sarif: uri", re.fullmatch(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})+", uri) and ":" not in uri.split("/")[0], uri)
        found.append((urllib.parse.unquote(uri), result["ruleId"], physical["region"]["startLine"]))
    return found


def junit(suite, text):
    xml.etree.ElementTree.fromstring(text)
    suites = junitparser.JUnitXml.fromstring(text)
    found = []
    for tests in suites:
        cases = list(tests)
        suite.check("junit: counts", (tests.tests, tests.failures) == (len(cases), sum(not case.is_passed for case in cases)), tests.name)
        for case in cases:
            suite.check("junit: file", case.classname == tests.name or "/" in case.classname, case.classname)
            if case.name != "no findings":
                code, line = re.match(r"(TW\d+) \S+ at (\d+):\d+", case.name).groups()
                found.append((case.classname, code, int(line)))
    return found


def github(suite, text):
    """Commands as the runner reads them: a property ends at a comma, all of them at `::`."""
    found = []
    for line in text.split("\n")[:-1]:
        match = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
        suite.check("github: one command a line", match, line)
        if not match:
            continue
        properties = dict(it.split("=", 1) for it in match[2].split(","))
        suite.check("github: properties", set(properties) == {"file", "line", "col", "title"}, line)
        suite.check("github: percent signs", not re.search("%(?!25|0A|0D|3A|2C)", line), line)
        unquoted = {key: re.sub("%(25|0A|0D|3A|2C)", lambda it: chr(int(it[1], 16)), value) for key, value in properties.items()}
        found.append((unquoted["file"], unquoted["title"].split()[0], int(unquoted["line"])))
    return found


def resolve(value, pointer):
    for key in pointer.split("/")[1:]:
        key = key.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def places(suite, folder, findings, log):
    """Columns of json count bytes, those of SARIF characters: there the value begins that the pointer names."""
    results = json.loads(log)["runs"][0]["results"]
    for finding, result in zip(findings, results, strict=True):
        if not (folder / finding["file"]).is_file():
            continue
        data = (folder / finding["file"]).read_bytes()
        before = data[: finding["offset"]]
        line_start = before.rfind(b"\n") + 1 or 3 * data.startswith(b"\xef\xbb\xbf")
        place = (before.count(b"\n") + 1, finding["offset"] - line_start + 1)
        suite.check("json: line and column are those of the offset", place == (finding["line"], finding["column"]), finding)
        region = result["locations"][0]["physicalLocation"]["region"]
        text = data[line_start:].decode(errors="replace")
        column = len(data[line_start : finding["offset"]].decode(errors="replace")) + 1
        suite.check("sarif: line", region["startLine"] == finding["line"], (finding, region))
        suite.check("sarif: column", region.get("startColumn", column) == column, (finding, region, column))
        # These name a character within a string.
        if finding["pointer"] and finding["code"] not in ("TW220", "TW221"):
            own = [line for line in data.decode("utf-8-sig").replace("\r\n", "\n").split("\n") if line]
            whole = json.loads(data.decode("utf-8-sig") if finding["file"] == "pretty.json" else own[finding["line"] - 1])
            value, _ = json.JSONDecoder().raw_decode(text, region["startColumn"] - 1)
            suite.check("sarif: the value at the place", value == resolve(whole, finding["pointer"]), (finding, region, str(value)[:80]))
            suite.counts["values found at their places"] += 1


def mixed(suite, folder):
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    names = [*FILES, MISSING, "bad.jsonl"]
    printed, code = suite.run(folder, names)
    # One of them does not exist.
    suite.check("exit code of findings", code == 2, code)
    findings, found = read_all(suite, printed)
    expected = found["json"]
    suite.counts["findings"] = len(expected)
    shown = [(escaped(file), code, line) for file, code, line in expected]
    for form in ("jsonl", "gitlab", "sarif"):
        suite.check(f"{form}: the findings of json", found[form] == expected, first_difference(found[form], expected))
    for form in ("full", "concise", "github"):
        suite.check(f"{form}: the findings of json", found[form] == shown, first_difference(found[form], shown))
    suite.check("junit: the findings of json", [(a, b, c) for a, b, c in found["junit"]] == [(a.replace("\ufffe", ""), b, c) for a, b, c in shown], first_difference(found["junit"], shown))
    # An empty file is an empty input.
    broken = set(FILES) - {"clean.jsonl", "empty.json"} | {MISSING}
    suite.check("every broken file has a finding", {file for file, _, _ in expected} >= broken, broken - {file for file, _, _ in expected})
    places(suite, folder, findings, printed["sarif"])


def robustness(suite):
    """The same findings in every form for files that are hostile or odd, among them those that are not UTF-8."""
    folder = ROOT / "tests/fixtures/robustness"
    entries = [it for it in json.loads((folder / "index.json").read_text())["files"] if it["klass"] != "no_oom"]
    printed, code = suite.run(folder, [it["file"] for it in entries], "-f", "openai")
    # Some of them cannot be read.
    suite.check("robustness: exit code", code == 2, code)
    _, found = read_all(suite, printed)
    expected = found["json"]
    for form in FORMS:
        suite.check(f"robustness: {form}: the findings of json", found[form] == expected, first_difference(found[form], expected))
    suite.counts["findings in hostile files"] = len(expected)


def first_difference(found, expected):
    return (len(found), len(expected), next(((a, b) for a, b in zip(found, expected) if a != b), None))


def clean(suite, folder, names, *more):
    printed, code = suite.run(folder, names, *more)
    suite.check("exit code of a clean run", code == 0, code)
    _, found = read_all(suite, printed)
    for form in FORMS:
        suite.check(f"{form}: nothing in a clean run", found[form] == [], found[form])
    for form in ("full", "concise", "github"):
        suite.check(f"{form}: a clean run prints nothing", printed[form] == "", printed[form])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=ROOT / "target/debug/turnwise")
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--width", type=int, default=600)
    suite = Suite(parser.parse_args())
    suite.options.binary = pathlib.Path(suite.options.binary).resolve()
    with tempfile.TemporaryDirectory(prefix="turnwise-forms-") as folder:
        folder = pathlib.Path(folder)
        mixed(suite, folder)
        clean(suite, folder, ["clean.jsonl"])
        clean(suite, folder, ["clean.jsonl", "package.json"], "--skip-unknown")
        clean(suite, folder, ["package.json"], "--skip-unknown")
    robustness(suite)
    print(*(f"{count:>6}  {what}" for what, count in sorted(suite.counts.items())), sep="\n")
    return any(what.startswith("FAILED") for what in suite.counts)


if __name__ == "__main__":
    sys.exit(main())
