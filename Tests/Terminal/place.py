"""A vault in a folder of its own, and a shell beside it, on pseudo-terminals."""

import os
import shutil
import subprocess
import tempfile
import uuid

from plain_terminal import ENTER, Terminal, processes

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "SampleVault")


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
