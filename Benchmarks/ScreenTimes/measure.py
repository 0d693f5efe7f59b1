"""How soon the full-screen interface shows what a key asks for, over a large vault, beside ripgrep looking for one word in all
notes (`rg -il`) in the same run.

Usage: measure.py VAULT_PROGRAM FOLDER

FOLDER is copied, since a note is saved in it. The program runs on a pseudo-terminal of 140 columns and 40 rows; a time is that
from the writing of a key to the last byte of the frame that it leads to.
"""

import argparse
import collections
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# `Benchmarks/run` gets a newer ripgrep than the system's where there is one.
RIPGREP = os.path.join(PROJECT, "Benchmarks", ".build", "peers", "ripgrep", "rg")
if not os.access(RIPGREP, os.X_OK):
    RIPGREP = shutil.which("rg") or sys.exit("ripgrep is missing, which the interface is compared with; Benchmarks/run gets it")

# What is written behind each frame.
FRAME_END = b"\x1b[?2026l"


def percentile(values, share):
    return sorted(values)[min(max(int(len(values) * share + 0.999) - 1, 0), len(values) - 1)]


def line(what, value, unit, goal=None, share=None):
    """`share`: of ripgrep's time; `goal`: of the share where there is one, else of the value."""
    reached = "" if goal is None else ("  reached" if (share if share is not None else value) <= goal else "  MISSED")
    goal = "" if goal is None else f"goal {goal:g}"
    shown = "" if share is None else f"{share:.3f}"
    print(f"  {what:<58} {value:>9.1f} {unit:<5} {shown:>7}   {goal:>9}{reached}", flush=True)


class Screen:
    """The program on a pseudo-terminal that reads at once whatever is written."""

    def __init__(self, program, root, environment, columns=140, rows=40, arguments=()):
        self.bytes = 0
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(program, [program, "--vault", root, "ui", *arguments], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def write(self, text):
        os.write(self.terminal, text.encode())

    def read(self, seconds):
        """What comes within that time; empty where nothing does."""
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return b""
        found = os.read(self.terminal, 1 << 20)
        self.bytes += len(found)
        return found

    def settle(self, quiet=0.6):
        """Reads until nothing has come for that long."""
        while self.read(quiet):
            pass

    def times(self, text, within, quiet=None):
        """Writes it, and gives when each frame ended, in milliseconds, and the bytes of each. `quiet`: ends once nothing has
        come for that long."""
        start = time.perf_counter()
        self.write(text)
        frames, pending = [], b""
        while True:
            left = start + within - time.perf_counter()
            if left <= 0:
                break
            found = self.read(min(left, quiet) if quiet else left)
            if not found:
                break
            pending += found
            while FRAME_END in pending:
                frame, pending = pending.split(FRAME_END, 1)
                frames.append((1_000 * (time.perf_counter() - start), len(frame) + len(FRAME_END)))
        return frames

    def leave(self):
        self.write("\x1b")
        time.sleep(0.1)
        self.write("\x1bq")
        deadline = time.time() + 10
        while time.time() < deadline:
            try:
                if not self.read(0.2):
                    pass
            except OSError:
                break
        try:
            os.kill(self.process, signal.SIGTERM)
        except ProcessLookupError:
            pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def switches(process):
    """How often each of the program's threads has gone to sleep."""
    found = {}
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status", encoding="ascii") as file:
            found[thread] = sum(int(row.split()[1]) for row in file if "ctxt_switches" in row)
    return found


def vault(program, root, environment, *arguments):
    """Milliseconds, and what was printed."""
    start = time.perf_counter()
    done = subprocess.run([program, "--vault", root, *arguments], env=environment, capture_output=True, check=False)
    took = 1_000 * (time.perf_counter() - start)
    if done.returncode not in (0, 1):
        sys.exit(f"vault {' '.join(arguments)}: {done.returncode}: {done.stderr.decode()}")
    return took, done.stdout.decode()


def words(program, root, environment, total):
    """Some words that few notes have, and some that many have, of those that the notes hold."""
    counts = collections.Counter()
    names = sorted(os.path.join(place, name) for place, _, names in os.walk(root) for name in names if name.endswith(".md"))
    for name in names[:: max(len(names) // 400, 1)]:
        with open(name, encoding="utf-8", errors="replace") as file:
            counts.update(set(re.findall(r"\b[a-z]{5,12}\b", file.read())))
    candidates = [word for word, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    few, many = [], []
    for word in candidates[:12] + candidates[len(candidates) // 8 :: max(len(candidates) // 80, 1)]:
        count = int(vault(program, root, environment, "search", "--count", word)[1] or 0)
        if total * 0.0005 < count <= total * 0.05 and len(few) < 20:
            few.append(word)
        if count > total * 0.2 and len(many) < 3:
            many.append(word)
        if len(few) == 20 and len(many) == 3:
            break
    if not few or not many:
        sys.exit("the notes have no words of the kinds that are measured")
    return few, many


def measure(program, source, folder):
    root = os.path.join(folder, "vault")
    shutil.copytree(source, root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".vault"))
    os.makedirs(os.path.join(root, ".vault"), exist_ok=True)
    environment = dict(os.environ, HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8", COLORTERM="truecolor")
    for name in ["CONFIG", "STATE", "CACHE"]:
        environment[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
    vault(program, root, environment, "index")
    total = int(vault(program, root, environment, "list", "--count")[1])
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([RIPGREP, "-il", "garden", root], capture_output=True, check=False)
        times.append(1_000 * (time.perf_counter() - start))
    beside = statistics.median(times)
    few, many = words(program, root, environment, total)
    print(f"The full-screen interface over {total} notes; ripgrep {beside:.0f} ms, of which the shares are")

    listing = statistics.median([vault(program, root, environment, "list", "--limit", "60")[0] for _ in range(9)])
    starts = []
    for _ in range(7):
        start = time.perf_counter()
        screen = Screen(program, root, environment)
        frames, last = b"", 0.0
        while True:
            found = screen.read(0.5)
            if not found:
                break
            frames += found
            last = time.perf_counter()
        starts.append(1_000 * (last - start))
        screen.leave()
    first = statistics.median(starts)
    line(f"start to the last of the first frames (vault list {listing:.0f} ms)", first, "ms", 1.5, first / listing)

    screen = Screen(program, root, environment)
    screen.settle(2)
    letters = []
    screen.write("/")
    screen.settle()
    # Each letter comes while the question of the one before is under way.
    for letter in "the quick brown fox jumps over the lazy dog and what not":
        frames = screen.times(letter, 0.12)
        if frames:
            letters.append(frames[0])
    screen.settle(1)
    line("key to a frame with that letter, p99", percentile([took for took, _ in letters], 0.99), "ms", 16)
    # The frame that has the notes changes most of the list; it has the first note drawn beside it where that came in time.
    rare, common, full = [], [], []
    for found, words_of_kind in ((rare, few), (common, many + ["the", "a"])):
        for word in words_of_kind:
            screen.write("\x15")
            screen.settle(0.7)
            frames = screen.times(word, 8, quiet=1.2)
            lists = [took for took, count in frames if count > 400]
            if not lists:
                sys.exit(f"no notes were shown for {word}")
            found.append(lists[0])
            full.append(frames[-1][0] - 300)
    line(f"key to its notes, {len(rare)} words in 5 % or less, median", statistics.median(rare), "ms")
    line(f"key to its notes, {len(rare)} words in 5 % or less, p95", percentile(rare, 0.95), "ms", 0.1, percentile(rare, 0.95) / beside)
    line(f"key to its notes, {len(common)} common words, the slowest", max(common), "ms", 1.0, max(common) / beside)
    line("the full question of them all after a pause, the slowest", max(full), "ms", None, max(full) / beside)
    screen.write("\x15")
    screen.settle()
    screen.write("\r")
    screen.settle()

    def last(key, repeats, back=None):
        found = []
        for _ in range(repeats):
            frames = screen.times(key, 1, quiet=0.25)
            if frames:
                found.append(frames[-1])
            if back:
                screen.times(back, 1, quiet=0.25)
        return found

    notes = last("1", 9, back="6")
    line("all notes, newest first, median", statistics.median([took for took, _ in notes]), "ms", 0.1,
         statistics.median([took for took, _ in notes]) / beside)
    tasks = last("2", 9, back="6")
    line("open tasks, median", statistics.median([took for took, _ in tasks]), "ms", 0.03,
         statistics.median([took for took, _ in tasks]) / beside)
    screen.times("1", 1, quiet=0.3)
    moves = last("j", 20)
    line("another row with its note, p95", percentile([took for took, _ in moves], 0.95), "ms", 0.01 + 10 / beside,
         percentile([took for took, _ in moves], 0.95) / beside)
    line("bytes of it, the note included, median", statistics.median([count for _, count in moves]), "bytes")

    path = os.path.join(root, "Saved elsewhere.md")
    saves = []
    for number in range(12):
        start = time.perf_counter()
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"# Saved elsewhere {number}\n")
        frames = screen.times("", 3, quiet=0.8)
        if frames:
            saves.append(frames[0][0])
        time.sleep(0.1)
        del start
    line("a note saved elsewhere to a frame, p95", percentile(saves, 0.95) if saves else float("inf"), "ms", 250)

    screen.settle(2)
    before, written = switches(screen.process), screen.bytes
    time.sleep(5)
    screen.read(0.01)
    after = switches(screen.process)
    line("wake-ups in five idle seconds", sum(after[thread] - before.get(thread, 0) for thread in after), "", 0)
    line("bytes in five idle seconds", screen.bytes - written, "bytes", 0)
    screen.leave()

    narrow = Screen(program, root, environment, columns=79, rows=40)
    narrow.settle(2)
    moved = [frames[-1][1] for frames in (narrow.times("j", 0.5, quiet=0.2) for _ in range(10)) if frames]
    line("bytes for another row, the list alone", statistics.median(moved), "bytes", 600)
    # Where the list stays as it is, since nothing is found before and after it.
    narrow.write("/zqzqzq")
    narrow.settle(1)
    typed = narrow.times("z", 0.25)
    line("bytes for a letter that leaves the list as it is", typed[0][1] if typed else float("inf"), "bytes", 300)
    narrow.leave()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(os.path.abspath(arguments.program), arguments.folder, folder)


main()
