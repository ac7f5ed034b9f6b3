"""pre-commit runs the hook of `.pre-commit-hooks.yaml` in a repository of mixed files.

The hook is taken from a local repository that has this file alone, with `language: system`, so that nothing is built: the
program under test is first on the path.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHAT = '{"messages":[{"role":"user","content":"hi"}],"model":"m"}\n'
BROKEN = '{"messages":[{"role":"tool","tool_call_id":"c9","content":"x"}],"model":"m"}\n'
CONFIG = """repos:
  - repo: {repository}
    rev: {revision}
    hooks:
      - id: turnwise-validate
        language: system
"""


class Hooks:
    def __init__(self, folder, program):
        self.folder = folder
        self.repository = folder / "repository"
        tools = folder / "tools"
        tools.mkdir()
        (tools / "turnwise").symlink_to(program)
        names = {f"GIT_{who}_{what}": "x@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("GIT_")},
            **names,
            "PATH": f"{tools}:{os.environ['PATH']}",
            "PRE_COMMIT_HOME": str(folder / "home"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
        }
        self.failures = 0

    def run(self, *command, folder=None):
        return subprocess.run(command, cwd=folder or self.repository, env=self.environment, capture_output=True, text=True, check=False)

    def git(self, *arguments, folder=None):
        done = self.run("git", *arguments, folder=folder)
        if done.returncode != 0:
            sys.exit(f"git {arguments}: {done.stderr}")
        return done.stdout.strip()

    def start(self):
        """The repository with the hook, and the one that uses it."""
        source = self.folder / "source"
        for folder in (source, self.repository):
            folder.mkdir()
            self.git("init", "--quiet", folder=folder)
        shutil.copy(ROOT / ".pre-commit-hooks.yaml", source)
        self.git("add", "--all", folder=source)
        self.git("commit", "--quiet", "-m", "hooks", folder=source)
        revision = self.git("rev-parse", "HEAD", folder=source)
        self.write(".pre-commit-config.yaml", CONFIG.format(repository=source, revision=revision))
        self.write("package.json", '{"name":"site","version":"1.0.0"}')
        self.write("data/package.json", '{"name":"site","version":"1.0.0"}')
        self.write("data/a b.jsonl", CHAT)
        self.write("notes.md", "{")

    def write(self, name, text):
        path = self.repository / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def expect(self, what, code, *texts):
        """Runs the hook on what is about to be committed."""
        self.git("add", "--all")
        done = self.run(sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose", "--color", "never")
        if done.returncode != code or not all(text in done.stdout for text in texts):
            self.failures += 1
            print(f"FAILED {what}: exit {done.returncode}\n{done.stdout}{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=ROOT / "target/debug/turnwise")
    program = pathlib.Path(parser.parse_args().binary).resolve()
    with tempfile.TemporaryDirectory(prefix="turnwise-hooks-") as folder:
        hooks = Hooks(pathlib.Path(folder), program)
        hooks.start()
        hooks.expect("mixed files", 0, "Passed", "1 conversation in 1 file checked: no findings; 2 files skipped")
        hooks.write("data/broken.jsonl", BROKEN)
        hooks.write("expected/cut.json", CHAT[:40])
        hooks.expect("errors", 1, "Failed", "data/broken.jsonl:1:44: error TW203", "expected/cut.json:1:")
        hooks.write("prompts/broken.prompt", '.prompt "name":"a"\n.user Hi\n')
        hooks.expect("programs", 1, "Failed", "prompts/broken.prompt:1:1: error TW834")
        hooks.write("prompts/broken.prompt", '.prompt "name":"a", "version":"1"\n.user Hi\n.exec\n')
        hooks.write("turnwise.toml", 'exclude = ["expected/"]\n[validate.per-file-ignores]\n"data/" = ["TW203"]\n')
        hooks.expect("settings", 0, "Passed", "3 conversations in 3 files checked: no findings")
        print(f"hooks: {hooks.failures} of 4 failed")
    return hooks.failures > 0


if __name__ == "__main__":
    sys.exit(main())
