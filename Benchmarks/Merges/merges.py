"""What `vault merge-driver` makes of every merge in a repository's history, with git and the people who merged as judges.

Usage: merges.py VAULT_PROGRAM REPOSITORY [--words] [--append] [--log FILE]

Every commit with two parents and one base is merged anew, note by note, in a folder of its own; the repository, which may
also be a bundle, is only read. Of each note (*.md) that both sides changed in different ways, git alone (`git merge-file`)
and the driver get the same three texts.

--words   with the setting merge.vault.words
--append  as the attribute merge=vault-log does
--log     writes each place that was settled, with the text of base, ours, theirs, the driver and the person

Words are counted here, by an expression of this script, which shares nothing with the driver's own check.
The exit status is 1 where the driver lost a word, or changed bytes of which git was sure, but for front matter that git
broke.
"""

import argparse
import collections
import difflib
import os
import re
import subprocess
import sys
import tempfile

STYLE = [("merge.conflictStyle", "diff3")]
MARKS = (b"<<<<<<< ", b"||||||| ", b"=======", b">>>>>>> ")


def environment(home, settings):
    """No configuration but these settings."""
    variables = {
        "PATH": os.environ["PATH"], "HOME": home, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": str(len(settings)), "LC_ALL": "C", "GIT_CEILING_DIRECTORIES": os.path.dirname(home)}
    for number, (name, value) in enumerate(settings):
        variables[f"GIT_CONFIG_KEY_{number}"] = name
        variables[f"GIT_CONFIG_VALUE_{number}"] = value
    return variables


class History:
    """What git knows of a repository."""

    def __init__(self, path, folder):
        self.path = path
        if os.path.isfile(path):
            self.path = os.path.join(folder, "history")
            subprocess.run(["git", "clone", "-q", "--bare", path, self.path], check=True)
        self.variables = dict(os.environ, GIT_NO_LAZY_FETCH="1", LC_ALL="C")
        self.blobs = subprocess.Popen(
            ["git", "-C", self.path, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, *arguments, accepting=(0,)):
        done = subprocess.run(
            ["git", "-C", self.path, *arguments], stdout=subprocess.PIPE, env=self.variables, check=False)
        if done.returncode not in accepting:
            sys.exit(f"git {arguments[0]}: status {done.returncode}")
        return done.stdout

    def merges(self):
        for line in self.ask("rev-list", "--all", "--merges", "--parents").decode().splitlines():
            commit, *parents = line.split()
            if len(parents) == 2:
                yield commit, parents

    def bases(self, parents):
        return self.ask("merge-base", "--all", *parents, accepting=(0, 1)).decode().split()

    def modified(self, old, new):
        """The notes that differ, with their blobs before and after."""
        fields = self.ask("diff-tree", "-r", "-z", "--diff-filter=M", old, new, "--", "*.md").split(b"\0")
        return {
            name: tuple(fields[place].decode().split()[2:4])
            for place, name in zip(range(0, len(fields) - 1, 2), fields[1::2])}

    def blob(self, name):
        self.blobs.stdin.write(name.encode() + b"\n")
        self.blobs.stdin.flush()
        size = int(self.blobs.stdout.readline().split()[2])
        return self.blobs.stdout.read(size + 1)[:-1]


class Trial:
    """Three texts, merged by git and by the driver."""

    def __init__(self, program, folder, arguments, settings):
        self.program, self.folder, self.arguments = program, folder, arguments
        self.variables = environment(folder, settings)
        # Outside of a repository git would read no settings.
        self.run("git", "init", "-q")

    def write(self, texts):
        for name, text in texts.items():
            with open(os.path.join(self.folder, name), "wb") as file:
                file.write(text)

    def run(self, *command):
        return subprocess.run(
            command, cwd=self.folder, env=self.variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def git(self, texts):
        """The text, and whether git left something open."""
        self.write(texts)
        done = self.run(
            "git", "merge-file", "-p", "-L", "ours", "-L", "base", "-L", "theirs", "ours", "base", "theirs")
        return (done.stdout, done.returncode > 0) if done.returncode < 128 else (None, True)

    def driver(self, texts):
        self.write(texts)
        done = self.run(self.program, "merge-driver", *self.arguments, "base", "ours", "theirs", "7", "note.md")
        if done.returncode > 1:
            sys.exit(f"merge-driver: status {done.returncode}: {done.stderr.decode(errors='replace')}")
        with open(os.path.join(self.folder, "ours"), "rb") as file:
            return file.read(), done.returncode == 1


def lines(text):
    return text.splitlines(keepends=True) if b"\r" not in text else re.findall(rb"[^\n]*\n|[^\n]+", text)


def parts(text):
    """Git's answer as a list of lines that are settled and of places that are open: (ours, base, theirs)."""
    found, place, side = [], None, 0
    for line in lines(text):
        if place is None and line.startswith(MARKS[0]):
            place, side = ([], [], []), 0
        elif place is not None and line.startswith(MARKS[1 + side]):
            side += 1
            if side == 3:
                found.append(tuple(b"".join(side) for side in place))
                place = None
        else:
            (found if place is None else place[side]).append(line)
    return found


def places(answer, text):
    """What stands in a text where git's answer has its open places; None where that cannot be told."""
    skeleton = [part if isinstance(part, bytes) else number for number, part in enumerate(answer)]
    found = lines(text)
    where = {}
    for block in difflib.SequenceMatcher(None, skeleton, found, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            where[block.a + offset] = block.b + offset
    for index, part in enumerate(skeleton):
        if isinstance(part, bytes):
            continue
        start = 0 if index == 0 else where[index - 1] + 1 if index - 1 in where else None
        end = len(found) if index + 1 == len(skeleton) else where.get(index + 1)
        yield None if start is None or end is None or end < start else b"".join(found[start:end])


def words(text):
    """How often each word stands in a text. Days of which the later or the earlier counts are left out."""
    kept = re.sub(rb"(?mi)^[\"']?(updated|modified|lastmod)[\"']?[ \t]*:.*$", b"", text)
    kept = re.sub(r"✅ *\d{4}-\d\d-\d\d".encode(), b"", kept).replace(b"[X]", b"[x]")
    return collections.Counter(re.findall(r"[^\W_]+", kept.decode(errors="replace")))


def lost_words(base, ours, theirs, result):
    """Words that one side has more often than the other's changes explain, and the result less often."""
    base, ours, theirs, result = words(base), words(ours), words(theirs), words(result)
    lost = []
    for word in ours.keys() | theirs.keys():
        mine, others = ours[word] - base[word], theirs[word] - base[word]
        needed = base[word] + (max(mine, others) if mine > 0 and others > 0 else mine + others)
        if result[word] < needed:
            lost.append(word)
    return sorted(lost)


def breaks_front_matter(text):
    """A key twice among the lines of the first level."""
    found = re.match(rb"---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(\r?\n|$)", text, re.S)
    keys = re.findall(rb"(?m)^([^\s#:-][^:\n]*):(?:[ \t\r]|$)", found.group(1)) if found else []
    return len(keys) != len({key.strip().lower() for key in keys})


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("Usage: "), add_help=False)
    parser.add_argument("program")
    parser.add_argument("repository")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--append", action="store_true")
    parser.add_argument("--log")
    given = parser.parse_args()
    count = collections.Counter()
    lost, changed = [], []
    log = open(given.log, "wb") if given.log else None
    with tempfile.TemporaryDirectory() as folder:
        history = History(os.path.abspath(given.repository), folder)
        notes = os.path.join(folder, "notes")
        os.mkdir(notes)
        settings = STYLE + ([("merge.vault.words", "true")] if given.words else [])
        trial = Trial(os.path.abspath(given.program), notes, ["--append"] if given.append else [], settings)
        for commit, parents in history.merges():
            count["merges"] += 1
            bases = history.bases(parents)
            if len(bases) != 1:
                count["without one base"] += 1
                continue
            ours, theirs = (history.modified(bases[0], parent) for parent in parents)
            both = sorted(name for name in ours.keys() & theirs.keys() if ours[name][1] != theirs[name][1])
            merged = history.modified(bases[0], commit) if both else {}
            for name in both:
                texts = {
                    "base": history.blob(ours[name][0]), "ours": history.blob(ours[name][1]),
                    "theirs": history.blob(theirs[name][1])}
                person = history.blob(merged[name][1]) if name in merged else None
                title = f"{commit[:10]} {name.decode(errors='replace')}"
                look(trial, title, texts, person, count, lost, changed, log)
    report(count, lost, changed)
    sys.exit(1 if lost or changed else 0)


def look(trial, title, texts, person, count, lost, changed, log):
    git, is_open = trial.git(texts)
    if git is None:
        count["binary"] += 1
        return
    count["notes"] += 1
    result, is_still_open = trial.driver(texts)
    gone = lost_words(texts["base"], texts["ours"], texts["theirs"], result)
    if gone:
        lost.append(f"{title}: {' '.join(gone)}")
    if not is_open:
        count["clean"] += 1
        if git != result and breaks_front_matter(git):
            count["mended"] += 1
        elif git != result:
            changed.append(title)
        return
    count["open notes"] += 1
    if not is_still_open:
        count["settled notes"] += 1
        count["settled notes as the person"] += result == person
    answer = parts(git)
    theirs = list(places(answer, person)) if person is not None else None
    opened = [part for part in answer if not isinstance(part, bytes)]
    for index, (sides, text) in enumerate(zip(opened, places(answer, result))):
        count["places"] += 1
        if text is None or MARKS[0] in text or git == result:
            continue
        count["settled"] += 1
        wanted = theirs[index] if theirs else None
        if wanted is None:
            kind = "cannot be compared"
        elif wanted == text:
            kind = "as the person"
        elif same_lines(wanted, text):
            kind = "in another order"
        elif wanted in (sides[0], sides[2]):
            kind = "person took one side"
        else:
            kind = "otherwise"
        count[kind] += 1
        if log:
            log.write(f"\n######## {title}: {kind}\n".encode())
            for label, part in zip(
                ["base", "ours", "theirs", "driver", "person"], [sides[1], sides[0], sides[2], text, wanted or b""]):
                log.write(f"---- {label}\n".encode() + part)
    # Where git was sure, in a note that it left open.
    sure = [part for part in answer if isinstance(part, bytes)]
    if git != result and not stand_in_order(sure, lines(result)):
        count["notes with other lines around"] += 1
        if not breaks_front_matter(b"".join(sure)):
            changed.append(title + " (around an open place)")


def same_lines(one, other):
    """True for the same lines, blank ones and blanks at their ends aside."""
    return sorted(line.strip() for line in lines(one) if line.strip()) == sorted(
        line.strip() for line in lines(other) if line.strip())


def stand_in_order(wanted, found):
    """True when all the lines stand there, one after the other, perhaps with more between."""
    rest = iter(found)
    return all(line in rest for line in wanted)


def report(count, lost, changed):
    def row(title, value, whole=None):
        share = f"  {100 * value / whole:.0f} %" if whole else ""
        print(f"  {title:<62} {value:>7}{share}")

    row("merges with two parents", count["merges"])
    row("of these without one base, and left out", count["without one base"])
    row("notes that both sides changed", count["notes"])
    row("notes that git merges", count["clean"])
    row("of these with front matter that git broke, and that is mended", count["mended"])
    row("notes that git leaves open", count["open notes"])
    row("of these settled as a whole", count["settled notes"], count["open notes"])
    row("of these as the person did", count["settled notes as the person"], count["settled notes"])
    row("places that git leaves open", count["places"])
    row("of these settled", count["settled"], count["places"])
    row("to the byte as the person did", count["as the person"], count["settled"])
    row("the same lines, in another order", count["in another order"], count["settled"])
    row("where the person took one side", count["person took one side"], count["settled"])
    row("otherwise", count["otherwise"], count["settled"])
    row("where the person's place cannot be told", count["cannot be compared"], count["settled"])
    row("texts in which a word is lost", len(lost))
    row("texts in which bytes changed of which git was sure", len(changed))
    for line in lost:
        print(f"lost: {line}")
    for line in changed:
        print(f"changed: {line}")


if __name__ == "__main__":
    main()
