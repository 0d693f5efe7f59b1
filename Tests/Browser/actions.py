"""actions.py VAULT: a browser does on every screen what the screen is for, and something that it refuses: the page and the files
say the same, and what is refused changes nothing. Ends with 1 and a sentence for each thing that is not right. What it does with
the screens of the whole vault is in screen_actions.py."""

import sys

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

import begun_actions
import plain_actions
import screen_actions
from checks import expect, finish, step, until
from screen import choose, cli, click, comes, deleted, fill, find, forge, go, is_there, main as shown, menu, news_under_way, place, refused, shows, state_of, take_back, told, unchanged
from served import Served, browser


# A note and its menu


def labels(driver, served):
    served.write("Menu/Labels.md", b"# Labels\n\nwords\n")
    go(driver, served, "/note/Menu/Labels.md")
    menu(driver, "add-tag", "#garden")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".about a[href='/tag/garden']"), "an added tag does not show")
    menu(driver, "add-tag", "home")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".about a[href='/tag/home']"), "a second tag does not show")
    expect(cli(served, "get", "tags", "Menu/Labels.md").split() == ["garden", "home"], f"the tags are {cli(served, 'get', 'tags', 'Menu/Labels.md')}")
    click(driver, ".menu.more summary")
    Select(find(driver, "select[aria-label=Tag]")).select_by_visible_text("garden")
    click(driver, "[value=remove-tag]")
    until(lambda: not driver.find_elements(By.CSS_SELECTOR, "a[href='/tag/garden']"), "a tag that is removed still shows")
    expect(b"garden" not in served.read("Menu/Labels.md"), "a tag is not removed")
    click(driver, ".menu.more summary")
    choose(driver, "select[aria-label=Category]", "health")
    click(driver, "[value=category]")
    until(lambda: "Health" in find(driver, ".about").text, "a category does not show")
    expect(cli(served, "get", "category", "Menu/Labels.md") == "health", "a category is not set")
    click(driver, "[data-key=favorite]")
    until(lambda: find(driver, "[data-key=favorite]").text == "No favourite", "a favourite does not show")
    expect(b"favorite: true" in served.read("Menu/Labels.md"), "no favourite")
    go(driver, served, "/?q=is:favorite")
    shows(driver, "Labels", "the favourites")
    go(driver, served, "/note/Menu/Labels.md")
    click(driver, "[data-key=favorite]")
    until(lambda: find(driver, "[data-key=favorite]").text == "Favourite", "a favourite stays one")
    expect(b"favorite: true" not in served.read("Menu/Labels.md"), "a favourite stays one in the file")
    before = state_of(served)
    for tag in ["two words", "100", "a,b"]:
        go(driver, served, "/note/Menu/Labels.md")
        menu(driver, "add-tag", tag)
        refused(driver, tag, f"the tag {tag}")
        unchanged(served, before, f"the tag {tag}")


def moving(driver, served):
    served.write("Menu/Old.md", b"# A note that moves\n")
    served.write("Menu/Taken.md", b"# Taken\n")
    served.write("Menu/From.md", b"# From\n\nSee [[Old|it]] and [more](Old.md).\n")
    before = state_of(served)
    for target, part in [("Menu/Taken.md", "exist"), ("../Out.md", "outside"), (".vault/x.md", ".vault")]:
        go(driver, served, "/note/Menu/Old.md")
        menu(driver, "move", target)
        refused(driver, part, f"a note moved to {target}")
        expect(target in driver.page_source, f"a note moved to {target}: what was typed is lost")
        unchanged(served, before, f"a note moved to {target}")
    go(driver, served, "/note/Menu/Old.md")
    menu(driver, "move", "Menu/Deeper/New.md")
    comes(driver, "/note/Menu/Deeper/New.md", "a note that is moved")
    expect(not is_there(served, "Menu/Old.md"), "a note that is moved stays")
    expect(served.read("Menu/From.md") == b"# From\n\nSee [[New|it]] and [more](Deeper/New.md).\n", f"links do not follow: {served.read('Menu/From.md')!r}")
    click(driver, "aside a[href='/note/Menu/From.md']")
    comes(driver, "/note/Menu/From.md", "a backlink")
    click(driver, ".prose a[href='/note/Menu/Deeper/New.md']")
    comes(driver, "/note/Menu/Deeper/New.md", "a link that follows")
    copies(driver, served)


def copies(driver, served):
    menu(driver, "duplicate")
    until(lambda: place(driver).startswith("/note/Menu/Deeper/New") and place(driver) != "/note/Menu/Deeper/New.md", "a duplicate does not show")
    copy = place(driver).removeprefix("/note/")
    expect(b"A note that moves" in served.read(copy), f"the duplicate is {served.read(copy)!r}")
    menu(driver, "archive")
    comes(driver, "/note/Archive/" + copy, "a note that is archived")
    expect(not is_there(served, copy), "a note that is archived stays where it was")
    menu(driver, "delete")
    deleted(driver)
    go(driver, served, "/note/Menu/Taken.md")
    before = state_of(served)
    forge(driver, ".menu.more button[value=duplicate]", "frobnicate")
    refused(driver, "frobnicate", "an action that there is not")
    unchanged(served, before, "an action that there is not")
    # A note that another program takes away while its page is open.
    go(driver, served, "/note/Menu/Taken.md")
    driver.execute_script("document.querySelector('[data-key=pin]').focus()")
    before = state_of(served)
    menu_of_gone(driver, served)
    unchanged(served, {path: text for path, text in before.items() if path != "Menu/Taken.md"}, "a note that is gone")


def menu_of_gone(driver, served):
    import os

    os.unlink(served.path("Menu/Taken.md"))
    click(driver, "[data-key=favorite]")
    refused(driver, "There is no note Menu/Taken.md", "a favourite of a note that is gone")


# The trash and the history


def trash(driver, served):
    served.write("Trash/Gone.md", b"# Gone\n\nthe first\n")
    go(driver, served, "/note/Trash/Gone.md")
    menu(driver, "delete")
    deleted(driver)
    go(driver, served, "/trash")
    shows(driver, "Gone.md", "the trash")
    button = "//li[contains(., 'Gone.md')]//button"
    driver.find_element(By.XPATH, button).click()
    until(lambda: is_there(served, "Trash/Gone.md"), "a note is not put back")
    expect(served.read("Trash/Gone.md") == b"# Gone\n\nthe first\n", "a note is put back as another")
    until(lambda: not driver.find_elements(By.XPATH, button), "what was put back stays in the trash")
    go(driver, served, "/note/Trash/Gone.md")
    menu(driver, "delete")
    deleted(driver)
    served.write("Trash/Gone.md", b"# Gone\n\nthe second\n")
    go(driver, served, "/trash")
    driver.find_element(By.XPATH, button).click()
    refused(driver, "exists", "what was deleted, over another note")
    expect(served.read("Trash/Gone.md") == b"# Gone\n\nthe second\n", "what was deleted overwrites another note")
    expect("Trash/Gone.md" in cli(served, "trash"), "what was not put back is no longer in the trash")
    go(driver, served, "/trash")
    forge(driver, "[name=restore]", "nothing")
    refused(driver, "there is no such note in the trash", "what was never deleted")


def history(driver, served):
    served.write("History/One.md", b"# One\n\nwords\n")
    go(driver, served, "/note/History/One.md")
    click(driver, "[data-key=pin]")
    until(lambda: b"pin: true" in served.read("History/One.md"), "no pin")
    go(driver, served, "/history")
    shows(driver, "History/One.md", "the history")
    click(driver, "[value=undo]")
    until(lambda: served.read("History/One.md") == b"# One\n\nwords\n", "Undo does not take back")
    until(lambda: find(driver, ".rows li.undone").text.count("undone"), "what was taken back is not marked")
    click(driver, "[value=redo]")
    until(lambda: b"pin: true" in served.read("History/One.md"), "Redo does nothing")
    expect("vault://" not in shown(driver), f"the history names notes by addresses: {find(driver, '.rows .title').text!r}")
    note_history(driver, served)


def note_history(driver, served):
    go(driver, served, "/note/History/One.md")
    click(driver, "aside a[href*='view=history']")
    comes(driver, "/note/History/One.md?view=history", "the history of a note")
    expect(len(driver.find_elements(By.CSS_SELECTOR, ".rows li")) == 3, f"the history of a note is {shown(driver)!r}")
    click(driver, ".rows li:last-child a.title")
    shows(driver, "pin: true", "what a change did")
    change = place(driver)
    click(driver, "form.tools button")
    until(lambda: b"pin: true" not in served.read("History/One.md"), "a change is not taken back from its own page")
    until(lambda: not driver.find_elements(By.CSS_SELECTOR, "form.tools button"), "what was taken back can be once more")
    # Another program changes the same line.
    go(driver, served, "/history")
    click(driver, "[value=redo]")
    until(lambda: b"pin: true" in served.read("History/One.md"), "Redo does nothing")
    served.write("History/One.md", b"# One, wholly other\n")
    before = state_of(served)
    for address in [change, "/history"]:
        go(driver, served, address)
        click(driver, "main form.tools button")
        refused(driver, "History/One.md", f"Undo at {address} of what was changed since")
        unchanged(served, before, f"Undo at {address} of what was changed since")
    go(driver, served, "/history?change=99999")
    refused(driver, "99999", "a change that there is not")


# Tasks


def task_page(driver, served):
    served.write("Task/List.md", "# List\n\n- [ ] paint the fence 📅 2026-03-20\n- [ ] another\n".encode())
    go(driver, served, "/tasks?q=paint")
    click(driver, ".task-row a.title")
    until(lambda: place(driver).startswith("/task/"), f"a task leads to {place(driver)}")
    fill(driver, "#text", "paint the gate")
    driver.execute_script("arguments[0].value = '2026-03-25'", find(driver, "main [name=due]"))
    choose(driver, "#priority", "high")
    fill(driver, "#category", "garden")
    click(driver, "[name=save]")
    until(lambda: "paint the gate" in find(driver, "h1").text, lambda: f"a task that is saved shows as {shown(driver)[:200]!r}")
    lines = served.read("Task/List.md").decode().split("\n")
    for part in ["- [ ] paint the gate", "2026-03-25", "⏫", "garden"]:
        expect(part in lines[2], f"the line of the task is {lines[2]!r}, without {part}")
    expect(lines[3] == "- [ ] another", "another task is changed")
    expect(find(driver, "#priority").get_property("value") == "high", "the page shows another priority")
    click(driver, "main [role=switch]")
    click(driver, "[name=save]")
    until(lambda: b"2026-03-25" not in served.read("Task/List.md"), "a due date that is off stays")
    click(driver, "[name=toggle]")
    until(lambda: find(driver, "[name=toggle]").text == "Open again", "a task that is done can still be done")
    expect(b"- [x] paint the gate" in served.read("Task/List.md"), "a task is not done")
    click(driver, "[name=toggle]")
    until(lambda: b"- [ ] paint the gate" in served.read("Task/List.md"), "a task is not opened again")
    until(lambda: find(driver, "[name=toggle]").text == "Done", "a task that is open cannot be done")
    task_refused(driver, served)
    before = served.read("Task/List.md")
    click(driver, "[name=delete]")
    deleted(driver)
    expect(served.read("Task/List.md") == b"# List\n\n- [ ] another\n", "a task is not deleted")
    go(driver, served, "/history")
    click(driver, "[value=undo]")
    until(lambda: served.read("Task/List.md") == before, "a task that was deleted does not come back")


def task_refused(driver, served):
    address, before = place(driver), state_of(served)
    fill(driver, "#text", "  ")
    click(driver, "[name=save]")
    refused(driver, "no text", "a task without text")
    unchanged(served, before, "a task without text")
    go(driver, served, address)
    until(lambda: find(driver, "main [name=due]"), "a task has no due date")
    driver.execute_script(
        """const form = document.querySelector("form.stack");
        form.querySelector("[role=switch]").checked = true;
        form.elements.due.type = "text";
        form.elements.due.value = "someday";
        form.elements.save.click();"""
    )
    refused(driver, "is no day", "a due date that is none")
    unchanged(served, before, "a due date that is none")
    # Another program takes the task away while somebody writes.
    go(driver, served, address)
    fill(driver, "#text", "paint the door")
    text = served.read("Task/List.md")
    served.write("Task/List.md", b"# List\n\n- [ ] another\n")
    click(driver, "[name=save]")
    refused(driver, "task", "a task that is gone")
    expect("paint the door" in find(driver, "textarea[readonly]").get_property("value"), "what was typed is lost")
    expect(served.read("Task/List.md") == b"# List\n\n- [ ] another\n", "a task that is gone comes back")
    served.write("Task/List.md", text)
    go(driver, served, address)
    shows(driver, "paint the gate", "a task that is there again")


def task_list(driver, served):
    chores = "".join(f"- [ ] chore {number} 🔼\n" for number in range(60))
    served.write("Task/Chores.md", (chores + "- [ ] urgent chore ⏫\n- [x] finished chore ✅ 2026-03-01\n").encode())
    go(driver, served, "/tasks")
    click(driver, "nav.tabs a[href='/tasks?tab=high']")
    comes(driver, "/tasks?tab=high", "a tab")
    fill(driver, ".filter input[type=search]", "chore")
    find(driver, ".filter input[type=search]").send_keys(Keys.ENTER)
    until(lambda: "q=chore" in place(driver) and "tab=high" in place(driver), lambda: f"searching in a tab leads to {place(driver)}")
    rows = lambda: [row.text for row in driver.find_elements(By.CSS_SELECTOR, ".content > .tasks .title")]
    until(lambda: rows() == ["urgent chore"], lambda: f"searching in a tab finds {rows()}")
    expect(cli(served, "tasks", "--count", "chore", "priority:high") == "1", "the command line finds others")
    click(driver, "nav.tabs a:first-child")
    until(lambda: len(rows()) >= 50, lambda: f"a search in all tabs finds {len(rows())}")
    driver.execute_script("scrollTo(0, document.documentElement.scrollHeight)")
    until(lambda: len(rows()) == 61, lambda: f"at the end of the list {len(rows())} tasks of 61 show")
    expect(not driver.find_elements(By.CSS_SELECTOR, "a[rel=next]"), "more tasks are offered than there are")
    done = "details.done .title"
    expect(not find(driver, done).is_displayed(), "what is done is not folded")
    click(driver, "details.done summary")
    until(lambda: find(driver, done).text == "finished chore", "what is done does not unfold")
    click(driver, "details.done .box")
    until(lambda: b"- [ ] finished chore" in served.read("Task/Chores.md"), "what is done is not opened again")
    until(lambda: len(rows()) == 62, "what is opened again does not show among the open ones")
    before = state_of(served)
    fill(driver, "main [name=add]", "walk !!nonsense due:someday-or-never")
    find(driver, "main [name=add]").send_keys(Keys.ENTER)
    until(lambda: told(driver)[-1:] == ".", lambda: f"quick words that mean nothing are told of as {told(driver)!r}")
    unchanged(served, before, "quick words that mean nothing")
    go(driver, served, "/tasks?q=due:")
    expect(not driver.find_elements(By.CSS_SELECTOR, ".task-row"), "a search that is wrong finds tasks")
    until(lambda: "needs a date" in find(driver, ".mistake").text, "a search that is wrong says nothing")
    expect(find(driver, ".filter input[type=search]").get_property("value") == "due:", "a search that is wrong is lost")


# Several notes at once


def pick(driver, served, names, action, **fields):
    """Chooses notes and an action, and asks what it would do."""
    go(driver, served, "/select?folder=Chosen&sort=title")
    for name in names:
        box = f"[name=note][value$='/{name}.md']"
        until(lambda box=box: find(driver, box).is_selected() or click(driver, box), f"{name} cannot be chosen")
    choose(driver, "form.select [name=action]", action)
    for field, words in fields.items():
        fill(driver, f"form.select [name={field}]", words)
    click(driver, "form.select .strong")


def confirm(driver, served, before, words):
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".confirm"), lambda: f"{words}: no plan shows but {shown(driver)[:200]!r}")
    unchanged(served, before, f"{words}, before anybody agrees")
    click(driver, ".confirm button")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".done button"), lambda: f"{words}: it is not said to be done but {shown(driver)[:200]!r}")


def select(driver, served):
    for name in "abc":
        served.write(f"Chosen/{name}.md", f"---\ntags: [old]\n---\n# {name}\n".encode())
    served.write("Chosen/link.md", b"# link\n\n[[Chosen/a]] [[Chosen/b]]\n")
    before = state_of(served)

    def does(names, action, check, words, **fields):
        pick(driver, served, names, action, **fields)
        confirm(driver, served, before, words)
        expect(check(), f"{words}: it is not done")
        take_back(driver, served, before, words)

    does("ab", "move", lambda: is_there(served, "Moved/a.md") and b"[[Moved/a]] [[Moved/b]]" in served.read("Chosen/link.md"), "moving", folder="Moved")
    does("ab", "rename", lambda: is_there(served, "Chosen/1 my a new.md") and is_there(served, "Chosen/2 my b new.md") and b"[[Chosen/1 my a new]]" in served.read("Chosen/link.md"), "renaming", prefix="my ", suffix=" new", number="1")
    does("ab", "rename", lambda: is_there(served, "Chosen/z.md") and is_there(served, "Chosen/b.md"), "replacing", replace="a", **{"with": "z"})
    does("ac", "add-tag", lambda: b"fresh" in served.read("Chosen/c.md") and b"fresh" not in served.read("Chosen/b.md"), "adding a tag", tag="#fresh")
    does("ac", "remove-tag", lambda: b"old" not in served.read("Chosen/a.md") and b"old" in served.read("Chosen/b.md"), "removing a tag", tag="old")
    does("bc", "archive", lambda: is_there(served, "Archive/Chosen/b.md") and not is_there(served, "Chosen/b.md"), "archiving")
    does("bc", "delete", lambda: not is_there(served, "Chosen/c.md") and "Chosen/c.md" in cli(served, "trash"), "deleting")
    for words, names, action, part, fields in [
        ("a folder outside", "ab", "move", "outside", {"folder": "../Out"}),
        ("two notes of one name", "ab", "rename", "", {"replace": "b", "with": "a"}),
        ("a number that is none", "a", "rename", "is no number", {"number": "one"}),
        ("a tag that is none", "a", "add-tag", "two words", {"tag": "two words"}),
    ]:
        pick(driver, served, names, action, **fields)
        refused(driver, part, words)
        unchanged(served, before, words)
    overtaken(driver, served, before)


def choice_kept(driver, served):
    """A choice that is made while the page asks for news stays made."""
    served.write("Chosen/a.md", b"# a\n")
    go(driver, served, "/select?folder=Chosen&sort=title")
    news_under_way(driver, served)
    click(driver, "[name=note][value$='/a.md']")
    until(lambda: driver.execute_script("return window.isHeard"), "the news does not come")
    expect(find(driver, "[name=note][value$='/a.md']").is_selected(), "a note that is chosen while news comes is chosen no more")
    # The same of words in a field of a note's menu.
    go(driver, served, "/note/Chosen/a.md")
    news_under_way(driver, served)
    click(driver, ".menu.more summary")
    fill(driver, "[aria-label='Add a tag']", "typed")
    until(lambda: driver.execute_script("return window.isHeard"), "the news does not come")
    expect(find(driver, "[aria-label='Add a tag']").get_property("value") == "typed", "what is typed into a menu while news comes is lost")


def overtaken(driver, served, before):
    """What is carried out is what was shown: another program's change in between is shown first."""
    pick(driver, served, "ab", "move", folder="Moved")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".confirm"), "no plan shows")
    served.write("Chosen/link.md", b"# link\n\n[[Chosen/a]] twice [[Chosen/a]]\n")
    before = before | {"Chosen/link.md": served.read("Chosen/link.md")}
    click(driver, ".confirm button")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".remark.changed"), lambda: f"a plan that is no longer so shows {shown(driver)[:200]!r}")
    shows(driver, "[[Moved/a]] twice [[Moved/a]]", "the new plan")
    unchanged(served, before, "a plan that is no longer so")
    confirm(driver, served, before, "the new plan")
    expect(b"[[Moved/a]] twice" in served.read("Chosen/link.md"), "the new plan is not carried out")
    take_back(driver, served, before, "the new plan")


STEPS = [
    labels, moving, trash, history, task_page, task_list, select, choice_kept, screen_actions.settings, screen_actions.folders, screen_actions.tags,
    screen_actions.days, screen_actions.missing_note, screen_actions.drawings, screen_actions.agenda, screen_actions.check, screen_actions.keys,
    *begun_actions.STEPS,
]


def main():
    program = sys.argv[1]
    only = [word for word in sys.argv[2:] if not word.startswith("-")]
    with Served(program) as served:
        driver = browser()
        try:
            driver.get(f"{served.address}/login?key={served.key}")
            for run in STEPS:
                if not only or run.__name__ in only:
                    step(run.__name__, lambda run=run: run(driver, served))
            for entry in driver.get_log("browser"):
                expect(entry["level"] != "SEVERE" or "status of" in entry["message"], entry["message"])
        finally:
            driver.quit()
        if not only or "without_scripts" in only:
            step("without scripts", lambda: plain_actions.without_scripts(served))
    finish()


if __name__ == "__main__":
    main()
