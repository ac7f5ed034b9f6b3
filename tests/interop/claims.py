"""Runs the claims of a document: each is a function with the words of the document, and the real library is the judge."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLAIMS = []


def claim(words):
    def add(check):
        CLAIMS.append((words, check))
        return check

    return add


class Tool:
    """turnwise in a folder of its own."""

    def __init__(self, binary, folder):
        self.binary, self.folder = pathlib.Path(binary).resolve(), pathlib.Path(folder)

    def write(self, name, value):
        path = self.folder / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return name

    def run(self, *arguments, code=0, stdin=None):
        done = subprocess.run(
            [self.binary, *map(str, arguments)], cwd=self.folder, input=stdin, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, f"{arguments}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def json(self, *arguments, code=0, stdin=None):
        return json.loads(self.run(*arguments, code=code, stdin=stdin))

    def errors(self, name, *arguments):
        """The codes of what `validate` finds."""
        done = subprocess.run(
            [self.binary, "validate", "--output-format", "json", *arguments, name], cwd=self.folder, capture_output=True, text=True, check=False
        )
        return {finding["code"] for line in done.stdout.splitlines() if line.startswith("{") for finding in [json.loads(line)] if "code" in finding}


def main(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--binary", default=ROOT / "target/debug/turnwise")
    binary, failed = parser.parse_args().binary, 0
    for words, check in CLAIMS:
        with tempfile.TemporaryDirectory(prefix="turnwise-claims-") as folder:
            try:
                check(Tool(binary, folder))
            except Exception:  # noqa: BLE001: every failure is told
                failed += 1
                print(f"FAILED {words}\n{traceback.format_exc()}")
    print(f"{description.splitlines()[0]}: {failed} of {len(CLAIMS)} failed")
    sys.exit(failed > 0)
