"""What a program sends to a terminal: its parts, what of it does harm, and the modes that it switches."""

import re


class Stream:
    """Parts the bytes of a program as a terminal does: `take` gives (kind, value) for text, `c0`, `c1`, `esc`, `csi`, `osc`, `string`
    (DCS, SOS, PM, APC) and `invalid`. What is cut off waits for the rest."""

    def __init__(self):
        self.rest = b""

    _SEQUENCE = re.compile(
        rb"(?P<csi>\x1b\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e])"
        rb"|(?P<osc>\x1b\][^\x07\x1b\x18\x1a]*(?:\x07|\x1b\\))"
        rb"|(?P<string>\x1b[PX^_][^\x1b\x18\x1a]*\x1b\\)"
        rb"|(?P<esc>\x1b[\x20-\x2f]*[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e])"
        rb"|(?P<c0>[\x00-\x1a\x1c-\x1f\x7f])"
        rb"|(?P<text>[\x20-\x7e\x80-\xff]+)"
    )

    def take(self, more):
        data, self.rest, place, found = self.rest + more, b"", 0, []
        while place < len(data):
            match = self._SEQUENCE.match(data, place)
            if not match:
                # An ESC whose sequence is not whole, or is none.
                if len(data) - place > 65_536 or re.match(rb"\x1b(\[[\x30-\x3f]*[\x20-\x2f]*[^\x20-\x7e]|[\x00-\x1f\x7f-\xff])", data[place:]):
                    found.append(("invalid", data[place : place + 40]))
                    place += 1
                    continue
                self.rest = data[place:]
                break
            kind, value = match.lastgroup, match.group()
            if kind == "text" and match.end() == len(data):
                cut = self._cut(value)
                if cut:
                    self.rest = value[-cut:]
                    value = value[:-cut]
            if kind == "text":
                found += self._texts(value)
            else:
                found.append((kind, value))
            place = match.end()
        return found

    @staticmethod
    def _cut(value):
        """How many bytes at the end begin a character that is not whole."""
        for back in range(1, min(4, len(value) + 1)):
            byte = value[-back]
            if byte >= 0xC0:
                length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                return back if length > back else 0
            if byte < 0x80:
                return 0
        return 0

    @staticmethod
    def _texts(value):
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError as error:
            yield from Stream._texts(value[: error.start])
            yield "invalid", value[error.start : error.end]
            yield from Stream._texts(value[error.end :])
            return
        if text:
            # C1 as UTF-8 stays in its text, which `harm` looks at.
            yield "text", text


# All that the interface may send. GridDiff, TerminalModes and Painter make it.
_MODES = (7, 25, 1002, 1004, 1006, 1049, 2004, 2026)
_ALLOWED = {
    "csi": re.compile(
        rb"\x1b\[(\?(%s)[hl]|\?u|>\d+u|<u|[1-9]\d*;[1-9]\d*H|2J|[1-9]\d*X|(\d{1,3}(;\d{1,3})*)?m)\Z" % b"|".join(b"%d" % mode for mode in _MODES)
    ),
    "osc": re.compile(rb"\x1b\](11;\?\x1b\\|8;;[\x21-\x7e]*\x1b\\|52;c;[A-Za-z0-9+/]*=*\x07)\Z"),
    "esc": re.compile(rb"\x1b\\\Z"),
}
# C0, DEL, C1, separators of lines, and what turns the direction of text.
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def harm(tokens):
    """A sentence for each token that the interface may not send."""
    told = []
    for kind, value in tokens:
        if kind == "text":
            match = _HARMFUL.search(value)
            if match:
                told.append(f"sends {match.group()!r} in {value[max(match.start() - 20, 0):match.end() + 20]!r}")
        elif kind not in _ALLOWED or not _ALLOWED[kind].match(value):
            told.append(f"sends {kind} {value[:60]!r}")
    return told


class Modes:
    """What a stream has switched, so far as it has to be switched back."""

    # How a terminal is by itself.
    START = {7: True, 25: True, 1000: False, 1002: False, 1003: False, 1004: False, 1006: False, 1049: False, 2004: False, 2026: False}

    def __init__(self):
        self.now, self.keyboards, self.style, self.link = dict(self.START), {False: 0, True: 0}, b"", b""

    def take(self, kind, value):
        if kind == "csi":
            match = re.match(rb"\x1b\[\?([\d;]+)([hl])\Z", value)
            if match:
                for mode in match.group(1).split(b";"):
                    self.now[int(mode)] = match.group(2) == b"h"
            elif re.match(rb"\x1b\[>\d*u\Z", value):
                self.keyboards[self.now[1049]] += 1
            elif value == b"\x1b[<u":
                self.keyboards[self.now[1049]] -= 1
            elif value.endswith(b"m"):
                self.style = b"" if value in (b"\x1b[m", b"\x1b[0m") else value
        elif kind == "osc" and value.startswith(b"\x1b]8;"):
            self.link = value.split(b";", 2)[2].rstrip(b"\x07\x1b\\")

    def left(self):
        """A sentence for each thing that is not as it was."""
        told = [
            f"mode {mode} is left {'on' if self.now[mode] else 'off'}"
            for mode in sorted(self.now)
            if self.now[mode] != self.START.get(mode, False)
        ]
        for second, count in self.keyboards.items():
            if count > 0:
                told.append(f"the keyboard's protocol is left on, {count} times, {'on the second screen' if second else 'on the first screen'}")
        if self.style:
            told.append(f"a style is left: {self.style!r}")
        if self.link:
            told.append(f"a link is left open: {self.link!r}")
        return told
