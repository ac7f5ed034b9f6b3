"""The table of docs/why.md: its programs and turnwise convert its example, and each cell is what happened.

    python3 tests/interop/why.py [--binary FILE]     (jq and litellm where they are installed)
"""

import argparse
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/why.md").read_text()


def write_files(folder):
    for name, text in re.findall(r"```\w+ file=(\S+)\n(.*?)```", PAGE, flags=re.DOTALL):
        (folder / name).write_text(text)


def rows():
    table = PAGE[PAGE.index("| in the source |") :].split("\n\n")[0]
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.splitlines()[2:]]
    return {row[0]: row[1:] for row in cells}


class Tool:
    """What a tool makes of the example."""

    def __init__(self, folder, *command):
        def run(name):
            return subprocess.run([*command, name], cwd=folder, capture_output=True, text=True, check=False)

        self.chat, self.orphan = run("chat.json"), run("orphan.json")
        if self.chat.returncode != 0:
            sys.exit(f"{command}: {self.chat.stderr}")

    def cells(self):
        out, err = self.chat.stdout, self.chat.stderr

        def lost(pointer):
            return "lost, reported" if re.search(rf"dropped .* at {pointer}\n", err) else "lost"

        is_kept = "Caf\\u00e9 – or" in out
        yield "the number 9007199254740993", "kept" if "9007199254740993" in out else "changed"
        yield "the number 1.10", "kept" if re.search(r"1\.10\b", out) else "changed"
        yield "text as it is spelled: `\\u00e9`, `–`", "kept" if is_kept else "changed"
        yield "the first of two keys `id`", "kept" if "c-1" in out else lost("/id")
        yield "the unknown field `x_source`", "kept" if "x_source" in out else lost("/messages/0/content/1/x_source")
        yield "the image", "kept" if "data:image/png;base64,iVBORw0KGgo=" in out else lost("/messages/0/content/1")
        reasoning = "kept in its own fields" if '"thinking_blocks"' in out else lost("/messages/1/content/0/signature")
        yield "reasoning and its signature", reasoning
        yield "the tool result is an error", "kept" if "is_error" in out else lost("/messages/2/content/0/is_error")
        is_rejected = self.orphan.returncode != 0 and re.search(r"orphan\.json:1:\d+: ", self.orphan.stderr)
        yield "a result without its call", "rejected, with line and column" if is_rejected else "written"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(ROOT / "target/debug/turnwise"))
    program = str(pathlib.Path(parser.parse_args().binary).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_files(folder)
        tools = {1: Tool(folder, sys.executable, "to_openai.py"), 3: Tool(folder, program, "convert", "-v", "--to", "openai")}
        if shutil.which("jq"):
            tools[0] = Tool(folder, "jq", "-c", "-f", "to-openai.jq")
        if importlib.util.find_spec("litellm"):
            tools[2] = Tool(folder, sys.executable, "with_litellm.py")
        table, wrong = rows(), []
        for column, tool in tools.items():
            for row, cell in tool.cells():
                # Versions of jq differ; the last column also says what another option does.
                told = table[row][column].split("; ")[0]
                if cell not in (told, *(choice.split(" (")[0] for choice in told.split(", ") if "(" in told)):
                    wrong.append(f"{row}, column {column + 1}: {cell}, not {told}")
        dialect = Tool(folder, program, "convert", "-v", "--to", "openai:litellm")
        if '"signature":"EqQBCgIYAhIM"' not in dialect.chat.stdout:
            wrong.append("openai:litellm loses the signature")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(table)} rows, {len(tools)} of 4 tools")


main()
