"""The design of `HistoryMessage.from_message()` and `to_message()` of pickle-bot, claim by claim."""

import json

from page_claims import ROOT, same
from made_picklebot import EVENTS, HISTORY

NOW = "2026-01-02T03:04:05Z"
TIME = "2026-03-08T23:16:36.000137"
CALL = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": '{"q":"x"}'}}

# As litellm has them.
MESSAGES = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Hello"},
    {"role": "assistant", "content": "", "tool_calls": [CALL]},
    {"role": "tool", "content": "found", "tool_call_id": "c1"},
    {"role": "assistant", "content": "Found it."},
]


def stored(messages=MESSAGES, time=TIME):
    return [HISTORY.HistoryMessage.from_message(item).model_copy(update={"timestamp": time}) for item in messages]


def lines(messages):
    return "".join(item.model_dump_json() + "\n" for item in messages)


def loaded(text):
    return [HISTORY.HistoryMessage.model_validate_json(line) for line in text.splitlines() if line.strip()]


def litellm(messages):
    """What the library sends; empty words beside calls are none."""
    return [{key: value for key, value in item.items() if key != "content" or value or "tool_calls" not in item} for item in messages]


def store(folder, name="history", sessions=2):
    own = HISTORY.HistoryStore(folder.path / name)
    for number in range(sessions):
        own.create_session("pickle", f"s{number}", EVENTS.CliEventSource())
        for item in stored():
            own.save_message(f"s{number}", item)
    return own


def claim_P1(folder):
    """Fields: timestamp, role, content, tool_calls, tool_call_id; others are not kept."""
    folder.write("s.jsonl", lines(stored()))
    same(folder.run("convert", "-q", "--to", "picklebot", "s.jsonl"), lines(stored()))
    folder.run("validate", "--ignore", "TW645", "s.jsonl")
    folder.write("odd.jsonl", lines(stored()[1:2]).replace('"role"', '"name":"n","role"'))
    assert "TW104" in folder.run("validate", "odd.jsonl", "--from", "picklebot")


def claim_P2(folder):
    """Roles: user, assistant, system and tool, and no others."""
    for role in ["user", "assistant", "system", "tool", "developer", "User"]:
        line = json.dumps({"timestamp": TIME, "role": role, "content": "x"})
        folder.write("one.jsonl", line + "\n")
        try:
            loaded(line)
            is_good = True
        except ValueError:
            is_good = False
        same(is_good, role in ["user", "assistant", "system", "tool"])
        found = folder.run("validate", "--select", "TW1", "--from", "picklebot", "one.jsonl", code=0 if is_good else 1)
        assert is_good or "TW105" in found or "TW1" in found, found


def claim_P3(folder):
    """`to_message()`: role and content, calls of the assistant, the call id of a result."""
    folder.write("s.jsonl", lines(stored()))
    found = folder.json("convert", "-q", "--to", "openai", "--container", "list", "s.jsonl")
    same(litellm(found), litellm([item.to_message() for item in stored()]))


def claim_P4(folder):
    """`to_message()` leaves out calls and call ids of other roles."""
    odd = [
        HISTORY.HistoryMessage(timestamp=TIME, role="user", content="q", tool_calls=[CALL], tool_call_id="c1"),
        HISTORY.HistoryMessage(timestamp=TIME, role="assistant", content="a", tool_call_id="c1"),
    ]
    folder.write("s.jsonl", lines(odd))
    found = folder.json("convert", "-q", "--to", "openai", "--container", "list", "s.jsonl")
    same(found, [item.to_message() for item in odd])
    assert "TW642" in folder.run("validate", "s.jsonl")


def claim_P5(folder):
    """`from_message()`: a message of each kind is stored as the library stores it."""
    folder.write("chat.json", {"messages": MESSAGES})
    found = folder.run("convert", "-q", "--to", "picklebot", "--now", NOW, "chat.json")
    times = [item.timestamp for item in loaded(found)]
    mine = [item.model_copy(update={"timestamp": time}) for item, time in zip(stored(), times)]
    same([json.loads(line) for line in found.splitlines()], [item.model_dump() for item in mine])


def claim_P6(folder):
    """Missing types of calls are `function`."""
    call = {key: value for key, value in CALL.items() if key != "type"}
    folder.write("chat.json", {"messages": [{"role": "assistant", "content": "", "tool_calls": [call]}]})
    found = loaded(folder.run("convert", "-q", "--from", "openai", "--to", "picklebot", "chat.json"))
    theirs = HISTORY.HistoryMessage.from_message({"role": "assistant", "content": "", "tool_calls": [call]})
    same(found[0].tool_calls, theirs.tool_calls)


def claim_P7(folder):
    """Contents are texts: null and no content beside calls are the empty text, parts are their texts."""
    given = [
        {"role": "user", "content": [{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo"}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "content": "r", "tool_call_id": "c1"},
    ]
    folder.write("chat.json", {"messages": given})
    found = loaded(folder.run("convert", "-q", "--to", "picklebot", "chat.json"))
    same([item.content for item in found], ["Hello", "", "r"])


def claim_P8(folder):
    """What `str()` made of null and of lists is found, and unsafe fixes undo it."""
    given = [
        {"role": "user", "content": [{"type": "text", "text": "it's"}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "content": "r", "tool_call_id": "c1"},
    ]
    bad = stored(given)
    same([item.content for item in bad], ["[{'type': 'text', 'text': \"it's\"}]", "None", "r"])
    folder.write("s.jsonl", lines(bad))
    same(folder.run("validate", "s.jsonl").count("TW644"), 2)
    folder.run("validate", "--fix", "--unsafe-fixes", "s.jsonl")
    same([item.content for item in loaded(folder.read("s.jsonl"))], ["it's", "", "r"])


def claim_P9(folder):
    """Message to HistoryMessage to Message: nothing is lost."""
    folder.write("chat.json", {"messages": MESSAGES})
    folder.run("convert", "-q", "--to", "picklebot", "-o", "s.jsonl", "chat.json")
    same(litellm(item.to_message() for item in loaded(folder.read("s.jsonl"))), litellm(MESSAGES))
    back = folder.json("convert", "-q", "--to", "openai", "s.jsonl")
    same(litellm(back["messages"]), litellm(MESSAGES))


def claim_P10(folder):
    """Timestamps: the library makes one up at each reading; what is written has one, and none goes backwards."""
    line = '{"role":"user","content":"x"}'
    one, other = HISTORY.HistoryMessage.model_validate_json(line), HISTORY.HistoryMessage.model_validate_json(line)
    assert one.timestamp != other.timestamp
    folder.write("chat.json", {"messages": MESSAGES})
    for more, first in [([], "1970-01-01T00:00:00"), (["--now", NOW], "2026-01-02T03:04:05")]:
        text = folder.run("convert", "-q", "--to", "picklebot", *more, "chat.json")
        times = [item.timestamp for item in loaded(text)]
        same(times[0], first)
        same(times, sorted(set(times)))
        same([item.timestamp for item in loaded(text)], times)
    timed = [{"id": str(number), "role": "user", "content": "x"} for number in range(3)]
    timed[1]["timestamp"] = TIME
    folder.write("some.jsonl", "".join(json.dumps({**item, "tool_calls": None, "tool_call_id": None}) + "\n" for item in timed))
    folder.write("list.json", {"messages": MESSAGES[1:2]})


def claim_P11(folder):
    """`save_message()` and `get_messages()`: a session of the store is read, and one that is written is loaded."""
    own = store(folder)
    listed = [json.loads(line) for line in folder.run("convert", "-q", "--to", "picklebot", "--framing", "lines", "history").splitlines()]
    same([item["id"] for item in listed], [item.id for item in own.list_sessions()])
    folder.run("convert", "-q", "--to", "picklebot", "-o", "copy/", "history")
    again = HISTORY.HistoryStore(folder.path / "copy")
    same(again.list_sessions(), own.list_sessions())
    same(again.get_messages("s1"), own.get_messages("s1"))


def claim_P12(folder):
    """Sessions are added to a store: the library lists them beside its own, resumes them, and goes on."""
    own = store(folder)
    before = (folder.path / "history/index.jsonl").read_bytes()
    folder.write("chat.json", {"messages": MESSAGES[1:]})
    add = ["convert", "-q", "--to", "picklebot", "--add", "-o", "history", "--now", NOW]
    set_ = ["--set", "/id=new", "--set", "/agent_id=cookie", "--set", "/source=cron:daily", "--set", "/created_at=2026-01-01T00:00:00"]
    folder.run(*add, *set_, "chat.json")
    assert (folder.path / "history/index.jsonl").read_bytes().startswith(before)
    same(sorted(item.id for item in own.list_sessions()), ["new", "s0", "s1"])
    info = own.get_session_info("new")
    same((info.agent_id, str(info.get_source()), info.created_at, info.message_count), ("cookie", "cron:daily", "2026-01-01T00:00:00", 4))
    same(litellm(item.to_message() for item in own.get_messages("new")), litellm(MESSAGES[1:]))
    own.save_message("new", stored()[1])
    same(own.get_session_info("new").message_count, 5)
    folder.run(*add, *set_, "chat.json", code=2)
    assert "already" in folder.errors
    # A run that was stopped before the index: the file is there, and the store is as it was.
    index = (folder.path / "history/index.jsonl").read_text()
    folder.run(*add, "--set", "/id=late", "chat.json")
    (folder.path / "history/index.jsonl").write_text(index)
    same(own.get_session_info("late"), None)
    folder.run(*add, "--set", "/id=late", "chat.json")
    same(own.get_session_info("late").message_count, 4)


def claim_P13(folder):
    """A session that was stopped in a call is repaired, so that providers take it again."""
    own = store(folder, sessions=1)
    call = {**CALL, "id": "c2"}
    own.save_message("s0", stored([{"role": "assistant", "content": "", "tool_calls": [call]}])[0])
    same(len(own.get_messages("s0")), 6)
    sent = folder.json("convert", "-q", "--to", "openai", "--repair", "--container", "list", "history/sessions/s0.jsonl")
    same((sent[-1]["role"], sent[-1]["tool_call_id"]), ("tool", "c2"))
    folder.run("validate", "--fix", "--unsafe-fixes", "--ignore", "TW645", "history")
    same(own.get_messages("s0")[-1].tool_call_id, "c2")
    same(own.get_session_info("s0").message_count, 7)


def claim_P14(folder):
    """Three old layouts become today's."""
    for old in ["old/json", "old/chunked", "store"]:
        source = ROOT / "tests/fixtures/picklebot" / old
        name = old.replace("/", "-")
        folder.run("convert", "-q", "--to", "picklebot", "-o", f"{name}/", source)
        own = HISTORY.HistoryStore(folder.path / name)
        listed = own.list_sessions()
        assert listed
        for item in listed:
            same(len(own.get_messages(item.id)), item.message_count)


def claim_P15(folder):
    """Folders are shown, and their sessions listed."""
    store(folder)
    assert "s1" in folder.run("lineage", "history"), "no id"
    assert "Found it." in folder.run("show", "history")
