"""Claims of KePrompt's page about statements and messages, judged by KePrompt."""

import json
import os
import types

import made_keprompt
import made_statements
from claims import claim, main

GUIDE = """.prompt "name":"FileReader", "version":"1.0.0"
.user Read data.txt
.exec
.exit
"""


def statements(*pairs):
    return [{"msg_no": number, "keyword": keyword, "value": value} for number, (keyword, value) in enumerate(pairs)]


def without_numbers(messages):
    return [{key: value for key, value in message.items() if key in ("role", "content")} for message in messages]


def library(program):
    messages, failed = made_statements.run_list(program)
    assert not failed, messages
    return messages


def loaded(row):
    """The machine that the chat manager makes of a row."""
    manager = object.__new__(made_keprompt.ChatManager)
    columns = {name: json.loads(row[f"{name}_json"] or "{}") for name in ("messages", "vm_state", "variables")}
    manager.get_chat = lambda _: {"chat": types.SimpleNamespace(**row), **columns}
    with made_statements.quiet():
        return manager.load_vm(row["chat_id"])


def continued(row):
    """The messages after the guide's chat update, with a stub for the model."""
    machine = loaded(row)
    before = len(machine.prompt.messages)
    with made_statements.quiet():
        machine.add_statement(keyword=".user", value="Follow-up question")
        machine.add_statement(keyword=".exec", value="")
        machine.execute()
        messages = machine.prompt.to_json()
    assert before < len(messages)
    return messages


OPENAI = [
    {"role": "system", "content": "Be <<brief>>."},
    {"role": "user", "content": "Weather?"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "w", "arguments": '{"city": "Paris", "n": 3}'}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "72F\n\n  dry "},
    {"role": "assistant", "content": "Sunny"},
]


@claim("each statement creates its message")
def mapping(tool):
    program = statements(
        (".prompt", '"name":"n", "version":"1"'), (".system", "s"), (".user", "Hello, AI!"), (".assistant", "a"), (".user", "u"),
        (".tool_call", 'readfile(filename="data.txt") id=call_abc123'), (".tool_result", "id=call_abc123 name=readfile\nFile contents: Lorem"),
        (".exit", ""),
    )  # fmt: skip
    tool.write("program.json", program)
    assert tool.json("statements", "run", "program.json") == library(program)


@claim("a .prompt file is parsed, and executed until .exit")
def example(tool):
    tool.write("guide.prompt", GUIDE)
    messages, failed = made_statements.run_text(GUIDE)
    assert not failed and tool.json("statements", "run", "--exec", "stub", "guide.prompt") == messages
    assert tool.run("detect", "guide.prompt").strip() == "keprompt-prompt"


@claim("messages in provider-agnostic form, with several parts")
def universal(tool):
    tool.write("openai.json", {"messages": OPENAI})
    messages = tool.json("convert", "-q", "--to", "keprompt", "openai.json")
    row = {"chat_id": "c", "messages_json": json.dumps(messages), "vm_state_json": "{}", "variables_json": '{"brief": "short"}', "statements_json": None, "prompt_filename": None}
    assert [message["role"] for message in made_keprompt.load(row)] == [message["role"] for message in OPENAI]


@claim("to_company_messages for each provider")
def company(tool):
    tool.write("openai.json", {"messages": OPENAI})
    messages = tool.json("convert", "-q", "--to", "keprompt", "openai.json")
    row = {"chat_id": "c", "messages_json": json.dumps(messages), "vm_state_json": "{}", "variables_json": "{}", "statements_json": None, "prompt_filename": None}
    tool.write("messages.json", messages)
    for service in made_keprompt.SERVICES:
        wanted = made_keprompt.company(loaded(row).prompt.messages, service)
        done = tool.json("convert", "-q", "--to", f"keprompt-company:{service}", "messages.json")
        names = {key: value for key, value in done.items() if key in wanted}
        if service not in ("gemini",):
            assert names == wanted, (service, done, wanted)


@claim("statements and messages are saved; the chat is loaded and continued")
def update(tool):
    tool.write("openai.json", {"messages": OPENAI})
    row = tool.json("convert", "-q", "--to", "keprompt-chat", "openai.json")
    stored = json.loads(row["messages_json"])
    assert without_numbers(library(json.loads(row["statements_json"]))) == without_numbers(stored)
    after = continued(row)
    assert without_numbers(after[: len(stored)]) == without_numbers(stored)
    assert [message["role"] for message in after[len(stored) :]] == ["user", "assistant"]


@claim("answers that no statement can express are those of .exec, and the chat is continued")
def nested(tool):
    messages = json.loads(json.dumps(OPENAI))
    messages[2]["tool_calls"][0]["function"]["arguments"] = '{"cities": ["Paris", {"a": null}]}'
    tool.write("openai.json", {"messages": messages})
    row = tool.json("convert", "-q", "--to", "keprompt-chat", "openai.json")
    tool.write("row.json", row)
    assert without_numbers(tool.json("statements", "run", "row.json")) == without_numbers(json.loads(row["messages_json"]))
    tool.run("statements", "diff", "row.json")
    assert tool.errors("row.json") == set()
    assert [message["role"] for message in continued(row)[-2:]] == ["user", "assistant"]


@claim("new statements are added to a chat, and executed from the current place")
def append(tool):
    tool.write("openai.json", {"messages": OPENAI})
    tool.run("convert", "-q", "--to", "keprompt-chat", "-o", "row.json", "openai.json")
    more = tool.run("statements", "edit", "--append", "--keyword", "user", "--set-value", "Follow-up question", "row.json")
    row = json.loads(tool.run("statements", "edit", "--append", "--keyword", "exec", stdin=more))
    tool.write("more.json", row)
    assert tool.errors("more.json") == set()
    machine = loaded(row)
    with made_statements.quiet():
        machine.execute()
        after = machine.prompt.to_json()
    assert [message["role"] for message in after[len(OPENAI) :]] == ["user", "assistant"]


@claim(".tool_call and .tool_result recreate calls and results")
def calls(tool):
    text = '.prompt "name":"n", "version":"1"\n.tool_call readfile(filename="data.txt") id=call_abc123\n.tool_result id=call_abc123 name=readfile\nFile contents\n.exit\n'
    tool.write("calls.prompt", text)
    messages, failed = made_statements.run_text(text)
    assert not failed and tool.json("statements", "run", "-q", "calls.prompt") == messages
    documented = tool.json("statements", "run", "--documented", "calls.prompt")
    assert documented[1]["content"][0]["content"] == "File contents"
    assert library(tool.json("convert", "-q", "--documented", "--to", "keprompt-statements", "calls.prompt")) == documented
    body = tool.json("convert", "-q", "--documented", "--to", "openai", "calls.prompt")
    assert body["messages"][1] == {"role": "tool", "tool_call_id": "call_abc123", "content": "File contents"}


@claim("every message can be a statement: a conversation is reconstructed")
def symmetry(tool):
    tool.write("openai.json", {"messages": OPENAI})
    tool.run("convert", "-q", "--to", "keprompt", "-o", "messages.json", "openai.json")
    program = tool.json("statements", "from-messages", "messages.json")
    messages = json.loads((tool.folder / "messages.json").read_text())
    assert without_numbers(library(program)) == without_numbers(messages)


@claim("statement-only storage: messages are regenerated")
def statements_only(tool):
    program = statements((".prompt", '"name":"n", "version":"1"'), (".user", "u"), (".assistant", "a"), (".exit", ""), (".user", "v"))
    for row in ({"chat_id": "c", "statements_json": json.dumps(program)}, {"chat_id": "c", "messages_json": None, "statements_json": json.dumps(program)}):
        tool.write("row.json", row)
        made = tool.json("convert", "-q", "--to", "keprompt", "row.json")
        assert [message["role"] for message in made] == ["user", "assistant", "user"]
    assert without_numbers(made)[:2] == without_numbers(library(program))[:2]


@claim(".cmd executes a function during the prompt")
def commands(tool):
    (tool.folder / "files").mkdir()
    (tool.folder / "files" / "inc.txt").write_bytes((made_statements.FOLDER / "inc.txt").read_bytes())
    text = '.prompt "name":"n", "version":"1"\n.user Read it:\n.cmd readfile(filename=inc.txt)\n.exit\n'
    tool.write("cmd.prompt", text)
    messages, failed = made_statements.run_text(text)
    assert not failed and tool.json("statements", "run", "--dir", "files", "cmd.prompt") == messages
    made = tool.json("convert", "-q", "--to", "keprompt", "--dir", "files", "cmd.prompt")
    assert without_numbers(made) == without_numbers(messages)


@claim("conversation diffing, editing, branching, selective replay, validation")
def future(tool):
    tool.write("openai.json", {"messages": OPENAI})
    row = tool.json("convert", "-q", "--to", "keprompt-chat", "openai.json")
    changed = json.loads(json.dumps(row))
    changed["chat_id"], messages = "edited00", json.loads(row["messages_json"])
    messages[1]["content"][0]["text"] = "Weather, please?"
    changed["messages_json"] = json.dumps(messages)
    tool.write("chats.jsonl", json.dumps(row) + "\n" + json.dumps(changed) + "\n")
    shown = tool.run("statements", "diff", "chats.jsonl", code=1)
    assert f"= chat {row['chat_id']}" in shown and "~ chat edited00" in shown
    assert "TW870" in tool.errors("chats.jsonl")
    tool.write("row.json", row)
    tool.run("statements", "edit", "--at", "4", "--set-value", "Rain?", "-o", "new.json", "row.json")
    assert tool.errors("new.json") == set()
    tool.run("statements", "branch", "--at", "5", "--new-id", "branch00", "-o", "branch.json", "row.json")
    assert tool.errors("branch.json") == set()
    assert [message["role"] for message in continued(json.loads((tool.folder / "branch.json").read_text()))[-2:]] == ["user", "assistant"]
    replayed = tool.json("statements", "replay", "--from", "4", "--exec", "stub", "row.json")
    assert replayed[0]["content"][0]["text"] == "Weather?"


@claim("a table of chats becomes prompts")
def prompts(tool):
    rows = []
    for name in ("one", "two"):
        tool.write("openai.json", {"messages": [{"role": "user", "content": name}, {"role": "assistant", "content": "ok"}]})
        rows.append(tool.json("convert", "-q", "--to", "keprompt-chat", "openai.json") | {"chat_id": name})
    tool.write("chats.json", rows)
    tool.run("convert", "-q", "--to", "keprompt-prompt", "-o", "prompts/", "chats.json")
    assert sorted(os.listdir(tool.folder / "prompts")) == ["one.prompt", "two.prompt"]
    for row in rows:
        messages, failed = made_statements.run_text((tool.folder / "prompts" / f"{row['chat_id']}.prompt").read_text())
        assert not failed and without_numbers(messages) == without_numbers(json.loads(row["messages_json"]))


if __name__ == "__main__":
    main(__doc__)
