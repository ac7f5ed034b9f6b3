"""Rows through one turnwise process: an iterator of output lines for an iterable of input lines.

    from turnwise_rows import rows
    for line in rows(open("chats.jsonl"), ["convert", "--from", "openai", "--to", "anthropic"]):
        print(line)

Python 3.9 or newer, standard library only. Copy this file to where your job finds it (Spark: `--py-files`).
"""

import collections
import json
import os
import subprocess
import threading

__all__ = ["TurnwiseError", "rows"]

# Of what the program writes to standard error, as much as a message needs.
_MOST_ERROR_LINES = 50
# Threads that wait for something outside (an input that never comes) are left behind; they end with the process.
_PATIENCE = 5
# The kinds of losses in a report, which also has findings about the input and a summary.
_LOSSES = ("dropped", "changed", "generated")


class TurnwiseError(RuntimeError):
    """The program failed. The message is what it wrote to standard error."""

    def __init__(self, args, returncode, reason):
        super().__init__("%s: exit code %d: %s" % (" ".join(args), returncode, reason or "no message"))
        self.args_of_program, self.returncode, self.reason = args, returncode, reason

    def __reduce__(self):
        return TurnwiseError, (self.args_of_program, self.returncode, self.reason)


def rows(lines, args, program="turnwise", on_loss=None):
    """Yields the lines that `program` makes of `lines`, without line ends, as `str` or `bytes` like the input.

    lines: an iterable of `str` or `bytes`, a record each, with or without a line end.
    args: the command and its options, as a list: `["convert", "--from", "openai", "--to", "anthropic"]`.
    on_loss: is called with a dict for each loss (a line of `--report`): code, name, message, record, pointer. The calls come
        from another thread, one after the other. All of them are over when the iteration is.

    One process runs for all lines. Memory is bounded by what the pipes hold: the next line is taken from `lines` when the
    program has room for it. `lines` is iterated in another thread.

    Raises what `lines` or `on_loss` raised, or TurnwiseError with the program's reason. Lines that were made before that
    are yielded first. A generator that is closed early ends the program.
    """
    command = [program, *args]
    report_in = report_out = None
    if on_loss is not None:
        report_in, report_out = os.pipe()
        command += ["--report", "/dev/fd/%d" % report_out]
    pass_fds = () if report_out is None else (report_out,)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=pass_fds,
        )
    except BaseException:
        if report_in is not None:
            os.close(report_in)
        raise
    finally:
        if report_out is not None:
            os.close(report_out)
    job = _Job(lines, process, on_loss)
    threads = [_start(job.feed), _start(job.listen)]
    if report_in is not None:
        threads.append(_start(job.note, report_in))
    is_done = False
    try:
        with open(process.stdout.fileno(), "rb", closefd=False) as output:
            for line in output:
                line = line[:-1] if line.endswith(b"\n") else line
                yield line.decode("utf-8", "surrogateescape") if job.is_text else line
        is_done = True
    finally:
        if not is_done:
            job.is_stopped = True
            process.kill()
        process.stdout.close()
        process.wait()
        for thread in threads:
            thread.join(_PATIENCE)
    if job.failure is not None:
        raise job.failure
    if process.returncode != 0:
        raise TurnwiseError(command, process.returncode, "".join(job.errors).strip())


class _Job:
    """What the threads share."""

    def __init__(self, lines, process, on_loss):
        self.lines, self.process, self.on_loss = lines, process, on_loss
        self.errors = collections.deque(maxlen=_MOST_ERROR_LINES)
        self.failure = None
        self.is_text = False
        self.is_stopped = False

    def feed(self):
        """Writes the input, each line as soon as it is there: the program answers when it has nothing else to read."""
        pipe = self.process.stdin
        try:
            for line in self.lines:
                if self.is_stopped:
                    break
                if isinstance(line, str):
                    self.is_text = True
                    line = line.encode("utf-8", "surrogateescape")
                line = line.rstrip(b"\r\n") + b"\n"
                if line.count(b"\n") > 1:
                    raise ValueError("a row is one line, and this one has line ends inside: %r" % line[:80])
                _write(pipe, line)
        except (BrokenPipeError, ConnectionResetError):
            # The program ended: its exit code says why.
            pass
        except BaseException as failure:
            self.failure = self.failure or failure
        finally:
            pipe.close()

    def listen(self):
        with self.process.stderr as errors:
            for line in errors:
                self.errors.append(line.decode("utf-8", "replace"))

    def note(self, report):
        with open(report, "rb") as report:
            for line in report:
                # After a failure the report is read to its end: the program waits for that.
                if self.failure is not None or self.is_stopped:
                    continue
                try:
                    entry = json.loads(line)
                    if entry.get("kind") in _LOSSES:
                        self.on_loss(entry)
                except BaseException as failure:
                    self.failure = failure


def _write(pipe, data):
    data = memoryview(data)
    while data:
        data = data[pipe.write(data) :]


def _start(target, *args):
    thread = threading.Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread
