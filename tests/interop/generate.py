"""Random conversations in each format's own JSON, most of them valid."""

from words import Words


def openai(rng):
    return OpenAi(Words(rng)).record()


def openai_responses(rng):
    return Responses(Words(rng)).record()


def anthropic(rng):
    return Anthropic(Words(rng)).record()


def bedrock(rng):
    from generate_bedrock import Bedrock

    return Bedrock(Words(rng)).record()


def patterpunk(rng):
    return Patterpunk(Words(rng)).record()


def picklebot(rng):
    return Picklebot(Words(rng)).record()


def sharegpt(rng):
    return ShareGpt(Words(rng)).record()


class Talk:
    def __init__(self, words):
        self.words = words
        self.rng = words.rng
        self.chance = words.chance
        self.text = words.text
        self.ids = []

    def few(self, most, least=0):
        return range(self.rng.randint(least, most))

    def spoil(self, record, messages, ways):
        """One record of eight has something wrong."""
        if messages and self.chance(0.12):
            self.rng.choice(ways)(record, messages)
        return record

    # Ways to spoil that fit several formats.
    def drop(self, _record, messages):
        del messages[self.rng.randrange(len(messages))]

    def swap(self, _record, messages):
        first, second = self.rng.randrange(len(messages)), self.rng.randrange(len(messages))
        messages[first], messages[second] = messages[second], messages[first]

    def unknown(self, _record, messages):
        self.rng.choice(messages)["unknown_key"] = self.text()

    def wrong(self, _record, messages):
        message = self.rng.choice(messages)
        message[self.rng.choice(list(message))] = self.rng.choice([7, None, True, [], {}, "Q"])

    def repeat(self, _record, messages):
        index = self.rng.randrange(len(messages))
        messages.insert(index, messages[index])


class OpenAi(Talk):
    def record(self):
        messages = []
        if self.chance(0.6):
            messages.append(self.instruction())
        for _ in self.few(4, 1):
            self.turn(messages)
        if self.chance(0.4):
            return self.spoil(messages, messages, [self.drop, self.swap, self.unknown, self.wrong, self.repeat])
        body = {"model": "gpt-5.1", "messages": messages}
        if self.chance(0.5):
            body["tools"] = [self.tool() for _ in self.few(2, 1)]
        if self.chance(0.2):
            body["response_format"] = {"type": "json_schema", "json_schema": self.output()}
        if self.chance(0.2):
            body |= {"temperature": 0.5, "metadata": {"k": self.text()}}
        return self.spoil(body, messages, [self.drop, self.swap, self.unknown, self.wrong, self.repeat])

    def output(self):
        output = {"name": self.words.name(), "schema": self.words.schema()}
        if self.chance(0.5):
            output |= {"strict": True, "description": self.text()}
        return output

    def tool(self):
        if self.chance(0.1):
            return {"type": "custom", "custom": {"name": self.words.name(), "description": self.text()}}
        function = {"name": self.words.name()}
        if self.chance(0.7):
            function["parameters"] = self.words.schema()
        if self.chance(0.7):
            function["description"] = self.text()
        if self.chance(0.2):
            function["strict"] = True
        return {"type": "function", "function": function}

    def instruction(self):
        message = {"role": self.rng.choice(["system", "developer"]), "content": self.content(self.text_part)}
        return self.named(message)

    def named(self, message):
        if self.chance(0.15):
            message["name"] = self.words.name()
        return message

    def content(self, part):
        return self.text(0.05) if self.chance(0.6) else [part() for _ in self.few(3, 1)]

    def text_part(self):
        return self.hint({"type": "text", "text": self.text(0.05)})

    def hint(self, part):
        if self.chance(0.08):
            part["prompt_cache_breakpoint"] = {"mode": "explicit"}
        return part

    def part(self):
        kind = self.rng.randrange(8)
        if kind < 4:
            return self.text_part()
        if kind == 4:
            url = f"https://x.test/{self.words.mark()}.png" if self.chance(0.5) else f"data:image/png;base64,{self.words.png()}"
            image = {"url": url} | ({"detail": self.rng.choice(["auto", "low", "high"])} if self.chance(0.5) else {})
            return self.hint({"type": "image_url", "image_url": image})
        if kind == 5:
            audio = {"data": self.words.png(), "format": self.rng.choice(["wav", "mp3"])}
            return self.hint({"type": "input_audio", "input_audio": audio})
        if kind == 6:
            return {"type": "file", "file": {"file_id": f"file-{self.words.mark()}"}}
        data = f"data:application/pdf;base64,{self.words.png()}"
        return self.hint({"type": "file", "file": {"filename": f"{self.text()}.pdf", "file_data": data}})

    def turn(self, messages):
        if self.chance(0.85):
            messages.append(self.named({"role": "user", "content": self.content(self.part)}))
        if self.chance(0.1):
            messages.append(self.instruction())
        kind = self.rng.randrange(10)
        if kind < 4:
            messages.append(self.named({"role": "assistant", "content": self.content(self.answer_part)}))
        elif kind == 4:
            messages.append({"role": "assistant", "content": None, "refusal": self.text(0.05)})
        elif kind == 5 and self.chance(0.5):
            name = self.words.name()
            call = {"name": name, "arguments": self.words.arguments()}
            messages.append({"role": "assistant", "content": None, "function_call": call})
            messages.append({"role": "function", "name": name, "content": self.text(0.1)})
        elif kind < 9:
            self.calls(messages)

    def answer_part(self):
        if self.chance(0.1):
            return {"type": "refusal", "refusal": self.text()}
        return {"type": "text", "text": self.text(0.05)}

    def calls(self, messages):
        calls = [self.call() for _ in self.few(3, 1)]
        message = {"role": "assistant", "tool_calls": calls}
        if self.chance(0.6):
            message["content"] = self.rng.choice([None, "", self.text(), [{"type": "text", "text": self.text()}]])
        messages.append(message)
        results = [
            {"role": "tool", "tool_call_id": call["id"], "content": self.content(self.text_part)} for call in calls
        ]
        self.rng.shuffle(results)
        messages += results
        if self.chance(0.6):
            messages.append({"role": "assistant", "content": self.text()})

    def call(self):
        call_id = self.rng.choice(self.ids) if self.ids and self.chance(0.02) else self.words.identifier()
        self.ids.append(call_id)
        if self.chance(0.08):
            return {"id": call_id, "type": "custom", "custom": {"name": self.words.name(), "input": self.text(0.1)}}
        function = {"name": self.words.name(), "arguments": self.words.arguments()}
        return {"id": call_id, "type": "function", "function": function}


class Responses(Talk):
    def record(self):
        items = []
        if self.chance(0.4):
            items.append(self.message(self.rng.choice(["system", "developer"]), self.text_part))
        for _ in self.few(4, 1):
            self.turn(items)
        ways = [self.drop, self.swap, self.unknown, self.wrong, self.repeat]
        if self.chance(0.4):
            return self.spoil(items, items, ways)
        body = {"model": "gpt-5.1", "input": items}
        if self.chance(0.1):
            body["input"] = items = self.text()
        if self.chance(0.5):
            body["instructions"] = self.text()
        if self.chance(0.5):
            body["tools"] = [self.tool() for _ in self.few(2, 1)]
        if self.chance(0.2):
            format = {"type": "json_schema", "name": self.words.name(), "schema": self.words.schema()}
            body["text"] = {"format": format} | ({"verbosity": "low"} if self.chance(0.3) else {})
        if self.chance(0.2):
            body |= {"store": False, "metadata": {"k": self.text()}}
        return self.spoil(body, items if isinstance(items, list) else [], ways)

    def unknown(self, record, items):
        # What only the service understands is kept unread.
        if known := [item for item in items if item.get("type") != "web_search_call"]:
            super().unknown(record, known)

    def wrong(self, record, items):
        if known := [item for item in items if item.get("type") != "web_search_call"]:
            super().wrong(record, known)

    def tool(self):
        kind = self.rng.randrange(10)
        if kind == 0:
            return {"type": "custom", "name": self.words.name(), "description": self.text()}
        if kind == 1:
            return {"type": "web_search", "search_context_size": "low"}
        tool = {"type": "function", "name": self.words.name(), "strict": self.rng.choice([True, False, None])}
        tool["parameters"] = self.words.schema() if self.chance(0.8) else None
        if self.chance(0.7):
            tool["description"] = self.text()
        return tool

    def item_id(self, prefix, share=1.0):
        return {"id": f"{prefix}_{self.words.mark()}"} if self.chance(share) else {}

    def message(self, role, part):
        content = self.text(0.05) if self.chance(0.5) else [part() for _ in self.few(3, 1)]
        message = {"role": role, "content": content}
        if self.chance(0.4):
            message["type"] = "message"
        return message

    def hint(self, part):
        if self.chance(0.08):
            part["prompt_cache_breakpoint"] = {"mode": "explicit"}
        return part

    def text_part(self):
        return self.hint({"type": "input_text", "text": self.text(0.05)})

    def part(self):
        kind = self.rng.randrange(10)
        if kind < 5:
            return self.text_part()
        if kind < 7:
            image = {"type": "input_image", "detail": self.rng.choice(["auto", "low", "high", "original"])}
            sources = [
                {"image_url": f"https://x.test/{self.words.mark()}.png"},
                {"image_url": f"data:image/png;base64,{self.words.png()}"},
                {"file_id": f"file-{self.words.mark()}"},
            ]
            return self.hint(image | self.rng.choice(sources))
        file = {"type": "input_file"}
        if kind == 7:
            return file | {"file_id": f"file-{self.words.mark()}"}
        if kind == 8:
            return file | {"file_url": f"https://x.test/{self.words.mark()}.pdf"}
        data = f"data:application/pdf;base64,{self.words.png()}"
        return self.hint(file | {"filename": f"{self.text()}.pdf", "file_data": data})

    def turn(self, items):
        if self.chance(0.85):
            items.append(self.message("user", self.part))
        if self.chance(0.1):
            items.append(self.message("developer", self.text_part))
        for _ in self.few(2):
            if self.chance(0.3):
                items.append(self.reasoning())
            kind = self.rng.randrange(10)
            if kind < 4:
                items.append(self.answer())
            elif kind < 6:
                # The service knows the answer that its reasoning led to by its id.
                is_proven = bool(items) and items[-1].get("type") == "reasoning" and self.chance(0.9)
                items.append(self.answer() if is_proven else {"role": "assistant", "content": self.text(0.05)})
            elif kind == 6:
                action = {"type": "search", "query": self.text()}
                found = {"type": "web_search_call", "status": "completed", "action": action}
                items.append(found | self.item_id("ws"))
            else:
                self.calls(items)

    def reasoning(self):
        texts = [{"type": "summary_text", "text": self.text()} for _ in self.few(2)]
        item = {"type": "reasoning", "summary": texts} | self.item_id("rs")
        if self.chance(0.5):
            item["encrypted_content"] = self.rng.choice([None, self.words.png()])
        if self.chance(0.2):
            item["content"] = [{"type": "reasoning_text", "text": self.text()}]
        return item

    def answer(self):
        parts = []
        for _ in self.few(3, 1):
            if self.chance(0.1):
                parts.append({"type": "refusal", "refusal": self.text()})
                continue
            url = {"type": "url_citation", "start_index": 0, "end_index": 1, "title": self.text(), "url": "https://x.test"}
            parts.append({"type": "output_text", "text": self.text(0.05), "annotations": [url] if self.chance(0.1) else []})
        item = {"type": "message", "role": "assistant", "status": "completed", "content": parts} | self.item_id("msg")
        if self.chance(0.2):
            item["phase"] = self.rng.choice(["commentary", "final_answer"])
        return item

    def calls(self, items):
        outputs = []
        for _ in self.few(3, 1):
            call_id = self.rng.choice(self.ids) if self.ids and self.chance(0.02) else self.words.identifier()[-64:]
            self.ids.append(call_id)
            output = {"call_id": call_id, "output": self.text(0.1) if self.chance(0.7) else [self.part()]}
            call = {"call_id": call_id, "name": self.words.name()}
            if self.chance(0.1):
                items.append(call | {"type": "custom_tool_call", "input": self.text(0.1)} | self.item_id("ctc", 0.5))
                outputs.append(output | {"type": "custom_tool_call_output"})
            else:
                call |= {"type": "function_call", "arguments": self.words.arguments()}
                items.append(call | self.item_id("fc", 0.5))
                outputs.append(output | {"type": "function_call_output"})
            if self.chance(0.1):
                items.append(self.answer())
        self.rng.shuffle(outputs)
        items += outputs


class Anthropic(Talk):
    def record(self):
        self.marks = 4 if self.chance(0.5) else 0
        messages = []
        for _ in self.few(4, 1):
            self.turn(messages)
        if self.chance(0.7):
            messages.append({"role": "user", "content": self.text()})
        ways = [self.drop, self.swap, self.unknown, self.wrong, self.repeat, self.blank]
        if self.chance(0.3):
            return self.spoil(messages, messages, ways)
        body = {"model": "claude-opus-4-8", "max_tokens": 512, "messages": messages}
        if self.chance(0.6):
            body["system"] = self.text() if self.chance(0.5) else [self.text_block() for _ in self.few(2, 1)]
        if self.chance(0.6):
            body["tools"] = [self.tool() for _ in self.few(2, 1)]
        if self.chance(0.2):
            body["output_config"] = {"format": {"type": "json_schema", "schema": self.words.schema()}}
        if self.chance(0.2):
            body["metadata"] = {"user_id": self.words.mark()}
        return self.spoil(body, messages, ways)

    def blank(self, _record, messages):
        self.rng.choice(messages)["content"] = [{"type": "text", "text": " "}]

    def tool(self):
        if self.chance(0.1):
            return {"type": "web_search_20250305", "name": "web_search", "max_uses": 3}
        tool = {"name": self.words.name(), "input_schema": self.words.schema()}
        if self.chance(0.7):
            tool["description"] = self.text()
        return tool

    def mark(self, block):
        if self.marks and self.chance(0.1):
            self.marks -= 1
            block["cache_control"] = {"type": "ephemeral"} | ({"ttl": "5m"} if self.chance(0.5) else {})
        return block

    def text_block(self):
        return self.mark({"type": "text", "text": self.text()})

    def media(self):
        kind = self.rng.randrange(7)
        if kind == 0:
            return {"type": "image", "source": {"type": "url", "url": f"https://x.test/{self.words.mark()}"}}
        if kind == 1:
            return {"type": "image", "source": {"type": "file", "file_id": f"file_{self.words.mark()}"}}
        if kind == 2:
            source = {"type": "text", "media_type": "text/plain", "data": self.text()}
            return self.mark({"type": "document", "source": source, "title": self.words.mark()})
        if kind == 3:
            source = {"type": "content", "content": [{"type": "text", "text": self.text()}]}
            return {"type": "document", "source": source, "citations": {"enabled": True}}
        if kind == 4:
            source = {"type": "base64", "media_type": "application/pdf", "data": self.words.png()}
            return {"type": "document", "source": source, "context": self.text()}
        if kind == 5:
            return {"type": "document", "source": {"type": "url", "url": f"https://x.test/{self.words.mark()}.pdf"}}
        source = {"type": "base64", "media_type": "image/png", "data": self.words.png()}
        return self.mark({"type": "image", "source": source})

    def user_block(self):
        kind = self.rng.randrange(6)
        if kind < 4:
            return self.text_block()
        if kind == 4:
            return self.media()
        text = {"type": "text", "text": self.text()}
        return {"type": "search_result", "source": self.words.mark(), "title": self.text(), "content": [text]}

    def content(self, block):
        return self.text() if self.chance(0.5) else [block() for _ in self.few(3, 1)]

    def turn(self, messages):
        messages.append({"role": "user", "content": self.content(self.user_block)})
        if self.chance(0.1):
            messages.append({"role": "system", "content": self.content(self.text_block)})
        kind = self.rng.randrange(10)
        if kind < 4:
            messages.append({"role": "assistant", "content": [*self.thinking(), self.answer(), self.answer()]})
        elif kind < 6:
            messages.append({"role": "assistant", "content": self.text().strip() or "x"})
        elif kind < 9:
            self.calls(messages)
        else:
            use = f"srvtoolu_{self.words.mark()}"
            search = {"type": "server_tool_use", "id": use, "name": "web_search", "input": {"query": self.text()}}
            found = {"type": "web_search_tool_result", "tool_use_id": use, "content": []}
            messages.append({"role": "assistant", "content": [search, found, self.answer()]})

    def answer(self):
        block = {"type": "text", "text": self.text().strip() or "x"}
        if self.chance(0.1):
            cited = {"type": "char_location", "cited_text": self.text(), "document_index": 0, "document_title": None}
            block["citations"] = [cited | {"start_char_index": 0, "end_char_index": 5}]
        return self.mark(block)

    def thinking(self):
        kind = self.rng.randrange(5)
        if kind == 0:
            yield {"type": "redacted_thinking", "data": self.words.png()}
        if kind < 3:
            text = "" if self.chance(0.2) else self.text()
            yield {"type": "thinking", "thinking": text, "signature": self.words.png() if self.chance(0.8) else ""}

    def calls(self, messages):
        blocks, results = [*self.thinking()], []
        for _ in self.few(3, 1):
            if self.chance(0.4):
                blocks.append(self.answer())
            call_id = self.words.identifier(odd=0)
            call = {"type": "tool_use", "id": call_id, "name": self.words.name(), "input": self.words.object()}
            blocks.append(self.mark(call))
            results.append(self.result(call_id))
        self.rng.shuffle(results)
        messages.append({"role": "assistant", "content": blocks})
        if self.chance(0.4):
            results.append(self.user_block())
        messages.append({"role": "user", "content": results})
        messages.append({"role": "assistant", "content": self.text().strip() or "x"})

    def result(self, call_id):
        result = {"type": "tool_result", "tool_use_id": call_id}
        kind = self.rng.randrange(5)
        if kind < 2:
            result["content"] = self.text()
        elif kind < 4:
            result["content"] = [self.text_block() if self.chance(0.7) else self.media() for _ in self.few(2, 1)]
        if kind < 4 and self.chance(0.4):
            result["is_error"] = self.chance(0.6)
        return self.mark(result)


class Patterpunk(Talk):
    def record(self):
        messages = []
        if self.chance(0.6):
            messages.append(self.message("system", content=self.content(False)))
        for _ in self.few(4, 1):
            self.turn(messages)
        return self.spoil(messages, messages, [self.drop, self.swap, self.unknown, self.wrong])

    def message(self, kind, **fields):
        message = {"type": kind}
        if self.chance(0.85):
            message["id"] = self.words.mark()
        return message | fields

    def content(self, has_media):
        if self.chance(0.5):
            return {"type": "string", "value": self.text(0.05)}
        return {"type": "chunks", "chunks": [self.chunk(has_media) for _ in self.few(3, 0 if self.chance(0.1) else 1)]}

    def chunk(self, has_media):
        kind = self.rng.randrange(6 if has_media else 4)
        if kind < 3:
            return {"type": "text", "content": self.text(0.05)}
        if kind == 3:
            chunk = {"type": "cache", "content": self.text(), "cacheable": self.chance(0.7)}
            return chunk | ({"ttl_seconds": self.rng.choice([300.0, 3600, 1.5, 90000])} if self.chance(0.5) else {})
        media_type, data = self.words.data()
        filename = f"{self.words.mark()}.bin" if self.chance(0.5) else None
        return {"type": "multimodal", "media_type": media_type if self.chance(0.8) else None, "data": data, "filename": filename}

    def turn(self, messages):
        user = self.message("user", content=self.content(True), allow_tool_calls=self.chance(0.8))
        if self.chance(0.1):
            user["structured_output"] = {"schema": self.words.schema(), "class_ref": "no.such.Thing"}
        messages.append(user)
        if self.chance(0.08):
            messages.append(self.message("system", content=self.content(False)))
        if self.chance(0.6):
            messages.append(self.thought(self.message("assistant", content=self.content(self.chance(0.05)))))
            if self.chance(0.3):
                reasons = ["stop", "max_tokens", "tool_use", "safety", "other"]
                messages[-1]["finish_reason"] = self.rng.choice(reasons)
                messages[-1]["provider_data"] = {"raw_finish_reason": self.words.mark(), "k": self.words.value()}
        if self.chance(0.5):
            calls = [self.call() for _ in self.few(3, 1)]
            messages.append(self.thought(self.message("tool_call", tool_calls=calls)))
            results = [self.result(call) for call in calls]
            self.rng.shuffle(results)
            messages.extend(results)
            if self.chance(0.7):
                messages.append(self.message("assistant", content=self.content(False)))

    def thought(self, message):
        if self.chance(0.3):
            blocks = [{"type": "thinking", "thinking": self.text(0.1)}]
            if self.chance(0.6):
                blocks[0]["signature"] = self.words.png()
            if self.chance(0.3):
                blocks.append({"type": "redacted_thinking", "data": self.words.png()})
            message |= {"thinking_blocks": blocks}
        if self.chance(0.15):
            message["thinking_token_count"] = self.rng.randrange(3)
        return message

    def call(self):
        function = {"name": self.words.name(), "arguments": self.words.arguments()}
        return {"id": self.words.identifier(), "type": "function", "function": function}

    def result(self, call):
        result = self.message("tool_result", content=self.text(0.1))
        if not self.chance(0.03):
            result["call_id"] = call["id"]
        if self.chance(0.8):
            result["function_name"] = call["function"]["name"]
        if self.chance(0.2):
            result["is_error"] = self.chance(0.8)
        return result


class Picklebot(Talk):
    def record(self):
        messages = []
        for _ in self.few(4, 1):
            self.turn(messages)
        return self.spoil(messages, messages, [self.drop, self.swap, self.unknown, self.wrong])

    def message(self, role, content, calls=None, call_id=None):
        self.second = getattr(self, "second", 0) + self.rng.randint(0, 50)
        time = f"2026-03-08T23:{self.second // 60:02}:{self.second % 60:02}.{self.rng.randrange(10**6):06}"
        return {"timestamp": time, "role": role, "content": content, "tool_calls": calls, "tool_call_id": call_id}

    def turn(self, messages):
        if self.chance(0.1):
            messages.append(self.message("system", self.text()))
        messages.append(self.message("user", self.text(0.05)))
        if self.chance(0.5):
            calls = [self.call() for _ in self.few(3, 1)]
            messages.append(self.message("assistant", self.text() if self.chance(0.5) else "", calls))
            messages.extend(self.message("tool", self.text(0.1), None, call["id"]) for call in calls)
        if self.chance(0.9):
            messages.append(self.message("assistant", self.text(0.03)))

    def call(self):
        function = {"name": self.words.name(), "arguments": self.words.arguments()}
        call = {"id": self.words.identifier(), "type": "function", "function": function}
        return call | ({"index": self.words.mark()} if self.chance(0.1) else {})


class ShareGpt(Talk):
    def record(self):
        self.files = {"images": [], "audios": [], "videos": []}
        names = self.rng.choice([("human", "gpt"), ("user", "assistant"), ("human", "chatgpt")])
        turns = []
        if self.chance(0.3):
            turns.append({"from": "system", "value": self.text(0.05)})
        for _ in self.few(4, 1):
            self.turn(turns, *names)
        record = {"conversations": turns}
        if self.chance(0.5):
            record["id"] = self.words.mark()
        if self.chance(0.2) and turns[0]["from"] != "system":
            record["system"] = self.text()
        if self.chance(0.3):
            tools = [self.tool() for _ in self.few(2, 1)]
            from json import dumps

            record["tools"] = dumps(tools) if self.chance(0.7) else tools
        record |= {key: files for key, files in self.files.items() if files}
        if self.chance(0.1):
            record["source"] = self.text()
        if self.chance(0.1) and len(record) == 1:
            return self.spoil(turns, turns, [self.drop, self.swap, self.unknown, self.wrong])
        return self.spoil(record, turns, [self.drop, self.swap, self.unknown, self.wrong])

    def tool(self):
        tool = {"name": self.words.name(), "description": self.text()}
        if self.chance(0.8):
            tool["parameters"] = self.words.schema()
        return tool

    def turn(self, turns, user, model):
        value = self.text(0.03).replace("<image>", "")
        if self.chance(0.15):
            key = self.rng.choice(list(self.files))
            self.files[key].append(f"dir/{self.words.mark()}.x")
            value = self.rng.choice(["<{}>{}", "{1}\n<{0}>", "{1} <{0}> {2}"]).format(key[:-1], value, self.words.mark())
        turns.append({"from": user, "value": value})
        kind = self.rng.randrange(10)
        if kind < 2:
            self.packed(turns)
        elif kind < 4:
            self.hermes(turns, model)
        answer = {"from": model, "value": self.text(0.02)}
        if self.chance(0.1):
            answer["value"] = f"<think>\n{self.text()}\n</think>\n\n{answer['value']}"
        if self.chance(0.1):
            answer["weight"] = self.rng.randrange(2)
        answer["value"] = answer["value"].replace("<image>", "").replace("<tool_call>", "")
        turns.append(answer)

    def packed(self, turns):
        from jsontext import dumps

        calls = [{"name": self.words.name(), "arguments": self.words.object()} for _ in self.few(3, 1)]
        if self.chance(0.2):
            calls[0]["arguments"] = dumps(calls[0]["arguments"])
        is_one = len(calls) == 1 and self.chance(0.7)
        turns.append({"from": "function_call", "value": dumps(calls[0] if is_one else calls, self.rng)})
        results = [self.text() for _ in calls]
        turns.append({"from": "observation", "value": results[0] if is_one else dumps(results)})

    def hermes(self, turns, model):
        from jsontext import dumps

        calls = [{"name": self.words.name(), "arguments": self.words.object()} for _ in self.few(3, 1)]
        value = "".join(f"<tool_call>\n{dumps(call)}\n</tool_call>\n" for call in calls).strip()
        turns.append({"from": model, "value": f"{self.words.mark()}\n{value}" if self.chance(0.3) else value})
        results = [{"name": call["name"], "content": self.words.mark()} for call in calls]
        value = "".join(f"<tool_response>\n{dumps(result)}\n</tool_response>\n" for result in results).strip()
        turns.append({"from": "tool", "value": value})


def gemini_calls(rng):
    """Contents with calls and answers, in the order that the service takes; some have ids, some not, in both spellings of keys."""
    contents, number = [{"role": "user", "parts": [{"text": "q"}]}], 0
    for _ in range(rng.randint(1, 5)):
        has_ids = rng.random() < 0.6
        calls = []
        for _ in range(rng.randint(1, 3)):
            number += 1
            call = {"name": rng.choice(["f", "g"]), "args": {"id": "c1"}}
            if has_ids and rng.random() < 0.9:
                call["id"] = rng.choice([f"c{number}", f"caf\u00e9 {number}", f"a/{number}", ""])
            calls.append(call)
        answers = rng.sample(calls, len(calls)) if has_ids else calls
        answers = [{key: value for key, value in call.items() if key != "args"} | {"response": {"r": 1}} for call in answers]
        snake = rng.random() < 0.2
        contents.append({"role": "model", "parts": [{"function_call" if snake else "functionCall": call} for call in calls]})
        contents.append({"role": "user", "parts": [{"function_response" if snake else "functionResponse": it} for it in answers]})
    return {"contents": contents} if rng.random() < 0.8 else contents
