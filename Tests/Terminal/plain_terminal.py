"""A pseudo-terminal as the kernel makes it, with a process on it: its bytes, the screen that they draw, and what must be as it was when
the process has gone."""

import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import termios
import threading
import time
import uuid

import pyte

from sent_bytes import Modes, Stream

UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
PAGE_UP, PAGE_DOWN, HOME, END = b"\x1b[5~", b"\x1b[6~", b"\x1b[H", b"\x1b[F"
ESCAPE, ENTER, TAB, BACKSPACE, REDRAW, STOP = b"\x1b", b"\r", b"\t", b"\x7f", b"\x0c", b"\x1a"
PASTE, PASTE_END = b"\x1b[200~", b"\x1b[201~"


class Picture:
    """What a terminal shows: its first screen and the second one, drawn by pyte."""

    # What pyte would draw as text, or take for something else.
    _UNKNOWN = re.compile(rb"\x1b\[[<=>]|\x1b\[\?u|\x1b\[[\x30-\x3f]*[\x20-\x2f]")

    def __init__(self, columns, rows):
        self.size = (columns, rows)
        self.screens = [self._new(), self._new()]
        self.second = False

    def _new(self):
        screen = pyte.Screen(*self.size)
        return screen, pyte.Stream(screen)

    @property
    def screen(self):
        return self.screens[self.second][0]

    def resize(self, columns, rows):
        self.size = (columns, rows)
        for screen, _ in self.screens:
            screen.resize(rows, columns)

    def take(self, kind, value):
        if kind == "csi" and value in (b"\x1b[?1049h", b"\x1b[?1049l"):
            entering = value.endswith(b"h")
            if entering and not self.second:
                self.screens[1] = self._new()
            # Whether lines wrap and a cursor is shown is said for both.
            for mode in (pyte.modes.DECAWM, pyte.modes.DECTCEM):
                other = self.screens[entering][0]
                (other.mode.add if mode in self.screen.mode else other.mode.discard)(mode)
            self.second = entering
        elif kind == "text" or kind in ("csi", "c0", "esc") and not self._UNKNOWN.match(value):
            screen, stream = self.screens[self.second]
            try:
                stream.feed(value if kind == "text" else value.decode("latin-1"))
            except (TypeError, ValueError, IndexError, StopIteration):
                # What pyte does not know, and does not get over: editors send such things.
                self.screens[self.second] = screen, pyte.Stream(screen)

    @property
    def rows(self):
        # The second cell of a wide character is empty; pyte's own `display` stumbles over one that has lost its first.
        buffer, (columns, rows) = self.screen.buffer, self.size
        return ["".join(buffer[row][column].data for column in range(columns)).rstrip() for row in range(rows)]

    @property
    def text(self):
        return "\n".join(self.rows)


# A process on it


def processes(mark):
    """The ids of the processes that were given a mark by their environment."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(name))
        except OSError:  # It has ended, or belongs to somebody else.
            pass
    return found


def stat(pid):
    """A process' state, and the seconds of processor time that it has used; None once it has gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    """Bytes that a process has in memory."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return int(re.search(r"VmRSS:\s+(\d+) kB", file.read()).group(1)) * 1024


class Terminal:
    """A terminal with a process, until the end of the `with` block.

    `leads`: the process is the first of a session, whose terminal this is. Without it the process stays in the session of the tests, and
    has this terminal only as its standard streams. `streams` gives it others than the terminal's, by number. `answers`: what the
    terminal answers to questions (`KITTY`, `XTERM` or nothing)."""

    KITTY = {b"\x1b[?u": b"\x1b[?0u", b"\x1b]11;?\x1b\\": b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\"}
    XTERM = {b"\x1b]11;?\x1b\\": b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"}

    def __init__(self, command, environment, columns=80, rows=24, answers=None, leads=True, streams=None, folder=None, before=None):
        self.master, self.slave = pty.openpty()
        os.set_blocking(self.master, False)
        self.halted = os.pipe()
        self.answers = answers or {}
        self.lock = threading.RLock()
        self.resize(columns, rows, tell=False)
        self.former = termios.tcgetattr(self.slave)
        self.raw, self.taken = bytearray(), 0
        self.stream, self.modes, self.picture = Stream(), Modes(), Picture(columns, rows)
        self.tokens, self.redraws, self._redraws = [], 0, False
        self.keeps = True
        self._asked = 0
        # Nothing is read while it is `blocked`, and so many bytes at a time where it is read `slowly`.
        self.blocked, self.slowly, self.closed = threading.Event(), None, False
        self.mark = f"VAULT_TEST_MARK={uuid.uuid4().hex}"
        name, value = self.mark.split("=")
        streams = streams or {}
        slave = self.slave

        def prepare():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if leads:
                os.setsid()
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            if before:
                before()

        self.process = subprocess.Popen(
            command,
            env={**environment, name: value},
            cwd=folder,
            stdin=streams.get(0, self.slave),
            stdout=streams.get(1, self.slave),
            stderr=streams.get(2, self.slave),
            preexec_fn=prepare,
        )
        self.pid = self.process.pid
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    # What comes

    def _read(self):
        while True:
            if self.blocked.is_set() and not self.closed:
                time.sleep(0.02)
                continue
            try:
                ready, _, _ = select.select([self.master, self.halted[0]], [], [])
                if self.halted[0] in ready:
                    return
                slowly = self.slowly
                if slowly:
                    time.sleep(0.005)
                data = os.read(self.master, slowly or 65_536)
            except BlockingIOError:
                continue
            except OSError:  # Nobody has the other side open any more.
                return
            with self.lock:
                self.raw += data
                replies = []
                for question, reply in self.answers.items():
                    start = max(self._asked - len(question), 0)
                    count = bytes(self.raw[start:]).count(question)
                    # What was cut off by the last read is counted once.
                    before = bytes(self.raw[start : self._asked]).count(question)
                    replies += [reply] * (count - before)
                self._asked = len(self.raw)
            for reply in replies:
                self.send(reply)

    def update(self):
        """Draws what has come since."""
        with self.lock:
            data = bytes(self.raw[self.taken :])
            self.taken = len(self.raw)
            for kind, value in self.stream.take(data):
                if kind == "csi" and value in (b"\x1b[2J", b"\x1b[?2026l"):
                    # A frame that draws all is counted once it is whole.
                    self.redraws += value == b"\x1b[?2026l" and self._redraws
                    self._redraws = value == b"\x1b[2J"
                self.modes.take(kind, value)
                self.picture.take(kind, value)
                if self.keeps:
                    self.tokens.append((kind, value))
        return self

    @property
    def text(self):
        return self.update().picture.text

    @property
    def rows(self):
        return self.update().picture.rows

    @property
    def second(self):
        """True while the second screen is shown."""
        return self.update().picture.second

    @property
    def received(self):
        """How many bytes have come."""
        with self.lock:
            return len(self.raw)

    @property
    def selected(self):
        """The row of the list that is marked as the one at hand."""
        return next((row.split("│")[0].strip() for row in self.rows if row.lstrip(">").startswith("▌")), None)

    def has(self, *words):
        text = self.text
        return all(word in text for word in words)

    # What is sent

    def send(self, data, seconds=60):
        """Types. A program that does not read for so long is an error."""
        view, deadline = memoryview(data), time.time() + seconds
        while view:
            try:
                written = os.write(self.master, view[:4096])
                view = view[written:]
            except BlockingIOError:
                if time.time() > deadline:
                    raise RuntimeError(f"{len(view)} bytes of {len(data)} were not read in {seconds} s") from None
                time.sleep(0.005)

    def resize(self, columns, rows, tell=True):
        # Nothing is read meanwhile: what is drawn for the new size must not come into a picture of the old one.
        with self.lock:
            if tell:
                self.update()
                self.picture.resize(max(columns, 1), max(rows, 1))
            fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait(self, condition, seconds=60):
        """True once it holds; false after so long, or once the process has ended and it does not hold."""
        deadline = time.time() + seconds
        while time.time() < deadline:
            ended = self.process.poll() is not None
            if condition():
                return True
            if ended:
                self.drained(seconds=2)
                break
            time.sleep(0.01)
        return bool(condition())

    def ready(self, *words, seconds=60):
        """Waits for words on the screen; an error tells what is there instead."""
        if not self.wait(lambda: self.has(*words), seconds):
            status = self.process.poll()
            raise RuntimeError(f"{words} do not come in {seconds} s{'' if status is None else f' (ended with {status})'}:\n{self.text}")
        return self

    def sync(self, seconds=60):
        """Waits until all that was typed before has been taken: the screen is asked for anew (Ctrl-L)."""
        before = self.update().redraws
        self.send(REDRAW, seconds)
        if not self.wait(lambda: self.update().redraws > before, seconds):
            status = self.process.poll()
            raise RuntimeError(f"keys are not answered in {seconds} s{'' if status is None else f' (ended with {status})'}:\n{self.text}")
        return self

    def settle(self, seconds=60):
        """Waits until all that was typed has been taken, and what was asked about is shown."""
        self.sync(seconds)
        return self.drained(quiet=0.4)

    # How it ends

    def end(self, seconds=30):
        """The status with which the process ended, negative for a signal; None where it goes on."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def drained(self, quiet=0.05, seconds=10):
        """Waits until nothing more comes."""
        deadline, last, since = time.time() + seconds, -1, time.time()
        while time.time() < deadline:
            now = self.received
            if now != last:
                last, since = now, time.time()
            elif time.time() - since >= quiet:
                break
            time.sleep(0.01)
        return self.update()

    def remains(self):
        """A sentence for each thing that the process has not given back."""
        self.drained()
        told = self.modes.left()
        now = termios.tcgetattr(self.slave)
        names = ("iflag", "oflag", "cflag", "lflag", "ispeed", "ospeed", "cc")
        told += [f"the terminal's {name} is {one} and was {other}" for name, one, other in zip(names, now, self.former) if one != other]
        return told

    def hang_up(self):
        """Closes the terminal, as a window is closed."""
        self.closed = True
        # Who reads must have ended: the number of the file is somebody else's soon.
        os.write(self.halted[1], b"!")
        self.reader.join()
        os.close(self.halted[0])
        os.close(self.halted[1])
        os.close(self.slave)
        os.close(self.master)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in {self.pid, *processes(self.mark)}:
            if pid == self.pid and self.process.poll() is not None:
                continue
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        self.process.wait()
        if not self.closed:
            self.hang_up()
