"""Random programs, executed by keprompt itself and by `turnwise statements run`. A model is never called: `.exec` adds a stub."""

import contextlib
import io
import json
import logging
import os
import pathlib
import tempfile

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="turnwise-statements-"))
(FOLDER / "inc.txt").write_text("included é\nline two\n", encoding="utf-8")
(FOLDER / "inc2.txt").write_text(" second \r\n", encoding="utf-8")
(FOLDER / "dot.png").write_bytes(b"\x89PNG\r\n\x1a\n")
HERE = os.getcwd()
os.chdir(FOLDER)
with contextlib.redirect_stdout(io.StringIO()):
    from keprompt import keprompt_builtins as builtins
    from keprompt import keprompt_vm as vm
    from keprompt.AiPrompt import AiMessage, AiTextPart
    from keprompt.keprompt_function_space import FunctionSpace
os.chdir(HERE)
logging.disable(logging.CRITICAL)

SPACE = FunctionSpace.functions
SPACE.function_array = [d | {"_executable": "prompts/functions/keprompt_builtins"} for d in builtins.FUNCTION_DEFINITIONS]


def call(name, arguments):
    """What the library gets from a process of its own."""
    if name != "readfile":
        raise RuntimeError("not executed")
    return builtins.readfile(**json.loads(json.dumps(arguments))).strip()


def answer(self, machine):
    vm.StmtPrompt.execute(self, machine)
    machine.interaction_no += 1
    text = f"[exec {machine.interaction_no}]"
    parts = [AiTextPart(vm=machine, text=text)]
    machine.prompt.messages.append(
        AiMessage(vm=machine, role="assistant", content=parts, model_name="stub/model", provider="stub")
    )
    machine.set_variable("last_response", text)


def show(self, machine):
    vm.StmtPrompt.execute(self, machine)
    machine.substitute(self.value)


def clear(self, machine):
    vm.StmtPrompt.execute(self, machine)
    if not isinstance(json.loads(self.value), list):
        raise ValueError(self.value)


SPACE.call = call
vm.StmtExec.execute, vm.StmtPrint.execute, vm.StmtClear.execute = answer, show, clear
PARAMS = {"v": "V", "d": {"k": "deep", "e": {"f": 1.50}}, "l": ["x", "it's", None], "i": 3, "fl": 1e16, "b": True, "none": None}
WORDS = ["a", "Hi", "<<v>>", "<<d.k>>", "<<d>>", "<<l>>", "<<i>>", "<<fl>>", "<<none>>", "<<nope>>", ">>", "<<", "<<VM.ip>>"]
WORDS += ["<<last_response>>", "<<<<n>>>>", "é", ".exec", ".user", ".llm", '"', "{{v}}", "<<VM.nope>>", "<<d.e.f>>", "\x1c", "\u2028"]
VALUES = ["1", "-0", "007", "1_000", "1__0", "+5", "1.", ".5", "1E-3", "true", "FALSE", "None", '"x, y"', "'it'", '"a\\"b"', '"', '""']
VALUES += ["[1,2]", '{"k":1}', "٣", "0x1F", "(1)", "1)", '"un', "\xa05\xa0", "½", "", "=", "9" * 4300, "<<v>>"]
META = ['"name":"n","version":"1"', '"name":"n","version":2,"params":{"who":"Ann","n":"v"}', '"name":"n"', "", "name:1"]
FIXED = {
    ".prompt": META,
    ".set": ["x 1", "Prefix {{", "Postfix }}", "n v", "v <<i>>", "x", "x ", " x 1", "y  two  words "],
    ".image": ["dot.png", "no.png", "<<v>>.png", ""],
    ".include": ["inc.txt", "inc*.txt", "zz*", "none.txt", "[!i]*.txt", "**/inc.txt"],
    ".cmd": ["readfile(filename=inc.txt)", "readfile(filename=inc.txt) as q", "nofn(a=1)", "readfile(filename=inc.txt) as 1x", "readfile"],
    ".exec": ["", "m", '{"model":"m"}'],
    ".functions": ["readfile", "readfile, wwwget", "nofn", "", "keprompt_builtins.*", "x.readfile"],
    ".debug": ['["messages"]', '["variables"]', '["all"]', "", "x", "{}"],
    ".clear": ["[]", '["zzz*"]', "{}", "x"],
    ".exit": [""],
}


def words(dice):
    return "".join(dice.choice(WORDS) + dice.choice([" ", "", "\n", "\t"]) for _ in range(dice.randint(0, 4)))


def value(dice, keyword):
    if keyword in FIXED and dice.random() > 0.1:
        return dice.choice(FIXED[keyword])
    if keyword == ".tool_call":
        arguments = [f"{dice.choice(['a', 'b', '', 'k v'])}={dice.choice(VALUES)}" for _ in range(dice.randint(0, 3))]
        return dice.choice(["f", " f", "a b"]) + "(" + ", ".join(arguments) + dice.choice([")", "", "))"]) + dice.choice([" id=c", " id=", "", " id=x id=c d"])
    if keyword == ".tool_result":
        return dice.choice(["id=c name=f", "id=c", "name=f", "id= name=f", "id=a id=b name=f"]) + dice.choice(["", "\n", "\n  keep \n", "\n<<v>>"])
    return words(dice)


def program(dice):
    """A list of statements."""
    likely = [".user", ".assistant", ".system", ".text", ".tool_call", ".tool_result", ".set"]
    keywords = [dice.choice(likely if dice.random() < 0.5 else list(vm.StatementTypes)) for _ in range(dice.randint(1, 7))]
    return [{"msg_no": number, "keyword": keyword, "value": value(dice, keyword)} for number, keyword in enumerate(keywords)]


def text(dice):
    """A `.prompt` file."""
    lines = [dice.choice(["", "", "\n", " \n", "\ufeff"]) + ".prompt " + dice.choice(META)]
    for _ in range(dice.randint(0, 7)):
        keyword = dice.choice([*vm.StatementTypes, ".llm", ".USER", ".#x", ""])
        lines.append(dice.choice(["", "", " ", "\t"]) + keyword + dice.choice([" ", " ", "  ", "\t", ""]) + value(dice, keyword))
    end = dice.choice(["\n", "\r\n", "\r"])
    return end.join(lines) + dice.choice(["", end, end + "  tail"])


def execute(machine):
    failed = False
    try:
        machine.execute()
    except (Exception, SystemExit):  # noqa: BLE001: which error it is says nothing
        failed = True
    try:
        return machine.prompt.to_json(), failed
    except Exception:  # noqa: BLE001
        return None, True


@contextlib.contextmanager
def quiet():
    os.chdir(FOLDER)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            vm.console.file = io.StringIO()
            yield
    finally:
        os.chdir(HERE)


def run_list(statements):
    """The messages, and whether it failed."""
    with quiet():
        machine = vm.VM(params=json.loads(json.dumps(PARAMS)))
        machine.deserialize_statements(statements)
        return execute(machine)


def run_text(source):
    """The same of a file; nothing where it is refused."""
    (FOLDER / "x.prompt").write_bytes(source.encode())
    with quiet():
        try:
            machine = vm.VM(filename="x.prompt")
        except Exception:  # noqa: BLE001
            return None
        return execute(machine)


def check(suite, dice, count):
    """Compares `count` lists and as many files."""
    for number in range(2 * count):
        is_text = number % 2 == 1
        made = text(dice) if is_text else program(dice)
        path = FOLDER / ("x.prompt" if is_text else "x.json")
        wanted = run_text(made) if is_text else run_list(made)
        if not is_text:
            path.write_text(json.dumps(made), encoding="utf-8")
        params = [] if is_text else ["--params", json.dumps(PARAMS)]
        done = suite.turnwise("statements", "run", "-q", "--isolated", "--exec", "stub", "--dir", FOLDER, *params, path)
        suite.counts[f"keprompt {'files' if is_text else 'programs'}{'' if wanted and not wanted[1] else ' that fail'}"] += 1
        source = json.dumps(made)
        if wanted is None:
            if done.returncode != 2:
                suite.bug("taken", "keprompt refuses this file", source)
            continue
        messages, failed = wanted
        if "Infinity" in json.dumps(messages) or "NaN" in json.dumps(messages):
            continue
        if done.returncode != int(failed):
            suite.bug("executed otherwise", f"exit {done.returncode}, failed: {failed}\n  {done.stderr.decode()}", source)
        elif messages is not None and json.loads(done.stdout) != messages:
            suite.bug("executed otherwise", f"{done.stdout.decode()}\n  {json.dumps(messages)}", source)
