"""Alpaca: what the trainers' converters demand of a row. They join the texts with `+` and unpack the history in pairs."""

TEXTS = ("instruction", "input", "output", "system", "chosen", "rejected", "text")


def check(record):
    """Reasons why a trainer would choke on the row."""
    if not isinstance(record, dict):
        return [": not a row"]
    errors = [f"/{key}: not a text" for key in TEXTS if not isinstance(record.get(key), (str, type(None)))]
    if record.get("instruction") is None:
        errors.append(": no instruction")
    if record.get("output") is None and (record.get("chosen") is None or record.get("rejected") is None):
        errors.append(": no output")
    history = record.get("history")
    if not isinstance(history, (list, type(None))):
        return [*errors, "/history: not a list"]
    for index, pair in enumerate(history or []):
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(text, str) for text in pair):
            errors.append(f"/history/{index}: not two texts")
    return errors
