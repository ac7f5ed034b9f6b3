"""Which ids of a record are the same: each becomes the number of the place where it stands first."""

# Where ids of calls, results, messages and conversations stand, in all formats.
KEYS = {"tool_call_id", "tool_use_id", "toolUseId", "call_id"}
# `id` is one of them only in what calls, in what answers, and in messages.
NEIGHBOURS = {"function", "custom", "name", "args", "response", "input", "content", "conversations", "tool_calls", "thinking_blocks"}


def of(record, like=None):
    """The record with numbers for ids. Ids that `like` does not have at their place are left out."""
    numbers = {}

    def walk(value, other):
        if isinstance(value, list):
            others = other if isinstance(other, list) else [None] * len(value)
            return [walk(inner, beside) for inner, beside in zip(value, others)]
        if not isinstance(value, dict):
            return value
        other = other if isinstance(other, dict) else {}
        made = {}
        for key, inner in value.items():
            is_id = key in KEYS or (key == "id" and NEIGHBOURS & value.keys())
            if not is_id or not isinstance(inner, (str, int)):
                made[key] = walk(inner, other.get(key))
            elif other.get(key) not in (None, "") or key not in other and like is None:
                made[key] = numbers.setdefault(str(inner), len(numbers))
            elif key in other:
                made[key] = other[key]
        return made

    return walk(record, record if like is None else like)
