"""`vault ui` on a pseudo-terminal that keeps each byte, shows it by pyte, and answers nothing."""

import base64
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import threading
import time
import unicodedata

import pyte
from wcwidth import wcwidth

from checks import need

_STRING = rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
# All that the program may write beside texts: control sequences, the end of a string, and strings that the terminal takes.
_OWN = re.compile(rb"\x1b\[[<>?=]?[0-9;:]*[A-Za-z]|\x1b\\|" + _STRING)
_COPIED = re.compile(rb"\x1b\]52;c;([^\x07\x1b]*)(?:\x07|\x1b\\)")
_RAW = re.compile("[\x00-\x1f\x7f-\x9f]")


class Screen(pyte.Screen):
    """Each scalar is as wide as the C library says, and one without a width joins what stands before it. pyte itself throws away
    what follows such a scalar in the same text, which no terminal does."""

    def draw(self, data):
        part = ""
        for character in data:
            if wcwidth(character) == 0 and not unicodedata.combining(character):
                if part:
                    super().draw(part)
                    part = ""
            else:
                part += character
        if part:
            super().draw(part)


class Pseudo:
    def __init__(self, sandbox, *words, columns=80, rows=24, arguments=None, environment=None, screen=Screen):
        self.sandbox, self.columns, self.rows = sandbox, columns, rows
        self._lock = threading.Lock()
        self._screen = screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._raw = bytearray()
        self._reads = threading.Event()
        self._reads.set()
        self._status = None
        self._isClosed = False
        line = sandbox.arguments(*words) if arguments is None else arguments
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            try:
                # The size is there before the program asks for it.
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.execvpe(line[0], line, sandbox.environment(**(environment or {})))
            finally:
                os._exit(127)
        os.set_blocking(self._terminal, False)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        while not self._isClosed:
            self._reads.wait()
            try:
                ready, _, _ = select.select([self._terminal], [], [], 0.05)
                if not ready or not self._reads.is_set():
                    continue
                data = os.read(self._terminal, 65536)
            except OSError as error:
                if error.errno == errno.EAGAIN:
                    continue
                return
            except ValueError:
                return
            if not data:
                return
            with self._lock:
                self._raw += data
                self._stream.feed(data)

    # What is typed

    def send_bytes(self, data):
        while data:
            try:
                data = data[os.write(self._terminal, data) :]
            except BlockingIOError:
                select.select([], [self._terminal], [], 1)

    def type(self, text):
        self.send_bytes(text.encode())

    def resize(self, columns, rows):
        with self._lock:
            self.columns, self.rows = columns, rows
            self._screen.resize(rows, columns)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    # What comes

    def pause(self):
        """Reads no more, as a terminal that hangs."""
        self._reads.clear()

    def go_on(self):
        self._reads.set()

    def count(self):
        """How many bytes have come."""
        with self._lock:
            return len(self._raw)

    def raw(self, start=0):
        with self._lock:
            return bytes(self._raw[start:])

    def strangers(self):
        """Control characters in what was written that belong to no sequence of the program's own."""
        text = _OWN.sub(b"", self.raw()).decode("utf-8", "replace")
        return sorted({f"U+{ord(one):04X}" for one in _RAW.findall(text)} - {"U+000D", "U+000A"})

    def copied(self):
        """The texts that were put on the clipboard, in order."""
        return [base64.b64decode(one).decode() for one in _COPIED.findall(self.raw())]

    def screen(self):
        with self._lock:
            return [row.rstrip() for row in self._screen.display]

    def cells(self):
        """The cells of each row; the second one of a wide character is empty."""
        with self._lock:
            return [[self._screen.buffer[row][column].data for column in range(self.columns)] for row in range(self.rows)]

    def text(self):
        return "\n".join(self.screen())

    def shows(self, wanted):
        text = self.text()
        return bool(wanted.search(text)) if isinstance(wanted, re.Pattern) else wanted in text

    def until_shows(self, *wanted, seconds=None):
        need(
            lambda: all(self.shows(one) for one in wanted),
            lambda: self.said("never shown: " + ", ".join(str(one) for one in wanted if not self.shows(one))), seconds)

    def until(self, condition, words, seconds=None):
        need(condition, lambda: self.said(words() if callable(words) else words), seconds)

    def said(self, words):
        return f"{words}\n" + "\n".join(f"    |{row}" for row in self.screen())

    def until_quiet(self, quiet=0.2, seconds=20):
        """Waits until nothing has been written for a while."""
        count, since, deadline = self.count(), time.monotonic(), time.monotonic() + seconds
        while time.monotonic() < deadline and time.monotonic() - since < quiet:
            time.sleep(0.02)
            if self.count() != count:
                count, since = self.count(), time.monotonic()

    # The end

    def ended(self):
        """The exit status, below 0 for a signal; `None` while it runs."""
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
        return self._status

    def until_ended(self, seconds=None):
        need(lambda: self.ended() is not None, lambda: self.said("the program has not ended"), seconds)
        return self._status

    def close(self):
        """The terminal goes away."""
        if not self._isClosed:
            self._isClosed = True
            self._reads.set()
            self._reader.join(5)
            os.close(self._terminal)

    def stop(self):
        if self.ended() is None:
            os.kill(self.pid, signal.SIGKILL)
            self.until_ended()
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
