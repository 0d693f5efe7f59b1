"""interleaving.py VAULT [--long]: an engine fills in notes while a person writes, removes and takes back, before, after and while the engine
is asked, and while the program is killed at any moment. What a person has written or removed is never written over; nothing but the keys that
an engine may write changes in a note."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Editors"))

from checks import expect, finish, problems
from editing import Copy

LONG = "--long" in sys.argv
ROUNDS = 10_000 if LONG else 240
# A vault is made anew after so many.
EACH = 60
WORKERS = 3
SEED = 20260314
KEYS = ["summary", "action_items", "category"]
MARK = "enriched"
BODY = "# Note\n\nA first sentence. " + "And so on it goes. " * 15 + "\n\n## Next steps\n\n- Call Ansel\n"


def lines_of(text, key):
    """The lines of a key in the front matter; nothing where it is not there."""
    found = re.search(rf"^{key}:.*\n(?:[ \t].*\n|- .*\n)*", text.split("\n---\n", 1)[0] + "\n", re.MULTILINE)
    return found.group(0) if found else ""


def without(text, *keys):
    for key in keys:
        text = text.replace(lines_of(text, key), "", 1) if lines_of(text, key) else text
    return text


class Sitting:
    """One note, and what of it is a person's."""

    def __init__(self, copy, drawn, number):
        self.copy, self.drawn, self.number, self.count = copy, drawn, number, 0
        self.path, self.told = "note.md", []
        # The lines that a person has written of a key; empty where a person has removed it; missing where it is the engine's.
        self.settled = {}
        # Those of these keys that are so because something was taken back: a person may take back more.
        self.undone = set()
        self.rest = None

    @property
    def text(self):
        return self.copy.read(self.path).decode()

    def unique(self):
        self.count += 1
        return f"w{self.number}x{self.count}"

    def begin(self):
        """A note of a new name, with some keys of a person's."""
        self.path, self.settled, self.undone, self.told = f"{self.unique()}.md", {}, set(), []
        text = "---\ntags: [a, 'b']   # mine\n"
        for key in KEYS:
            if self.drawn.random() < 0.2:
                self.settled[key] = f"{key}: {self.unique()}\n"
                text += self.settled[key]
        text += f"x: {self.unique()}\n---\n{BODY}"
        self.copy.write(self.path, text.encode())
        self.rest = without(text, *KEYS, MARK)

    def edited(self):
        """What a person makes of the note as it is, and what is a person's then."""
        text, settled = self.text, dict(self.settled)
        kind = self.drawn.randrange(5)
        key = self.drawn.choice(KEYS)
        if kind == 0:
            line = f"{key}: {self.unique()}\n"
            text = without(text, key).replace("---\n", "---\n" + line, 1)
            settled[key] = line
        elif kind == 1 and lines_of(text, key):
            # What no engine ever wrote there is missing then, like any other key.
            if f" {key} " in lines_of(text, MARK):
                settled[key] = ""
            else:
                settled.pop(key, None)
            text = without(text, key)
        elif kind == 2 and lines_of(text, key):
            old = lines_of(text, key)
            settled[key] = f"{key}: {self.unique()} edited\n"
            text = text.replace(old, settled[key], 1)
        elif kind == 3 and lines_of(text, MARK):
            text = without(text, MARK)
            settled = {key: lines_of(text, key) for key in KEYS if lines_of(text, key)}
        else:
            text += f"More {self.unique()}.\n"
        return text, settled

    def person(self):
        text, settled = self.edited()
        self.save(text)
        self.settle(text, settled)

    def settle(self, text, settled):
        self.undone -= {key for key in KEYS if settled.get(key) != self.settled.get(key)}
        self.settled, self.rest = settled, without(text, *KEYS, MARK)

    def save(self, text):
        """As editors do: another file in the place of the one before."""
        self.copy.write("new", text.encode())
        os.replace(self.copy.path("new"), self.copy.path(self.path))

    def answer(self):
        parts = []
        for key in KEYS:
            value = {"summary": f'"s {self.unique()}"', "action_items": f'["i {self.unique()}", "j"]', "category": '"c1"'}[key]
            if self.drawn.random() < 0.8:
                parts.append(f'"{key}": {value if self.drawn.random() < 0.8 else "null"}')
        with open(self.copy.folder + "/answer", "w", encoding="utf-8") as file:
            file.write("{" + ", ".join(parts) + "}")

    def start(self):
        self.answer()
        engine = self.drawn.choice(["one", "two", "rules"])
        only = ["--only", ",".join(self.drawn.sample(KEYS, self.drawn.randrange(1, 4)))] if self.drawn.random() < 0.3 else []
        return subprocess.Popen(
            [self.copy.program, "--vault", self.copy.vault, "enrich", self.path, "--engine", engine, *only], env=self.copy.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )

    def during(self, text=None):
        """What happens while the engine is asked."""
        script, prepared = self.copy.folder + "/during", self.copy.folder + "/prepared"
        if text is not None:
            with open(prepared, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"test -e {prepared} && mv {prepared} {self.copy.path(self.path)}\n" if text is not None else "")

    def engine(self):
        self.during()
        process = self.start()
        said = process.communicate()[1]
        expect(process.returncode == 0, f"enrich ended with {process.returncode}: {said!r}")

    def engine_beside_person(self):
        text, settled = self.edited()
        self.during(text)
        process = self.start()
        said = process.communicate()[1]
        expect(process.returncode == 0, f"enrich ended with {process.returncode}: {said!r}")
        # Rules ask nobody, and neither does an engine that has nothing to say.
        prepared = self.copy.folder + "/prepared"
        if os.path.exists(prepared):
            os.remove(prepared)
        else:
            self.settle(text, settled)

    def engine_killed(self):
        self.during()
        process = self.start()
        time.sleep(self.drawn.random() ** 2 * 0.06)
        process.send_signal(signal.SIGKILL)
        process.communicate()

    def undo(self):
        before = self.text
        ran = subprocess.run(
            [self.copy.program, "--vault", self.copy.vault, "undo", "--yes"], env=self.copy.environment, stdin=subprocess.DEVNULL,
            capture_output=True, check=False, timeout=120,
        )
        after = self.text
        if self.path.encode() not in ran.stdout:
            # What a killed program had begun is rolled back by whatever changes something next; nobody has taken that back.
            return
        for key in KEYS:
            if lines_of(after, key) != lines_of(before, key) and (key not in self.settled or key in self.undone):
                self.settled[key] = lines_of(after, key)
                self.undone.add(key)

    def check(self, words):
        text = self.text
        self.told.append(words)
        for key, wanted in self.settled.items():
            if lines_of(text, key) != wanted:
                expect(False, f"{self.path}: {key} is {lines_of(text, key)!r} instead of {wanted!r} after {' '.join(self.told)}")
                self.settled[key] = lines_of(text, key)
        rest = without(text, *KEYS, MARK)
        if rest != self.rest:
            expect(False, f"{self.path}: it is {rest!r} instead of {self.rest!r} after {' '.join(self.told)}")
            self.rest = rest

    def round(self):
        self.begin()
        steps = [self.engine, self.engine, self.engine_beside_person, self.engine_killed, self.undo, self.person, self.person]
        for _ in range(self.drawn.randrange(3, 7)):
            run = self.drawn.choice(steps)
            run()
            self.check(run.__name__)


def work(program, number, rounds, counts):
    try:
        for turn in range(0, rounds, EACH):
            with Copy(program, vault=None, notes={}) as copy:
                folder = copy.environment["XDG_CONFIG_HOME"] + "/vault"
                os.makedirs(folder, exist_ok=True)
                script = f"cat > /dev/null; . {copy.folder}/during; cat {copy.folder}/answer"
                with open(folder + "/engines.yaml", "w", encoding="utf-8") as file:
                    file.write("".join(["engines:\n"] + [f"  {name}: {{command: [sh, -c, '{script}']}}\n" for name in ("one", "two")]))
                copy.write(".vault/config.yaml", b"categories: [{name: c1}, {name: c2, when: 'path:w'}]\n")
                sitting = Sitting(copy, random.Random(SEED + number * 100_000 + turn), number)
                for _ in range(min(EACH, rounds - turn)):
                    sitting.round()
                    counts[number] += 1
                    if len(problems) > 20:
                        return
    except Exception as error:
        expect(False, f"worker {number}: {error!r}")


def main():
    counts = [0] * WORKERS
    threads = [threading.Thread(target=work, args=(sys.argv[1], number, ROUNDS // WORKERS, counts)) for number in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect(sum(counts) >= ROUNDS // WORKERS * WORKERS, f"only {sum(counts)} interleavings were made")
    finish(f"{sum(counts)} interleavings of engine, person, undo and kill: 0 of a person's values changed")


main()
