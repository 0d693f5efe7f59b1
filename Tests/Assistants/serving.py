"""A copy of a vault that is served over HTTP, until the end of the `with` block."""

import os
import re
import subprocess


class Serving:
    """`writes`: the user's own settings let assistants write everywhere."""

    def __init__(self, copy, *options, writes=True):
        folder = copy.environment["XDG_CONFIG_HOME"] + "/vault"
        os.makedirs(folder, exist_ok=True)
        with open(folder + "/config.yaml", "w", encoding="utf-8") as file:
            file.write("mcp: {write: [.]}\n" if writes else "")
        self.process = subprocess.Popen(
            [copy.program, "--vault", copy.vault, "--today", "2026-03-14", "serve", "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=copy.environment, text=True,
        )
        lines = [self.process.stdout.readline() for _ in range(3)]
        found = re.search(r"(http://\S+)/login\?key=", lines[1])
        if not found:
            raise RuntimeError(f"vault serve said: {lines} {self.process.stderr.read()}")
        self.address = found.group(1)
        with open(re.search(r"token in (.*?)\. ", lines[2]).group(1), encoding="ascii") as file:
            self.token = file.read().strip()

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()
