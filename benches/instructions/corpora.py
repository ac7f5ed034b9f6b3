"""Inputs from a fixed seed, of the kinds that `benches/throughput` has: the same bytes on every machine."""

import base64
import json
import random

WORDS = (
    "the of and to in is that for it as was with be by on not he this are or his from at which but have an had they you "
    "were their one all we can her has there been if more when will would who so no out up into than them only other time "
    "new some could these two may first then do any like my now over such our man me even most made after also did many "
    "off before must well back through years where much your way down should because function return value error request "
    "response parameter configuration implementation, however, whether example: database server. thread, memory. Please "
    "explain the difference between"
).split()

CODE = [
    "def handle(request, *, retries=3):\n    for attempt in range(retries):\n        try:\n            return send(request)\n",
    'fn main() -> Result<(), Box<dyn Error>> {\n    let text = fs::read_to_string("input.json")?;\n    println!("{text}");\n',
    '    if (items.length === 0) {\n        return { ok: false, reason: "empty" };\n    }\n',
    "SELECT id, name, created_at\n  FROM users\n WHERE active = true\n ORDER BY created_at DESC;\n",
    '\tfor i := 0; i < len(rows); i++ {\n\t\tlog.Printf("row %d: %v", i, rows[i])\n\t}\n',
    '<div class="card">\n  <h2>Title</h2>\n  <p>Text</p>\n</div>\n',
]

# One in seven texts is one of these.
FOREIGN = [
    "Das Übersetzen größerer Texte dauert länger, als man zunächst annehmen würde. ",
    "Вопрос заключается в том, как правильно настроить сервер и базу данных. ",
    "请解释一下这个函数的作用，并给出一个完整的例子说明如何使用它。",
    "この関数の使い方を説明して、簡単な例を示してください。",
    "يرجى شرح كيفية عمل هذه الوظيفة مع مثال كامل. ",
    "L'été dernier, nous avons déjà essayé une méthode différente. ",
]


class Maker:
    def __init__(self, kind):
        self.kind = kind
        self.random = random.Random(f"turnwise {kind}")

    def below(self, limit):
        return int(self.random.random() * limit)

    def repeated(self, pick, length):
        pieces = []
        while length > 0:
            pieces.append(pick())
            length -= len(pieces[-1].encode())
        return "".join(pieces)

    def word(self, plain):
        word = WORDS[self.below(len(WORDS))]
        return {0: f'"{word}" ', 1: f"{word}.\n\n", 2: f"{word}:\n- "}.get(self.below(3 * plain), f"{word} ")

    def code(self, length):
        return self.repeated(lambda: CODE[self.below(len(CODE))], length)

    def foreign(self, length):
        sentence = FOREIGN[self.below(len(FOREIGN))]
        return self.repeated(lambda: sentence, length)

    def escapes(self, length):
        # What Python writes of Chinese text, with an emoji now and then.
        def pick():
            chosen = self.below(40)
            return chr(0x1F600 + self.below(64)) if chosen == 0 else "\n" if chosen == 1 else chr(0x4E00 + self.below(0x5000))

        return "".join(pick() for _ in range(length // 6)) + " "

    def text(self, length):
        def pick():
            if self.kind == "escapes":
                return self.escapes(min(length, 600))
            if self.kind == "media":
                return self.repeated(lambda: self.word(400), min(length, 200))
            chosen = self.below(14)
            if chosen < 2:
                return self.foreign(min(length, 200))
            if chosen < 6:
                return self.code(min(length, 300))
            return self.repeated(lambda: self.word(10), min(length, 200))

        # An escape is six bytes of a character.
        pieces, left = [], length
        while left > 0:
            pieces.append(pick())
            left -= len(pieces[-1]) * 6 if self.kind == "escapes" else len(pieces[-1].encode())
        return "".join(pieces) + "Done."

    def question(self, length):
        if self.kind != "media":
            return self.text(length)
        image = base64.b64encode(b"\x89PNG\r\n\x1a\n" + self.random.randbytes(length // 4 * 3)).decode()
        return [
            {"type": "text", "text": "What is this?"},
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{image}"}},
        ]

    def call(self, turn):
        """A tool call with its result."""
        number = self.below(1 << 30)
        name = f"call_{number:08x}{turn}"
        arguments = json.dumps({"path": f"src/m{number}.rs", "limit": turn, "pattern": "fn [a-z]+\\("})
        function = {"name": "read_file", "arguments": arguments}
        yield {"role": "assistant", "content": None, "tool_calls": [{"id": name, "type": "function", "function": function}]}
        yield {"role": "tool", "tool_call_id": name, "content": self.code(100 + self.below(800))}

    def messages(self, length):
        if self.below(2) == 0:
            yield {"role": "system", "content": "You are a helpful assistant."}
        turns = min(max(length // 700, 1), 60)
        share = max(length - 150, 0) // (2 * turns)
        for turn in range(turns):
            yield {"role": "user", "content": self.question(share)}
            if self.kind == "chat" and self.below(3) == 0:
                yield from self.call(turn)
            yield {"role": "assistant", "content": self.text(200 if self.kind == "media" else share)}

    def record(self, length=None):
        if length is None:
            # Small ones are many, large ones few.
            octave = min(self.below(8), self.below(9))
            length = 300_000 if self.kind == "media" else (200 << octave) + self.below(200 << octave)
        value = {"messages": list(self.messages(length))}
        return json.dumps(value, ensure_ascii=self.kind == "escapes", separators=(",", ":"))


def lines(kind, size):
    """About `size` bytes of records, one a line."""
    maker, records, made = Maker(kind), [], 0
    while made < size:
        records.append(maker.record())
        made += len(records[-1].encode()) + 1
    return "".join(record + "\n" for record in records).encode()


def events(size):
    """A log of AG-UI events, nearly all of them tiny deltas."""
    made = ['{"type":"RUN_STARTED","threadId":"t1","runId":"r1"}']
    length = number = 0
    while length < size:
        number += 1
        name = f"msg-{number:08}-8f1c2a7e"
        some = [f'{{"type":"TEXT_MESSAGE_START","messageId":"{name}","role":"assistant"}}']
        for at in range(200):
            word = WORDS[(number * 31 + at * 7) % len(WORDS)]
            some.append(f'{{"type":"TEXT_MESSAGE_CONTENT","messageId":"{name}","delta":"{word} "}}')
        some.append(f'{{"type":"TEXT_MESSAGE_END","messageId":"{name}"}}')
        made += some
        length += sum(len(event) + 1 for event in some)
    made.append('{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}')
    return "".join(event + "\n" for event in made).encode()


def spend_log(messages, answer, number):
    """A row of litellm's table of spend logs."""
    response = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1795596260,
        "model": "gpt-6",
        "choices": [{"index": 0, "finish_reason": "stop", "message": answer}],
        "usage": {"completion_tokens": 3, "prompt_tokens": 5, "total_tokens": 8},
    }
    return {
        "request_id": f"req-{number}",
        "call_type": "acompletion",
        "api_key": "hash",
        "spend": 0.001,
        "total_tokens": 8,
        "prompt_tokens": 5,
        "completion_tokens": 3,
        "startTime": "2026-11-25T08:00:00Z",
        "endTime": "2026-11-25T08:00:01Z",
        "model": "gpt-6",
        "model_group": "gpt-6",
        "custom_llm_provider": "openai",
        "user": "u",
        "metadata": {},
        "cache_hit": "False",
        "request_tags": [],
        "team_id": None,
        "requester_ip_address": None,
        "model_id": "",
        "api_base": "",
        "end_user": "",
        "cache_key": "",
        "messages": messages,
        "response": response,
        "session_id": f"s-{number}",
        "status": "success",
        "proxy_server_request": {},
    }


def dump(message):
    """A message as LangChain dumps it."""
    name = {"system": "System", "user": "Human", "assistant": "AI", "tool": "Tool"}[message["role"]]
    fields = {"content": message["content"] or "", "type": name.lower()}
    if "tool_call_id" in message:
        fields["tool_call_id"] = message["tool_call_id"]
    if "tool_calls" in message:
        fields["tool_calls"] = [
            {
                "name": call["function"]["name"],
                "args": json.loads(call["function"]["arguments"]),
                "id": call["id"],
                "type": "tool_call",
            }
            for call in message["tool_calls"]
        ]
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", f"{name}Message"], "kwargs": fields}


def run(messages, answer, number):
    """A run of LangSmith."""
    name = f"{number:08x}-9d4f-759d-9c1d-77d12514b189"
    generation = {"text": answer["content"] or "", "type": "ChatGeneration", "message": dump(answer)}
    return {
        "id": name,
        "name": "ChatModel",
        "start_time": "2026-11-25 08:24:01.236101+00:00",
        "run_type": "llm",
        "extra": {"metadata": {"thread_id": f"t{number}", "ls_provider": "openai", "ls_model_type": "chat"}},
        "events": [{"name": "start", "time": "2026-11-25 08:24:01.236101+00:00"}],
        "tags": [],
        "session_name": "p",
        "trace_id": name,
        "inputs": {"messages": [[dump(message) for message in messages]]},
        "outputs": {"generations": [[generation]], "llm_output": {"model_name": "gpt-6"}, "type": "LLMResult"},
        "end_time": "2026-11-25 08:24:01.244109+00:00",
    }


def logs(row, size):
    """The chats of `lines` in rows of a log: `spend_log` or `run`."""
    rows = []
    for number, record in enumerate(lines("chat", size).splitlines()):
        *messages, answer = json.loads(record)["messages"]
        rows.append(json.dumps(row(messages, answer, number), ensure_ascii=False) + "\n")
    return "".join(rows).encode()


def in_strings(size):
    """The chats of `lines` as JSON text in strings of records."""
    rows = enumerate(lines("chat", size).decode().splitlines())
    return "".join(f'{{"id":{number},"chat":{json.dumps(chat, ensure_ascii=False)}}}\n' for number, chat in rows).encode()


def edited(data):
    """The same records, of which every hundredth says something else."""
    records = data.decode().splitlines(keepends=True)
    records[::100] = [record.replace("the ", "one ", 1) for record in records[::100]]
    return "".join(records).encode()


def small_files(count):
    """Records of about 2 KB."""
    maker = Maker("chat")
    return [(maker.record(1800) + "\n").encode() for _ in range(count)]
