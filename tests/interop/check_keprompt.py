"""keprompt: what its chat manager loads, what its code can send on, and what its machine takes as a program."""

import contextlib
import io
import json

import made_keprompt

PARTS = {"text": {"text": str}, "tool": {"name": str, "id": str, "arguments": dict}}
PARTS["tool_result"] = {"tool_use_id": str, "content": str, "name": str}


def check(record):
    """Reasons why messages would not load, or break what the library does with them."""
    if not isinstance(record, list):
        return [": no messages"]
    return check_row({"chat_id": "c", "messages_json": json.dumps(record)})


def check_row(row):
    columns = {"vm_state_json": "{}", "variables_json": "{}", "statements_json": None, "prompt_filename": None}
    try:
        if not isinstance(row, dict) or "data" in row:
            row = row["data"][0]["chat"]
        if not isinstance(row["chat_id"], str):
            return ["/chat_id: no key"]
        made_keprompt.load(columns | row)
    except Exception as error:  # noqa: BLE001: whatever the library throws is the finding
        return [f": {type(error).__name__}: {error}"]
    return []


def check_program(record):
    from made_statements import vm

    with contextlib.redirect_stdout(io.StringIO()):
        try:
            vm.VM(params={}).deserialize_statements(record)
        except Exception as error:  # noqa: BLE001
            return [f": {type(error).__name__}: {error}"]
    return []
