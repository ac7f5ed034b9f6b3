"""Claims of the guide to AG-UI's serialization, judged by @ag-ui/client and the types of ag-ui-protocol.

`--library FOLDER` names the node_modules with @ag-ui/client.
"""

import json
import os
import pathlib
import subprocess
import sys

import check_ag_ui
from claims import claim, main

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = str(HERE.parents[1] / "target/ag-ui/node_modules")
if "--library" in sys.argv:
    place = sys.argv.index("--library")
    LIBRARY = str(pathlib.Path(sys.argv[place + 1]).resolve())
    del sys.argv[place : place + 2]


def library(request):
    """What @ag-ui/client makes of events."""
    done = subprocess.run(
        ["node", HERE / "ag_ui.cjs"], input=json.dumps(request), env={**os.environ, "NODE_PATH": LIBRARY}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def applied(events):
    """The messages and the state after events, run by run."""
    runs = []
    for event in events:
        if event["type"] == "RUN_STARTED":
            runs.append([])
        runs[-1].append(event)
    return library({"runs": runs})


def replayed(tool, *arguments):
    found = tool.json("replay", *arguments)
    return {"messages": found["messages"], "state": found["state"]}


def user(number, text):
    return {"id": f"u{number}", "role": "user", "content": text}


def run(name, parent=None, messages=(), answer="", thread="t1", delta=()):
    """The events of a run, as the guide has them."""
    parent = {"parentRunId": parent} if parent else {}
    ids = {"threadId": thread, "runId": name}
    of_input = ids | parent | {"state": {}, "messages": list(messages), "tools": [], "context": [], "forwardedProps": {}}
    message = f"a-{name}"
    return [
        {"type": "RUN_STARTED", **ids, **parent, "input": of_input},
        {"type": "TEXT_MESSAGE_START", "messageId": message, "role": "assistant"},
        *({"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": word} for word in answer.split(" ")),
        {"type": "TEXT_MESSAGE_END", "messageId": message},
        {"type": "TOOL_CALL_START", "toolCallId": f"c-{name}", "toolCallName": "look", "parentMessageId": message},
        {"type": "TOOL_CALL_ARGS", "toolCallId": f"c-{name}", "delta": '{"q":'},
        {"type": "TOOL_CALL_ARGS", "toolCallId": f"c-{name}", "delta": "1.10}"},
        {"type": "TOOL_CALL_END", "toolCallId": f"c-{name}"},
        {"type": "TOOL_CALL_RESULT", "messageId": f"r-{name}", "toolCallId": f"c-{name}", "content": "ok", "role": "tool"},
        {"type": "STATE_DELTA", "delta": [{"op": "add", "path": f"/{name}", "value": 1}, *delta]},
        {"type": "RUN_FINISHED", **ids},
    ]


def tree(full=False):
    """run1 with the branches run2, run4 and run3, run5. `full`: inputs repeat the history."""
    runs = {}
    for number, (name, parent) in enumerate([("run1", None), ("run2", "run1"), ("run3", "run1"), ("run4", "run2"), ("run5", "run3")]):
        new = [user(number, f"question {number}")]
        before = history(runs, parent) if full and parent else []
        known = applied(before)["messages"] if before else []
        runs[name] = (parent, run(name, parent, [*known, *new], f"answer to {name}"))
    return runs


def history(runs, name):
    """`getFullHistory` of the guide: the events of the parents, then of the run."""
    parent, events = runs[name]
    return (history(runs, parent) if parent else []) + events


def everything(runs):
    return [event for _, events in runs.values() for event in events]


def lines(values):
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def events_in(text):
    """The events of JSON lines, those in rows too."""
    found = []
    for line in text.splitlines():
        value = json.loads(line)
        found += value["events"] if "events" in value else [value]
    return found


def table(runs, thread="t1", is_camel=False):
    """Rows of the guide's table `event_streams`."""
    names = ("threadId", "runId", "parentRun") if is_camel else ("thread_id", "run_id", "parent_run")
    return [
        dict(zip(names, (thread, name, parent))) | {"events": events, "created_at": f"2026-01-0{number}", "user_id": number}
        for number, (name, (parent, events)) in enumerate(runs.items(), 1)
    ]


@claim("events are saved as JSON and restored")
def save_and_restore(tool):
    events = everything(tree())
    tool.write("list.json", events)
    assert tool.errors("list.json") == set() and not check_ag_ui.check(events)
    tool.run("convert", "--to", "ag-ui", "--framing", "messages", "-o", "log.jsonl", "list.json")
    assert events_in((tool.folder / "log.jsonl").read_text()) == events
    tool.run("convert", "--to", "ag-ui", "--framing", "sse", "-o", "log.sse", "log.jsonl")
    assert tool.run("convert", "-q", "--to", "ag-ui", "--framing", "messages", "log.sse") == (tool.folder / "log.jsonl").read_text()


@claim("replay rebuilds what the interface shows")
def replay(tool):
    events = run("run1", None, [user(0, "hi")], "Paris is nice") + run("run2", "run1", [user(1, "more")], "More of it")
    tool.write("log.jsonl", lines(events))
    assert replayed(tool, "log.jsonl") == applied(events)


@claim("debugging: the stream is replayed event by event")
def step_by_step(tool):
    events = run("run1", None, [user(0, "hi")], "Paris is nice", delta=[{"op": "add", "path": "/x~1y", "value": [None]}])
    tool.write("log.jsonl", lines(events))
    steps = [json.loads(line) for line in tool.run("replay", "--step", "log.jsonl").splitlines()]
    assert [step["event"] for step in steps] == list(range(1, len(events) + 1))
    for number, step in enumerate(steps, 1):
        expected = applied(events[:number])
        assert replayed(tool, "--last", number, "log.jsonl") == expected, number
        assert step["messages"] == expected["messages"] and step["state"] == expected["state"], number


@claim("deltas are joined as compactEvents joins them")
def compact_events(tool):
    events = everything(tree())
    tool.write("log.jsonl", lines(events))
    assert events_in(tool.run("compact", "--level", "deltas", "log.jsonl")) == library({"compact": events})


@claim("before and after of the full compaction example")
def compaction_example(tool):
    before = [
        {"type": "TEXT_MESSAGE_START", "messageId": "msg1", "role": "user"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg1", "delta": "Hello "},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg1", "delta": "world"},
        {"type": "TEXT_MESSAGE_END", "messageId": "msg1"},
        {"type": "STATE_DELTA", "delta": [{"op": "add", "path": "/count", "value": 1}]},
        {"type": "STATE_DELTA", "delta": [{"op": "replace", "path": "/count", "value": 2}]},
    ]
    after = [
        {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": "msg1", "role": "user", "content": "Hello world"}]},
        {"type": "STATE_SNAPSHOT", "snapshot": {"count": 2}},
    ]
    tool.write("before.json", before)
    tool.write("after.json", after)
    assert tool.json("compact", "before.json") == after
    assert tool.errors("before.json", "--lenient") == set() and tool.errors("after.json", "--lenient") == set()


@claim("a compacted log means the same")
def same_meaning(tool):
    runs = {name: tree()[name] for name in ("run1", "run2", "run4")}
    events = everything(runs)
    tool.write("log.jsonl", lines(events))
    compacted = events_in(tool.run("compact", "log.jsonl"))
    assert len(compacted) < len(events) and applied(compacted) == applied(events)
    assert not check_ag_ui.check(compacted)


@claim("parentRunId makes a tree of runs")
def lineage(tool):
    tool.write("log.jsonl", lines(everything(tree())))
    found = tool.json("lineage", "--json", "log.jsonl")
    parents = {one["runId"]: one["parentRunId"] for one in found["runs"]}
    assert parents == {name: parent for name, (parent, _) in tree().items()}, found


@claim("a branch is restored by walking up its parents")
def restore(tool):
    runs = tree()
    for name, content in (("log.jsonl", lines(everything(runs))), ("table.jsonl", lines(table(runs))), ("camel.jsonl", lines(table(runs, is_camel=True)))):
        tool.write(name, content)
        for wanted in runs:
            expected = history(runs, wanted)
            assert events_in(tool.run("replay", "--run", wanted, "--events", name)) == expected
            assert replayed(tool, "--run", wanted, name) == applied(expected)
    # The same of what was compacted.
    for name in ("log.jsonl", "table.jsonl", "camel.jsonl"):
        tool.run("compact", "-q", "--scope", "run", "-o", f"small-{name}", name)
        for wanted in runs:
            assert replayed(tool, "--run", wanted, f"small-{name}") == applied(history(runs, wanted)), (name, wanted)


@claim("columns name the parents where events do not")
def columns(tool):
    runs = tree()
    rows = table(runs)
    for row in rows:
        start = row["events"][0]
        start.pop("parentRunId", None)
        start["input"].pop("parentRunId", None)
    tool.write("table.jsonl", lines(rows))
    for wanted in runs:
        assert replayed(tool, "--run", wanted, "table.jsonl")["messages"] == applied(history(runs, wanted))["messages"]
    rows[4]["parent_run"] = "run1"
    rows[4]["events"][0]["parentRunId"] = "run3"
    tool.write("contradiction.jsonl", lines(rows))
    assert "TW687" in tool.errors("contradiction.jsonl")


@claim("rows stay rows, with their other columns")
def rows_stay(tool):
    runs, options = tree(full=True), ([], ["--scope", "thread"], ["--scope", "run"], ["--level", "deltas"])
    for command in (*(["compact", "-q", *more] for more in options), ["normalize", "-q"]):
        tool.write("table.jsonl", lines(table(runs)))
        tool.run(*command, "-i", "table.jsonl")
        after = [json.loads(line) for line in (tool.folder / "table.jsonl").read_text().splitlines()]
        rest = [{key: value for key, value in row.items() if key != "events"} for row in after]
        assert rest == [{key: value for key, value in row.items() if key != "events"} for row in table(runs)]


@claim("threads keep apart, also with equal ids")
def threads(tool):
    rows = []
    for thread in "ABC":
        rows += table({"r1": (None, run("r1", None, [user(1, f"{thread} asks")], f"for {thread}", thread))}, thread)
    tool.write("table.jsonl", lines(rows))
    found = [json.loads(line) for line in tool.run("replay", "table.jsonl").splitlines()]
    assert {one["threadId"]: {"messages": one["messages"], "state": one["state"]} for one in found} == {
        row["thread_id"]: applied(row["events"]) for row in rows
    }
    out = tool.run("convert", "-q", "--to", "openai", "table.jsonl").splitlines()
    assert [json.loads(line)["messages"][0]["content"] for line in out] == ["A asks", "B asks", "C asks"]


@claim("inputs hold only what is new")
def normalized(tool):
    full = everything(tree(full=True))
    tool.write("log.jsonl", lines(full))
    short = events_in(tool.run("normalize", "log.jsonl"))
    assert [len(event["input"]["messages"]) for event in short if event["type"] == "RUN_STARTED"] == [1] * 5
    tool.write("short.jsonl", lines(short))
    assert events_in(tool.run("normalize", "--reverse", "short.jsonl")) == full
    for name in tree():
        assert replayed(tool, "--run", name, "short.jsonl") == replayed(tool, "--run", name, "log.jsonl")


@claim("a conversation goes on with a new run")
def goes_on(tool):
    runs = tree()
    tool.write("log.jsonl", lines(everything(runs)))
    known = tool.json("replay", "--run", "run3", "--messages", "log.jsonl")
    runs["run6"] = ("run3", run("run6", "run3", [*known, user(6, "Osaka?")], "Osaka is nice"))
    tool.write("more.jsonl", lines(everything(runs)))
    tool.run("normalize", "-q", "-i", "more.jsonl")
    start = next(event for event in events_in((tool.folder / "more.jsonl").read_text()) if event.get("runId") == "run6")
    assert [message["id"] for message in start["input"]["messages"]] == ["u6"]
    assert replayed(tool, "--run", "run6", "more.jsonl") == applied(history(runs, "run6"))


@claim("long histories are compressed")
def compressed(tool):
    events = everything(tree())
    tool.write("log.jsonl", lines(events))
    for name in ("log.jsonl.gz", "log.jsonl.br", "log.jsonl.zst"):
        tool.run("convert", "--to", "ag-ui", "--framing", "messages", "-o", name, "log.jsonl")
        assert tool.run("replay", name) == tool.run("replay", "log.jsonl")


@claim("a connection drops: what arrived is kept, and what waits is named")
def resume(tool):
    events = run("run1", None, [user(0, "hi")], "Paris is nice")
    cut = next(number for number, event in enumerate(events) if event["type"] == "TOOL_CALL_END") + 1
    tool.write("log.jsonl", lines(events[:cut]))
    found = tool.json("replay", "log.jsonl")
    assert {"messages": found["messages"], "state": found["state"]} == applied(events[:cut])


if __name__ == "__main__":
    main(__doc__)
