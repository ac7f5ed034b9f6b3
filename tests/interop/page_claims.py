"""What the documents of two libraries say, claim by claim: turnwise beside the library itself.

Each module of claims has functions with the name of a row of the table in `docs/ecosystems/`: `claim_L3`. A row without a function, and
a function without a row, are failures. `page_claims.py [--binary FILE]` runs all of them.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BINARY = sys.argv[sys.argv.index("--binary") + 1] if "--binary" in sys.argv else ROOT / "target/debug/turnwise"
BINARY = pathlib.Path(BINARY).resolve()


class Folder:
    """A folder of its own for a claim, in which turnwise runs."""

    def __init__(self):
        self.held = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.held.name)

    def write(self, name, value):
        text = value if isinstance(value, str) else json.dumps(value)
        (self.path / name).write_text(text)
        return name

    def read(self, name):
        return (self.path / name).read_text()

    def run(self, *arguments, code=0):
        """Standard output of a command, which must end with this exit code."""
        done = subprocess.run(
            [BINARY, *map(str, arguments)], cwd=self.path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, (arguments, done.returncode, done.stdout, done.stderr)
        self.errors = done.stderr
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.run(*arguments))


def same(found, expected):
    assert found == expected, f"found {found!r}, expected {expected!r}"


def rows(page):
    """The names of the rows of the table of a page."""
    text = (ROOT / "docs/ecosystems" / page).read_text()
    return re.findall(r"^\| ([A-Z]\d+) \|", text, flags=re.M)


def main():
    import claims_lionpride
    import claims_picklebot

    failed = checked = 0
    for module, page in [(claims_lionpride, "lionpride.md"), (claims_picklebot, "picklebot.md")]:
        claims = {name[len("claim_") :]: value for name, value in vars(module).items() if name.startswith("claim_")}
        named = rows(page)
        for name in sorted(set(named) ^ set(claims)) + [name for name in set(named) if named.count(name) > 1]:
            failed += 1
            print(f"FAILED {page}: the row or the check of {name} is missing, or there twice")
        for name, claim in claims.items():
            checked += 1
            try:
                claim(Folder())
            except Exception:  # noqa: BLE001: whatever goes wrong is the finding
                failed += 1
                print(f"FAILED {page} {name}: {claim.__doc__}")
                traceback.print_exc(limit=4)
    print(f"{checked} claims of documents, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
