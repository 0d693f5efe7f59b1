#!/usr/bin/env python3
"""picture.py VAULT FILE: draws a terminal, in which VAULT answers about a copy of the sample vault, as an SVG.

The day and the files' times are fixed, so that the same program always gives the same picture. It is drawn in the
colours for dark and for light backgrounds, of which a browser takes those that fit the page around it.
"""

import fcntl
import html
import os
import pty
import re
import shlex
import shutil
import struct
import sys
import tempfile
import termios
import unicodedata

COMMANDS = [
    "vault search sourdough starter -n 3",
    "vault tasks next --limit 5",
    "vault tasks done a0r",
    "vault rename 'Rye sourdough' 'Rye bread' --yes",
]
COLUMNS = 88
FIRST_OF_MARCH = 1_772_355_600  # 2026-03-01 09:00 UTC
CELL, LINE, SIZE, MARGIN, BAR = 8.4, 19, 14, 20, 34
PLAIN = {"dark": "#d7dae0", "light": "#24292f"}
PAGE = {"dark": "#16191d", "light": "#ffffff"}
FRAME = {"dark": "#3a3f46", "light": "#d0d7de"}
PROMPT = {"dark": "#8a8f98", "light": "#6e7781"}
SEQUENCE = re.compile(r"\x1b\[([0-9;]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")


def answer(program, words, environment, folder):
    """What a command prints on a terminal of its own."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 60, COLUMNS, 0, 0))
        os.chdir(folder)
        os.execve(program, words, environment)
    output = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # Linux ends a terminal so.
            break
        if not part:
            break
        output += part
    os.close(terminal)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit("picture.py: %s failed:\n%s" % (shlex.join(words), output.decode()))
    return output.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def styled(line):
    """A line's parts, each with the set of styles that it has: colours, bold, underlined."""
    parts, style, place = [], frozenset(), 0
    for match in SEQUENCE.finditer(line):
        parts.append((line[place : match.start()], style))
        place = match.end()
        if match.group(1) is None:
            continue
        codes = [int(code or 0) for code in match.group(1).split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                style = frozenset()
            elif code == 1:
                style |= {"bold"}
            elif code == 4:
                style |= {"underlined"}
            elif code == 38 and codes[:1] == [2]:
                style = frozenset(each for each in style if each[0] != "#") | {"#%02x%02x%02x" % tuple(codes[1:4])}
                codes = codes[4:]
            else:
                sys.exit("picture.py: cannot draw the style %s" % match.group(1))
    parts.append((line[place:], style))
    return [(text, style) for text, style in parts if text]


def cells(text):
    return sum(
        0 if unicodedata.combining(c) or c == "\ufe0f" else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def screens(program):
    """All that is on the terminal, for both backgrounds: lines of parts of a text and its style."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    result = {}
    for background, variable in (("dark", "15;0"), ("light", "0;15")):
        with tempfile.TemporaryDirectory() as work:
            folder = os.path.join(work, "vault")
            shutil.copytree(os.path.join(here, "SampleVault"), folder)
            for place, _, names in os.walk(folder):
                for name in names + ["."]:
                    os.utime(os.path.join(place, name), (FIRST_OF_MARCH, FIRST_OF_MARCH))
            os.mkdir(os.path.join(work, "home"))
            environment = {
                "PATH": "/usr/bin:/bin", "HOME": os.path.join(work, "home"), "TZ": "UTC", "LC_ALL": "C.UTF-8",
                "XDG_CACHE_HOME": os.path.join(work, "cache"), "TERM": "xterm-256color", "COLORTERM": "truecolor",
                "COLORFGBG": variable,
            }  # fmt: skip
            lines = []
            for command in COMMANDS:
                words = shlex.split(command)
                words[1:1] = ["--today", "2026-03-14", "--no-pager"]
                lines.append([("$ ", frozenset({"prompt"})), (command, frozenset({"bold"}))])
                lines += [styled(line) for line in answer(program, words, environment, folder)] + [[]]
            result[background] = lines[:-1]
    return result


def color(style, background):
    if "prompt" in style:
        return PROMPT[background]
    return next((each for each in style if each[0] == "#"), PLAIN[background])


def drawing(screens):
    names, rows = {}, []
    for row, (dark, light) in enumerate(zip(screens["dark"], screens["light"])):
        column, texts = 0, []
        if [text for text, _ in dark] != [text for text, _ in light]:
            sys.exit("picture.py: the two backgrounds have different texts")
        for (text, style), (_, other) in zip(dark, light):
            name = names.setdefault((color(style, "dark"), color(other, "light")), "c%d" % len(names))
            name += " b" if "bold" in style else ""
            name += " u" if "underlined" in style else ""
            # Each run without wide gaps has its place and width, so that columns stand whatever the font.
            for run in re.finditer(r"\S+(?: \S+)*", text):
                start = column + cells(text[: run.start()])
                texts.append(
                    '<text class="%s" x="%.1f" y="%d" textLength="%.1f">%s</text>'
                    % (name, MARGIN + start * CELL, BAR + MARGIN + row * LINE, cells(run.group()) * CELL,
                       html.escape(run.group(), quote=False))
                )  # fmt: skip
            column += cells(text)
        rows += texts
    width, height = COLUMNS * CELL + 2 * MARGIN, BAR + len(screens["dark"]) * LINE + 2 * MARGIN - SIZE

    def rules(background):
        return "".join(
            [".page{fill:%s;stroke:%s}" % (PAGE[background], FRAME[background]), ".dot{fill:%s}" % FRAME[background]]
            + [".%s{fill:%s}" % (name, pair[background == "light"]) for pair, name in names.items()]
        )

    dots = "".join('<circle class="dot" cx="%d" cy="%d" r="6"/>' % (MARGIN + 6 + 20 * i, BAR / 2 + 3) for i in range(3))
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">'
            % (width, height, width, height),
            "<title>A terminal: %s</title>" % html.escape("; ".join(COMMANDS), quote=False),
            "<!-- Made by Support/picture.py: make picture -->",
            "<style>text{font:%dpx ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',"
            "'Liberation Mono',monospace;white-space:pre}.b{font-weight:bold}.u{text-decoration:underline}%s"
            "@media(prefers-color-scheme:light){%s}</style>" % (SIZE, rules("dark"), rules("light")),
            '<rect class="page" x="0.5" y="0.5" width="%d" height="%d" rx="10"/>' % (width - 1, height - 1),
            dots,
            *rows,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    picture = drawing(screens(os.path.abspath(sys.argv[1])))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(picture)
