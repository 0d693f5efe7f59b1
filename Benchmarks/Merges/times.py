"""What `vault merge-driver` costs beside `git merge-file`, on a note of 100 KiB; both take turns.

Usage: times.py VAULT_PROGRAM [--runs N]
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

GOAL = 15  # milliseconds above git's own


def note(size):
    """Front matter, sections of prose, tasks and a table, up to so many bytes."""
    text = ["---\ntitle: Log\ntags: [a, b]\nupdated: 2026-01-01\n---\n"]
    number = 0
    while sum(map(len, text)) < size:
        number += 1
        text.append(
            f"\n## Section {number}\n\nThe first sentence of section {number} is here. The second one is there, and has "
            f"[[Note {number}|a link]] in it.\n\n- [ ] task {number} 📅 2026-02-01\n- an item\n\n| a | b |\n|---|---|\n"
            f"| {number} | x |\n")
    return "".join(text)


def changed(text, side, places):
    """Each side changes these sections, and the front matter."""
    text = text.replace("2026-01-01", f"2026-01-0{2 + side}")
    for number in places:
        text = text.replace(f"- [ ] task {number} ", f"- [x] task {number} " if side == 0 else f"- [ ] task {number} #side ")
    return text


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("Usage: "), add_help=False)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=60)
    given = parser.parse_args()
    program = os.path.abspath(given.program)
    base = note(100 << 10)
    cases = {
        "git merges it": (base.replace("task 1 ", "task one "), base.replace("task 90 ", "task ninety ")),
        "2 places open": (changed(base, 0, [5]), changed(base, 1, [5])),
        "40 places open": (changed(base, 0, range(5, 305, 8)), changed(base, 1, range(5, 305, 8))),
    }
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "init", "-q", folder], check=True)

        def run(ours, theirs, *command):
            for name, text in [("o", base), ("a", ours), ("b", theirs)]:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            start = time.perf_counter()
            done = subprocess.run(
                command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
            if done.returncode > 127 or command[0] == program and done.returncode > 1:
                sys.exit(f"{command[1]}: status {done.returncode}: {done.stderr.decode()}")
            return 1_000 * (time.perf_counter() - start)

        print(f"A note of {len(base.encode()) >> 10} KiB, medians of {given.runs} runs in turn")
        for title, (ours, theirs) in cases.items():
            pairs = [
                (run(ours, theirs, "git", "merge-file", "a", "o", "b"),
                 run(ours, theirs, program, "merge-driver", "o", "a", "b", "7", "note.md"))
                for _ in range(given.runs)]
            git, driver = (statistics.median(times) for times in zip(*pairs))
            verdict = "" if driver - git <= GOAL else f", goal missed: {GOAL} ms"
            print(
                f"  {title:<16} git merge-file {git:5.1f} ms   vault merge-driver {driver:5.1f} ms   "
                f"{driver / git:4.1f} times, {driver - git:+5.1f} ms{verdict}", flush=True)


if __name__ == "__main__":
    main()
