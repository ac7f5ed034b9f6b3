"""Shapes of input that make a careless algorithm quadratic. Each takes a size n and gives the bytes of a file."""

import gzip
import io
import json
import zipfile


def lines(values):
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def chat(messages, **more):
    return json.dumps({"messages": list(messages), **more}).encode()


def user(text="hi", **more):
    return {"role": "user", "content": text, **more}


def answer(text="hello", **more):
    return {"role": "assistant", "content": text, **more}


def call(id, name="f", arguments="{}"):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def calls(*ids):
    return {"role": "assistant", "content": None, "tool_calls": [call(id) for id in ids]}


def result(id, text="ok"):
    return {"role": "tool", "tool_call_id": id, "content": text}


def tool(name, parameters):
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


def pairs(n, id_of):
    for i in range(n):
        yield calls(id_of(i))
        yield result(id_of(i))


def turns(n):
    for i in range(n):
        yield user(f"question {i}")
        yield answer(f"answer {i}")


def raw(text):
    return ('{"messages":[' + text + "]}").encode()


# One conversation.
OPENAI = {
    "turns": lambda n: chat(turns(n)),
    "one long text": lambda n: chat([user("word " * n * 100)]),
    "one long word": lambda n: chat([user("x" * n * 500)]),
    "many lines": lambda n: chat([user("line\n" * n * 40)]),
    "escapes": lambda n: raw('{"role":"user","content":"' + "\\u0041" * n * 40 + '"}'),
    "lone surrogates": lambda n: raw('{"role":"user","content":"' + "\\ud800a" * n + '"}'),
    "line separators": lambda n: chat([user("\u2028" * n)]).decode().replace("\\u2028", "\u2028").encode(),
    "unknown keys": lambda n: chat([user(**{f"k{i}x": i for i in range(n)})]),
    "keys near a known one": lambda n: chat([user(**{f"nam{i % 10}{i}": i for i in range(n)})]),
    "one unknown key": lambda n: raw('{"role":"user","content":"x",' + ",".join('"x":1' for _ in range(n)) + "}"),
    "one known key": lambda n: raw('{"role":"user",' + ",".join('"content":"x"' for _ in range(n)) + "}"),
    "unknown keys of the body": lambda n: chat([user()], **{f"k{i}": i for i in range(n)}),
    "calls and results": lambda n: chat(pairs(n, lambda i: f"call_{i}")),
    "equal ids": lambda n: chat(pairs(n, lambda _: "call_1")),
    "results without calls": lambda n: chat(result(f"call_{i}") for i in range(n)),
    "calls without results": lambda n: chat(calls(f"call_{i}") for i in range(n)),
    "calls of one message": lambda n: chat([calls(*(f"call_{i}" for i in range(n)))]),
    "calls, then results backwards": lambda n: chat(
        [calls(*(f"call_{i}" for i in range(n))), *(result(f"call_{i}") for i in reversed(range(n)))]
    ),
    "results repeated": lambda n: chat([calls("call_1"), *(result("call_1") for _ in range(n))]),
    "empty answers": lambda n: chat(m for _ in range(n) for m in (answer(""), user())),
    "roles of others": lambda n: chat({"role": "human", "content": "hi"} for _ in range(n)),
    "one role": lambda n: chat(user() for _ in range(n)),
    "parts": lambda n: chat([{"role": "user", "content": [{"type": "text", "text": "a"}] * n}]),
    "unknown parts": lambda n: chat([{"role": "user", "content": [{"type": f"t{i}"} for i in range(n)]}]),
    "system messages": lambda n: chat({"role": "system", "content": f"rule {i}"} for i in range(n)),
    "tools": lambda n: chat([user()], tools=[tool(f"f{i}", {"type": "object"}) for i in range(n)]),
    "equal tools": lambda n: chat([user()], tools=[tool("f", {"type": "object"})] * n),
    "schema with many properties": lambda n: chat(
        [user()], tools=[tool("f", {"type": "object", "properties": {f"p{i}": {"type": "dict"} for i in range(n)}})]
    ),
    "schema that requires one name often": lambda n: chat(
        [user()], tools=[tool("f", {"type": "object", "properties": {"a": {}}, "required": ["a"] * n})]
    ),
    "arguments with many keys": lambda n: chat(
        [{"role": "assistant", "content": None, "tool_calls": [call("c", "f", json.dumps({f"k{i}": i for i in range(n)}))]}]
    ),
    "media": lambda n: chat(
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,iVBORw0KGgo{i:04}"}} for i in range(n)]}]
    ),
    "secrets": lambda n: chat([user("ghp_" + "a1B2c3D4e5" * 4 + " ") for _ in range(n)]),
    "starts of secrets": lambda n: chat([user("ghp_sk-AKIA" * n)]),
    "control characters": lambda n: chat([user("\u001b[31m\u202e" * n)]),
    "markdown marks": lambda n: chat([user("*_`[![(<" * n)]),
    "markdown quotes": lambda n: chat([user("> " * min(n, 400) + "a\n" * n)]),
    "code fences": lambda n: chat([user("```\n~~~\n" * n)]),
    "equal hashes of short keys": lambda n: chat([user(**{"a" * (i % 50) + str(i): 0 for i in range(n)})]),
}

# Many conversations.
OPENAI_LINES = {
    "records": lambda n: lines({"messages": [user(f"q{i}"), answer()]} for i in range(n)),
    "equal records": lambda n: lines({"messages": [user(), answer()]} for _ in range(n)),
    "records that fail": lambda n: b'{"messages":[{"role":"user"\n' * n,
    "blank lines": lambda n: b"\n" * n * 20 + lines([{"messages": [user()]}]),
    "records of different types": lambda n: lines({"messages": [user()], f"k{i}": [1, "a", None, {}][i % 4]} for i in range(n)),
    "compressed": lambda n: gzip.compress(lines({"messages": [user(f"q{i}")]} for i in range(n)), mtime=0),
}


def node(id, parent, children, text="hi"):
    message = {"id": id, "author": {"role": "user"}, "content": {"content_type": "text", "parts": [text]}}
    return {"id": id, "parent": parent, "children": children, "message": message if parent else None}


def tree(nodes, current):
    return json.dumps([{"title": "T", "mapping": {node["id"]: node for node in nodes}, "current_node": current}]).encode()


def deep(n):
    name = lambda i: f"n{i}"
    nodes = [node(name(i), name(i - 1) if i else None, [name(i + 1)] if i < n else []) for i in range(n + 1)]
    return tree(nodes, name(n))


def bushy(n):
    leaves = [node(f"n{i}", "root", []) for i in range(n)]
    return tree([node("root", None, [leaf["id"] for leaf in leaves]), *leaves], "n0")


def comb(n):
    """A long trunk with a branch at every node: the messages of all branches together would be n * n."""
    nodes = [node("root", None, ["t0"])]
    for i in range(n):
        children = [f"b{i}"] + ([f"t{i + 1}"] if i + 1 < n else [])
        nodes += [node(f"t{i}", f"t{i - 1}" if i else "root", children), node(f"b{i}", f"t{i}", [])]
    return tree(nodes, f"t{n - 1}")


def cycle(n):
    return tree([node(f"n{i}", f"n{(i + 1) % n}", [f"n{(i - 1) % n}"]) for i in range(n)], "n0")


CHATGPT = {
    "deep tree": deep,
    "bushy tree": bushy,
    "comb": comb,
    "cycle": cycle,
    "parents that are missing": lambda n: tree([node(f"n{i}", f"gone{i}", []) for i in range(n)], "n0"),
}


def session(n, parent_of):
    def line(i):
        message = {"role": "user", "content": f"m{i}"}
        parent = parent_of(i)
        more = {"parentUuid": None if parent is None else f"u{parent}", "sessionId": "s", "isSidechain": False}
        return {"type": "user", "uuid": f"u{i}", "message": message, "timestamp": "2026-01-31T13:00:02.000Z", "version": "2", "cwd": "/", **more}

    return lines(line(i) for i in range(n))


CLAUDE_CODE = {
    "session": lambda n: session(n, lambda i: i - 1 if i else None),
    "session with forks at its root": lambda n: session(n, lambda i: 0 if i else None),
    "session whose parents are missing": lambda n: session(n, lambda i: i + n),
    "session of one loop": lambda n: session(n, lambda i: (i + 1) % n),
}


def run(*events, n=1, thread="t", parent=None):
    ids = {"threadId": thread, "runId": f"r{n}"}
    start = ids | {"messages": [{"id": f"u{n}", "role": "user", "content": "q"}], "state": {}, "tools": [], "context": []}
    more = {} if parent is None else {"parentRunId": f"r{parent}"}
    return [{"type": "RUN_STARTED", **ids, **more, "input": start}, *events, {"type": "RUN_FINISHED", **ids}]


def runs(n, thread_of=lambda i: "t", parent_of=lambda i: None):
    """Runs with a message each."""
    return [run(*text_events(f"m{i}", "a"), n=i, thread=thread_of(i), parent=parent_of(i)) for i in range(n)]


def row(events):
    start = events[0]
    return {"thread_id": start["threadId"], "run_id": start["runId"], "parent_run": start.get("parentRunId"), "events": events}


def text_events(id, *deltas):
    start = [{"type": "TEXT_MESSAGE_START", "messageId": id, "role": "assistant"}]
    content = [{"type": "TEXT_MESSAGE_CONTENT", "messageId": id, "delta": delta} for delta in deltas]
    return [*start, *content, {"type": "TEXT_MESSAGE_END", "messageId": id}]


def open_at_once(n):
    starts = [{"type": "TEXT_MESSAGE_START", "messageId": f"m{i}", "role": "assistant"} for i in range(n)]
    content = [{"type": "TEXT_MESSAGE_CONTENT", "messageId": f"m{i % n}", "delta": "x"} for i in range(2 * n)]
    return lines(run(*starts, *content, *({"type": "TEXT_MESSAGE_END", "messageId": f"m{i}"} for i in range(n))))


def patches(n, operation):
    snapshot = {"type": "STATE_SNAPSHOT", "snapshot": {"a": [], "b": {}}}
    return lines(run(snapshot, *({"type": "STATE_DELTA", "delta": [operation(i)]} for i in range(n))))


AG_UI = {
    "one message of many deltas": lambda n: lines(run(*text_events("m", *(f"d{i}" for i in range(n))))),
    "messages": lambda n: lines(run(*(e for i in range(n) for e in text_events(f"m{i}", "a")))),
    "messages open at once": open_at_once,
    "messages that never end": lambda n: lines(
        run(*({"type": "TEXT_MESSAGE_START", "messageId": f"m{i}", "role": "assistant"} for i in range(n)))
    ),
    "runs": lambda n: lines(e for events in runs(n) for e in events),
    "runs of threads in turn": lambda n: lines(e for events in runs(n, lambda i: f"t{i % 7}") for e in events),
    "two branches in turn": lambda n: lines(
        e for events in runs(n, parent_of=lambda i: max(i - 2, 0) if i else None) for e in events
    ),
    "rows of branches of one run": lambda n: lines(map(row, runs(n, parent_of=lambda i: 0 if i else None))),
    "rows of threads in turn": lambda n: lines(map(row, runs(n, lambda i: f"t{i % 7}"))),
    "one id of many messages": lambda n: lines(run(*(e for _ in range(n) for e in text_events("m", "a")))),
    "tool calls": lambda n: lines(
        run(
            *(
                e
                for i in range(n)
                for e in (
                    {"type": "TOOL_CALL_START", "toolCallId": f"c{i}", "toolCallName": "f"},
                    {"type": "TOOL_CALL_ARGS", "toolCallId": f"c{i}", "delta": "{}"},
                    {"type": "TOOL_CALL_END", "toolCallId": f"c{i}"},
                )
            )
        )
    ),
    "appends to a list": lambda n: patches(n, lambda i: {"op": "add", "path": "/a/-", "value": i}),
    "keys of an object": lambda n: patches(n, lambda i: {"op": "add", "path": f"/b/k{i}", "value": i}),
    "copies": lambda n: patches(n, lambda i: {"op": "copy", "from": "/b", "path": f"/a/-"}),
    "tests that hold": lambda n: patches(n, lambda i: {"op": "test", "path": "/a", "value": []}),
}

KEPROMPT = {
    "statements": lambda n: ('.prompt "name":"x", "version":"1"\n' + ".user hi\n.assistant ho\n" * n).encode(),
    "variables": lambda n: (
        '.prompt "name":"x", "version":"1"\n' + "".join(f".set v{i} 1\n.user <<v{i}>>\n" for i in range(n))
    ).encode(),
}


def archive(n):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for i in range(n // 10 + 1):
            file.writestr(f"conversations-{i:03}.json", chat(turns(2)))
    return out.getvalue()


ARCHIVES = {"archive with many files": archive}

LIONPRIDE_HEAD = {"created_at": "2026-05-04T09:00:00+00:00", "metadata": {"lion_class": "lionpride.core.flow.Flow"}}


def flow(branches, length):
    def uuid(kind, i=0):
        return f"00000000-0000-4000-8{kind:03}-{i:012}"

    def pile(kind, items):
        metadata = {"lion_class": "lionpride.core.pile.Pile"}
        head = {"id": uuid(kind), "created_at": "2026-05-04T09:00:00+00:00", "metadata": metadata}
        return {**head, "item_type": None, "strict_type": False, "items": items}

    def message(i):
        metadata = {"lion_class": "lionpride.session.messages.message.Message"}
        head = {"id": uuid(1, i), "created_at": "2026-05-04T09:01:00+00:00", "metadata": metadata}
        return {**head, "content": {"instruction": f"q{i}"}, "embedding": None, "sender": "user", "recipient": "assistant"}

    def branch(i):
        metadata = {"lion_class": "lionpride.session.session.Branch"}
        head = {"id": uuid(2, i), "created_at": "2026-05-04T09:00:00+00:00", "metadata": metadata, "name": f"b{i}"}
        order = [uuid(1, j) for j in range(length)]
        return {**head, "order": order, "session_id": uuid(9), "system_message": None, "capabilities": [], "resources": []}

    items = pile(3, [message(i) for i in range(length)])
    progressions = pile(4, [branch(i) for i in range(branches)])
    return json.dumps({"id": uuid(5), **LIONPRIDE_HEAD, "name": None, "items": items, "progressions": progressions}).encode()


LIONPRIDE = {
    "flow": lambda n: flow(1, n),
    "flow with many branches": lambda n: flow(n, 1),
}
