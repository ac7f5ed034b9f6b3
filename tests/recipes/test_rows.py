"""Tests of recipes/turnwise_rows.py, with the program and with programs that fail: TURNWISE=… python tests/recipes/test_rows.py"""

import json
import os
import pickle
import stat
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "recipes"))

from turnwise_rows import TurnwiseError, rows  # noqa: E402

PROGRAM = os.environ.get("TURNWISE", "turnwise")
CONVERT = ["convert", "--from", "openai", "--to", "anthropic", "--lines", "-q", "--jobs", "2"]


def chat(number, **members):
    return json.dumps({"messages": [dict({"role": "user", "content": "question %d" % number}, **members)]})


def threads():
    return threading.active_count()


class Program:
    """A program made of Python source."""

    def __init__(self, source):
        self.source = source

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "program")
        with open(path, "w") as file:
            file.write("#!%s\nimport os, sys, time\n%s" % (sys.executable, self.source))
        os.chmod(path, stat.S_IRWXU)
        return path

    def __exit__(self, *error):
        self.folder.cleanup()


class Rows(unittest.TestCase):
    def setUp(self):
        self.threads, self.start = threads(), time.monotonic()

    def tearDown(self):
        self.assertLess(time.monotonic() - self.start, 60)
        for _ in range(100):
            if threads() <= self.threads:
                return
            time.sleep(0.02)
        self.fail("a thread is left")

    def test_text_and_bytes(self):
        lines = [chat(number) for number in range(5)]
        made = list(rows(lines, CONVERT, PROGRAM))
        self.assertEqual([json.loads(line)["messages"][0]["content"] for line in made], ["question %d" % n for n in range(5)])
        self.assertTrue(all(isinstance(line, str) and "\n" not in line for line in made))
        as_bytes = list(rows([line.encode() + b"\n" for line in lines], CONVERT, PROGRAM))
        self.assertEqual(as_bytes, [line.encode() for line in made])

    def test_nothing(self):
        self.assertEqual(list(rows([], CONVERT, PROGRAM)), [])

    def test_line_separators_of_unicode_end_no_row(self):
        line = json.dumps({"messages": [{"role": "user", "content": "a\u2028b\x85c"}]}, ensure_ascii=False)
        found = [json.loads(row) for row in rows([line, line], CONVERT, PROGRAM)]
        self.assertEqual(found, [json.loads(line)] * 2)

    def test_many(self):
        count = 50000
        taken = 0

        def lines():
            nonlocal taken
            for taken in range(1, count + 1):
                yield chat(taken)

        made = 0
        for made, line in enumerate(rows(lines(), CONVERT, PROGRAM), 1):
            if made == 1000:
                # What is ahead of the consumer is in pipes, and in the batches of the program.
                time.sleep(0.5)
                self.assertLess(taken, count)
        self.assertEqual((made, json.loads(line)["messages"][0]["content"]), (count, "question %d" % count))

    def test_losses(self):
        losses = []
        lines = [chat(number, name="ann") if number % 100 == 7 else chat(number) for number in range(50000)]
        made = list(rows(lines, CONVERT, PROGRAM, on_loss=losses.append))
        self.assertEqual(len(made), 50000)
        self.assertEqual([loss["record"] for loss in losses], list(range(8, 50001, 100)))
        self.assertEqual({(loss["code"], loss["pointer"]) for loss in losses}, {("TW309", "/messages/0/name")})

    def test_every_row_is_answered_at_once(self):
        answers = []

        def lines():
            for number in range(3):
                self.assertEqual(len(answers), number)
                yield chat(number)
                # The consumer has the answer before the next question is asked.
                for _ in range(1000):
                    if len(answers) > number:
                        break
                    time.sleep(0.01)

        for line in rows(lines(), CONVERT, PROGRAM):
            answers.append(line)
        self.assertEqual(len(answers), 3)

    def test_a_consumer_that_stops(self):
        for stop in (1, 5000):
            made = rows((chat(number) for number in range(10**9)), CONVERT, PROGRAM, on_loss=lambda loss: None)
            for _ in range(stop):
                next(made)
            made.close()

    def test_an_input_that_fails(self):
        def lines():
            yield chat(1)
            raise KeyError("the input")

        made = rows(lines(), CONVERT, PROGRAM)
        self.assertIn("question 1", next(made))
        with self.assertRaisesRegex(KeyError, "the input"):
            next(made)

    def test_a_bad_record(self):
        with self.assertRaisesRegex(TurnwiseError, "TW001") as raised:
            list(rows([chat(1), "{broken", chat(2)], CONVERT, PROGRAM))
        self.assertEqual(raised.exception.returncode, 2)
        self.assertEqual(str(pickle.loads(pickle.dumps(raised.exception))), str(raised.exception))

    def test_a_bad_record_that_is_emitted(self):
        made = list(rows([chat(1), "{broken", chat(2)], [*CONVERT, "--on-error", "emit"], PROGRAM))
        self.assertEqual(len(made), 3)
        self.assertEqual(json.loads(made[1])["$turnwise_error"]["line"], 2)

    def test_a_row_of_two_lines(self):
        with self.assertRaisesRegex(ValueError, "line ends inside"):
            list(rows(['{"messages":\n[]}'], CONVERT, PROGRAM))

    def test_unknown_options_and_programs(self):
        with self.assertRaisesRegex(TurnwiseError, "--nonsense"):
            list(rows((chat(number) for number in range(10**9)), ["convert", "--nonsense"], PROGRAM))
        with self.assertRaises(FileNotFoundError):
            list(rows([chat(1)], CONVERT, "/no/such/program", on_loss=print))

    def test_a_listener_that_fails(self):
        def on_loss(loss):
            raise KeyError("the listener")

        lines = (chat(number, name="ann") for number in range(20000))
        with self.assertRaisesRegex(KeyError, "the listener"):
            list(rows(lines, CONVERT, PROGRAM, on_loss=on_loss))

    def test_a_program_that_dies(self):
        endless = (chat(number) for number in range(10**9))
        with Program("sys.stdin.readline(); print('one'); sys.stdout.flush(); sys.stderr.write('out of luck\\n'); os._exit(3)") as program:
            made = rows(endless, [], program)
            self.assertEqual(next(made), "one")
            with self.assertRaisesRegex(TurnwiseError, "exit code 3: out of luck"):
                next(made)
        with Program("os.kill(os.getpid(), 9)") as program, self.assertRaisesRegex(TurnwiseError, "exit code -9"):
            list(rows([chat(1)], [], program))

    def test_a_program_that_talks(self):
        source = "sys.stderr.write('x' * 500000 + '\\n'); sys.stdout.write('y' * 500000 + '\\n'); sys.stdin.read()"
        with Program(source) as program:
            self.assertEqual(list(rows([chat(n) for n in range(20000)], [], program)), ["y" * 500000])

    def test_an_input_that_never_comes(self):
        # The program is over, and the thread that waits for the input cannot be ended: it does not hold up the error.
        release = threading.Event()

        def lines():
            yield chat(1)
            release.wait(30)

        with Program("sys.exit('no more')") as program, self.assertRaisesRegex(TurnwiseError, "no more"):
            list(rows(lines(), [], program))
        release.set()


if __name__ == "__main__":
    unittest.main()
