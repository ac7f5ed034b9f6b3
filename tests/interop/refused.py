"""What services refuse and the types of their SDKs do not say."""

import json


def is_open(schema):
    """An object of the schema lacks `"additionalProperties": false`."""
    if isinstance(schema, list):
        return any(is_open(inner) for inner in schema)
    if not isinstance(schema, dict):
        return False
    is_object = "object" in (schema.get("type"), *([] if isinstance(schema.get("type"), str) else schema.get("type") or []))
    if (is_object or "properties" in schema) and schema.get("additionalProperties") is not False:
        return True
    return any(is_open(list(value.values()) if key in ("properties", "$defs") else value) for key, value in schema.items()
               if isinstance(value, (dict, list)))


def has_half(value):
    if isinstance(value, str):
        return any("\ud800" <= found <= "\udfff" for found in value)
    if isinstance(value, dict):
        return any(has_half(inner) for pair in value.items() for inner in pair)
    return isinstance(value, list) and any(has_half(inner) for inner in value)


def output_schemas(source, record):
    body = record if isinstance(record, dict) else {}
    if source == "anthropic":
        yield ((body.get("output_config") or {}).get("format") or {}).get("schema")
    elif source == "bedrock":
        form = ((body.get("outputConfig") or {}).get("textFormat") or {}).get("structure") or {}
        yield json.loads((form.get("jsonSchema") or {}).get("schema") or "null")
    elif source == "openai-responses":
        form = (body.get("text") or {}).get("format") or {}
        yield form.get("schema") if form.get("strict") else None
    elif source == "openai":
        form = (body.get("response_format") or {}).get("json_schema") or {}
        yield form.get("schema") if form.get("strict") else None


def reasons(source, record):
    if source in ("openai", "openai-responses", "anthropic", "gemini", "bedrock") and has_half(record):
        yield ": half of a surrogate pair"
    if any(is_open(schema) for schema in output_schemas(source, record)):
        yield ": an open object in the output schema"
    if source == "anthropic":
        for message in record if isinstance(record, list) else record["messages"]:
            for block in message["content"] if isinstance(message.get("content"), list) else []:
                is_failed = block.get("type") == "tool_result" and block.get("is_error")
                content = block.get("content") if is_failed and isinstance(block.get("content"), list) else []
                if any(part["type"] in ("image", "document") for part in content):
                    yield ": a file in a result that failed"
