"""What it costs to keep machines in step: `check` beside `doctor`, queries about git beside `git status`, a sync over git beside
git by hand, and a sync with a server of notes beside reading its list.

Usage: measure.py VAULT_PROGRAM FOLDER [--runs N] [--notes N]
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(PROJECT, "Tests", "EndToEndTests", "Peers"))

import remote_notes  # noqa: E402  (what it needs is found only now)


class Machines:
    """A copy of the folder in git, a second clone, and what both are sent to."""

    def __init__(self, program, source, folder):
        self.program, self.folder = program, folder
        self.one, self.two = os.path.join(folder, "one"), os.path.join(folder, "two")
        self.environment = dict(os.environ, HOME=folder)
        for name in ["CONFIG", "STATE", "CACHE"]:
            self.environment[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
        with open(os.path.join(folder, ".gitconfig"), "w", encoding="ascii") as file:
            file.write("[user]\nname = Somebody\nemail = somebody@example.org\n[init]\ndefaultBranch = main\n[gc]\nauto = 0\n")
        shutil.copytree(source, self.one, symlinks=True, ignore=shutil.ignore_patterns(".git", ".vault"))
        self.call("git", "init", "--quiet")
        self.vault("init")
        self.call("git", "add", "--all")
        self.call("git", "commit", "--quiet", "--message", "Start")
        self.call("git", "init", "--quiet", "--bare", os.path.join(folder, "hub"))
        self.call("git", "remote", "add", "origin", os.path.join(folder, "hub"))
        self.call("git", "push", "--quiet", "--set-upstream", "origin", "main")
        self.call("git", "clone", "--quiet", os.path.join(folder, "hub"), self.two)

    def call(self, *command, where=None, statuses=(0,)):
        """In milliseconds."""
        start = time.perf_counter()
        done = subprocess.run(command, cwd=where or self.one, env=self.environment, capture_output=True, check=False)
        took = 1_000 * (time.perf_counter() - start)
        if done.returncode not in statuses:
            sys.exit(f"{' '.join(command)}: status {done.returncode}: {done.stderr.decode()}")
        return took

    def vault(self, *arguments, where=None, statuses=(0, 1)):
        return self.call(self.program, "--vault", where or self.one, *arguments, where=where, statuses=statuses)

    def notes(self):
        return [
            os.path.join(folder, name)
            for folder, folders, names in os.walk(self.one)
            if not folder[len(self.one):].startswith(("/.git", "/.vault"))
            for name in sorted(names) if name.endswith(".md")]

    def edit(self, notes, word):
        for path in notes:
            with open(path, "ab") as file:
                file.write(f"\n{word}\n".encode())


def in_turn(runs, *calls):
    """The medians of calls that take turns."""
    times = [[call() for call in calls] for _ in range(runs + 1)][1:]
    return [statistics.median(column) for column in zip(*times)]


def row(title, peer_name, peer, ours, goal=""):
    print(f"  {title:<34} {ours:8.0f} ms   {peer_name:<24} {peer:8.0f} ms   {ours / peer:5.2f} times{goal}", flush=True)


def over_git(machines, runs, count):
    doctor, check = in_turn(
        runs, lambda: machines.vault("doctor"), lambda: machines.vault("check", "--fail-on", "never"))
    row("check", "doctor", doctor, check, "" if check <= 1.5 * doctor else ", goal missed: 1.5 times")
    notes = machines.notes()
    machines.edit(notes[:10], "changed")
    status, query = in_turn(
        runs, lambda: machines.call("git", "status", "--porcelain"),
        lambda: machines.vault("search", "git:modified", "-n", "10"))
    over = query - status
    row("search git:modified", "git status", status, query, f", {over:+.0f} ms" + ("" if over <= 60 else ", goal missed: 60 ms"))
    status, changed = in_turn(
        runs, lambda: machines.call("git", "status", "--porcelain"), lambda: machines.vault("changed"))
    row("changed", "git status", status, changed)
    machines.call("git", "commit", "--quiet", "--all", "--message", "Ten")
    machines.call("git", "push", "--quiet")
    machines.vault("sync", where=machines.two)
    machines.edit(notes[:count], "by hand")
    by_hand = machines.call("git", "commit", "--quiet", "--all", "--message", "By hand") + machines.call("git", "push", "--quiet")
    pulled = machines.call("git", "pull", "--quiet", where=machines.two)
    machines.edit(notes[:count], "by sync")
    row(f"sync, {count} notes sent", "git commit and push", by_hand, machines.vault("sync"))
    row(f"sync, {count} notes received", "git pull", pulled, machines.vault("sync", where=machines.two))
    fetch, idle = in_turn(runs, lambda: machines.call("git", "fetch", "--quiet"), lambda: machines.vault("sync"))
    row("sync, nothing new", "git fetch", fetch, idle)


def with_a_server(machines, count):
    notes = remote_notes.Notes()
    notes.longest_page = 500
    server = remote_notes.serve(notes)
    address = f"http://127.0.0.1:{server.server_port}{remote_notes.PATH}"
    config = os.path.join(machines.folder, "config", "vault")
    os.makedirs(config, exist_ok=True)
    path = os.path.join(config, "remotes.yaml")
    with open(path, "w", encoding="ascii") as file:
        file.write(f"it:\n  address: {address}\n")
    os.chmod(path, 0o600)
    shared = os.path.join(machines.folder, "shared")
    os.makedirs(shared)
    for number, note in enumerate(machines.notes()[:count]):
        shutil.copy(note, os.path.join(shared, f"{number} {os.path.basename(note)}"))
    first = machines.vault("sync", "--remote", "it", where=shared)
    print(f"  {'sync --remote, first':<34} {first:8.0f} ms   {len(notes.notes)} notes, {1_000 * len(notes.notes) / first:.0f} a second")

    def listing():
        start, page = time.perf_counter(), 1
        while urllib.request.urlopen(f"{address}?page={page}&limit=200").read() != b"[]":
            page += 1
        return 1_000 * (time.perf_counter() - start)

    listed, idle = in_turn(5, listing, lambda: machines.vault("sync", "--remote", "it", where=shared))
    row("sync --remote, nothing new", "reading the list", listed, idle)
    other = os.path.join(machines.folder, "third")
    os.makedirs(other)
    came = machines.vault("sync", "--remote", "it", where=other)
    print(f"  {'sync --remote, all received':<34} {came:8.0f} ms   {1_000 * len(notes.notes) / came:.0f} a second")
    server.shutdown()


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("Usage: "), add_help=False)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--notes", type=int, default=1_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        machines = Machines(os.path.abspath(given.program), given.folder, folder)
        print(f"Machines in step, {len(machines.notes())} notes, medians of {given.runs} runs in turn")
        over_git(machines, given.runs, given.notes)
        with_a_server(machines, given.notes)


if __name__ == "__main__":
    main()
