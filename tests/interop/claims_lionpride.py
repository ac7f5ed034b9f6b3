"""The document about `Message` of lionpride, claim by claim."""

import json
import uuid
from uuid import UUID

from page_claims import ROOT, same
from lionpride import Flow, Pile
from lionpride.session import Message, MessageRole, Session, prepare_messages_for_chat
from lionpride.session import (
    ActionRequestContent,
    ActionResponseContent,
    AssistantResponseContent,
    InstructionContent,
    SystemContent,
)

NOW = "2026-01-02T03:04:05Z"
TIME = "2025-06-01T12:00:00+00:00"
CALL = "00000000-0000-4000-8000-00000000000c"

CONTENTS = [
    {"system_message": "You plan trips.", "system_datetime": "2025-03-04T05:06:07+00:00"},
    {"instruction": "Where is it dry?", "context": ["Two adults.", "A dog."]},
    {"function": "forecast", "arguments": {"days": 2}},
    {"request_id": CALL, "result": {"Faro": "sun"}},
    {"assistant_response": "Faro."},
    {"instruction": "Describe this", "images": ["https://example.com/a.png"], "image_detail": "low"},
    {"assistant_response": "A beach."},
    {"assistant_response": "With sun."},
]
KINDS = [
    SystemContent,
    InstructionContent,
    ActionRequestContent,
    ActionResponseContent,
    AssistantResponseContent,
    InstructionContent,
    AssistantResponseContent,
    AssistantResponseContent,
]


def message(content, number, **more):
    id = CALL if "function" in content else f"00000000-0000-4000-8000-{number:012}"
    return {"id": id, "created_at": TIME, "content": content, **more}


def messages(contents=CONTENTS):
    return [Message.from_dict(message(content, number)) for number, content in enumerate(contents)]


def saved(items):
    return [item.to_dict(mode="json") for item in items]


def session(contents=CONTENTS):
    """A session with one branch, and the flow that holds it."""
    own = Session()
    branch = own.create_branch(name="main")
    for item in messages(contents):
        own.add_message(item, branches=branch)
    return own, branch


def flow_of(own):
    return own.conversations.to_dict(mode="json")


def chat(items):
    return [item.content.to_chat() for item in items]


def claim_L1(folder):
    """Fields: all that `to_dict` writes comes back, whatever the mode and the container."""
    own, _ = session()
    folder.write("flow.json", flow_of(own))
    same(folder.run("convert", "-q", "--to", "lionpride", "flow.json"), json.dumps(flow_of(own)))
    pile = folder.json("convert", "-q", "--to", "lionpride", "--container", "pile", "flow.json")
    same(saved(Pile.from_dict(pile)), saved(own.messages))
    folder.run("validate", "--select", "TW1", "flow.json")


def claim_L2(folder):
    """The content decides the type: the row of the table whose key is there."""
    folder.write("contents.json", CONTENTS)
    pile = folder.json("convert", "-q", "--to", "lionpride", "--container", "pile", "contents.json")
    same([type(item.content) for item in Pile.from_dict(pile)], KINDS)


def claim_L3(folder):
    """A content without a known key is an instruction without words; the keys are lost, and that is reported."""
    loaded = Message.from_dict({"content": {"unknown_key": "value"}})
    same(loaded.content.to_dict(), {})
    folder.write("odd.json", [message({"unknown_key": "value"}, 1)])
    assert "TW104" in folder.run("validate", "--from", "lionpride", "odd.json"), folder.errors
    same(loaded.role, MessageRole.USER)


def claim_L4(folder):
    """`response_model` of older releases is `request_model`, and can be fixed."""
    folder.write("old.json", [message({"instruction": "q", "response_model": None}, 1)])
    folder.run("validate", "--fix", "old.json")
    same(list(json.loads(folder.read("old.json"))[0]["content"]), ["instruction", "request_model"])


def claim_L5(folder):
    """The role follows from the content."""
    items = messages()
    folder.write("list.json", saved(items))
    roles = [item["role"] for item in folder.json("convert", "-q", "--to", "openai", "--rendered", "list.json")]
    same(roles, [item.role.value for item in items])


def claim_L6(folder):
    """A role that is set by hand does not load; `--fix` removes it."""
    given = [message({"instruction": "q"}, 1, role="user"), message({"assistant_response": "a"}, 2, role="user")]
    for item in given:
        try:
            Message.from_dict(item)
        except ValueError:
            continue
        raise AssertionError(f"loads: {item}")
    folder.write("role.json", given)
    assert "TW673" in folder.run("validate", "role.json", code=1)
    folder.run("validate", "--fix", "role.json")
    same([Message.from_dict(item).role.value for item in json.loads(folder.read("role.json"))], ["user", "assistant"])


def claim_L7(folder):
    """`chat_msg` of each message, images included."""
    items = messages()
    folder.write("list.json", saved(items))
    same(folder.json("convert", "-q", "--to", "openai", "--rendered", "list.json"), chat(items))


def claim_L8(folder):
    """`rendered`: what a service gets has the rendered texts, calls as calls and results as results."""
    items = messages()
    folder.write("list.json", saved(items))
    found = folder.json("convert", "-q", "--to", "openai", "--container", "list", "list.json")
    texts = [item["content"] for item in found if item["role"] in ("system", "user")]
    same(texts[0], items[0].content.render())
    same(texts[1], items[1].content.render())
    same(texts[2], items[5].content.render())


def claim_L9(folder):
    """`clone()`: another id, `clone_from` and `original_created_at`, possibly another sender."""
    item = Message.from_dict(message({"instruction": "q"}, 1, sender="user"))
    folder.write("one.json", item.to_dict(mode="json"))
    for more, sender in [([], "user"), (["--sender", "assistant"], "assistant")]:
        copy = Message.from_dict(folder.json("clone", "-q", "--now", NOW, *more, "one.json"))
        theirs = item.clone(sender=sender)
        assert copy.id != item.id
        same(copy.metadata, theirs.metadata)
        same((copy.content, copy.sender), (theirs.content, theirs.sender))


def claim_L10(folder):
    """Roles of senders and recipients, names, UUIDs, and `unset`."""
    parties = [role.value for role in MessageRole] + ["user_123", str(uuid.uuid5(uuid.NAMESPACE_OID, "a"))]
    given = [message({"instruction": "q"}, number, sender=party) for number, party in enumerate(parties)]
    folder.write("list.json", given)
    folder.run("validate", "--select", "TW1", "list.json")
    pile = folder.json("convert", "-q", "--to", "lionpride", "--container", "pile", "list.json")
    same([item.to_dict(mode="json")["sender"] for item in Pile.from_dict(pile)], parties)


def claim_L11(folder):
    """UUIDs of other spellings are written as the library writes them."""
    odd = ["{AAAAAAAA-0000-4000-8000-000000000001}", "AAAAAAAA000040008000000000000002", "urn:uuid:aaaaaaaa-0000-4000-8000-000000000003"]
    given = [{"id": id, "created_at": TIME, "content": {"instruction": "q"}, "sender": id, "recipient": id} for id in odd]
    folder.write("list.json", given)
    theirs = [Message.from_dict(item).to_dict(mode="json") for item in given]
    ids = [[item["id"], item["sender"], item["recipient"]] for item in theirs]
    found = folder.json("migrate-ids", "-q", "--scheme", "normal", "list.json")
    same([[item["id"], item["sender"], item["recipient"]] for item in found], ids)
    pile = folder.json("convert", "-q", "--to", "lionpride", "--container", "pile", "list.json")
    same([[item["id"], item["sender"], item["recipient"]] for item in pile["items"]], ids)
    folder.write("ag-ui.json", [{"id": odd[0], "role": "user", "content": "q"}])
    found = folder.json("convert", "-q", "--from", "ag-ui", "--to", "lionpride", "ag-ui.json")
    same(found[0]["id"], ids[0][0])


def claim_L12(folder):
    """`prepare_messages_for_chat(to_chat=True)` is what `prepare` prints: all six steps."""
    own, branch = session()
    folder.write("flow.json", flow_of(own))
    same(folder.json("prepare", "-q", "flow.json"), prepare_messages_for_chat(own.messages, branch, to_chat=True))
    new = {"instruction": "And now?", "tool_schemas": ["forecast(days)"]}
    theirs = prepare_messages_for_chat(own.messages, branch, new_instruction=Message(content=new), to_chat=True)
    same(folder.json("prepare", "-q", "--new", json.dumps(new), "flow.json"), theirs)


def claim_L13(folder):
    """`to_chat=False`: the contents."""
    own, branch = session()
    folder.write("flow.json", flow_of(own))
    new = {"instruction": "And now?", "tool_schemas": ["forecast(days)"]}
    for more, given in [([], None), (["--new", json.dumps(new)], Message(content=new))]:
        theirs = [item.to_dict() for item in prepare_messages_for_chat(own.messages, branch, new_instruction=given)]
        same(folder.json("prepare", "-q", "--contents", *more, "flow.json"), theirs)


def claim_L14(folder):
    """`progression`: a branch, or ids in an order; without one, all messages."""
    own, branch = session()
    folder.write("flow.json", flow_of(own))
    folder.write("list.json", saved(own.messages))
    order = [item.id for item in list(own.messages)[:2]]
    theirs = prepare_messages_for_chat(own.messages, order, to_chat=True)
    same(folder.json("prepare", "-q", "--order", ",".join(map(str, order)), "flow.json"), theirs)
    same(folder.json("prepare", "-q", "--branch", "main", "flow.json"), prepare_messages_for_chat(own.messages, branch, to_chat=True))
    same(folder.json("prepare", "-q", "list.json"), prepare_messages_for_chat(own.messages, to_chat=True))


def claim_L15(folder):
    """What the preparation drops is reported: late system texts, results at the end, tools of the history."""
    contents = [
        {"instruction": "a", "tool_schemas": ["t"]},
        {"system_message": "late"},
        {"assistant_response": "b"},
        {"request_id": CALL, "result": 1},
    ]
    own, branch = session([contents[0]])
    for item in messages(contents)[1:]:
        own.conversations.add_item(item, progressions=branch)
    folder.write("flow.json", flow_of(own))
    same(folder.json("prepare", "flow.json"), prepare_messages_for_chat(own.messages, branch, to_chat=True))
    for code in ["TW326", "TW327"]:
        assert code in folder.errors, folder.errors


def claim_L16(folder):
    """Instructions and answers in turn: `prepare` and `--rendered` print the same list."""
    own, branch = session([{"instruction": "a"}, {"assistant_response": "b"}, {"instruction": "c"}, {"assistant_response": "d"}])
    folder.write("flow.json", flow_of(own))
    prepared = folder.json("prepare", "-q", "flow.json")
    same(folder.json("convert", "-q", "--to", "openai", "--rendered", "flow.json"), prepared)
    same(prepared, prepare_messages_for_chat(own.messages, branch, to_chat=True))


def claim_L17(folder):
    """`to_dict(mode="db")` and back."""
    own, _ = session()
    folder.write("list.json", saved(own.messages))
    db = folder.json("convert", "-q", "--to", "lionpride", "--mode", "db", "list.json")
    theirs = [item.to_dict(mode="db", created_at_format="isoformat") for item in own.messages]
    same(db, theirs)
    folder.write("db.json", db)
    same(folder.json("convert", "-q", "--to", "lionpride", "--mode", "json", "db.json"), saved(own.messages))


def claim_L18(folder):
    """Identity: a pile refuses two messages with one id; `dedupe --messages` keeps the first."""
    first, second = messages(CONTENTS[:2])
    pile = Pile(items=[first, second]).to_dict(mode="json")
    pile["items"].append({**pile["items"][0], "id": str(first.id).upper()})
    folder.write("pile.json", pile)
    assert "TW660" in folder.run("validate", "pile.json", code=1)
    found = folder.json("dedupe", "-q", "--messages", "pile.json")
    same([item.id for item in Pile.from_dict(found)], [first.id, second.id])


def claim_L19(folder):
    """A flow of any conversation: `Flow.from_dict` loads it, a session goes on with it, and its branches are progressions."""
    sources = [
        ("openai", {"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]}, 1),
        ("lionpride", CONTENTS, 1),
    ]
    for format, source, branches in sources:
        folder.write("in.json", source)
        found = folder.json("convert", "-q", "--from", format, "--to", "lionpride", "--container", "flow", "in.json")
        flow = Flow.from_dict(found)
        same(len(flow.progressions), branches)
        own = Session(conversations=flow)
        branch = own.get_branch("main")
        same(len(branch), len(flow.items))
        assert prepare_messages_for_chat(own.messages, branch, to_chat=True)
        own.add_message(Message(content={"instruction": "next"}), branches="main")
        same(len(own.fork("main", name="x")), len(flow.items))
    tree = (ROOT / "tests/fixtures/claude-code/rewound.jsonl").resolve()
    flow = Flow.from_dict(folder.json("convert", "-q", "--to", "lionpride", "--container", "flow", tree))
    assert len(flow.progressions) > 1
    for branch in flow.progressions:
        name = branch.name
        single = folder.json("convert", "-q", "--to", "lionpride", "--branch", name, tree)
        same([flow.items[id].content.to_dict() for id in branch], [Message.from_dict(item).content.to_dict() for item in single])


def claim_L20(folder):
    """Fork and modify: up to a message, with another one; the branch keeps its own."""
    own, branch = session([{"instruction": "Explain approach A"}, {"assistant_response": "A is…"}])
    original = list(own.messages)[0]
    folder.write("flow.json", flow_of(own))
    folder.write("b.json", {"content": {"instruction": "Explain approach B"}, "metadata": {"modification": "Changed approach A to B"}})
    fork = ["clone", "-q", "--branch", "main", "--last", original.id, "--name", "experimental", "--replace", f"{original.id}=b.json"]
    flow = Flow.from_dict(folder.json(*fork, "--now", NOW, "flow.json"))
    made = flow.get_progression("experimental")
    same(len(made), 1)
    modified = flow.items[made[0]]
    same(modified.content.instruction, "Explain approach B")
    same(modified.metadata["clone_from"], str(original.id))
    same(modified.metadata["modification"], "Changed approach A to B")
    same(list(flow.get_progression("main")), list(branch))
    theirs = own.fork(branch, name="theirs")
    same(made.metadata["forked_from"]["branch_id"], theirs.metadata["forked_from"]["branch_id"])
    same(set(made.to_dict(mode="json")), set(theirs.to_dict(mode="json")))


def claim_L21(folder):
    """A branch that names a message which was not added is found."""
    own, branch = session([{"instruction": "a"}])
    flow = flow_of(own)
    flow["progressions"]["items"][0]["order"].append(str(uuid.uuid4()))
    folder.write("flow.json", flow)
    try:
        Flow.from_dict(flow)
    except Exception:  # noqa: BLE001: the library has an error of its own
        pass
    else:
        raise AssertionError("loads")
    assert "not a message of the flow" in folder.run("validate", "flow.json", code=1)


def claim_L22(folder):
    """Contents do not change: a new content is a new message."""
    own, _ = session([{"instruction": "a"}])
    original = list(own.messages)[0]
    folder.write("flow.json", flow_of(own))
    folder.write("b.json", {"instruction": "b"})
    flow = Flow.from_dict(folder.json("clone", "-q", "--name", "x", "--replace", f"{original.id}=b.json", "flow.json"))
    same(len(flow.items), 2)
    same(flow.items[original.id].content.instruction, "a")


def claim_L23(folder):
    """Image addresses that the library refuses are found."""
    for url in ["file:///etc/passwd", "javascript:x", "data:image/png;base64,AA==", "https://a/%00", ""]:
        content = {"instruction": "q", "images": [url]}
        try:
            Message.from_dict({"content": content})
        except ValueError:
            pass
        else:
            raise AssertionError(f"loads: {url}")
        folder.write("image.json", [message(content, 1)])
        folder.run("validate", "image.json", code=1)


def claim_L24(folder):
    """Embeddings are kept."""
    item = Message.from_dict(message({"instruction": "q"}, 1, embedding=[0.5, -1.0]))
    folder.write("list.json", saved([item]))
    pile = folder.json("convert", "-q", "--to", "lionpride", "--container", "pile", "list.json")
    same(next(iter(Pile.from_dict(pile))).embedding, [0.5, -1.0])


def claim_L25(folder):
    """TOML and YAML of the adapters are not read: JSON is what `to_json` writes."""
    folder.write("message.yaml", "content:\n  instruction: q\n")
    folder.run("convert", "-q", "--from", "lionpride", "--to", "openai", "message.yaml", code=2)
    item = messages()[1]
    folder.write("message.json", item.to_json())
    same(UUID(folder.json("convert", "-q", "--to", "lionpride", "message.json")["id"]), item.id)
