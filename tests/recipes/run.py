"""The recipes of docs/recipes/ with the real programs: run.py --binary target/release/turnwise [--also PYTHON] [NAME…]

Each function named `recipe_…` is one recipe. It runs in a folder of its own with `chats.jsonl`: 20,000 records, one of them broken in each
quarter. The commands come from the pages.
"""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ROWS = 20_000
CONVERT = ["convert", "--from", "openai", "--to", "anthropic", "--lines", "--on-error", "emit", "-q"]

sys.path.insert(0, os.path.join(ROOT, "recipes"))
sys.path.insert(0, HERE)


class LeftOut(Exception):
    """The program is not here."""


def blocks():
    """The commands of the pages, by name: a fence with a language and a name."""
    found = {}
    for page in glob.glob(os.path.join(ROOT, "docs", "recipes", "*.md")):
        with open(page) as file:
            for language, name, body in re.findall(r"^```(\w+) ([\w-]+)\n(.*?)^```$", file.read(), re.M | re.S):
                assert name not in found, name
                found[name] = (language, body)
    return found


BLOCKS = blocks()
USED = set()


def run_block(name, change=None, **names):
    """Runs a block of a page; `change` replaces words of it. Python blocks give the names they define."""
    language, body = BLOCKS[name]
    USED.add(name)
    for old, new in change or []:
        assert old in body, (name, old)
        body = body.replace(old, new)
    if language == "python":
        exec(compile(body, name, "exec"), names)
        return names
    # Not in the page, so that it can be pasted into any shell.
    subprocess.run(["bash", "-c", "set -e -o pipefail\n" + body], check=True, stdin=subprocess.DEVNULL)
    return None


def need(*programs):
    for program in programs:
        if shutil.which(program) is None:
            raise LeftOut(f"{program} is not installed")


def need_module(name):
    try:
        return __import__(name)
    except ImportError as error:
        raise LeftOut(str(error)) from error


def lines(path):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    assert text == "" or text.endswith("\n"), path
    return text.split("\n")[:-1]


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.writelines(row + "\n" for row in rows)


def turnwise(*arguments, **options):
    return subprocess.run(["turnwise", *arguments], check=True, stdin=subprocess.DEVNULL, **options)


def chat(number):
    """What trips programs: backslashes, quotes, commas, tabs, separators of Unicode, one long text in a thousand."""
    text = f'question {number}: "a, b" c:\\new\ttab \u2028 \x85 \U0001f600' + ("x" * 20000 if number % 1000 == 7 else "")
    if number % (ROWS // 4) == ROWS // 8:
        return '{"messages":[{"role":"user","content":7}]}'
    message = {"role": "user", "content": text}
    if number % 97 == 3:
        message["name"] = "ann"
    return json.dumps({"messages": [message, {"role": "assistant", "content": "answer\n"}]}, ensure_ascii=number % 2 == 0)


CHATS = [chat(number) for number in range(ROWS)]


def local():
    """One local run: its rows and its summary."""
    write("all.jsonl", CHATS)
    with open("local.jsonl", "wb") as target:
        turnwise(*CONVERT, "--report-summary", "local.json", "all.jsonl", stdout=target)
    with open("local.json") as file:
        return lines("local.jsonl"), json.load(file)["summary"]


def without_places(rows):
    """An error line says where its record was, which no partition knows. Everything else is compared to the byte."""
    made = []
    for row in rows:
        if row.startswith('{"$turnwise_error"'):
            error = json.loads(row)["$turnwise_error"]
            row = json.dumps([error["code"], error.get("raw"), error["message"]])
        made.append(row)
    return made


def same(rows):
    """The rows are those of one local run."""
    mine = without_places(rows)
    assert len(mine) == ROWS, len(mine)
    for number, (one, other) in enumerate(zip(mine, without_places(LOCAL))):
        assert one == other, (number, one[:300], other[:300])


def added(summaries):
    """The sum of summaries: numbers are added, whatever they count."""
    total = {}
    for summary in summaries:
        for key, value in summary.items():
            if isinstance(value, dict):
                total[key] = added([total.get(key, {}), value])
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                total[key] = total.get(key, 0) + value
    return total


def check_summaries(paths):
    found = []
    for path in paths:
        with open(path) as file:
            found.append(json.load(file)["summary"])
    assert found
    total, wanted = added(found), added([LOCAL_SUMMARY])
    # An error line says where its record was, so its length depends on the partition.
    for summary in (total, wanted):
        summary.pop("bytes_out", None)
    assert total == wanted, (total, wanted)


def recipe_rows():
    """`turnwise_rows.py` alone, and its page."""
    result = subprocess.run([sys.executable, os.path.join(HERE, "test_rows.py")], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    with open("printed", "w") as printed:
        stdout, sys.stdout = sys.stdout, printed
        try:
            run_block("rows")
        finally:
            sys.stdout = stdout
    same(lines("claude.jsonl"))
    assert sum(line.startswith("TW309 ") for line in lines("printed")) == LOCAL_SUMMARY["losses"]["TW309"]


def recipe_langchain():
    """What LangChain loads has the roles and calls of the input."""
    need_module("langchain_core")
    run_block("langchain")

    def outline(line):
        messages = json.loads(line)
        return [(it["type"], [call["id"] for call in it["data"].get("tool_calls") or []]) for it in messages]

    arguments = ["turnwise", "convert", "--to", "langchain", "--lines", "--on-error", "skip", "-q", "chats.jsonl"]
    with open("sent.jsonl", "w") as target:
        subprocess.run(arguments, check=True, stdout=target, stderr=subprocess.DEVNULL)
    assert [outline(line) for line in lines("again.jsonl")] == [outline(line) for line in lines("sent.jsonl")]


def recipe_parallel():
    need("parallel")
    os.makedirs("home", exist_ok=True)
    os.environ["PARALLEL_HOME"] = os.path.abspath("home")
    run_block("parallel", [("--block 10M", "--block 1M")])
    same(lines("claude.jsonl"))
    check_summaries(glob.glob("summary-*.json"))
    # What the page says about --keep-order: here the first piece waits for the second.
    wait = '[ "$1" != 1 ] || while [ ! -e second ]; do sleep 0.1; done'
    write("piece.sh", ['cat > "piece.$1"', wait, 'cat "piece.$1"', '[ "$1" != 2 ] || touch second'])
    command = "parallel --pipe --block 1M --jobs 4 bash piece.sh {#} < chats.jsonl > mixed.jsonl"
    subprocess.run(["bash", "-c", command], check=True, stdin=subprocess.DEVNULL, timeout=60)
    assert sorted(lines("mixed.jsonl")) == sorted(CHATS), "a piece is lost"
    assert lines("mixed.jsonl") != CHATS, "the pieces came in order without --keep-order"


def recipe_sqlite():
    need("sqlite3")
    import sqlite3

    base = sqlite3.connect("chats.db")
    base.execute("create table chats (id integer primary key, doc text)")
    base.executemany("insert into chats values (?, ?)", enumerate(CHATS))
    base.commit()
    run_block("sqlite")
    same([row for (row,) in base.execute("select doc from claude order by rowid")])
    # The trap: the mode csv cuts lines at commas.
    trap = "create table cut (doc text);\n.mode csv\n.import claude.jsonl cut\n"
    subprocess.run(["sqlite3", "chats.db"], input=trap, text=True, capture_output=True)
    cut = [row for (row,) in base.execute("select doc from cut")]
    assert not any(row.startswith("{") and row.endswith("}") for row in cut[:100]), cut[0]
    base.close()


class Postgres:
    """A private cluster on a socket."""

    def __enter__(self):
        need("psql")
        folders = sorted(glob.glob("/usr/lib/postgresql/*/bin")) + [os.path.dirname(shutil.which("initdb") or "")]
        programs = [folder for folder in folders if os.path.exists(os.path.join(folder, "initdb"))]
        if not programs:
            raise LeftOut("initdb is not installed")
        self.bin = programs[-1]
        self.place = tempfile.mkdtemp(prefix="pg-", dir="/tmp")
        self.user = []
        if os.getuid() == 0:
            # The server refuses to be root.
            shutil.chown(self.place, "nobody")
            self.user = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"]
        self.do("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={self.place} -c fsync=off"
        self.do("pg_ctl", "-D", self.data, "-o", options, "-l", os.path.join(self.place, "log"), "-w", "start")
        os.environ.update(PGHOST=self.place, PGUSER="postgres", PGDATABASE="postgres")
        return self

    @property
    def data(self):
        return os.path.join(self.place, "data")

    def do(self, program, *arguments):
        command = [*self.user, os.path.join(self.bin, program), *arguments]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/tmp")
        assert done.returncode == 0, done.stderr

    def __exit__(self, *error):
        try:
            self.do("pg_ctl", "-D", self.data, "-m", "immediate", "stop")
        finally:
            shutil.rmtree(self.place, ignore_errors=True)


def sql(command, **options):
    options = {"check": True, "capture_output": True, "text": True, **options}
    return subprocess.run(["psql", "-XqAtc", command], stdin=subprocess.DEVNULL, **options).stdout


def recipe_postgresql():
    exact = r"(format csv, quote e'\x01', delimiter e'\x02')"
    with Postgres():
        sql("create table chats (id bigserial, doc text); create table claude (id bigserial, doc text);")
        with open("chats.jsonl") as source:
            subprocess.run(["psql", "-Xqc", f"copy chats (doc) from stdin {exact}"], stdin=source, check=True)
        run_block("postgresql")
        with open("out.jsonl", "w") as target:
            subprocess.run(["psql", "-Xqc", f"copy (select doc from claude order by id) to stdout {exact}"], stdout=target, check=True)
        same(lines("out.jsonl"))
        # The same into jsonb: every value is equal. Error lines may hold any text.
        good = [row for row in CHATS if '"content":7' not in row]
        write("good.jsonl", good)
        sql("create table values_ (id bigserial, doc jsonb)")
        with open("good.jsonl") as source:
            subprocess.run(["psql", "-Xqc", f"copy values_ (doc) from stdin {exact}"], stdin=source, check=True)
        with open("values.jsonl", "w") as target:
            subprocess.run(["psql", "-Xqc", f"copy (select doc from values_ order by id) to stdout {exact}"], stdout=target, check=True)
        assert [json.loads(row) for row in lines("values.jsonl")] == [json.loads(row) for row in good]
        # The trap: the format text doubles backslashes, which is JSON with another meaning.
        row = r'{"messages":[{"role":"user","content":"a\nb \\ c"}]}'
        sql(f"create table one (doc text); insert into one values ($${row}$$)")
        cut = sql("copy one to stdout").strip("\n")
        assert json.loads(cut)["messages"][0]["content"] == r"a\nb \\ c", cut
        assert sql(f"copy one to stdout {exact}").strip("\n") == row
        # What jsonb changes, as the page says, and the code that names it.
        for text, stored, code in [
            ('{"a":1,"a":2}', '{"a": 2}', "TW008"),
            ('{"a":1e2}', '{"a": 100}', "TW231"),
            ('{"a":-0}', '{"a": 0}', "TW231"),
            ('{"a":-0.0}', '{"a": 0.0}', "TW231"),
            ('{"a":1E400}', '{"a": 1' + "0" * 400 + "}", "TW231"),
            ('{"a":1.10}', '{"a": 1.10}', None),
            ('{"a":1.0}', '{"a": 1.0}', None),
            ('{"a":12345678901234567890}', '{"a": 12345678901234567890}', None),
            (r'{"a":"\u0000"}', None, "TW221"),
            (r'{"a":"\ud83d"}', None, "TW009"),
            (r'{"bb":1,"a":"\u00e9"}', '{"a": "é", "bb": 1}', None),
        ]:
            found = subprocess.run(["psql", "-XqAtc", f"select $${text}$$::jsonb"], capture_output=True, text=True)
            assert (found.stdout.strip() if found.returncode == 0 else None) == stored, (text, found)
            record = '{"messages":[{"role":"user","content":"q"}],"x":%s}' % text
            wanted = "TW007,TW008,TW009,TW221,TW231"
            command = ["turnwise", "validate", "--from", "openai", "--select", wanted, "--output-format", "json", "-"]
            codes = set(re.findall(r"TW\d{3}", subprocess.run(command, input=record, capture_output=True, text=True).stdout))
            assert codes == ({code} if code else set()), (text, codes)


# As patterpunk stored them before messages had ids.
OLD_CHATS = [
    [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "caf\u00e9"}],
    [{"type": "user", "id": "u1", "content": {"type": "string", "value": "Yes"}, "allow_tool_calls": True}],
    [{"role": "tool-call", "tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": "{}"}}]}],
]


def check_upgraded(chats):
    """They are in the current form, with ids."""
    assert len(chats) == len(OLD_CHATS) and chats[1] == OLD_CHATS[1], chats
    for message in (message for chat in chats for message in chat):
        assert "role" not in message and "-" not in message["type"] and message["id"], message
    assert chats[0][1]["content"] == {"type": "string", "value": "caf\u00e9"}, chats


def recipe_postgresql_update():
    with Postgres():
        sql("create table conversations (id text primary key, messages jsonb, updated_at timestamptz)")
        for number, chat in enumerate(OLD_CHATS):
            sql(f"insert into conversations values ('chat-{number}', $${json.dumps(chat)}$$, '2025-01-02T03:04:05Z')")
        run_block("postgresql-update")
        check_upgraded([json.loads(row) for row in sql("select messages from conversations order by id").splitlines()])
        assert sql("select count(distinct updated_at), count(*) from conversations").strip() == "1|3"


def recipe_mongodb():
    need("mongod", "mongoexport", "mongoimport")
    os.makedirs("data")
    port = 27900 + os.getpid() % 1000
    server = subprocess.Popen(["mongod", "--dbpath", "data", "--port", str(port), "--bind_ip", "127.0.0.1"], stdout=subprocess.DEVNULL)
    try:
        os.environ["MONGO"] = f"mongodb://127.0.0.1:{port}/app"
        documents = [{"_id": number, "messages": chat, "title": "t"} for number, chat in enumerate(OLD_CHATS)]
        documents[0]["messages"] = json.dumps(OLD_CHATS[0])
        command = ["mongoimport", "--quiet", "--uri", os.environ["MONGO"], "-c", "conversations"]
        for _ in range(50):
            if subprocess.run(command, input="\n".join(map(json.dumps, documents)), text=True, capture_output=True).returncode == 0:
                break
            time.sleep(0.2)
        run_block("mongodb")
        export = ["mongoexport", "--quiet", "--uri", os.environ["MONGO"], "-c", "conversations", "--sort", '{"_id":1}']
        stored = [json.loads(row) for row in subprocess.run(export, check=True, capture_output=True, text=True).stdout.splitlines()]
        assert all(document["title"] == "t" for document in stored), stored
        check_upgraded([json.loads(chat) if isinstance(chat, str) else chat for chat in (it["messages"] for it in stored)])
    finally:
        server.terminate()
        server.wait()


def recipe_redis():
    need("redis-server", "redis-cli")
    socket = os.path.abspath("socket")
    server = subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", socket, "--save", ""], stdout=subprocess.DEVNULL)
    words = [("redis-cli", f"redis-cli -s {socket}")]

    def ask(*arguments, **options):
        command = ["redis-cli", "-s", socket, "--raw", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout

    try:
        for _ in range(50):
            if os.path.exists(socket):
                break
            time.sleep(0.1)
        for number, chat in enumerate(OLD_CHATS):
            ask("-x", "set", f"chat:{number}", input=json.dumps(chat))
        run_block("redis", words)
        check_upgraded([json.loads(ask("get", f"chat:{number}")) for number in range(len(OLD_CHATS))])
        # Nothing is added to what is there.
        before = ask("get", "chat:0")
        run_block("redis", words)
        assert ask("get", "chat:0") == before
    finally:
        server.terminate()
        server.wait()


def recipe_duckdb():
    duckdb = need_module("duckdb")
    pyarrow = need_module("pyarrow")
    import pyarrow.parquet

    table = pyarrow.table({"id": [number * 3 for number in range(ROWS)], "doc": CHATS})
    pyarrow.parquet.write_table(table, "chats.parquet")
    os.remove("chats.jsonl")
    run_block("duckdb")
    assert lines("chats.jsonl") == CHATS
    made = pyarrow.parquet.read_table("claude.parquet").to_pydict()
    assert made["id"] == table["id"].to_pylist()
    same(made["doc"])
    # The trap: the format json puts the column into an object.
    duckdb.sql("copy (select doc from 'chats.parquet' limit 1) to 'json.jsonl' (format json)")
    assert list(json.loads(lines("json.jsonl")[0])) == ["doc"]


def spark():
    need("java")
    need_module("pyspark")
    from pyspark.sql import SparkSession

    os.environ["PYTHONPATH"] = os.pathsep.join([os.path.join(ROOT, "recipes"), os.environ.get("PYTHONPATH", "")])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").appName("recipes")
    builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    builder = builder.config("spark.sql.shuffle.partitions", "2").config("spark.driver.bindAddress", "127.0.0.1")
    session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def recipe_spark():
    session = spark()
    context = session.sparkContext
    summaries = os.path.abspath("summaries")
    os.makedirs(summaries)
    with_summary = [("turnwise convert", f"sh -c 'exec turnwise convert --report-summary {summaries}/$$.json"), (" -q\"", " -q'\"")]
    made = run_block("spark-rdd", with_summary, sc=context)["made"]
    parts = [row for part in sorted(glob.glob("claude/part-*")) for row in lines(part)]
    same(parts)
    # saveAsTextFile was one run, and nothing else was computed.
    check_summaries(glob.glob(f"{summaries}/*.json"))
    assert made.getNumPartitions() >= 4
    # The trap: without checkCode a process that fails loses the rest of its partition, and nobody is told.
    path = {"PATH": os.environ["PATH"]}
    stop = "turnwise convert --from openai --to anthropic --lines -q"
    assert context.textFile("chats.jsonl", 4).pipe(stop, env=path).count() < ROWS
    try:
        context.textFile("chats.jsonl", 4).pipe(stop, env=path, checkCode=True).count()
    except Exception as error:
        assert "exit" in str(error) or "code" in str(error), error
    else:
        raise AssertionError("checkCode=True told nothing")
    # DataFrames.
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table({"id": list(range(ROWS)), "doc": CHATS}), "chats.parquet", row_group_size=2500)
    chats = session.read.parquet("chats.parquet").repartition(4)
    names = run_block("spark-dataframe", chats=chats)
    rows = names["made"].where("doc is not null").orderBy("id").select("doc").collect()
    same([row.doc for row in rows])
    losses = [json.loads(row.loss) for row in names["losses"].select("loss").collect()]
    assert sum(loss["code"] == "TW309" for loss in losses) == LOCAL_SUMMARY["losses"]["TW309"]
    keys = sorted(row.id for row in names["losses"].where("loss like '%TW309%'").select("id").collect())
    assert keys == [n for n in range(ROWS) if n % 97 == 3 and '"content":7' not in CHATS[n]]
    assert (names["quarantine"].count(), names["claude"].count()) == (4, ROWS - 4)
    session.stop()


def recipe_datasets():
    datasets = need_module("datasets")
    import pyarrow
    import pyarrow.parquet

    datasets.disable_progress_bars()
    os.environ["HF_HOME"] = os.path.abspath("hf")
    pyarrow.parquet.write_table(pyarrow.table({"doc": CHATS}), "chats.parquet")
    cache = os.path.abspath("hf")
    change = [('from_parquet("chats.parquet")', f'from_parquet("chats.parquet", cache_dir={cache!r})')]
    same(run_block("datasets", change)["claude"]["claude"])
    change = [("from_generator(claude)", f"from_generator(claude, cache_dir={cache!r})")]
    same(run_block("datasets-generator", change)["made"]["doc"])


def recipe_ray():
    ray = need_module("ray")
    import logging

    os.environ["PYTHONPATH"] = os.pathsep.join([os.path.join(ROOT, "recipes"), os.environ.get("PYTHONPATH", "")])
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    # One broken record stays with Ray as it is; the escapes need records that can be read.
    good = [row for row in CHATS if '"content":7' not in row]
    write("chats.jsonl", good)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR, _temp_dir=tempfile.mkdtemp(dir="/tmp"))
    try:
        ray.data.DataContext.get_current().enable_progress_bars = False
        made = run_block("ray")["claude"]
        rows = [row["text"] for row in made.take_all()]
        wanted = [json.loads(row) for row in LOCAL if not row.startswith('{"$turnwise_error"')]
        assert sorted(map(json.dumps, map(json.loads, rows))) == sorted(map(json.dumps, wanted))
        # The trap: rows end at separators of Unicode.
        assert ray.data.read_text("chats.jsonl").count() > len(good)
    finally:
        ray.shutdown()


def recipe_dask():
    need_module("dask.bag")
    import dask

    dask.config.set(scheduler="threads")
    run_block("dask", [('"10MB"', '"1MB"')])
    same([row for path in sorted(glob.glob("claude-*.jsonl")) for row in lines_of_bag(path)])


def lines_of_bag(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read().removesuffix("\n").split("\n")


def fixtures():
    """The records of the test suite that are openai, one a line."""
    rows = []
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/fixtures/openai/*.json*"))):
        if "broken" in os.path.basename(path):
            continue
        done = turnwise("convert", "--from", "openai", "--to", "openai", "--framing", "lines", "-q", path, capture_output=True)
        rows += done.stdout.decode().split("\n")[:-1]
    # Halves of surrogate pairs are no text that tables can hold.
    return [row for row in rows if not re.search(r"\\ud[89a-f]", row, re.I)]


def load_arrow(path):
    pyarrow = need_module("pyarrow")
    import pyarrow.json

    return [json.dumps(row) for row in pyarrow.json.read_json(path).to_pylist()]


def load_polars(path):
    polars = need_module("polars")
    return polars.read_ndjson(path).write_ndjson().split("\n")[:-1]


def load_duckdb(path):
    duckdb = need_module("duckdb")
    duckdb.sql(f"copy (select * from read_json('{path}')) to 'duckdb.jsonl' (format json)")
    return lines("duckdb.jsonl")


def load_spark(path):
    session = spark()
    try:
        # Its server may have been started in the folder of another recipe.
        table = session.read.json("file://" + os.path.abspath(path))
        assert "_corrupt_record" not in table.columns
        return table.toJSON().collect()
    finally:
        session.stop()


LOAD_DATASETS = """
import json, sys, datasets
datasets.disable_progress_bars()
for row in datasets.load_dataset("json", data_files=sys.argv[1], split="train", cache_dir=sys.argv[2]):
    print(json.dumps(row))
"""


def version_of_datasets(python):
    done = subprocess.run([python, "-c", "import datasets; print(datasets.__version__)"], capture_output=True, text=True)
    return done.stdout.strip()


def load_datasets(python, path):
    command = [python, "-c", LOAD_DATASETS, path, tempfile.mkdtemp(dir=".")]
    done = subprocess.run(command, capture_output=True, text=True)
    if "No module named 'datasets'" in done.stderr:
        raise LeftOut("datasets is not installed")
    assert done.returncode == 0, done.stderr.strip().split("\n")[-1]
    return done.stdout.split("\n")[:-1]


def recipe_data_frames():
    """Every program loads rows of the profile, and the records come back. Without the profile few do."""
    chats = ['{"messages":[{"role":"user","content":"question %d %s"},{"role":"assistant","content":"answer"}]}' % (n, "x" * 600) for n in range(21_000)]
    records = chats + fixtures()
    write("chats.jsonl", records)
    run_block("data-frames")
    run_block("data-frames-back")
    wanted = [json.loads(record) for record in records]
    assert [json.loads(record) for record in lines("again.jsonl")] == wanted
    loaders = [("pyarrow", load_arrow), ("polars", load_polars), ("DuckDB", load_duckdb), ("Spark", load_spark)]
    for python in [sys.executable, ALSO]:
        if python:
            loaders.append((f"datasets {version_of_datasets(python)}", lambda path, python=python: load_datasets(python, path)))
    for name, load in loaders:
        counts = []
        for path, back in [("chats.jsonl", False), ("rows.jsonl", True)]:
            try:
                rows = load(path)
            except LeftOut as why:
                print(f"  left out: {name}: {why}")
                break
            except Exception as error:
                assert not back, (name, error)
                counts.append("fails")
                continue
            if back:
                write("loaded.jsonl", rows)
                done = turnwise("convert", "--from", "openai", "--to", "openai", "--profile", "none", "--lines", "-q", "loaded.jsonl", capture_output=True)
                rows = done.stdout.decode().split("\n")[:-1]
            intact = sum(without_nulls(json.loads(row), back) == without_nulls(record, back) for row, record in zip(rows, wanted))
            counts.append(f"{intact:,} of {len(wanted):,}")
            assert not back or intact == len(wanted) == len(rows), (name, counts)
        else:
            print(f"  {name}: {counts[0]} without the profile, {counts[1]} with it")


def recipe_training_rows():
    """`datasets` loads the rows of each kind that are written for trainers."""
    need_module("datasets")
    turn = lambda speaker, words: {"from": speaker, "value": words}
    chats, pairs, labels = [], [], []
    for n in range(1_600):
        call = {"name": f"tool_{n % 3}", "arguments": {f"key_{n % 5}": n, "city": "Oslo"}}
        asked = [turn("human", f"question {n}"), turn("function_call", json.dumps(call)), turn("observation", "12 degrees")]
        chats.append({"conversations": [*asked, turn("gpt", "mild")] if n % 2 else [turn("human", "Hi"), turn("gpt", "Hello!")]})
        pairs.append({"conversations": asked[:1], "chosen": turn("gpt", "yes"), "rejected": turn("gpt", "no")})
        labels.append({"instruction": "Sky?", "output": "Blue.", "kto_tag": n % 2 == 0})
    for name, records, columns in [
        ("messages", chats, {"messages"}),
        ("preference", pairs, {"prompt", "chosen", "rejected"}),
        ("kto", labels, {"prompt", "completion", "label"}),
    ]:
        write("records.jsonl", [json.dumps(record) for record in records])
        turnwise("convert", "-q", "--to", f"hf:{name}", "records.jsonl", "-o", f"{name}.jsonl")
        loaded = [json.loads(row) for row in load_datasets(sys.executable, f"{name}.jsonl")]
        written = [json.loads(row) for row in lines(f"{name}.jsonl")]
        assert [without_nulls(row, False) for row in loaded] == written, name
        assert all(set(row) == columns for row in loaded), (name, loaded[0])


def without_nulls(value, is_exact):
    """The record without members that are null, which programs add: only the way back from the profile must be exact."""
    if is_exact:
        return value
    if isinstance(value, dict):
        return {key: without_nulls(inner, False) for key, inner in value.items() if inner is not None}
    return [without_nulls(inner, False) for inner in value] if isinstance(value, list) else value


def main():
    global LOCAL, LOCAL_SUMMARY, ALSO
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--also", help="a Python with another version of datasets")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    ALSO = options.also
    recipes = {name[len("recipe_") :]: function for name, function in globals().items() if name.startswith("recipe_")}
    failed = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.makedirs(os.path.join(folder, "bin"))
        os.symlink(os.path.abspath(options.binary), os.path.join(folder, "bin", "turnwise"))
        os.environ["PATH"] = os.path.join(folder, "bin") + os.pathsep + os.environ["PATH"]
        os.environ["TURNWISE"] = os.path.join(folder, "bin", "turnwise")
        os.chdir(folder)
        LOCAL, LOCAL_SUMMARY = local()
        assert len(LOCAL) == ROWS and LOCAL_SUMMARY["failed"] == 4, LOCAL_SUMMARY
        for name in options.names or recipes:
            place = os.path.join(folder, name)
            os.makedirs(place)
            os.chdir(place)
            write("chats.jsonl", CHATS)
            start = time.monotonic()
            try:
                recipes[name]()
                print(f"{name}: as it should be ({time.monotonic() - start:.0f} s)", flush=True)
            except LeftOut as why:
                print(f"{name}: left out: {why}", flush=True)
            except Exception as error:
                import traceback

                traceback.print_exc()
                print(f"{name}: FAILED: {str(error)[:500]}", flush=True)
                failed.append(name)
            os.chdir(folder)
    if not options.names and not failed and USED != set(BLOCKS):
        print(f"not run: {', '.join(sorted(set(BLOCKS) - USED))}")
    sys.exit(f"{', '.join(failed)} failed" if failed else 0)


if __name__ == "__main__":
    main()
