"""One seeded change of a record: type, key, order, id, role or kind, encoding."""

import dataclasses
import json
import re

# In the text, but in no value of Python.
TWICE, RAW, BYTE = "\ue001twice", "\ue002", "\ue003"
ODD = [None, True, 7, -1, 1.5, "x", "", [], {}, ["x"], {"x": 1}, [{}], [None]]
ID = re.compile(r"(^|_)ids?$|Id$|^msg_no$")
WORD = {"role", "type", "from", "keyword", "status", "subtype", "detail", "format", "stopReason", "finish_reason", "media_type", "mimeType"}
WORDS = [
    "user", "assistant", "system", "tool", "developer", "function", "model", "human", "gpt", "bot", "User", "text", "image",
    "input_text", "output_text", "image_url", "tool_use", "tool_result", "function_call", "function_response", "thinking",
    "reasoning", "message", "document", "file", "textt", "success", "error", "auto", "low", "image/png", "png",
]  # fmt: skip
BASE64 = re.compile(r"(data:[^,]*;base64,)?[A-Za-z0-9+/_-]{16,}={0,2}\Z")


@dataclasses.dataclass
class Mutant:
    what: str
    record: object
    line: bytes


class Place:
    """A member of an object or an item of a list."""

    def __init__(self, owner, key, path):
        self.owner, self.key, self.path = owner, key, path

    @property
    def value(self):
        return self.owner[self.key]

    @value.setter
    def value(self, value):
        self.owner[self.key] = value


def places(value, path=""):
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        here = f"{path}/{'*' if isinstance(value, list) else key}"
        yield Place(value, key, here)
        yield from places(inner, here)


def mutate(record, dice):
    """The mutant, or nothing where this change has no place in the record."""
    whole = [record]
    found = [Place(whole, 0, ""), *list(places(record))]
    kind = dice.choice(KINDS)
    what = kind(found, dice)
    if what is None:
        return None
    line = json.dumps(whole[0], separators=(",", ":"))
    line = line.replace(json.dumps(TWICE)[1:-1], "").replace(json.dumps(RAW)[1:-1], "\t").encode()
    return Mutant(f"{kind.__name__} {what}", whole[0], line.replace(json.dumps(BYTE)[1:-1].encode(), b"\xff"))


def pick(found, dice, fits):
    fitting = [place for place in found if fits(place)]
    return dice.choice(fitting) if fitting else None


def of_object(place):
    return isinstance(place.owner, dict)


def value_type(found, dice):
    place = dice.choice(found)
    place.value = dice.choice([*ODD, [place.value], {"x": place.value}])
    return f"{place.path} = {type(place.value).__name__}"


def null(found, dice):
    place = dice.choice(found)
    place.value = None
    return place.path


def key_renamed(found, dice):
    place = pick(found, dice, of_object)
    if place is None:
        return None
    snake = re.sub(r"([A-Z])", lambda match: "_" + match[1].lower(), place.key)
    camel = re.sub(r"_(\w)", lambda match: match[1].upper(), place.key)
    other = snake if snake != place.key else camel
    new = dice.choice([place.key + "s", place.key[:-1], place.key.upper(), other])
    if new in place.owner:
        return None
    pairs = [(new if key == place.key else key, value) for key, value in place.owner.items()]
    place.owner.clear()
    place.owner.update(pairs)
    return place.path


def key_removed(found, dice):
    place = pick(found, dice, of_object)
    if place is None:
        return None
    del place.owner[place.key]
    return place.path


def key_added(found, dice):
    place = pick(found, dice, of_object)
    if place is None:
        return None
    place.owner[dice.choice(["extra", "role", "content", "id", "type", "name"])] = dice.choice(ODD)
    return f"beside {place.path}"


def key_repeated(found, dice):
    place = pick(found, dice, of_object)
    if place is None:
        return None
    place.owner[place.key + TWICE] = dice.choice([place.value, *ODD])
    return place.path


def order(found, dice):
    place = pick(found, dice, lambda place: isinstance(place.value, list) and len(place.value) > 1)
    if place is None:
        return None
    items = place.value
    way = dice.randrange(4)
    first, second = dice.sample(range(len(items)), 2)
    if way == 0:
        items[first], items[second] = items[second], items[first]
    elif way == 1:
        del items[first]
    elif way == 2:
        items.insert(first, items[first])
    else:
        items.append(items.pop(0))
    return f"{place.path} {['swapped', 'without one', 'one twice', 'turned'][way]}"


def identifier(found, dice):
    place = pick(found, dice, lambda place: of_object(place) and ID.search(place.key))
    if place is None:
        return None
    others = [other.value for other in found if of_object(other) and ID.search(other.key)]
    new = dice.choice(["", "other", "a b/ü", "x" * 300, 7, None, dice.choice(others), REMOVED])
    if new is REMOVED:
        del place.owner[place.key]
        return f"{place.path} removed"
    place.value = new
    return f"{place.path} = {new!r}"[:80] if new not in others else f"{place.path} = that of another"


def word(found, dice):
    place = pick(found, dice, lambda place: of_object(place) and place.key in WORD and isinstance(place.value, str))
    if place is None:
        return None
    words = [other.value for other in found if of_object(other) and other.key == place.key]
    before, place.value = place.value, dice.choice([dice.choice(WORDS), dice.choice(words), place.value + "x"])
    return f"{place.path} {before!r} -> {place.value!r}"[:90]


def encoding(found, dice):
    is_base64 = lambda place: isinstance(place.value, str) and BASE64.match(place.value)
    is_text = lambda place: isinstance(place.value, str)
    place = pick(found, dice, is_base64 if dice.random() < 0.4 else is_text)
    if place is None:
        return None
    value, way = place.value, dice.randrange(4)
    if is_base64(place) and way < 3:
        place.value = [value[:-3] + "*" + value[-2:], value[:-5], value + "é"][way]
        return f"{place.path} broken base64"
    place.value = value + dice.choice(["\ud800", "\udc00\ud800", RAW, BYTE, "\u0000"])
    return f"{place.path} + {place.value[len(value):]!r}"


REMOVED = object()
KINDS = [value_type, null, key_renamed, key_removed, key_added, key_repeated, order, identifier, word, encoding]
