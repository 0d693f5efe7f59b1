"""corpus.py VAULT [--long]: a person's way through real vaults, where a machine has them (`../shared/corpus`): lists, a search,
a note with all that is beside it, an edit, a task, a tag, back again; with `--long` every note is opened. Each change is undone,
and at the end all bytes are as they were."""

import os
import sys
import urllib.parse

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, finish, step, until
from editor import area, edit, state
from screen import state_of
from served import PROJECT, Served, browser

CORPUS = os.path.join(os.path.dirname(PROJECT), "shared", "corpus")


def count(driver):
    return driver.find_element(By.CSS_SELECTOR, ".head .count").text


def press(driver, *keys):
    """Presses keys wherever the focus is."""
    ActionChains(driver).send_keys(*keys).perform()
    return True


def address(path):
    return "/note/" + urllib.parse.quote(path)


def walk(driver, served):
    driver.get(f"{served.address}/login?key={served.key}")
    # The index is made first, for which the page waits.
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".notes .title"), "no list shows", 300)
    notes = [path for path in state_of(served) if path.endswith(".md")]
    expect(str(len(notes)) in count(driver).replace(",", ""), f"of {len(notes)} notes the list has {count(driver)}")
    title = driver.find_element(By.CSS_SELECTOR, ".notes .name").text
    # Of a last word that begins an operator, the arrow would lead to what completes it.
    driver.find_element(By.ID, "Find").send_keys(title + " ")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".notes.hits .title"), f"{title!r} is not found as it is typed")
    # What was meant is looked for once no more is typed, and the list comes anew.
    until(lambda: press(driver, Keys.ARROW_DOWN, Keys.ENTER) and "/note/" in driver.current_url, "the arrow and Enter open no note")
    driver.back()
    until(lambda: "q=" in driver.current_url and driver.find_elements(By.CSS_SELECTOR, ".notes .title"), "going back leads to no search")
    for screen in ["/tasks", "/agenda", "/folder", "/tags", "/graph", "/stats", "/doctor", "/trash", "/history", "/settings"]:
        driver.get(served.address + screen)
        expect(driver.find_elements(By.CSS_SELECTOR, "main h1") and not driver.find_elements(By.CSS_SELECTOR, ".refused"), f"{screen} shows {driver.title!r}")
    driver.get(served.address + "/tags")
    tag = driver.find_elements(By.CSS_SELECTOR, "main a.tag, main a[href^='/tag/']")
    if tag:
        driver.get(tag[0].get_attribute("href"))
        expect(driver.find_elements(By.CSS_SELECTOR, ".notes .title"), "a tag has no notes")
    change(driver, served, notes)


def change(driver, served, notes):
    before = state_of(served)
    # Of middle size, as most are.
    note = sorted(notes, key=lambda path: len(before[path]))[len(notes) // 2]
    edit(driver, served, urllib.parse.quote(note))
    area(driver).send_keys("typed in a browser", Keys.CONTROL, "s")
    until(lambda: "Saved" in state(driver), lambda: f"{note}: after saving the page says {state(driver)!r}")
    expect(b"typed in a browser" in served.read(note), f"{note}: nothing is saved")
    undo(driver, served, before)
    driver.get(served.address + "/tasks")
    open_boxes = ".content > .tasks .box"
    if driver.find_elements(By.CSS_SELECTOR, open_boxes):
        driver.find_element(By.CSS_SELECTOR, open_boxes).click()
        until(lambda: state_of(served) != before, "ticking a box changes nothing")
        undo(driver, served, before)


def undo(driver, served, before):
    driver.get(served.address + "/history")
    driver.find_element(By.CSS_SELECTOR, "[name=undo][value=undo]").click()
    until(lambda: state_of(served) == before, lambda: f"after it was undone, {others(served, before)[:3]} are others")


def others(served, before):
    now = state_of(served)
    return sorted(path for path in before.keys() | now.keys() if now.get(path) != before.get(path))


def every_note(driver, served):
    """No note breaks a page, and none makes a browser complain."""
    driver.get_log("browser")
    for path in sorted(path for path in state_of(served) if path.endswith(".md")):
        driver.get(served.address + address(path))
        expect(driver.find_elements(By.CSS_SELECTOR, "article.note-page"), f"{path} shows {driver.title!r}")
        refused = [entry["message"] for entry in driver.get_log("browser") if "Content Security Policy" in entry["message"]]
        expect(not refused, f"{path}: {refused[:1]}")


def main():
    program, *arguments = sys.argv[1:]
    vaults = [name for name in ["obsidian-hub", "kepano-obsidian", "obsidian-tasks-demo"] if os.path.isdir(os.path.join(CORPUS, name))]
    if not vaults:
        return print("skipped: there is no corpus of vaults beside the project")
    driver = browser()
    try:
        for name in vaults:
            with Served(program, vault=os.path.join(CORPUS, name), today=None) as served:
                step(name, lambda served=served: walk(driver, served))
                if "--long" in arguments:
                    step(f"every note of {name}", lambda served=served: every_note(driver, served))
    finally:
        driver.quit()
    return finish()


if __name__ == "__main__":
    main()
