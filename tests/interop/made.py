"""The libraries make conversations, turnwise converts them, the libraries load what came out, the values are compared.

patterpunk: to every format and back. pickle-bot: session files, lists, and whole history folders. keprompt: what its own
code sends to each service, rows that it loads, what its programs make, and to every format and back.
"""

import argparse
import collections
import filecmp
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import made_patterpunk

FORMATS = ["openai", "openai-responses", "anthropic", "gemini", "bedrock", "keprompt", "keprompt-chat", "lionpride", "patterpunk", "picklebot", "sharegpt"]


class Suite:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="turnwise-made-"))
        self.counts = collections.Counter()

    def bug(self, kind, detail, text=""):
        self.counts[f"FAILED {kind}"] += 1
        if self.counts[f"FAILED {kind}"] <= self.options.show:
            print(f"\n{kind}: {detail}\n  {text[: self.options.width]}")

    def turnwise(self, *arguments):
        done = subprocess.run([self.options.binary, *map(str, arguments)], capture_output=True, check=False)
        if done.returncode not in (0, 1, 2):
            self.bug("crash", f"exit {done.returncode}: {arguments}", done.stderr.decode(errors="replace"))
        return done

    def convert(self, lines, source, target, *more):
        """A line for each line, and the codes that were reported about each."""
        path, report = self.folder / "in.jsonl", self.folder / "report.jsonl"
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        arguments = ["convert", "-q", "--isolated", "-f", source, "-t", target, "--input-framing", "lines", "--framing", "lines"]
        done = self.turnwise(*arguments, "--on-error", "emit", "--report", report, *more, path)
        output = done.stdout.decode().split("\n")[:-1]
        if len(output) != len(lines):
            self.bug("lines", f"{source} -> {target}: {len(lines)} in, {len(output)} out", done.stderr.decode())
        codes = collections.defaultdict(set)
        for line in report.read_text().split("\n")[:-1]:
            entry = json.loads(line)
            if "code" in entry:
                codes[entry["record"] - 1].add(entry["code"])
        return output, codes


    def there_and_back(self, lines, source, target):
        """Which records were taken, what came home of them, and the codes of both ways."""
        output, codes = self.convert(lines, source, target)
        kept = []
        for index, line in enumerate(output):
            record = json.loads(line)
            if isinstance(record, dict) and "$turnwise_error" in record:
                self.counts[f"{source} -> {target} refused"] += 1
            else:
                kept.append(index)
        home, more = self.convert([output[index] for index in kept], target, source)
        return kept, home, {place: codes[index] | more[place] for place, index in enumerate(kept)}


def patterpunk(suite, seed, count):
    made = [made_patterpunk.make(random.Random(f"{seed} patterpunk {number}")) for number in range(count)]
    lines = [json.dumps(made_patterpunk.store(messages)) for messages in made]
    suite.counts["patterpunk conversations"] += len(lines)
    path = suite.folder / "made.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    same = suite.turnwise("convert", "-q", "--isolated", "-f", "patterpunk", "-t", "patterpunk", path)
    if same.stdout != path.read_bytes():
        suite.bug("same format", "patterpunk -> patterpunk is not the same", same.stderr.decode())
    # Written anew, because new ids are wanted: everything else stays.
    check_home(suite, made, lines, *suite.convert(lines, "patterpunk", "patterpunk", "--ids", "new"), "patterpunk, new ids")
    for target in FORMATS:
        if target != "patterpunk":
            kept, home, codes = suite.there_and_back(lines, "patterpunk", target)
            check_home(suite, [made[index] for index in kept], [lines[index] for index in kept], home, codes, target)


def check_home(suite, made, lines, home, codes, way):
    for place, line in enumerate(home):
        suite.counts[f"patterpunk there and back: {way}"] += 1
        record = json.loads(line)
        if isinstance(record, dict):
            suite.bug("no way home", f"{way}: {record}", lines[place])
            continue
        try:
            loaded = made_patterpunk.load(record)
        except Exception as error:  # noqa: BLE001: whatever the library throws is the finding
            suite.bug("not loaded", f"{way}: {type(error).__name__}: {error}", line)
            continue
        if json.dumps(made_patterpunk.store(loaded)) != json.dumps(record):
            suite.bug("loaded otherwise", way, line)
        for difference in made_patterpunk.differences(made[place], loaded, codes[place]):
            suite.bug("silent loss", f"{way}: {difference} {sorted(codes[place])}", f"{lines[place]}\n  {line}")


def picklebot(suite, seed, count):
    import made_picklebot as library

    for number in range(count):
        rng = random.Random(f"{seed} picklebot {number}")
        messages = library.make(rng)
        text = library.write(messages)
        suite.counts["picklebot sessions"] += 1
        path = suite.folder / "session.jsonl"
        path.write_text(text, encoding="utf-8")
        options = ["convert", "-q", "--isolated"]
        same = suite.turnwise(*options, "-t", "picklebot", path)
        if same.stdout.decode() != text:
            suite.bug("same format", "picklebot -> picklebot", text)
        sent = suite.turnwise(*options, "-t", "openai", "--container", "list", path)
        if sent.returncode != 0:
            suite.counts["picklebot -> openai refused"] += 1
            continue
        found = [drop_empty(message) for message in json.loads(sent.stdout)]
        if found != library.litellm(messages):
            suite.bug("sent otherwise", f"{found}\n  {library.litellm(messages)}", text)
        (suite.folder / "sent.json").write_bytes(sent.stdout)
        home = suite.turnwise(*options, "-f", "openai", "-t", "picklebot", "--framing", "messages", suite.folder / "sent.json")
        back = library.read(home.stdout.decode())
        drop = ("timestamp",)
        before, after = ([{k: v for k, v in library.values(it).items() if k not in drop} for it in side] for side in (messages, back))
        if before != after:
            suite.bug("back otherwise", f"{before}\n  {after}", text)


def picklebot_home(suite, seed, count):
    """Sessions as lists, to every format and back."""
    import made_picklebot as library

    made = [library.make(random.Random(f"{seed} picklebot home {number}")) for number in range(count)]
    lines = ["[" + ",".join(message.model_dump_json() for message in messages) + "]" for messages in made]
    for target in FORMATS:
        if target == "picklebot":
            continue
        kept, home, codes = suite.there_and_back(lines, "picklebot", target)
        for place, (index, line) in enumerate(zip(kept, home)):
            suite.counts[f"picklebot there and back: {target}"] += 1
            record = json.loads(line)
            if isinstance(record, dict):
                suite.bug("no way home", f"{target}: {record}", lines[index])
                continue
            loaded = library.read("\n".join(json.dumps(message, ensure_ascii=False) for message in record))
            for difference in library.differences(made[index], loaded, codes[place]):
                suite.bug("silent loss", f"picklebot, {target}: {difference} {sorted(codes[place])}", f"{lines[index]}\n  {line}")


def drop_empty(message):
    is_empty = message.get("tool_calls") and not message.get("content")
    return {key: value for key, value in message.items() if not (is_empty and key == "content")}


def histories(suite, seed, count):
    """Whole folders: copied to the byte, made of other formats, loaded by the library."""
    import made_picklebot as library

    for number in range(count):
        rng = random.Random(f"{seed} history {number}")
        root = suite.folder / f"history-{number}"
        store, ids = library.make_store(rng, root / "old", 9)
        suite.counts["picklebot folders"] += 1
        options = ["convert", "-q", "--isolated", "--on-error", "skip"]
        suite.turnwise(*options, "-t", "picklebot", "--framing", "folder", "-o", root / "same", root / "old")
        compare = filecmp.dircmp(root / "old", root / "same")
        files = ["index.jsonl", *(f"sessions/{name}.jsonl" for name in ids)]
        _, changed, missing = filecmp.cmpfiles(root / "old", root / "same", files, shallow=False)
        if changed or missing or compare.right_only:
            suite.bug("folder", f"not the same: {changed} {missing} {compare.right_only}")
        # One line a session, then a folder again.
        lines = suite.turnwise(*options, "-t", "picklebot", root / "old").stdout
        (root / "lines.jsonl").write_bytes(lines)
        suite.turnwise(*options, "-t", "picklebot", "--framing", "folder", "-o", root / "again", root / "lines.jsonl")
        again = library.HISTORY.HistoryStore(root / "again")
        if [it.model_dump() for it in again.list_sessions()] != [it.model_dump() for it in store.list_sessions()]:
            suite.bug("folder", "the library lists other sessions", lines.decode())
        for name in ids:
            if again.get_messages(name) != store.get_messages(name):
                suite.bug("folder", f"the library reads other messages of {name}", lines.decode())
        check_foreign(suite, library, root, store, options)


def check_foreign(suite, library, root, store, options):
    """To openai and into a new folder: the library lists all sessions and reads all lines."""
    path = root / "sent.jsonl"
    path.write_bytes(suite.turnwise(*options, "-t", "openai", "--lossy", root / "old").stdout)
    suite.turnwise(*options, "-f", "openai", "-t", "picklebot", "--framing", "folder", "-o", root / "made", path)
    made = library.HISTORY.HistoryStore(root / "made")
    sessions, lines = made.list_sessions(), path.read_text().count("\n")
    if len(sessions) != lines:
        suite.bug("folder", f"{lines} records, and the library lists {len(sessions)}")
    for session in sessions:
        text = (root / "made" / "sessions" / f"{session.id}.jsonl").read_text(encoding="utf-8")
        messages = made.get_messages(session.id)
        if len(messages) != text.count("\n") or len(messages) != session.message_count:
            suite.bug("folder", f"the library reads {len(messages)} of {text.count(chr(10))} lines", text)
        title = next((it.content for it in messages if it.role == "user"), None)
        title = title if title is None or len(title) <= 50 else title[:50] + "..."
        if session.title != title:
            suite.bug("folder", f"the title {session.title!r} is not {title!r}")
        session.get_source()


def keprompt(suite, seed, count):
    import made_keprompt as library

    for is_odd in (False, True):
        made = [library.make(random.Random(f"{seed} keprompt {is_odd} {number}"), is_odd) for number in range(count)]
        stored = [library.store(messages) for messages in made]
        lines = [json.dumps(messages) for messages in stored]
        suite.counts["keprompt conversations"] += len(lines)
        if suite.convert(lines, "keprompt", "keprompt")[0] != lines:
            suite.bug("same format", "keprompt -> keprompt is not the same")
        for service in library.SERVICES:
            sent, _ = suite.convert(lines, "keprompt", f"keprompt-company:{service}")
            for messages, line, found in zip(made, lines, sent):
                found = json.loads(found)
                found = None if "$turnwise_error" in found else found
                wanted = library.company(messages, service)
                suite.counts[f"keprompt sent to {service}{'' if wanted else ' fails'}"] += 1
                if found != json.loads(json.dumps(wanted)):
                    suite.bug("sent otherwise", f"{service}\n  {found}\n  {wanted}", line)
        rows, _ = suite.convert(lines, "keprompt", "keprompt-chat")
        for messages, row in zip(stored, rows):
            found, wanted = library.load(json.loads(row)), library.loaded(messages, json.loads(row))
            if found != wanted:
                suite.bug("loaded otherwise", f"{found}\n  {wanted}", row)
        if suite.convert(rows, "keprompt-chat", "keprompt")[0] != lines:
            suite.bug("silent loss", "keprompt-chat -> keprompt is not what the row was made of")
        for target in FORMATS:
            if target == "keprompt":
                continue
            kept, home, codes = suite.there_and_back(lines, "keprompt", target)
            check_loads(suite, library, suite.convert(suite.convert(lines, "keprompt", target)[0], target, "keprompt-chat")[0], target)
            check_keprompt(suite, library, [stored[index] for index in kept], home, codes, target)


def check_loads(suite, library, rows, source):
    """Rows that were made of another format's records are loaded as they are."""
    for row in rows:
        row = json.loads(row)
        if "$turnwise_error" not in row:
            messages = json.loads(row["messages_json"])
            if library.load(row) != library.loaded(messages, row):
                suite.bug("loaded otherwise", f"{source} -> keprompt-chat: {library.load(row)}", row["messages_json"])


def content_of(message):
    """What a message says: its content and its calls, without members that are empty."""
    return [value for key, value in message.items() if key in ("content", "tool_calls") and value]


def check_keprompt(suite, library, stored, home, codes, target):
    for place, line in enumerate(home):
        suite.counts[f"keprompt there and back: {target}"] += 1
        record = json.loads(line)
        if isinstance(record, dict) and record["raw"] == "[]" and not any(content_of(message) for message in stored[place]):
            # Its messages have no content, so none of them got there: a chat without messages is refused.
            suite.counts[f"keprompt -> {target}: nothing to bring home"] += 1
            continue
        if isinstance(record, dict):
            suite.bug("no way home", f"{target}: {record}", json.dumps(stored[place]))
            continue
        said = {"TW304", "TW305", "TW315", "TW322", "TW323", "TW341", "TW345", "TW346", "TW347", "TW349", "TW374"} & codes[place]
        before, after = library.plain(stored[place]), library.plain(record)
        if before != after and not said:
            suite.bug("silent loss", f"keprompt, {target}: {sorted(codes[place])}\n  {before}\n  {after}", line)


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(here.parents[1] / "target" / "debug" / "turnwise"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="conversations that each library makes")
    parser.add_argument("--show", type=int, default=5, help="failures printed of each kind")
    parser.add_argument("--width", type=int, default=3000, help="characters printed of a failure")
    options = parser.parse_args()
    suite = Suite(options)
    patterpunk(suite, options.seed, options.count)
    try:
        import made_picklebot  # noqa: F401: only whether it is there
    except ImportError as error:
        print(f"left out, pickle-bot is not installed: {error}")
    else:
        picklebot(suite, options.seed, options.count)
        picklebot_home(suite, options.seed, options.count)
        histories(suite, options.seed, max(1, options.count // 40))
    try:
        import made_keprompt  # noqa: F401: only whether it is there
    except ImportError as error:
        print(f"left out, keprompt is not installed: {error}")
    else:
        keprompt(suite, options.seed, options.count)
        import made_statements

        made_statements.check(suite, random.Random(f"{options.seed} statements"), options.count)
    for name, count in sorted(suite.counts.items()):
        print(f"{count:7} {name}")
    sys.exit(1 if any(name.startswith("FAILED") for name in suite.counts) else 0)


if __name__ == "__main__":
    main()
