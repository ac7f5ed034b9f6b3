"""Random Converse conversations."""

import base64

from generate import Talk


class Bedrock(Talk):
    def record(self):
        self.points = 4 if self.chance(0.5) else 0
        self.documents = 0
        messages = []
        for _ in self.few(4, 1):
            self.turn(messages)
        if self.chance(0.7) or messages[-1]["role"] == "user":
            self.user(messages)
        ways = [self.drop, self.swap, self.unknown, self.wrong, self.repeat, self.blank, self.union]
        if self.chance(0.2):
            return self.spoil(messages, messages, ways)
        body = {"messages": messages, "toolConfig": self.tools()}
        if self.chance(0.6):
            body["modelId"] = self.rng.choice(["us.anthropic.claude-opus-4-8-v1:0", "amazon.nova-pro-v1:0"])
        if self.chance(0.6):
            body["system"] = self.texts()
        if self.chance(0.3):
            body["inferenceConfig"] = {"maxTokens": 99, "stopSequences": [self.text()]}
        if self.chance(0.2):
            definition = {"schema": self.words.arguments(0), "name": self.words.name()}
            body["outputConfig"] = {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": definition}}}
        return self.spoil(body, messages, ways)

    def blank(self, _record, messages):
        self.rng.choice(messages)["content"] = [{"text": " "}]

    def union(self, _record, messages):
        self.rng.choice(messages)["content"][0]["video"] = self.rng.choice([None, {"format": "mp4"}])

    def point(self, blocks):
        """Perhaps a cache point behind the last block."""
        if self.points and self.chance(0.1):
            self.points -= 1
            blocks.append({"cachePoint": {"type": "default"} | ({"ttl": "5m"} if self.chance(0.5) else {})})
        return blocks

    def texts(self):
        blocks = []
        for _ in self.few(3, 1):
            blocks.append({"text": self.text()})
            self.point(blocks)
        return blocks

    def tools(self):
        tools = []
        for _ in self.few(2, 1):
            spec = {"name": self.words.name(), "inputSchema": {"json": self.words.schema()}}
            if self.chance(0.7):
                spec["description"] = self.text()
            tools.append({"toolSpec": spec})
            self.point(tools)
        config = {"tools": tools}
        if self.chance(0.3):
            config["toolChoice"] = self.rng.choice([{"auto": {}}, {"tool": {"name": self.words.name()}}])
        return config

    def source(self):
        if self.chance(0.2):
            return {"s3Location": {"uri": f"s3://my-bucket/{self.words.mark()}"}}
        return {"bytes": self.words.png()}

    def media(self):
        kind = self.rng.randrange(4)
        if kind == 0:
            return {"image": {"format": "png", "source": self.source()}}
        if kind == 1:
            return {"audio": {"format": self.rng.choice(["mp3", "ogg"]), "source": {"bytes": self.odd_bytes()}}}
        if kind == 2:
            return {"video": {"format": self.rng.choice(["mpg", "mpeg"]), "source": {"bytes": self.odd_bytes()}}}
        return self.document()

    def odd_bytes(self):
        return base64.b64encode(b"??" + self.words.mark().encode()).decode()

    def document(self):
        self.documents += 1
        name = self.rng.choice(["{}", "{} (signed)", "[{}] a-b"]).format(self.words.mark())
        document = {"name": name, "source": {"text": self.text()}}
        if self.chance(0.8):
            document["format"] = self.rng.choice(["txt", "md", "csv"])
        if self.chance(0.5):
            document["source"] = {"bytes": base64.b64encode(self.words.mark().encode()).decode()}
        if self.chance(0.2):
            document["source"] = {"content": [{"text": self.text()}]}
        if self.chance(0.2):
            document |= {"context": self.text(), "citations": {"enabled": True}}
        return {"document": document}

    def user(self, messages, before=()):
        blocks = [*before]
        for _ in self.few(3, 0 if before else 1):
            kind = self.rng.randrange(6)
            if kind == 0 and self.documents < 4:
                blocks.append(self.media())
            elif kind == 1:
                text = {"text": self.text()}
                blocks.append({"searchResult": {"source": self.words.mark(), "title": self.text(), "content": [text]}})
            else:
                blocks.append({"text": self.text()})
            self.point(blocks)
        if not any("text" in block for block in blocks):
            blocks.append({"text": self.text()})
        messages.append({"role": "user", "content": blocks})

    def reasoning(self):
        if self.chance(0.2):
            yield {"reasoningContent": {"redactedContent": self.words.png()}}
        if self.chance(0.3):
            text = {"text": self.text(), "signature": self.words.png()}
            yield {"reasoningContent": {"reasoningText": text}}

    def answer(self):
        if self.chance(0.8):
            return {"text": self.text()}
        sources = [{"title": self.text(), "location": {"web": {"url": f"https://x.test/{self.words.mark()}"}}}]
        texts = [{"text": self.text()} for _ in self.few(2, 1)]
        return {"citationsContent": {"content": texts, "citations": sources}}

    def turn(self, messages):
        if not messages or messages[-1]["role"] == "assistant":
            self.user(messages)
        blocks = [*self.reasoning()]
        if self.chance(0.7):
            blocks += self.point([self.answer()])
        calls = [self.call() for _ in self.few(3, 1)] if self.chance(0.5) else []
        blocks += [{"toolUse": call} for call in calls]
        if not any("text" in block or "toolUse" in block for block in blocks):
            blocks.append({"text": self.text()})
        messages.append({"role": "assistant", "content": blocks})
        if calls:
            self.rng.shuffle(calls)
            self.user(messages, [{"toolResult": self.result(call["toolUseId"])} for call in calls])

    def call(self):
        call_id = self.rng.choice(["call_{}", "c:{}", "a.{}", "tooluse-{}"]).format(self.words.mark())
        return {"toolUseId": call_id, "name": self.words.name(), "input": self.words.object()}

    def result(self, call_id):
        content = []
        # Alone, because other formats join the pieces of a result to one text.
        is_json = self.chance(0.25)
        if is_json:
            content.append({"json": self.words.object()})
        for _ in self.few(0 if is_json else 2):
            if self.chance(0.25):
                content.append({"image": {"format": "png", "source": {"bytes": self.words.png()}}})
            else:
                content.append({"text": self.text()})
        result = {"toolUseId": call_id, "content": content}
        if content and self.chance(0.4):
            result["status"] = self.rng.choice(["success", "error"])
        return result
