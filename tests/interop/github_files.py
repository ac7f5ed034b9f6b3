"""The workflows, the action and the hook are valid YAML that says what their services expect, and call what is in the tree.

    python3 tests/interop/github_files.py     (needs PyYAML)
"""

import pathlib
import re
import subprocess
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYSTEMS = {
    "x86_64-unknown-linux-gnu": "ubuntu-22.04",
    "aarch64-unknown-linux-gnu": "ubuntu-22.04-arm",
    "x86_64-apple-darwin": "macos-15-intel",
    "aarch64-apple-darwin": "macos-15",
}
JOB_KEYS = {"concurrency", "env", "environment", "if", "name", "needs", "outputs", "permissions", "runs-on", "steps", "strategy"}
JOB_KEYS |= {"timeout-minutes", "uses", "with"}
STEP_KEYS = {"continue-on-error", "env", "id", "if", "name", "run", "shell", "uses", "with", "working-directory"}

problems = []


def expect(is_met, what):
    if not is_met:
        problems.append(what)


def load(path):
    # YAML 1.1 reads the key `on` as true.
    text = (ROOT / path).read_text()
    return yaml.safe_load(re.sub(r"^on:", '"on":', text, flags=re.MULTILINE))


def check_step(step, where):
    expect(set(step) <= STEP_KEYS, f"{where}: unknown keys {set(step) - STEP_KEYS}")
    expect(("run" in step) != ("uses" in step), f"{where}: a step either runs or uses something")
    if action := step.get("uses"):
        expect(re.fullmatch(r"[\w.-]+/[\w./-]+@[\w./-]+", action), f"{where}: {action} has no version")
    if script := step.get("run"):
        # What an expression gives would be text of the shell; variables are not.
        expect("${{" not in script, f"{where}: an expression in a script: {script}")
        done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
        expect(done.returncode == 0, f"{where}: {done.stderr}")
        for name in re.findall(r"(?:^|\s)((?:packaging|\.ci|tests)/[\w./-]+)", script):
            expect((ROOT / name).exists(), f"{where}: there is no {name}")


def check_workflow(path):
    workflow = load(path)
    expect(set(workflow) <= {"name", "on", "permissions", "concurrency", "env", "jobs"}, f"{path}: unknown keys")
    expect(workflow["permissions"] == {"contents": "read"}, f"{path}: jobs that write must say so themselves")
    for name, job in workflow["jobs"].items():
        where = f"{path}, {name}"
        expect(set(job) <= JOB_KEYS, f"{where}: unknown keys {set(job) - JOB_KEYS}")
        needs = job.get("needs", [])
        for need in [needs] if isinstance(needs, str) else needs:
            expect(need in workflow["jobs"], f"{where}: there is no job {need}")
        if "uses" in job:
            expect((ROOT / job["uses"]).exists(), f"{where}: there is no {job['uses']}")
            continue
        expect("runs-on" in job and "timeout-minutes" in job, f"{where}: no runner or no limit")
        for number, step in enumerate(job["steps"], 1):
            check_step(step, f"{where}, step {number}")
            if step.get("uses", "").startswith("actions/checkout@"):
                expect(step["with"]["persist-credentials"] is False, f"{where}: the checkout keeps its token")
    return workflow


def runs(workflow, job):
    return [step["run"] for step in workflow["jobs"][job]["steps"] if "run" in step]


def main():
    ci, release = (check_workflow(f".github/workflows/{name}.yml") for name in ("ci", "release"))
    expect("bash .ci/run" in runs(ci, "check"), "ci.yml does not run .ci/run")
    expect(set(ci["on"]) == {"push", "pull_request", "workflow_call"}, "ci.yml starts at other times")
    expect(list(release["on"]) == ["push"] and list(release["on"]["push"]) == ["tags"], "a release is not only a tag")

    build = (ROOT / "packaging/build.sh").read_text()
    known = set(re.findall(r"^        (\w+)\) \w+ ;;$", build, flags=re.MULTILINE))
    matrix = release["jobs"]["build"]["strategy"]["matrix"]["include"]
    expect({it["runner"] for it in matrix} == set(SYSTEMS.values()), "a system has no runner")
    for entry in matrix:
        packages = set(entry["packages"].split())
        expect({"binary", "wheel", "npm"} <= packages <= known, f"{entry}: build.sh knows {known}")
        expect(("deb" in packages) == ("ubuntu" in entry["runner"]), f"{entry}: Debian packages are for Linux")
    publish = release["jobs"]["publish"]
    expect(set(publish["needs"]) == {"check", "build"}, "something is published without a check")
    used = [step.get("uses", "").split("@")[0] for step in publish["steps"]]
    for action in ("actions/attest-build-provenance", "actions/attest-sbom", "pypa/gh-action-pypi-publish"):
        expect(action in used, f"release.yml does not use {action}")

    action = load("action.yml")
    for number, step in enumerate(action["runs"]["steps"], 1):
        check_step(step, f"action.yml, step {number}")
        expect(step.get("shell") == "bash", f"action.yml, step {number}: no shell")
    for target in SYSTEMS:
        expect(any(f"target={target}" in step["run"] for step in action["runs"]["steps"]), f"action.yml does not load {target}")

    hooks = load(".pre-commit-hooks.yaml")
    expect([hook["id"] for hook in hooks] == ["turnwise-validate"], "another hook")
    for page in ("README.md", "docs/ci.md"):
        for block in (ROOT / page).read_text().split("```yaml\n")[1:]:
            expect(isinstance(yaml.safe_load(block.split("```")[0]), dict), f"{page}: a block of YAML is something else")

    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(matrix)} systems, {len(known)} kinds of packages, all files are valid")


main()
