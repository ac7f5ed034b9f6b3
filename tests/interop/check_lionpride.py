"""lionpride: what the library itself loads."""

try:
    from lionpride import Flow, Message, Pile
except ImportError:
    Message = None


def check(record):
    """Reasons why the library would refuse the record."""
    if Message is None:
        return []
    kind = Message
    if isinstance(record, dict):
        kind = Flow if "progressions" in record else Pile if "items" in record else Message
    items = record if isinstance(record, list) else [record]
    errors = [] if items else [": no messages"]
    for index, item in enumerate(items):
        try:
            if not isinstance(item, dict):
                raise TypeError("not an object")
            loaded = kind.from_dict(item)
            for message in [loaded] if kind is Message else loaded.items if kind is Flow else loaded:
                message.to_dict("json")
        except Exception as error:  # noqa: BLE001: whatever the library throws is the finding
            errors.append(f"/{index}: {type(error).__name__}: {str(error)[:200]}")
    return errors
