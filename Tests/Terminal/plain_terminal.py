"""A pseudo-terminal as the kernel makes it, with a process on it: its bytes, the screen that they draw, the modes that they switch,
and what must be as it was when the process has gone."""

import fcntl
import os
import pty
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
import uuid

import pyte

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "SampleVault")

UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
PAGE_UP, PAGE_DOWN, HOME, END = b"\x1b[5~", b"\x1b[6~", b"\x1b[H", b"\x1b[F"
ESCAPE, ENTER, TAB, BACKSPACE, REDRAW, STOP = b"\x1b", b"\r", b"\t", b"\x7f", b"\x0c", b"\x1a"
PASTE, PASTE_END = b"\x1b[200~", b"\x1b[201~"


# What a program sends


class Stream:
    """Parts the bytes of a program as a terminal does: `take` gives (kind, value) for text, `c0`, `c1`, `esc`, `csi`, `osc`, `string`
    (DCS, SOS, PM, APC) and `invalid`. What is cut off waits for the rest."""

    def __init__(self):
        self.rest = b""

    _SEQUENCE = re.compile(
        rb"(?P<csi>\x1b\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e])"
        rb"|(?P<osc>\x1b\][^\x07\x1b\x18\x1a]*(?:\x07|\x1b\\))"
        rb"|(?P<string>\x1b[PX^_][^\x1b\x18\x1a]*\x1b\\)"
        rb"|(?P<esc>\x1b[\x20-\x2f]*[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e])"
        rb"|(?P<c0>[\x00-\x1a\x1c-\x1f\x7f])"
        rb"|(?P<text>[\x20-\x7e\x80-\xff]+)"
    )

    def take(self, more):
        data, self.rest, place, found = self.rest + more, b"", 0, []
        while place < len(data):
            match = self._SEQUENCE.match(data, place)
            if not match:
                # An ESC whose sequence is not whole, or is none.
                if len(data) - place > 65_536 or re.match(rb"\x1b(\[[\x30-\x3f]*[\x20-\x2f]*[^\x20-\x7e]|[\x00-\x1f\x7f-\xff])", data[place:]):
                    found.append(("invalid", data[place : place + 40]))
                    place += 1
                    continue
                self.rest = data[place:]
                break
            kind, value = match.lastgroup, match.group()
            if kind == "text" and match.end() == len(data):
                cut = self._cut(value)
                if cut:
                    self.rest = value[-cut:]
                    value = value[:-cut]
            if kind == "text":
                found += self._texts(value)
            else:
                found.append((kind, value))
            place = match.end()
        return found

    @staticmethod
    def _cut(value):
        """How many bytes at the end begin a character that is not whole."""
        for back in range(1, min(4, len(value) + 1)):
            byte = value[-back]
            if byte >= 0xC0:
                length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                return back if length > back else 0
            if byte < 0x80:
                return 0
        return 0

    @staticmethod
    def _texts(value):
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError as error:
            yield from Stream._texts(value[: error.start])
            yield "invalid", value[error.start : error.end]
            yield from Stream._texts(value[error.end :])
            return
        if text:
            # C1 as UTF-8 stays in its text, which `harm` looks at.
            yield "text", text


# All that the interface may send. GridDiff, TerminalModes and Painter make it.
_MODES = (7, 25, 1002, 1004, 1006, 1049, 2004, 2026)
_ALLOWED = {
    "csi": re.compile(
        rb"\x1b\[(\?(%s)[hl]|\?u|>\d+u|<u|[1-9]\d*;[1-9]\d*H|2J|[1-9]\d*X|(\d{1,3}(;\d{1,3})*)?m)\Z" % b"|".join(b"%d" % mode for mode in _MODES)
    ),
    "osc": re.compile(rb"\x1b\](11;\?\x1b\\|8;;[\x21-\x7e]*\x1b\\|52;c;[A-Za-z0-9+/]*=*\x07)\Z"),
    "esc": re.compile(rb"\x1b\\\Z"),
}
# C0, DEL, C1, separators of lines, and what turns the direction of text.
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def harm(tokens):
    """A sentence for each token that the interface may not send."""
    told = []
    for kind, value in tokens:
        if kind == "text":
            match = _HARMFUL.search(value)
            if match:
                told.append(f"sends {match.group()!r} in {value[max(match.start() - 20, 0):match.end() + 20]!r}")
        elif kind not in _ALLOWED or not _ALLOWED[kind].match(value):
            told.append(f"sends {kind} {value[:60]!r}")
    return told


class Modes:
    """What a stream has switched, so far as it has to be switched back."""

    # How a terminal is by itself.
    START = {7: True, 25: True, 1000: False, 1002: False, 1003: False, 1004: False, 1006: False, 1049: False, 2004: False, 2026: False}

    def __init__(self):
        self.now, self.keyboards, self.style, self.link = dict(self.START), {False: 0, True: 0}, b"", b""

    def take(self, kind, value):
        if kind == "csi":
            match = re.match(rb"\x1b\[\?([\d;]+)([hl])\Z", value)
            if match:
                for mode in match.group(1).split(b";"):
                    self.now[int(mode)] = match.group(2) == b"h"
            elif re.match(rb"\x1b\[>\d*u\Z", value):
                self.keyboards[self.now[1049]] += 1
            elif value == b"\x1b[<u":
                self.keyboards[self.now[1049]] -= 1
            elif value.endswith(b"m"):
                self.style = b"" if value in (b"\x1b[m", b"\x1b[0m") else value
        elif kind == "osc" and value.startswith(b"\x1b]8;"):
            self.link = value.split(b";", 2)[2].rstrip(b"\x07\x1b\\")

    def left(self):
        """A sentence for each thing that is not as it was."""
        told = [
            f"mode {mode} is left {'on' if self.now[mode] else 'off'}"
            for mode in sorted(self.now)
            if self.now[mode] != self.START.get(mode, False)
        ]
        for second, count in self.keyboards.items():
            if count > 0:
                told.append(f"the keyboard's protocol is left on, {count} times, {'on the second screen' if second else 'on the first screen'}")
        if self.style:
            told.append(f"a style is left: {self.style!r}")
        if self.link:
            told.append(f"a link is left open: {self.link!r}")
        return told


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


# A vault


class Place:
    """A vault in a folder of its own, with all that the program keeps beside it, until the end of the `with` block."""

    def __init__(self, program, vault=SAMPLE, environment=None, settings=""):
        self.program = os.path.abspath(program)
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="vault-terminal-"))
        self.vault = os.path.join(self.folder, "vault")
        if vault:
            shutil.copytree(vault, self.vault, symlinks=True, ignore=shutil.ignore_patterns("state", "trash", "journal"))
        else:
            os.makedirs(self.vault + "/.vault")
        self.environment = {
            "HOME": self.folder,
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "xterm-256color",
            "EDITOR": "false",
            # Where a compiler is installed, its debugger would ask what is to be done with one that crashed.
            "SWIFT_BACKTRACE": "enable=no",
            "XDG_CACHE_HOME": self.folder + "/cache",
            "XDG_STATE_HOME": self.folder + "/state",
            "XDG_DATA_HOME": self.folder + "/data",
            "XDG_CONFIG_HOME": self.folder + "/config",
            **(environment or {}),
        }
        if settings:
            os.makedirs(self.folder + "/config/vault")
            with open(self.folder + "/config/vault/config.yaml", "w", encoding="utf-8") as file:
                file.write(settings)

    @property
    def command(self):
        return [self.program, "ui", "-C", self.vault]

    def path(self, note):
        return os.path.join(self.vault, note)

    def write(self, note, content):
        path = os.path.join(os.fsencode(self.vault), os.fsencode(note))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode("utf-8"))

    def read(self, note):
        with open(self.path(note), "rb") as file:
            return file.read()

    def tree(self):
        """All files with their bytes, but those that the program keeps for itself."""
        found = {}
        for folder, folders, files in os.walk(os.fsencode(self.vault)):
            if os.path.basename(folder) == b".vault":
                folders[:] = [name for name in folders if name not in (b"state", b"trash", b"journal")]
            for name in files:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, os.fsencode(self.vault))] = file.read()
        return found

    def run(self, *arguments, check=True):
        """What a command of vault prints; raises where it fails."""
        ran = subprocess.run(
            [self.program, "-C", self.vault, *arguments], env=self.environment, capture_output=True, check=False, timeout=240,
            stdin=subprocess.DEVNULL,
        )
        if check and ran.returncode:
            raise RuntimeError(f"vault {' '.join(arguments)}: {ran.returncode} {ran.stderr.decode('utf-8', 'replace')}")
        return ran.stdout.decode("utf-8", "replace")

    def terminal(self, *arguments, environment=None, command=None, without=(), **others):
        given = {name: value for name, value in {**self.environment, **(environment or {})}.items() if name not in without}
        return Terminal(command or [*self.command, *arguments], given, **others)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for folder, folders, _ in os.walk(self.folder):
            for name in folders:
                try:
                    os.chmod(os.path.join(folder, name), 0o755)
                except OSError:
                    pass
        shutil.rmtree(self.folder, ignore_errors=True)


class Shell:
    """bash as a person has it, with jobs, on a terminal of its own."""

    PROMPT = "ready> "

    def __init__(self, place, before=None, **others):
        inputs = os.path.join(place.folder, "inputrc")
        with open(inputs, "w", encoding="utf-8") as file:
            file.write("set enable-bracketed-paste off\nset bell-style none\n")
        environment = {"INPUTRC": inputs, "PS1": self.PROMPT, "VAULT": place.program, "PLACE": place.vault, "HISTFILE": ""}
        self.terminal = place.terminal(
            environment=environment, command=["bash", "--norc", "--noprofile", "-i"], before=before, **others
        )
        self.terminal.ready(self.PROMPT.strip())

    def type(self, line):
        self.terminal.send(line.encode() + ENTER)

    def run(self, line, seconds=30):
        """What a command prints."""
        mark = uuid.uuid4().hex[:8]
        start = self.terminal.received
        self.type(f"{line}; echo {mark[:4]}''{mark[4:]}")
        if not self.terminal.wait(lambda: mark.encode() in self._since(start), seconds):
            raise RuntimeError(f"the shell does not answer {line!r}:\n{self.terminal.text}")
        printed = self._since(start).decode("utf-8", "replace")
        self.terminal.drained()
        return printed[printed.index("\n") + 1 : printed.rindex(mark)].replace("\r", "")

    def _since(self, start):
        with self.terminal.lock:
            return bytes(self.terminal.raw[start:])

    @property
    def child(self):
        """The id of the program that the shell has started, that of the newest one; None where there is none."""
        found = None
        for pid in processes(self.terminal.mark):
            try:
                with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
                    words = file.read()
            except OSError:
                continue
            if "(vault)" in words and words.rpartition(")")[2].split()[1] == str(self.terminal.pid):
                found = max(found or 0, pid)
        return found

    def __enter__(self):
        self.terminal.__enter__()
        return self

    def __exit__(self, *error):
        self.terminal.__exit__(*error)


def unlike(shown, wanted):
    """A row that is shown, and the one that should be; for a person who reads what went wrong."""
    pairs = zip(shown.split("\n"), wanted.split("\n"))
    return next((f"row {number}: {one!r} instead of {other!r}" for number, (one, other) in enumerate(pairs, 1) if one != other), "another size")


def program_of(arguments):
    """The program that a script was given."""
    names = [word for place, word in enumerate(arguments) if place and not word.startswith("--") and arguments[place - 1] != "--only"]
    if not names:
        raise SystemExit(f"{os.path.basename(arguments[0])} VAULT [--long] [--times] [--only NAMES]")
    return names[0]
