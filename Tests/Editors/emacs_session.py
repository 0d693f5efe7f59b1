"""emacs_session.py VAULT [--with EMACS]: Emacs with Eglot, in batch, completes a link, follows it, renames the note, toggles a
task and makes a missing note, with `vault lsp` beside it; then all files are compared. Emacs renames no files for a server."""

import os
import sys

from checks import finish, show, step
from editing import SITTINGS, Copy, greet, run_editor

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "emacs_session.el")


def run(emacs, copy, steps, seconds=120):
    """What came of the steps in this Emacs."""
    return run_editor([emacs, "--batch", "-Q", "-l", SCRIPT], copy, steps, seconds)


def main():
    emacs = sys.argv[sys.argv.index("--with") + 1] if "--with" in sys.argv else "/usr/bin/emacs"
    versions = []
    greet(sys.argv[1])
    for name, (steps, judge) in SITTINGS.items():

        def sitting():
            show(f"Emacs, {name}")
            with Copy(sys.argv[1]) as copy:
                report = run(emacs, copy, steps)
                version = (report.get("client") or {}).get("version", "?")
                if version not in versions:
                    versions.append(version)
                judge(copy, report)

        step(f"Emacs, {name}", sitting)
    finish(f"Emacs {' and '.join(versions)} edits as the commands do.")


if __name__ == "__main__":
    main()
