#!/usr/bin/env python3
"""What is typed into `vault ui` ends in the list that `vault search` prints: for the queries of the transcripts, typed all at once
and with a pause of 50 ms after each key. A query that cannot be understood says what `vault search` says.

searching.py VAULT [--long] [--times] [--only WORDS]
"""

import fcntl
import glob
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
import threading
import time

from checks import finish, long, need, step
from pseudo import Pseudo
from sandbox import TODAY, Sandbox

TRANSCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "EndToEndTests", "Transcripts", "search")
WITH_VALUE = {"--format", "--limit", "--sort", "--excerpts", "--context", "--width", "--near"}
# A window that shows all notes of the sample at once, and the list alone.
COLUMNS, ROWS = 79, 130


def queries():
    found = []
    for path in sorted(glob.glob(os.path.join(TRANSCRIPTS, "*.transcript"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if not line.startswith("$ vault search ") or re.search(r"[|<>&;`]|\$\(|\$[A-Z]|\$'", line[2:]):
                    continue
                try:
                    words = shlex.split(line[len("$ vault search ") :])
                except ValueError:
                    continue
                query, skipped = [], False
                for word in words:
                    if skipped:
                        skipped = False
                    elif word in WITH_VALUE:
                        skipped = True
                    elif not word.startswith("-"):
                        query.append(word)
                text = " ".join(query)
                if text.isprintable() and text.strip():
                    found.append(text)
    return list(dict.fromkeys(found))


def expected(sandbox, titles, query):
    """The titles of the notes that the command shows on a terminal, where it also widens and respells, or, where it refuses the
    query, what it says of it. `titles`: those of all notes by their paths."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 300, 0, 0))
    command = subprocess.Popen(
        [sandbox.program, "-C", sandbox.vault, "--today", TODAY, "search", "--excerpts", "0", "--limit", "1000", "--no-pager",
         "--", query],
        env=sandbox.environment(NO_COLOR="1"), stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    # Both are read at once, so that neither is ever full.
    said = []
    reader = threading.Thread(target=lambda: said.append(command.stderr.read()))
    reader.start()
    printed = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        printed += part
    os.close(ours)
    reader.join()
    if command.wait() not in (0, 1):
        return None, said[0].strip().splitlines()[-1].strip()
    found = []
    for row in printed.decode().splitlines():
        path = max((path for path in titles if row == path or row.startswith(path + "  ")), key=len, default=None)
        if path:
            found.append(titles[path])
    return found, None


def is_shown(screen, titles):
    """True where the list has just these titles, in this order. Each stands in a row of its own, or its beginning does."""
    count = re.search(r"(\d+) notes? *$", screen.screen()[1])
    if not count or int(count[1]) != len(titles):
        return False
    rows = iter(row[1:].strip() for row in screen.screen()[2:-2])
    for title in titles:
        begun = " ".join(title.split())[:24].rstrip()
        if not any(row.startswith(begun) for row in rows):
            return False
    return True


class Searching:
    def __init__(self):
        self.sandbox = Sandbox(sys.argv[1])
        notes = self.sandbox.run("list", "--format", "{path}\t{title}").splitlines()
        self.titles = dict(note.split("\t", 1) for note in notes)
        self.screen = Pseudo(self.sandbox, columns=COLUMNS, rows=ROWS)
        self.screen.until_shows(re.compile(r"\d+ notes"))
        self.screen.type("/")

    def end(self):
        self.screen.stop()
        self.sandbox.remove()

    def search(self, query, pause):
        titles, mistake = expected(self.sandbox, self.titles, query)
        # Ctrl-U empties the line.
        self.screen.type("\x15")
        if pause:
            for character in query:
                self.screen.type(character)
                time.sleep(pause)
        else:
            self.screen.type(query)
        if mistake is not None:
            words = " ".join(mistake.split())
            need(lambda: words in " ".join(self.screen.text().split()), lambda: self.screen.said(f"it is not said: {words}"))
            return
        # The list of the full question stays; a quick one before it may be the same.
        need(lambda: is_shown(self.screen, titles), lambda: self.screen.said(f"{query!r} does not end in these: {titles}"))
        self.screen.until_quiet(0.35)
        need(lambda: is_shown(self.screen, titles), lambda: self.screen.said(f"{query!r} does not stay with these: {titles}"), seconds=0)


def main():
    all_queries = queries()
    need(lambda: len(all_queries) > 80, f"only {len(all_queries)} queries were found in the transcripts", seconds=0)
    searching = Searching()
    typed = 0
    for number, query in enumerate(all_queries):
        for pause in (0, 0.05):
            if pause and number % 12 and not long():
                continue
            typed += 1
            step(f"{query!r} at {int(pause * 1000)} ms a key", lambda: searching.search(query, pause))
    searching.end()
    finish(f"{typed} queries, typed at 0 and 50 ms a key, end in what vault search prints.")


if __name__ == "__main__":
    main()
