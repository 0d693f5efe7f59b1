"""Texts with marks in them, and the vault that `methods.py` asks about. ⟦a⟧ is a place, and ⟦a|words⟧ are words: they may have
several names, ⟦a,b|words⟧, and marks within them. What a server has to answer is computed from the marks, in whatever units
it counts."""

import difflib
import re

MARK = re.compile(r"⟦([\w,]+)(\||⟧)|⟧")


def letters(text):
    """Each é as a letter and a combining mark, which an editor that saves this file may have made one of."""
    return text.replace("é", "e\u0301")


class Marked:
    """A text without its marks, and by name where they were: (start, end) in characters."""

    def __init__(self, source, ends="\n"):
        source = letters(source).replace("\n", ends)
        self.text, self.spans, begun, place = "", {}, [], 0
        for mark in MARK.finditer(source):
            self.text += source[place : mark.start()]
            place = mark.end()
            if mark[2] == "|":
                begun.append((mark[1], len(self.text)))
                continue
            names, start = (mark[1], len(self.text)) if mark[2] else begun.pop()
            for name in names.split(","):
                self.spans.setdefault(name, []).append((start, len(self.text)))
        self.text += source[place:]
        assert not begun, f"{begun} have no end"

    def of(self, names):
        """All that is marked with one of several names, in the order of the text, the longer first."""
        found = {span for name in names.split(",") for span in self.spans.get(name, [])}
        return sorted(found, key=lambda span: (span[0], -span[1]))

    def words(self, name, nth=0):
        start, end = self.of(name)[nth]
        return self.text[start:end]

    def replaced(self, changes):
        """The text with other words in the place of those that have a name."""
        spans = sorted((span, new) for name, new in changes.items() for span in self.spans.get(name, []))
        parts, place = [], 0
        for (start, end), new in spans:
            parts += [self.text[place:start], letters(new)]
            place = end
        return "".join(parts) + self.text[place:]


def older(text):
    """What the text of a note was before somebody typed: other lines, and other words in them."""
    lines = text.splitlines(keepends=True)
    kept = [line.replace("👍🏽", "漢字 ").replace("[[", "[ 👩\u200d💻") for at, line in enumerate(lines) if at % 3 != 1]
    return "".join(["# Older é 🐝" + lines[0][len(lines[0].rstrip()) :], *kept])


def typed(old, new):
    """What somebody has typed: (start, end, text) by place in the old text. None is within a line's end."""
    before, after = (re.findall(r"\r\n|.", text, re.S) for text in (old, new))
    places = [0]
    for character in before:
        places.append(places[-1] + len(character))
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind != "equal":
            yield places[start], places[end], "".join(after[other_start:other_end])


HOME, GOAL, FAR = letters("Home 🏡.md"), letters("Goal 漢字 é.md"), letters("Far away/Café 👩\u200d💻.md")
TASKS, DESK, OUTLINE, DRAFT = "Tasks.md", letters("Désk.md"), "Outline.md", "Draft.md"
CLOSED, DATED, PICTURE = "Closed.md", "202603141200.md", letters("Far away/pic 🖼.png")
TODAY = "2026-03-14"

# The names of marks. Links: G to the goal, H to its second heading, B to its block, A to the first note, O to its own heading,
# I to its own block, F to the far note, P to the picture, X out of the vault, Q to the dated note, D to nothing.
# Within them: n the goal's name, U and u its address from the first and the far note, h and hu the heading, b the block, o the
# own heading, i the own block, a and au the path of the far note; these are also where that is defined, which is called hdef,
# bdef, odef and idef besides. Elsewhere: g a tag, t its part that is `bücher`, T the longer tag, k a key of the front matter,
# f and fdef a footnote, l and ldef a label, z and zdef the id of a task, d a date, c what is done with, s and fold parts.
NOTES = {
    HOME: """---
⟦k|aliases⟧: [Start 🏁]
⟦k|tags⟧: [⟦g|⟦t|bücher⟧⟧, ⟦g,T|⟦t|bücher⟧/é⟧]
---
⟦first|# ⟦title|👩\u200d💻 Home é 漢字⟧⟧

👍🏽 ⟦one|one⟧ ⟦G,H|[[⟦n|Goal 漢字 é⟧#⟦h|Second é 🐝⟧|⟦shown|the text 👩\u200d💻⟧]]⟧ two ⟦G|[é 📚](⟦U|Goal%20%E6%BC%A2%E5%AD%97%20e%CC%81.md⟧)⟧

漢字 é ⟦G,B|[[⟦n|Goal 漢字 é⟧#⟦caret|^⟦b|bee1⟧⟧]]⟧ ⟦O|[[#⟦o|Own é 🐝⟧]]⟧ ⟦D|[[⟦missing|Nowhere é 🐝⟧]]⟧ #⟦g|⟦t|bücher⟧⟧ 👍🏽 #⟦g,T|⟦t|bücher⟧/é⟧ #⟦g|büchér⟧

⟦ownline|## ⟦o,odef|Own é 🐝⟧⟧

é note[^⟦f|é1⟧] and again[^⟦f|é1⟧], ⟦F,R|[👍🏽 text][⟦l|Läbel é⟧]⟧, ⟦F,R|[⟦l|läbel é⟧]⟧ x

⟦blockline|👩\u200d💻 named é ^⟦i,idef|own-1⟧⟧

é ⟦I|[[#^⟦i|own-1⟧]]⟧ ⟦G|![[⟦n|Goal 漢字 é⟧]]⟧ ⟦X|<https://example.org/é>⟧

[^⟦f,fdef|é1⟧]: 👍🏽 The note

[⟦l,ldef|läbel é⟧]: <⟦a|Far away/Café 👩\u200d💻.md⟧>
""",
    GOAL: """---
aliases: [The goal 🎯]
status: draft
---
⟦first|# ⟦title|Goal é⟧⟧

⟦blockline|漢字 first é ^⟦b,bdef|bee1⟧⟧

⟦second|⟦headline|## ⟦h,hdef|Second é 🐝⟧⟧

👍🏽 ⟦G,H|[[#⟦h|Second é 🐝⟧]]⟧ 漢字⟧

## Third
""",
    FAR: """⟦G,H|[[⟦n|Goal 漢字 é⟧#⟦h|Second é 🐝⟧]]⟧ é ⟦G,B|[[The goal 🎯#^⟦b|bee1⟧]]⟧ ⟦A|[[Home 🏡]]⟧

👩\u200d💻 ⟦G,H|[up](⟦u|../Goal%20漢字%20é.md⟧#⟦hu|Second%20é%20🐝⟧)⟧ ⟦P|![🖼](<⟦picture|pic 🖼.png⟧>)⟧ #⟦g|⟦t|bücher⟧⟧
""",
    CLOSED: """---
tags:
  - ⟦g|⟦t|bücher⟧⟧
---
é 👩\u200d💻 ⟦G,H|[[⟦n|Goal 漢字 é⟧#⟦h|Second é 🐝⟧|x]]⟧ 漢字 ⟦G,B|[[⟦n|Goal 漢字 é⟧#^⟦b|bee1⟧]]⟧

⟦waits|- [ ] 👍🏽 closed é ⛔ abc1⟧
""",
    DATED: """# ⟦title|漢字 The day é⟧
""",
    TASKS: """---
⟦k|due⟧: ⟦d|2026-03-20⟧
---
# ⟦title|Tasks é 🗂⟧

⟦task,pay|- [ ] 👩\u200d💻 pay é 漢字 📅 ⟦d|2026-03-17⟧⟦due⟧⟧
⟦task,bearer|- [ ] 👍🏽 first é 🆔 ⟦z,zdef|abc1⟧⟧
⟦task,late|- [ ] é late 🐝 [due:: ⟦d|2026-03-13⟧]⟦overdue⟧ ⛔ ⟦z|abc1⟧⟦waiting⟧⟧
⟦task|- [x] ⟦c|漢字 see ⟧⟦G|[[⟦n|Goal 漢字 é⟧]]⟧⟦c| 👍🏽 ⟧#⟦g|⟦t|bücher⟧⟧⟦c| 📅 ⟧⟦d|2026-03-14⟧⟦c| é⟧⟧
⟦task|- [-] ⟦c|cancelled é 🐝⟧⟧

👍🏽 ⟦Q|[[202603141200]]⟧⟦dated⟧ é 漢字 ⟦D|[[Nope 🐝]]⟧ ⟦G,anchor|[[⟦n|Goal 漢字 é⟧#Nope é]]⟧

⟦task|- [ ] never é 📅 ⟦d,impossible|2026-02-30⟧⟧
""",
    DESK: """# ⟦title|My désk 🖥⟧

⟦todo|- ⟦todobox|[⟦box| ⟧] ⟧👍🏽 call é 漢字⟦due| 📅 ⟦day|2026-03-10⟧⟧⟦todoend⟧⟧
⟦urgent|- [ ] 漢字 é⟦high| ⏫⟧⟧
⟦item|- ⟦itemtext⟧plain é 🐝⟧

é ⟦D|[[⟦missing|New 🎉 é⟧]]⟧ 漢字 ⟦D|[[⟦near|Closd⟧]]⟧

é ⟦G,H,wiki|[[⟦n|Goal 漢字 é⟧#⟦h|Second é 🐝⟧|x 👍🏽]]⟧ 漢字 ⟦F,markdown|[y é](⟦au|Far%20away/Café%20👩\u200d💻.md⟧)⟧

⟦paragraph|👩\u200d💻 A paragraph é⟦paragraphend⟧⟧

⟦table||é|b|
|-|-|
|1|long 漢字|⟧

⟦section|## ⟦part|Part é 🐝⟧

text 👩\u200d💻 of it⟧

## Last é

⟦Q,embed|![[202603141200]]⟧
""",
    OUTLINE: """---⟦fold|
tags: [é]
---⟧
⟦s|# 👩\u200d💻 One é⟦fold|

⟦s|- item é⟦fold|⟦fold|
  more 漢字⟧
⟦s|⟦s|- ⟦s|👍🏽 é ⟦s|**⟦s|bold ⟦s|⟦G|[[⟦n|Goal 漢字 é⟧|⟦s|⟦s|te⟦cursor⟧xt⟧ 👩\u200d💻⟧]]⟧⟧⟧**⟧ 漢字⟧⟧⟦fold|
  end é⟧⟧⟧⟧

## Two é 🐝⟦fold|

```swift⟦fold|
let é = 1
```⟧

> [!note] Title 👩\u200d💻⟦fold|
> 漢字 text⟧

> é quote⟦fold|
> 👍🏽 more⟧

| é | 漢字 |⟦fold|
|---|---|
| 1 | 2 |⟧

%%⟦fold|
hidden é
%%⟧

<!-- html é⟦fold|
漢字 -->⟧⟧⟧⟧

# Three é⟦fold|
👩\u200d💻⟧
""",
    DRAFT: """---
tags: [⟦listed|bü⟧]
status: ⟦value|dr⟧
⟦key|ali⟧
---
👩\u200d💻 é [[⟦note|goal⟧

漢字 [[⟦alias|start⟧]] é

👍🏽 é [[⟦within|st⟦cursor⟧arts⟧|漢字]] 🐝

| é | 漢字 |
|---|---|
| 👍🏽 [[⟦cell|start⟧ | é |

👍🏽 é [[Goal 漢字 é#⟦heading|sec⟧

é ⟦G|[[⟦n|Goal 漢字 é⟧#^⟦block⟧]]⟧ 漢字

漢字 é [[#⟦own|dra⟧]] 👍🏽

👩\u200d💻 é [é 漢字](⟦path|Caf⟧

é ![🖼](⟦file|pic⟧) 漢字

👍🏽 é #⟦tag|bü⟧ 漢字

漢字 é ⟦emoji|:honeyb⟧

- [ ] 👩\u200d💻 é 📅 ⟦date|tom⟧
- [ ] 漢字 é ⏳ ⟦scheduled|in 2 w⟧
- [ ] 👍🏽 é 🛫 ⟦start|sat⟧
- [ ] é 漢字 ➕ ⟦created|today⟧
- [ ] 👍🏽 é [due:: ⟦inline|next w⟧] 漢字
- [ ] é 漢字 due: ⟦word|tod⟧
- [ ] 👍🏽 é ⟦field|due⟧
- [ ] 漢字 é ⟦sign|@star⟧
- [ ] 🐝 é ⟦priority|high⟧
- [ ] é 🐝 ⛔ ⟦id⟧

# The draft é 🐝
""",
}
