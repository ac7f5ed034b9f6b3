"""Odd texts, ids, names, numbers and files. Everything distinctive carries a mark like `Q17Z`."""

import base64
import json

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
ODD = [
    "{}", "{} and more", "  {}", "{}\n", "{}\t \n", '"{}"', "\\{}\\n", "{}\u2028\u2029", "\u0001{}\u007f", "é ☃ 𝄞 {}",
    "<think>{}</think>", "<tool_call>{}</tool_call>", "<image>{}", "{{\"name\": \"{}\"}}", "[\"{}\"]", "<b>&amp;{}</b>",
    "```json\n{}\n```", "\ufeff{}", "{}\u200d\u0301", "\r\n{}\r\n", "# {}\n\n* x", "{}" + " long" * 300, "null {}", "/{}/~1",
]  # fmt: skip
BLANK = ["", " ", "\n\t", "\u00a0"]
NUMBERS = ["1.10", "1e3", "12345678901234567890123456789", "-0", "0.1000000000000000055", "1E+2", "9007199254740993"]


class Words:
    def __init__(self, rng):
        self.rng = rng
        self.count = 0

    def chance(self, share):
        return self.rng.random() < share

    def mark(self):
        self.count += 1
        return f"Q{self.count}Z"

    def text(self, blanks=0.0):
        if self.chance(blanks):
            return self.rng.choice(BLANK)
        pattern = "{}" if self.chance(0.4) else self.rng.choice(ODD)
        return pattern.format(self.mark())

    def identifier(self, odd=0.2):
        mark = self.mark()
        if self.chance(odd):
            return self.rng.choice(["call:{}", "a.b/{}", "{} x", "é{}", "{}|\n", "x" * 70 + "{}"]).format(mark)
        return self.rng.choice(["call_{}", "toolu_{}", "{}"]).format(mark)

    def name(self):
        return self.rng.choice(["f_{}", "get-{}", "{}"]).format(self.mark())

    def value(self, depth=0):
        kind = self.rng.randrange(9 if depth < 3 else 5)
        if kind == 0:
            return f"@number {self.rng.choice(NUMBERS)}@"
        if kind == 1:
            return self.rng.choice([True, False, None, 0, -7, 2**70 + self.rng.randrange(99)])
        if kind < 5:
            return self.text(0.1)
        if kind < 7:
            return [self.value(depth + 1) for _ in range(self.rng.randrange(3))]
        return self.object(depth + 1)

    def object(self, depth=0):
        return {
            self.rng.choice(["city", "k{}", "a/b~{}", "é{}", "", "name", "type"]).format(self.mark()): self.value(depth)
            for _ in range(self.rng.randrange(4))
        }

    def arguments(self, odd=0.1):
        """The text of an argument object; perhaps of something else."""
        if self.chance(odd):
            return self.rng.choice(["", "{", '{"a": "Q0', "[1]", "null", '"x"', "not json", " "])
        value = json.dumps(self.object(), ensure_ascii=self.chance(0.5), indent=2 if self.chance(0.1) else None)
        from jsontext import NUMBER

        return NUMBER.sub(r"\1", value)

    def schema(self):
        properties = {self.name(): {"type": "string", "description": self.text()} for _ in range(self.rng.randrange(3))}
        return {"type": "object", "properties": properties}

    def png(self):
        return base64.b64encode(PNG + self.mark().encode()).decode()

    def data(self):
        """Media type and base64 data."""
        mark = self.mark().encode()
        kind, start = self.rng.choice([
            ("image/png", PNG), ("image/jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF"), ("application/pdf", b"%PDF-1.4\n"),
            ("audio/wav", b"RIFF\0\0\0\0WAVEfmt "), ("text/plain", b"plain "), ("image/gif", b"GIF89a"),
        ])  # fmt: skip
        return kind, base64.b64encode(start + mark).decode()
