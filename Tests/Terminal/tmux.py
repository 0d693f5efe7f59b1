"""`vault ui` in a window of tmux, as a person sees it."""

import os
import re
import shlex
import signal
import subprocess
import time

from checks import PATIENCE, Missing, need, problems

_ENDED = re.compile(r"\[ended (\d+)\]")


class Tmux:
    """One program in one window, on a server of its own. The window stays when the program has ended."""

    number = 0

    def __init__(self, sandbox, *words, columns=80, rows=24, term="tmux-256color", arguments=None, environment=None):
        self.sandbox, self.columns, self.rows = sandbox, columns, rows
        Tmux.number += 1
        self.socket = os.path.join(sandbox.place, f"tmux-{Tmux.number}")
        self.pid_file = os.path.join(sandbox.place, f"pid-{Tmux.number}")
        line = shlex.join(sandbox.arguments(*words) if arguments is None else arguments)
        wanted = sandbox.environment(TERM=term, **(environment or {}))
        script = os.path.join(sandbox.place, f"window-{Tmux.number}.sh")
        with open(script, "w") as file:
            given = " ".join(shlex.quote(f"{name}={value}") for name, value in wanted.items())
            # Reading keeps the window open, and says that the program no longer has it.
            file.write(
                f"sh -c 'echo $$ >{shlex.quote(self.pid_file)}; exec \"$@\"' sh env -i {given} {line}\n"
                'status=$?\nprintf "[ended %d]" $status\nexec cat\n')
        self._tmux(
            "start-server", ";", "set", "-g", "history-limit", "0", ";", "set", "-g", "focus-events", "on", ";",
            "set", "-g", "status", "off", ";", "set", "-s", "set-clipboard", "on", ";",
            "new-session", "-d", "-x", str(columns), "-y", str(rows), f"exec sh {shlex.quote(script)}")

    def _tmux(self, *words):
        # tmux itself draws for a terminal that knows UTF-8, whatever the program inside is told.
        environment = self.sandbox.environment(TMUX_TMPDIR=self.sandbox.place)
        done = subprocess.run(
            ["tmux", "-S", self.socket, "-f", "/dev/null", *words], env=environment, capture_output=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"tmux {words[0]}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout.decode("utf-8", "replace")

    # What is typed

    def send(self, *keys):
        """Keys by tmux's names: `Enter`, `C-p`, `Escape`, `BTab`."""
        self._tmux("send-keys", *keys)

    def type(self, text):
        """A text, a key each."""
        self._tmux("send-keys", "-l", "--", text)

    def send_bytes(self, data):
        for start in range(0, len(data), 2000):
            self._tmux("send-keys", "-H", *(f"{byte:02x}" for byte in data[start : start + 2000]))

    def paste(self, text):
        self.send_bytes(b"\x1b[200~" + text.encode() + b"\x1b[201~")

    def mouse(self, row, column, button=0, presses=True, releases=True, drags=()):
        """A press at a cell, counted from 0, drags to others, and the release."""
        data = b""
        if presses:
            data += b"\x1b[<%d;%d;%dM" % (button, column + 1, row + 1)
        for row, column in drags:
            data += b"\x1b[<%d;%d;%dM" % (button + 32, column + 1, row + 1)
        if releases and button < 64:
            data += b"\x1b[<%d;%d;%dm" % (button, column + 1, row + 1)
        self.send_bytes(data)

    def wheel(self, row, column, notches):
        """Down where `notches` is above 0."""
        self.send_bytes((b"\x1b[<%d;%d;%dM" % (65 if notches > 0 else 64, column + 1, row + 1)) * abs(notches))

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    # What is seen

    def screen(self):
        """The rows as they are seen, without blanks at their ends."""
        rows = self._tmux("capture-pane", "-p").split("\n")[: self.rows]
        return rows + [""] * (self.rows - len(rows))

    def styled(self):
        """The same with the sequences for colours."""
        return self._tmux("capture-pane", "-pe").split("\n")[: self.rows]

    def text(self):
        return "\n".join(self.screen())

    def cursor(self):
        """Row and column, and whether it is seen."""
        row, column, flag = self._tmux("display-message", "-p", "#{cursor_y} #{cursor_x} #{cursor_flag}").split()
        return int(row), int(column), flag == "1"

    def modes(self):
        """What is switched on at the terminal: the second screen, the mouse, the cursor, wrapping."""
        return self._tmux(
            "display-message", "-p", "#{alternate_on}#{mouse_any_flag}#{mouse_sgr_flag} #{cursor_flag}#{wrap_flag}").strip()

    def shows(self, wanted):
        text = self.text()
        return bool(wanted.search(text)) if isinstance(wanted, re.Pattern) else wanted in text

    def until_shows(self, *wanted, seconds=None):
        """Waits for texts, or what patterns match, all at once. Raises `Missing` with the screen where they do not come."""

        def there():
            text = self.text()
            return all(bool(one.search(text)) if isinstance(one, re.Pattern) else one in text for one in wanted)

        need(there, lambda: self.said("never shown: " + ", ".join(_named(one) for one in wanted if not self.shows(one))), seconds)

    def until_gone(self, *unwanted, seconds=None):
        need(
            lambda: not any(self.shows(one) for one in unwanted),
            lambda: self.said("still shown: " + ", ".join(map(_named, unwanted))), seconds)

    def until(self, condition, words, seconds=None):
        """Waits for something that is true of the rows of the screen."""
        need(lambda: condition(self.screen()), lambda: self.said(words() if callable(words) else words), seconds)

    def said(self, words):
        """A sentence with the screen below it."""
        return f"{words}\n" + "\n".join(f"    |{row}" for row in self.screen())

    def settled(self, quiet=0.15):
        """The screen once it has not changed for a while: for what cannot be waited for by a text."""
        last, since, deadline = self.screen(), time.monotonic(), time.monotonic() + 20
        while time.monotonic() < deadline:
            time.sleep(0.03)
            now = self.screen()
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > quiet:
                break
        return last

    def clipboard(self):
        """What the program has copied last."""
        return self._tmux("show-buffer")

    # The end

    def ended(self):
        """The exit status once the program has ended; else `None`."""
        found = _ENDED.search(self.text())
        return int(found[1]) if found else None

    def until_ended(self, seconds=None):
        need(lambda: self.ended() is not None, lambda: self.said("the program has not ended"), seconds)
        return self.ended()

    def leave(self):
        """Leaves by `q` from wherever one is; returns the exit status."""
        for _ in range(6):
            if self.ended() is not None:
                break
            self.send("Escape")
            time.sleep(0.05)
            self.send("q")
            try:
                return self.until_ended(seconds=3)
            except Missing:
                continue
        return self.until_ended()

    def stop(self):
        """Takes the window away, which has to end the program."""
        try:
            self._tmux("kill-server")
        except (RuntimeError, subprocess.TimeoutExpired):
            pass
        try:
            with open(self.pid_file) as file:
                pid = int(file.read())
        except (OSError, ValueError):
            return
        deadline = time.monotonic() + PATIENCE
        while _runs(pid):
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGKILL)
                problems.append("the program goes on although its terminal is gone")
                return
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def _runs(pid):
    """True of a process that has not ended; a child of nobody may still be listed once it has."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def _named(wanted):
    return f"/{wanted.pattern}/" if isinstance(wanted, re.Pattern) else repr(wanted)
