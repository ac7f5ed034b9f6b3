"""One question to every library: why is this line refused?"""

import json

import check_ag_ui
import check_alpaca
import check_keprompt
import check_lionpride
import refused
import run
import check_anthropic
import check_openai
import check_openai_responses

FORMATS = [*run.FORMATS, "ag-ui", "alpaca", "keprompt", "keprompt-chat", "keprompt-statements", "lionpride"]
CHECKS = run.VALID | {
    "ag-ui": check_ag_ui.check,
    "alpaca": check_alpaca.check,
    "keprompt": check_keprompt.check,
    "keprompt-chat": check_keprompt.check_row,
    "keprompt-statements": check_keprompt.check_program,
    "lionpride": check_lionpride.check,
}
BODIES = {"openai": check_openai.BODY, "openai-responses": check_openai_responses.BODY, "anthropic": check_anthropic.BODY}
TURNS = {"openai": "messages", "openai-responses": "input", "anthropic": "messages"}
# What a request needs beside the conversation.
SETTINGS = {"openai": {"model": "m"}, "openai-responses": {"model": "m"}, "anthropic": {"model": "m", "max_tokens": 64}}


def complete(name, record):
    """With the settings that a request cannot do without."""
    if name in SETTINGS and isinstance(record, dict) and TURNS[name] in record:
        return SETTINGS[name] | record
    return record


def records(name, path):
    """The records of a fixture file."""
    text = path.read_text()
    if name in ("ag-ui", "lionpride", "patterpunk") and path.suffix == ".jsonl":
        yield [json.loads(line) for line in text.split("\n") if line.strip()]
        return
    found = [json.loads(line) for line in run.records_of(path, text, name)]
    is_rows = name == "alpaca" and isinstance(found[0], list)
    yield from found[0] if is_rows else found


def reasons(name, line):
    """Why the library, or the service behind it, refuses the line; nothing if it takes it."""
    try:
        record = json.loads(line.decode())
    except ValueError as error:
        return [f": not JSON: {type(error).__name__}"]
    try:
        found = list(CHECKS[name](record)) or list(refused.reasons(name, record))
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        return [f": the check itself fails: {type(error).__name__}: {error}"]
    if not found and name in BODIES and isinstance(record, dict) and set(record) != {TURNS[name]}:
        needed = [key for key, (_, is_required) in BODIES[name].items() if is_required or key in SETTINGS[name]]
        found += [f": `{key}` is missing" for key in needed if key not in record]
    return found
