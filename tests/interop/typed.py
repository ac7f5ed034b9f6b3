"""A strict walk over the TypedDicts of an SDK.

pydantic is lax here: it ignores unknown keys of TypedDicts and validates `Iterable` members lazily.
"""

import collections.abc
import typing

import typing_extensions as ext

WRAPPERS = {typing.Required, typing.NotRequired, ext.Required, ext.NotRequired, getattr(ext, "ReadOnly", None)}
UNIONS = {typing.Union, type(int | str)}
LISTS = {list, collections.abc.Iterable, collections.abc.Sequence}
DISCRIMINATORS = ("role", "type")


def bare(kind):
    """Without Annotated, Required and the like, and whether Required or NotRequired was said."""
    required = None
    while True:
        origin = typing.get_origin(kind)
        if origin is typing.Annotated:
            kind = typing.get_args(kind)[0]
        elif origin in WRAPPERS:
            if origin in (typing.Required, ext.Required):
                required = True
            elif origin in (typing.NotRequired, ext.NotRequired):
                required = False
            kind = typing.get_args(kind)[0]
        elif isinstance(kind, (getattr(typing, "TypeAliasType", ext.TypeAliasType), ext.TypeAliasType)):
            kind = kind.__value__
        else:
            return kind, required


def fields(kind):
    """Name -> (type, is required) of a TypedDict."""
    found = {}
    for name, inner in ext.get_type_hints(kind, include_extras=True).items():
        inner, required = bare(inner)
        found[name] = (inner, name in kind.__required_keys__ if required is None else required)
    return found


CACHE = {}


def cached_fields(kind):
    if kind not in CACHE:
        CACHE[kind] = fields(kind)
    return CACHE[kind]


def members(kind):
    """The members of a union, flat."""
    kind, _ = bare(kind)
    if typing.get_origin(kind) in UNIONS:
        return [member for inner in typing.get_args(kind) for member in members(inner)]
    return [kind]


def literals(kind):
    kind, _ = bare(kind)
    return typing.get_args(kind) if typing.get_origin(kind) in (typing.Literal, ext.Literal) else None


def could_be(value, kind):
    """The discriminators of a TypedDict do not speak against it."""
    for name in DISCRIMINATORS:
        inner = cached_fields(kind).get(name)
        allowed = literals(inner[0]) if inner else None
        if allowed is not None and value.get(name, allowed[0]) not in allowed:
            return False
    return True


def name_of(value):
    return {dict: "object", list: "array", str: "string", bool: "bool", type(None): "null"}.get(type(value), "number")


def check(value, kind, place=""):
    """What is wrong with the value, as a list of `place: reason`."""
    kind, _ = bare(kind)
    if kind in (object, typing.Any):
        return []
    if ext.is_typeddict(kind):
        return check_object(value, kind, place)
    options = literals(kind)
    if options is not None:
        is_option = any(value == option and type(value) is type(option) for option in options)
        return [] if is_option else [f"{place}: {value!r} is none of {options}"]
    origin = typing.get_origin(kind)
    if origin in UNIONS:
        return check_union(value, members(kind), place)
    if origin in LISTS or origin is not None and "Sequence" in getattr(origin, "__name__", ""):
        if not isinstance(value, list):
            return [f"{place}: array expected, found {name_of(value)}"]
        (inner,) = typing.get_args(kind)
        return [error for index, item in enumerate(value) for error in check(item, inner, f"{place}/{index}")]
    if origin in (dict, collections.abc.Mapping):
        if not isinstance(value, dict):
            return [f"{place}: object expected, found {name_of(value)}"]
        inner = typing.get_args(kind)[1]
        return [error for key, item in value.items() for error in check(item, inner, f"{place}/{key}")]
    return check_plain(value, kind, place)


def check_plain(value, kind, place):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    fits = {
        str: isinstance(value, str),
        bool: isinstance(value, bool),
        int: is_number and isinstance(value, int),
        float: is_number,
        type(None): value is None,
        None: value is None,
        dict: isinstance(value, dict),
    }
    if fits.get(kind, False):
        return []
    return [f"{place}: {getattr(kind, '__name__', kind)} expected, found {name_of(value)}"]


def check_object(value, kind, place):
    if not isinstance(value, dict):
        return [f"{place}: object expected, found {name_of(value)}"]
    known = cached_fields(kind)
    errors = [f"{place}/{key}: unknown key of {kind.__name__}" for key in value if key not in known]
    errors += [
        f"{place}: `{key}` is missing" for key, (_, required) in known.items() if required and key not in value
    ]
    for key, inner in value.items():
        if key in known:
            errors += check(inner, known[key][0], f"{place}/{key}")
    return errors


def check_union(value, kinds, place):
    if isinstance(value, dict):
        kinds = [kind for kind in kinds if not ext.is_typeddict(kind) or could_be(value, kind)]
        if not kinds:
            seen = {name: value.get(name) for name in DISCRIMINATORS if name in value}
            return [f"{place}: nothing fits {seen}"]
    results = [check(value, kind, place) for kind in kinds]
    return min(results, key=len) if all(results) else []
