"""Conversations for pages that are tested: hostile ones, and a long one."""

import json
import os

# Each would set `window.__ran`, load something or open a window, in one of the places where a text may be.
RUN = "window.__ran=1"
HOSTILE = [
    f"<script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"</pre></title></style></textarea></details><img src=x onerror={RUN}>",
    f"<svg onload={RUN}><a xlink:href=javascript:{RUN}>x</a></svg>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"\" autofocus onfocus=\"{RUN}",
    f"' autofocus onfocus='{RUN}' x='",
    f"\" style=\"background:url(https://x.example/css)\" onmouseover=\"{RUN}",
    f"<iframe srcdoc=\"<script>parent.__ran=1</script>\"></iframe>",
    "<iframe src=https://x.example/frame></iframe><object data=https://x.example/o></object><embed src=https://x.example/e>",
    "<link rel=stylesheet href=https://x.example/s><style>@import url(https://x.example/i)</style>",
    "<meta http-equiv=refresh content='0;url=https://x.example/moved'><base href=https://x.example/>",
    "<title>taken</title><form action=https://x.example/f><input autofocus></form>",
    f"<video><source onerror={RUN}></video><audio src=x onerror={RUN}><body onload={RUN}>",
    f"<details open ontoggle={RUN}>", f"<math><mtext></p><img src=x onerror={RUN}>",
    f"[x](javascript:{RUN}) <javascript:{RUN}> javascript:{RUN} ![x](https://x.example/p.png)",
    f"https://x.example/\"onclick=\"{RUN} http://x.example/'><img/src=x/onerror={RUN}>",
    f"data:text/html,<script>{RUN}</script>",
    f"&lt;img src=x onerror={RUN}&gt; &#60;script&#62; &amp;lt;b&amp;gt;",
    f"```html\" onx=\"{RUN}\n<script>{RUN}</script>\n```\n# <b>x\n**<i>** `<u>`",
    f"--><!--[if IE]><script>{RUN}</script><![endif]--> ]]> <![CDATA[x]]>",
    "\u202etxet \u2066x\u2069 \ufeff\u200b \u001b]0;title\u0007 \u0000 \u0085\u2028 \U000e0041",
    "{{constructor.constructor('" + RUN + "')()}} ${7*7} <%= 7 %>",
]


def chats(text):
    """A text in every place of a conversation."""
    call = {"id": text, "type": "function", "function": {"name": text, "arguments": json.dumps({text: text})}}
    yield "openai", {"model": text, "messages": [
        {"role": "system", "content": text},
        {"role": "user", "name": text, "content": [
            {"type": "text", "text": text},
            {"type": "image_url", "image_url": {"url": text}},
            {"type": "image_url", "image_url": {"url": "https://x.example/" + text}},
            {"type": "image_url", "image_url": {"url": "data:" + text + ";base64,AAAA"}},
            {"type": "image_url", "image_url": {"url": "data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnPjxzY3JpcHQ+"
                                                       "cGFyZW50Ll9fcmFuPTE8L3NjcmlwdD48aW1hZ2UgaHJlZj0naHR0cHM6Ly94LmV4YW1wbGUvaSc+PC9pbWFnZT48L3N2Zz4="}},
            {"type": "file", "file": {"filename": text, "file_id": text}},
        ]},
        {"role": "assistant", "content": text, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": text, "content": text},
        {"role": "assistant", "content": None, "refusal": text},
    ]}
    yield "anthropic", {"system": text, "messages": [
        {"role": "user", "content": [
            {"type": "document", "title": text, "source": {"type": "text", "media_type": "text/plain", "data": text}},
            {"type": "image", "source": {"type": "base64", "media_type": text, "data": text}},
        ]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": text, "signature": text}, {"type": "text", "text": text},
                                          {"type": "tool_use", "id": "t", "name": text, "input": {text: [text]}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "is_error": True, "content": [{"type": "text", "text": text}]}]},
    ]}
    yield "claude-code", [
        {"type": "user", "uuid": f"u{number}", "parentUuid": parent, "sessionId": text, "version": "2", "timestamp": text,
         "message": {"role": "user", "content": f"{text} {number}"}}
        for number, parent in [(1, None), (2, "u1"), (3, "u1")]
    ]


def hostile(folder):
    """The hostile conversations, a file for each format; their names are hostile, too."""
    files = {}
    for text in HOSTILE:
        for format, chat in chats(text):
            files.setdefault(format, []).append(chat)
    for format, chats_of in files.items():
        if format == "claude-code":
            # A file is a session.
            for number, lines in enumerate(chats_of):
                path = os.path.join(folder, f"<img src=x onerror=window.__ran=1>{number}.jsonl")
                write(path, lines)
                yield format, path
        else:
            path = os.path.join(folder, f"\"><b onx='{format}'>&amp;.jsonl")
            write(path, chats_of)
            yield format, path


def long(path, messages=20_000, size=20_000_000):
    """A conversation of about so many bytes."""
    words = "a model answers long questions about weather, travel, code and music ".split()
    every = size // messages - 45
    chat = [
        {"role": "assistant" if number % 2 else "user",
         "content": (f"message {number}: " + " ".join(words * (every // 60 + 1)))[:every]}
        for number in range(1, messages + 1)
    ]
    write(path, [{"messages": chat}])


def write(path, values):
    with open(path, "w") as file:
        for value in values:
            file.write(json.dumps(value) + "\n")
