"""A copy of the sample vault, or a vault made for the purpose, with a home of its own: nothing of this user counts."""

import json
import os
import shutil
import subprocess
import tempfile

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "SampleVault")
TODAY = "2026-03-14"
# The notes of the sample were saved at these times, which the file system of a copy does not know: the first by name an hour
# before noon of the first of March, each further one an hour before.
NEWEST, APART = 1772362800, 3600


class Sandbox:
    def __init__(self, program, notes=None, settings=""):
        """`notes`: texts by path, instead of those of the sample."""
        self.program = os.path.abspath(program)
        self.place = tempfile.mkdtemp(prefix="vault-ui-")
        self.vault = os.path.join(self.place, "vault")
        self.home = os.path.join(self.place, "home")
        os.mkdir(self.home)
        if notes is None:
            shutil.copytree(SAMPLE, self.vault, symlinks=True)
        else:
            os.makedirs(os.path.join(self.vault, ".vault"))
            for path, text in notes.items():
                self.write(path, text)
        if settings:
            with open(os.path.join(self.vault, ".vault", "config.yaml"), "a") as file:
                file.write(settings)
        for number, path in enumerate(sorted(self.files())):
            time = NEWEST - APART * number if notes is None else NEWEST - 60 * number
            os.utime(os.path.join(self.vault, path), (time, time))

    def environment(self, **more):
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        given = {"HOME": self.home, "TZ": "UTC", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "GIT_CONFIG_GLOBAL": "/dev/null"}
        return {name: value for name, value in {**kept, **given, **more}.items() if value is not None}

    def arguments(self, *words):
        """The program's own line for `ui`."""
        return [self.program, "ui", "-C", self.vault, "--today", TODAY, *words]

    def run(self, *words, status=0, typed=None):
        """What a command prints; another status than the one expected is an error, `None` takes any."""
        done = subprocess.run(
            [self.program, "-C", self.vault, "--today", TODAY, *words], input=typed, env=self.environment(),
            stdin=subprocess.DEVNULL if typed is None else None, capture_output=True, text=True, timeout=300)
        if status is not None and done.returncode != status:
            raise RuntimeError(f"vault {' '.join(words)} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def json(self, *words):
        """What a command prints as JSON; 1 says that a list is empty."""
        return json.loads(self.run(*words, "--json", status=None) or "null")

    def history(self):
        """The changes, the latest first."""
        return self.json("history")

    def tasks(self, *words):
        return self.json("tasks", *words)

    # Files

    def full(self, path):
        return os.path.join(self.vault, path)

    def write(self, path, text):
        os.makedirs(os.path.dirname(self.full(path)), exist_ok=True)
        with open(self.full(path), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def read(self, path):
        with open(self.full(path), "rb") as file:
            return file.read()

    def exists(self, path):
        return os.path.lexists(self.full(path))

    def files(self):
        """The paths of all files but those of the vault itself."""
        found = []
        for folder, folders, names in os.walk(self.vault):
            folders[:] = [name for name in folders if name not in (".vault", ".git")]
            found += [os.path.relpath(os.path.join(folder, name), self.vault) for name in names]
        return found

    def bytes(self):
        """All files but those of the vault itself, as bytes by path."""
        return {path: self.read(path) for path in self.files()}

    def remove(self):
        shutil.rmtree(self.place, ignore_errors=True)


def differing(before, after):
    """The paths whose files are not the same."""
    return sorted(path for path in set(before) | set(after) if before.get(path) != after.get(path))
