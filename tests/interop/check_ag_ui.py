"""ag-ui: the types of its Python library, strictly."""

import pydantic
from ag_ui.core import Event, Message, RunAgentInput

EVENTS, MESSAGES = pydantic.TypeAdapter(Event), pydantic.TypeAdapter(Message)
INPUTS = pydantic.TypeAdapter(RunAgentInput)


def check(record):
    """Reasons why a consumer would refuse the record."""
    if isinstance(record, dict) and "events" in record:
        record = record["events"]
    if isinstance(record, dict) and "type" not in record:
        return errors(INPUTS, record, "")
    if not isinstance(record, list):
        record = [record]
    is_log = any(isinstance(item, dict) and "type" in item for item in record)
    kind = EVENTS if is_log else MESSAGES
    found = [error for index, item in enumerate(record) for error in errors(kind, item, f"/{index}")]
    return found or ([] if record else [": no messages"])


def errors(kind, value, place):
    try:
        kind.validate_json(pydantic.TypeAdapter(object).dump_json(value), strict=True)
    except pydantic.ValidationError as error:
        return [f"{place}/{'/'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
    except (ValueError, RecursionError) as error:
        return [f"{place}: {type(error).__name__}"]
    return []
