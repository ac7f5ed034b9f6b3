"""Claims of patterpunk's page about serialization, judged by patterpunk."""

import base64
import http.server
import json
import logging
import threading

from claims import claim, main
from patterpunk.llm.chunks import CacheChunk, MultimodalChunk, TextChunk
from patterpunk.llm.messages import (
    AssistantMessage,
    SystemMessage,
    ToolCallMessage,
    ToolResultMessage,
    UserMessage,
    deserialize_message,
)
from patterpunk.llm.types import ToolCall

logging.disable(logging.CRITICAL)
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")


def store(messages):
    return [message.serialize() for message in messages]


def load(stored):
    return [deserialize_message(json.loads(json.dumps(message))) for message in stored]


def without_ids(stored):
    return [{key: value for key, value in message.items() if key != "id"} for message in stored]


def chat():
    return [
        SystemMessage("You are a helpful assistant"),
        UserMessage("What's the capital of France?"),
        ToolCallMessage([ToolCall(id="call_123", name="get_weather", arguments='{"city": "Paris"}')]),
        ToolResultMessage(content="72°F, sunny", call_id="call_123", function_name="get_weather"),
        AssistantMessage("Paris."),
    ]


@claim("store a chat and restore it")
def quick_start(tool):
    stored = store(chat())
    tool.write("chat.json", stored)
    assert tool.errors("chat.json") == set()
    tool.run("convert", "--to", "openai", "--carry", "back", "-o", "openai.json", "chat.json")
    assert store(load(tool.json("convert", "--to", "patterpunk", "--restore", "back", "openai.json"))) == stored


@claim("the functionality is unchanged; older data loads")
def migration(tool):
    old = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Weather?"},
        {"type": "tool-call", "tool_calls": [{"id": "c1", "function": {"name": "w", "arguments": "{}"}}]},
        {"role": "tool-result", "content": "72F", "call_id": "c1", "function_name": "w"},
        {"type": None, "role": "assistant", "content": "Sunny", "thinking_blocks": [{"type": "thinking", "thinking": "t"}]},
    ]
    tool.write("old.json", old)
    new = tool.json("convert", "--to", "patterpunk", "old.json")
    assert all(message["type"] in ("system", "user", "assistant", "tool_call", "tool_result") for message in new)
    assert all("role" not in message and isinstance(message["id"], str) for message in new)
    assert without_ids(store(load(new))) == without_ids(store(load(old)))
    assert [message.id for message in load(new)] == [message["id"] for message in new]
    tool.run("validate", "--fix", "old.json")
    fixed = json.loads((tool.folder / "old.json").read_text())
    assert without_ids(fixed) == without_ids(new) and [message.id for message in load(fixed)] == [message["id"] for message in fixed]


@claim("a table with one old row")
def one_old_row(tool):
    rows = [{"id": number, "messages": store(chat())} for number in range(3)]
    rows[1]["messages"] = [{"role": "system", "content": "s"}, {"role": "user", "content": "hi"}]
    tool.write("table.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert "patterpunk at /messages" in tool.run("detect", "--at", "auto", "table.jsonl")
    lines = tool.run("convert", "--at", "auto", "--to", "patterpunk", "table.jsonl").splitlines()
    for row, line in zip(rows, map(json.loads, lines)):
        assert without_ids(store(load(row["messages"]))) == without_ids(store(load(line["messages"])))
        assert line["messages"] == row["messages"] or row["id"] == 1


@claim("every message has an id, which is kept; old data gets new ones")
def ids(tool):
    stored = store([UserMessage("Yes"), UserMessage("Yes"), UserMessage("Hello", id="my-custom-id")])
    tool.write("chat.json", stored)
    assert tool.json("migrate-ids", "chat.json") == stored
    tool.write("old.json", without_ids(stored))
    filled = tool.json("migrate-ids", "old.json")
    assert len({message["id"] for message in filled}) == 3
    assert [message.id for message in load(filled)] == [message["id"] for message in filled]
    assert tool.json("migrate-ids", "old.json") == filled, "the same in every run"


@claim("all message types come back")
def types(tool):
    stored = store(chat())
    tool.write("chat.json", stored)
    for middle in ("openai", "anthropic", "openai-responses"):
        tool.run("convert", "-q", "--to", middle, "-o", "middle.json", "chat.json")
        again = tool.json("convert", "-q", "--to", "patterpunk", "middle.json")
        loaded = [(type(message).__name__, message.serialize().get("content")) for message in load(again)]
        expected = [(type(message).__name__, message.serialize().get("content")) for message in load(stored)]
        assert [name for name, _ in loaded if name != "AssistantMessage"] == [
            name for name, _ in expected if name != "AssistantMessage"
        ], middle


@claim("media are base64, out and back")
def media(tool):
    (tool.folder / "photo.jpg").write_bytes(PIXEL)
    stored = store([UserMessage([TextChunk("Describe:"), MultimodalChunk.from_file(str(tool.folder / "photo.jpg"))])])
    assert stored[0]["content"]["chunks"][1]["filename"] == "photo.jpg"
    tool.write("chat.json", stored)
    tool.run("extract-media", "--dir", "media", "-o", "light.json", "chat.json")
    tool.run("inline-media", "--media-dir", "media", "-o", "full.json", "light.json")
    assert (tool.folder / "full.json").read_bytes() == (tool.folder / "chat.json").read_bytes()
    assert load(tool.json("convert", "-q", "--to", "patterpunk", "full.json"))


@claim("URL-based images are downloaded")
def downloads(tool):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            self.wfile.write(PIXEL)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/pictures/a.png?w=1"
    [wanted] = store([UserMessage([MultimodalChunk.from_url(url)])])
    tool.write("openai.json", {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]})
    options = ["--inline-media", "--allow-host", f"127.0.0.1:{server.server_port}"]
    [made] = tool.json("convert", "-q", "--to", "patterpunk", *options, "openai.json")
    server.shutdown()
    assert made["content"]["chunks"] == wanted["content"]["chunks"], (made, wanted)


@claim("thinking blocks are kept")
def thinking(tool):
    blocks = [{"type": "thinking", "thinking": "t", "signature": "c2ln"}, {"type": "redacted_thinking", "data": "ZGF0YQ=="}]
    stored = store([UserMessage("q"), AssistantMessage("a", thinking_blocks=blocks)])
    tool.write("chat.json", stored)
    body = tool.json("convert", "-q", "--to", "anthropic", "chat.json")
    assert [part["type"] for part in body["messages"][1]["content"]] == ["thinking", "redacted_thinking", "text"]
    tool.write("body.json", body)
    assert load(tool.json("convert", "-q", "--to", "patterpunk", "body.json"))[1].thinking_blocks == blocks


@claim("structured output has a schema and a class; the class is never imported")
def structured(tool):
    output = {"schema": {"type": "object", "properties": {"city": {"type": "string"}}}, "class_ref": "gone.away.Weather"}
    stored = store([UserMessage("q")])
    stored[0]["structured_output"] = output
    tool.write("chat.json", stored)
    assert tool.json("convert", "-q", "--to", "patterpunk", "chat.json")[0]["structured_output"] == output
    assert load(stored)[0].structured_output.model_json_schema() == output["schema"]
    body = tool.json("convert", "-q", "--to", "openai", "chat.json")
    assert body["response_format"]["json_schema"]["schema"] == output["schema"]


@claim("the three types of chunks, the two types of content")
def content(tool):
    chunks = [TextChunk("a"), CacheChunk("b", cacheable=True), MultimodalChunk.from_bytes(PIXEL, media_type="image/png")]
    stored = store([UserMessage(chunks), UserMessage("string")])
    tool.write("chat.json", stored)
    assert tool.errors("chat.json") == set()
    assert store(load(tool.json("convert", "--to", "patterpunk", "chat.json"))) == stored
    for broken in ({"type": "text", "value": "x"}, {"type": "chunks", "chunks": [{"type": "image", "data": ""}]}):
        record = [{"type": "user", "id": "m", "content": broken}]
        tool.write("broken.json", record)
        tool.run("validate", "--from", "patterpunk", "broken.json", code=1)
        try:
            load(record)
        except (ValueError, KeyError):
            continue
        raise AssertionError(f"the library loads {record}")


@claim("an unknown type is an error")
def unknown(tool):
    tool.write("chat.json", [{"type": "developer", "id": "m", "content": {"type": "string", "value": "x"}}])
    tool.run("validate", "--from", "patterpunk", "chat.json", code=1)


@claim("one message a row, and back")
def rows(tool):
    stored = store(chat())
    table = [{"id": n, "conversation_id": c, "position": n, "data": m} for c in ("a", "b") for n, m in enumerate(stored)]
    table.sort(key=lambda row: -row["position"])
    tool.write("rows.jsonl", "".join(json.dumps(row) + "\n" for row in table))
    assert tool.errors("rows.jsonl", "--at", "/data") == set()
    grouped = ["--at", "/data", "--group-by", "conversation_id", "--order-by", "position", "rows.jsonl"]
    lines = tool.run("convert", "-q", "--to", "patterpunk", *grouped).splitlines()
    assert [store(load(json.loads(line))) for line in lines] == [stored, stored]
    written = tool.run("convert", "-q", "--to", "patterpunk", "--message-rows=conversation_id,position,data", *grouped)
    back = sorted(map(json.loads, written.splitlines()), key=lambda row: (row["conversation_id"], row["position"]))
    assert [row["data"] for row in back] == stored + stored


if __name__ == "__main__":
    main(__doc__)
