"""A vault in git that is served, and another machine that shares it: what both change is seen by the other after a sync."""

import os
import subprocess

from served import Served


class ServedMachine(Served):
    """The served vault, with a repository that it is sent to. `other` is the folder of a second clone."""

    def start(self, port=0):
        if not os.path.exists(os.path.join(self.folder, "hub")):
            self.other = os.path.join(self.folder, "other")
            with open(os.path.join(self.folder, ".gitconfig"), "w", encoding="ascii") as file:
                file.write("[user]\nname = Somebody\nemail = somebody@example.org\n[init]\ndefaultBranch = main\n")
            self.git("init", "--quiet", "--bare", "../hub")
            self.git("init", "--quiet")
            self.git("add", "--all")
            self.git("commit", "--quiet", "--message", "Start")
            self.git("remote", "add", "origin", os.path.join(self.folder, "hub"))
            self.git("push", "--quiet", "--set-upstream", "origin", "main")
            self.git("clone", "--quiet", os.path.join(self.folder, "hub"), self.other)
        super().start(port)

    def git(self, *arguments, where=None):
        result = subprocess.run(
            ["git", *arguments], cwd=where or self.vault, env=self.environment, capture_output=True, check=True, text=True)
        return result.stdout

    def append(self, note, text, there=False):
        with open(os.path.join(self.other if there else self.vault, note), "a", encoding="utf-8") as file:
            file.write(text)

    def sync_other(self, *options):
        """What the other machine prints for a sync."""
        return subprocess.run(
            [self.program, "--vault", self.other, "sync", *options], env=self.environment, capture_output=True,
            check=False, text=True)

    def disagree(self):
        """Leaves a place that both have changed, a note that both have made, and one that the other deleted."""
        self.append("Home.md", "\nThe desk goes to the window.\n", there=True)
        self.append("Both.md", "made there\n", there=True)
        os.unlink(os.path.join(self.other, "Areas/Bike.md"))
        self.sync_other()
        self.append("Home.md", "\nThe desk stays by the door.\n")
        self.append("Both.md", "made here\n")
        self.append("Areas/Bike.md", "\nNew tyres.\n")
