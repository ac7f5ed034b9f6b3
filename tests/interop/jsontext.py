"""JSON with the spelling of its numbers, places and leaves."""

import json
import re


class Whole(int):
    """An integer that remembers how it was written."""

    raw: str


class Real(float):
    """Any other number that remembers how it was written."""

    raw: str


def _whole(text):
    number = Whole(text)
    number.raw = text
    return number


def _real(text):
    number = Real(text)
    number.raw = text
    return number


def loads(text):
    return json.loads(text, parse_int=_whole, parse_float=_real)


NUMBER = re.compile(r'"@number ([^"@]*)@"')


def dumps(value, rng=None):
    """JSON text. A string `@number 1.10@` becomes the number `1.10`, spelled like that."""
    ascii_only = rng is not None and rng.random() < 0.5
    spaces = (", ", ": ") if rng is not None and rng.random() < 0.5 else (",", ":")
    return NUMBER.sub(r"\1", json.dumps(value, ensure_ascii=ascii_only, separators=spaces))


def resolve(root, pointer):
    """The value at a JSON Pointer; LookupError if there is none."""
    if pointer == "":
        return root
    if not pointer.startswith("/"):
        raise LookupError(pointer)
    for step in pointer[1:].split("/"):
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(root, list):
            if not step.isdigit() or int(step) >= len(root):
                raise LookupError(pointer)
            root = root[int(step)]
        elif isinstance(root, dict) and step in root:
            root = root[step]
        else:
            raise LookupError(pointer)
    return root


def escape(key):
    return str(key).replace("~", "~0").replace("/", "~1")


def leaves(value, pointer="", key=""):
    """Every string, number, true, false and null: pointer, key, value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, f"{pointer}/{escape(name)}", name)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{pointer}/{index}", key)
    else:
        yield pointer, key, value
