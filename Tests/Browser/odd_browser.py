"""odd_browser.py VAULT: a browser that is not as it should be: it is full, has two tabs on one note, a draft of a note that has
moved, a clock that is a year off. No text is lost. Of three tabs one listens, and of the notes that were read few are kept."""

import os
import sys
import time
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, finish, step, until
from editor import area, edit, end_tab, kept_texts, settle, state, until_kept
from served import Served, browser


def full_browser(driver, served):
    """The browser keeps nothing any more: that is said, and saving goes on."""
    denied = {
        "put": "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        "open": "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); }",
    }
    for name, source in denied.items():
        script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})["identifier"]
        try:
            without_keeping(driver, served, name)
        finally:
            driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": served.address, "quotaSize": 1})
    try:
        without_keeping(driver, served, "quota")
    finally:
        driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": served.address})


def without_keeping(driver, served, name):
    note = f"Full/{name}.md"
    served.write(note, b"# Full\n\nfirst\n")
    edit(driver, served, note)
    area(driver).send_keys("second")
    until(lambda: "keeps nothing" in state(driver), lambda: f"{name}: a full browser says {state(driver)!r}")
    area(driver).send_keys(" and third", Keys.CONTROL, "s")
    until(lambda: served.read(note).endswith(b"second and third"), f"{name}: a full browser does not save")
    until(lambda: "Saved" in state(driver), lambda: f"{name}: after saving, a full browser says {state(driver)!r}")
    driver.execute_script("arguments[0].value = '# Full\\n\\nmine\\n'; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", area(driver))
    served.write(note, b"# Full\n\ntheirs\n")
    area(driver).send_keys(Keys.CONTROL, "s")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, "form.conflict"), f"{name}: a full browser shows no conflict")
    settle(driver)
    until(lambda: b"mine" in served.read(note) and b"theirs" in served.read(note), f"{name}: both are not kept")
    driver.get(served.address + "/new")
    area(driver).send_keys(f"New of a full browser, {name}")
    until(lambda: driver.find_element(By.CSS_SELECTOR, "[data-save]").is_enabled(), f"{name}: a new note cannot be saved")
    area(driver).send_keys(Keys.CONTROL, Keys.ENTER)
    until(lambda: "/note/" in driver.current_url, f"{name}: a full browser makes no note")


def two_tabs(driver, served):
    """What is typed in two tabs on one note is kept of both, and saved by both."""
    served.write("Tabs/Both.md", b"# Both\n\nupper\n\nmiddle\n\nlower\n")
    first = driver.current_window_handle
    edit(driver, served, "Tabs/Both.md")
    area(driver).send_keys("by the first")
    until_kept(driver, "by the first")
    driver.switch_to.new_window("tab")
    second = driver.current_window_handle
    driver.get(f"{served.address}/note/Tabs/Both.md?view=edit")
    until(lambda: driver.switch_to.active_element == area(driver), "the second tab has no text")
    script = """arguments[0].value = arguments[0].value.replace("upper", "upper by the second").replace("by the first", "");
        arguments[0].dispatchEvent(new Event("input", { bubbles: true }))"""
    driver.execute_script(script, area(driver))
    until_kept(driver, "by the second")
    both = " ".join(kept_texts(driver))
    expect("by the first" in both, "the draft of one tab is lost by what is typed in another")
    driver.switch_to.window(first)
    area(driver).send_keys(Keys.CONTROL, "s")
    until(lambda: "Saved" in state(driver), lambda: f"the first tab says {state(driver)!r}")
    driver.switch_to.window(second)
    kept = " ".join(kept_texts(driver))
    expect("by the second" in kept, "saving in one tab takes away the draft of another")
    until(lambda: "Changed elsewhere" in state(driver), lambda: f"the second tab is not told, but says {state(driver)!r}")
    area(driver).send_keys(Keys.CONTROL, "s")
    until(lambda: b"by the second" in served.read("Tabs/Both.md"), "the second tab does not save")
    text = served.read("Tabs/Both.md")
    expect(b"by the first" in text, f"the second tab takes away what the first has saved: {text!r}")
    driver.close()
    driver.switch_to.window(first)


def three_tabs(driver, served):
    """One of them listens, and all of them follow; another listens when that one ends."""
    served.write("Tabs/Seen.md", b"# Seen\n\nbefore\n")
    first = driver.current_window_handle
    driver.get("about:blank")
    tabs = []
    for _ in range(3):
        driver.switch_to.new_window("tab")
        driver.get(served.address + "/note/Tabs/Seen.md")
        tabs.append(driver.current_window_handle)
    locks = """return navigator.locks.query().then(({ held, pending }) =>
        [held, pending].map((all) => all.filter(({ name }) => name.endsWith(" events")).length))"""
    while tabs:
        count = len(tabs)
        until(lambda: driver.execute_script(locks) == [1, count - 1], lambda: f"of {count} tabs listen and wait {driver.execute_script(locks)}")
        served.write("Tabs/Seen.md", f"# Seen\n\nby {count}\n".encode())
        for number, tab in enumerate(tabs):
            driver.switch_to.window(tab)
            until(lambda: f"by {count}" in driver.find_element(By.ID, "Main").text, f"of {count} tabs, {number} does not follow")
        # It was opened first, and listens.
        driver.switch_to.window(tabs.pop(0))
        driver.close()
        driver.switch_to.window(tabs[0] if tabs else first)


def kept_notes_are_few(driver, served):
    """The browser keeps the fifty notes that were read last, and lets the others go."""
    for number in range(53):
        served.write(f"Kept/{number}.md", f"# Kept {number}\n".encode())
    driver.get(served.address + "/")
    until(lambda: driver.execute_script("return navigator.serviceWorker.controller !== null"), "no worker keeps notes")
    kept = """return caches.keys().then(async (names) => {
        const cache = await caches.open(names.find((name) => name.endsWith(" notes")));
        return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    })"""
    for number in [*range(53), 5]:
        driver.get(f"{served.address}/note/Kept/{number}.md")
        until(lambda: driver.execute_script(kept)[-1:] == [f"/note/Kept/{number}.md"], f"note {number} is not kept")
    expected = [f"/note/Kept/{number}.md" for number in [*range(3, 5), *range(6, 53), 5]]
    until(lambda: driver.execute_script(kept) == expected, lambda: f"the browser keeps {driver.execute_script(kept)}")
    os.unlink(served.path("Kept/52.md"))
    driver.get(f"{served.address}/note/Kept/52.md")
    until(lambda: len(driver.execute_script(kept)) == 49, "a note that is gone is still kept")


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
        until_kept(driver, f"it went {name}")
        move()
        # The page is still open: saving says what is wrong, and takes nothing away.
        area(driver).send_keys(Keys.CONTROL, "s")
        until(lambda: "Not saved:" in state(driver), lambda: f"saving a note that moved {name} says {state(driver)!r}")
        expect("typed before" in area(driver).get_property("value"), f"the text of a note that moved {name} is gone from its page")
        end_tab(driver)
        driver.get(served.address + "/")
        until(lambda: f"{name}.md" in driver.find_element(By.ID, "Unsaved").text, f"the draft of a note that moved {name} is not told of")
        link = [each for each in driver.find_elements(By.CSS_SELECTOR, "#Unsaved a") if f"{name}.md" in each.text]
        if not link:
            continue
        link[0].click()
        shows = """return document.body.innerText.includes(arguments[0]) || [...document.querySelectorAll("textarea")].some((each) => each.value.includes(arguments[0]))"""
        until(lambda: driver.execute_script(shows, f"typed before it went {name}"), f"the draft of a note that moved {name} cannot be reached")
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
        off = driver.execute_script("return Date.now()") / 86_400_000 - time.time() / 86_400
        expect(abs(off) > 300, f"the clock is off by {off} days")
        area(driver).send_keys("second")
        until_kept(driver, "second")
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


def main():
    with Served(sys.argv[1]) as served:
        driver = browser()
        try:
            driver.get(f"{served.address}/login?key={served.key}")
            for run in [full_browser, two_tabs, three_tabs, kept_notes_are_few, draft_of_a_moved_note, clock_off]:
                step(run.__name__, lambda run=run: run(driver, served))
        finally:
            driver.quit()
    finish()


if __name__ == "__main__":
    main()
