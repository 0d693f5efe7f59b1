"""hostile.py VAULT [--long]: a vault that is meant to do harm is looked at by a real browser: nothing of it runs, nothing is
loaded from elsewhere, and the page's policy has nothing to report."""

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

from checks import expect, finish, step, until
from harm import PLACES_IN_NOTE, FILES, fill, name_of, vectors
from served import Served, browser


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
        # A page that follows the vault while the server ends.
        and "ERR_CONNECTION" not in entry["message"]
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
    until(lambda: "onerror" in look.driver.find_element(By.ID, "Unsaved").text, "a draft with an odd name is not told of")
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
    until(lambda: b"- [x] tick" in served.read("Headings.md"), "below such headings a box does not tick")
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
            for name, run in {
                "lists": lambda: lists(look, served, all_vectors, is_long), "notes": lambda: notes(look, all_vectors, 1 if is_long else 9),
                "queries": lambda: queries(look, all_vectors, is_long), "files": lambda: files(look, served, evil),
                "conflict": lambda: conflict_screen(look, served, all_vectors), "forms": lambda: forms(look, served),
                "headings": lambda: headings(look, served), "without server": lambda: without_server(look, served), "signed out": lambda: signed_out(served),
            }.items():
                step(name, run)
        finally:
            driver.quit()
    expect(not evil.heard, f"another server heard {evil.heard[:3]}")
    return len(all_vectors), look.count


def main():
    program, *arguments = sys.argv[1:]
    count, looks = vault_that_does_harm(program, "--long" in arguments)
    finish(f"{count} texts that are meant to run stood in {count * PLACES_IN_NOTE} places, and did nothing on {looks} pages; all is well")


if __name__ == "__main__":
    main()
