"""A small disk, and one that is filled to the brim."""

import os
import shutil
import subprocess
import sys
import tempfile

from checks import expect

# The sample vault, its index, and some room.
MEGABYTES = 24
RIGHTS = [["unshare", "-m"], ["unshare", "-r", "-m"]]


def full_disk(program, script):
    """Runs a script with the program and a folder that is on a small disk in memory, seen by that process alone. Where this user may make
    none, that is said."""
    def can(command):
        try:
            return subprocess.run([*command, "true"], capture_output=True, check=False, timeout=60).returncode == 0
        except FileNotFoundError:
            return False

    command = next((command for command in RIGHTS if can(command)), None)
    if not command:
        print("no full disk is tried, since this user may mount none;", end=" ")
        return
    folder = os.path.realpath(tempfile.mkdtemp(prefix="vault-lsp-"))
    mount = f'mount -t tmpfs -o size={MEGABYTES}m none "$3" || exit 99; exec "$0" -B "$1" "$2" "$3"'
    try:
        ran = subprocess.run(
            [*command, "sh", "-c", mount, sys.executable, os.path.abspath(script), program, folder],
            capture_output=True, check=False, timeout=1_200)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    told = (ran.stdout + ran.stderr).decode("utf-8", "replace").strip()
    expect(ran.returncode != 99, f"no small disk can be mounted: {told}")
    expect(ran.returncode in (0, 99), told or f"the script ended with {ran.returncode}")
    if not ran.returncode:
        print(told, end=" ")


class Disk:
    def __init__(self, folder):
        self.folder, self.filler = folder, os.path.join(folder, "filler")

    def fill(self, kilobytes=0):
        """Leaves that much room."""
        with open(self.filler, "ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    pass
            file.truncate(file.tell() // 4096 * 4096 - 1024 * kilobytes)

    def empty(self):
        if os.path.exists(self.filler):
            os.remove(self.filler)

    def temporaries(self):
        return [name for _, _, names in os.walk(self.folder) for name in names if name.startswith(".vault-tmp")]
