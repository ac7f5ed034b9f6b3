"""pickle-bot: what its history model takes, line by line, and stores again."""

import json

try:
    from made_picklebot import HISTORY
except ImportError:
    HISTORY = None

KEYS = {"timestamp", "role", "content", "tool_calls", "tool_call_id"}


def check(record, is_output=False):
    """Reasons why the library would drop a line. Of output it is also asked that it is stored the same again."""
    if HISTORY is None:
        return []
    messages = record["messages"] if isinstance(record, dict) and "messages" in record else record
    errors = []
    for index, message in enumerate(messages if isinstance(messages, list) else [messages]):
        try:
            text = json.dumps(message, ensure_ascii=False)
            again = json.loads(HISTORY.HistoryMessage.model_validate_json(text).model_dump_json())
        except ValueError as error:
            errors.append(f"/{index}: {str(error).splitlines()[0]}")
            continue
        if not is_output:
            continue
        # Where the source has no time, the library says when it read the line.
        again = {key: value for key, value in again.items() if key != "timestamp" or key in message}
        if again != json.loads(text):
            errors.append(f"/{index}: comes back different: {again}")
        errors += [f"/{index}: unknown key {key}" for key in set(message) - KEYS]
    return errors
