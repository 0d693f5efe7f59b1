"""writing.py VAULT: a browser changes notes and tasks: saves, merges, settles conflicts, ticks, attaches. Ends with 1 and a
sentence for each thing that is not right."""

import os
import re
import time

from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, until
from editor import area, edit, kept_texts, run_steps, save, script, settle, state


def saving(driver, served):
    served.write("Write/One.md", b"# One\r\n\r\nfirst\r\n")
    edit(driver, served, "Write/One.md")
    area(driver).send_keys("second")
    save(driver)
    until(lambda: "Saved" in state(driver), f"saving says {state(driver)!r}")
    expect(served.read("Write/One.md") == b"# One\r\n\r\nfirst\r\nsecond", f"saved {served.read('Write/One.md')!r}")

    # Another program writes while the page is open: both are kept.
    served.write("Write/One.md", b"# One\r\n\r\nzeroth\r\nfirst\r\nsecond")
    area(driver).send_keys("\nthird")
    save(driver)
    until(lambda: b"third" in served.read("Write/One.md"), "the second text is not saved")
    expect(
        served.read("Write/One.md") == b"# One\r\n\r\nzeroth\r\nfirst\r\nsecond\r\nthird",
        f"merged to {served.read('Write/One.md')!r}",
    )
    until(lambda: "zeroth" in area(driver).get_property("value"), "the page does not show what was merged")


def typing_on(driver, served):
    """What is typed while a save is under way takes nothing back that others wrote."""
    served.write("Write/On.md", b"# On\n\nfirst\n")
    edit(driver, served, "Write/On.md")
    area(driver).send_keys("second")
    served.write("Write/On.md", b"# On\n\nzeroth\nfirst\n")
    driver.execute_cdp_cmd("Network.enable", {})
    slow = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    save(driver)
    area(driver).send_keys("\nthird")
    until(lambda: "Saved" in state(driver), "a slow save does not end")
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow | {"latency": 0})
    save(driver)
    until(lambda: b"third" in served.read("Write/On.md"), "what was typed meanwhile is not saved")
    expect(served.read("Write/On.md") == b"# On\n\nzeroth\nfirst\nsecond\nthird", f"saved {served.read('Write/On.md')!r}")


def conflicts(driver, served):
    served.write("Write/Two.md", b"# Two\n\none line\n")
    edit(driver, served, "Write/Two.md")
    script(driver, "arguments[0].value = '# Two\\n\\nmy line\\n'; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", area(driver))
    served.write("Write/Two.md", b"# Two\n\ntheir line\n")
    save(driver)
    until(lambda: driver.find_elements(By.CSS_SELECTOR, "form.conflict"), "no screen of both versions comes")
    expect(served.read("Write/Two.md") == b"# Two\n\ntheir line\n", "a conflict writes")
    settle(driver)
    until(lambda: served.read("Write/Two.md") == b"# Two\n\nmy line\ntheir line\n", "both are not kept")


def many_changes(driver, served):
    """Of many changes at once no names are told; an editor looks after its own note."""
    served.write("Write/Many.md", b"# Many\n\nfirst\n")
    edit(driver, served, "Write/Many.md")
    time.sleep(1)
    for number in range(150):
        served.write(f"Write/Many/{number}.md", b"# One of many\n")
    time.sleep(0.5)
    expect("elsewhere" not in state(driver), "other notes are taken for the one that is edited")
    for number in range(150):
        served.write(f"Write/Many/{number}.md", b"# One of many again\n")
    served.write("Write/Many.md", b"# Many\n\nfirst\n\nby another\n")
    until(lambda: "Changed elsewhere" in state(driver), lambda: f"among many changes the editor says {state(driver)!r}")


def typing(driver, served):
    served.write("Write/Five.md", b"# Five\n\n")
    edit(driver, served, "Write/Five.md")
    area(driver).send_keys("- [x] a\nb\n", Keys.TAB, "c\n\n- d\n\ne")
    value = area(driver).get_property("value")
    expect(value == "# Five\n\n- [x] a\n- [ ] b\n  - [ ] c\n- d\ne", f"lists go on as {value!r}")
    area(driver).send_keys(Keys.ESCAPE, Keys.TAB)
    expect(driver.switch_to.active_element != area(driver), "Escape and Tab do not leave the text")


def new_notes(driver, served):
    driver.get(served.address + "/new")
    button = driver.find_element(By.CSS_SELECTOR, "[data-save]")
    until(lambda: not button.is_enabled(), "a blank note can be saved")
    area(driver).send_keys("A new thought\n\nwith more")
    until(button.is_enabled, "a note with text cannot be saved")
    area(driver).send_keys(Keys.CONTROL, Keys.ENTER)
    until(lambda: "A%20new%20thought" in driver.current_url, f"the new note does not show but {driver.current_url}")
    driver.get(served.address + "/new")
    driver.find_element(By.NAME, "title").send_keys("Another thought")
    driver.find_element(By.NAME, "tags").send_keys("thoughts")
    area(driver).send_keys("words")
    save(driver)
    until(lambda: "Another%20thought.md?view=edit" in driver.current_url, "Ctrl+S makes no note, or does not stay in it")
    expect(b"thoughts" in served.read("Another thought.md"), "the tags of a new note are lost")
    expect("words" not in kept_texts(driver), f"a note is made, and {kept_texts(driver)} is left")


def tasks(driver, served):
    served.write("Write/Tasks.md", "- [ ] tick me 📅 2026-03-13\n".encode())
    driver.get(served.address + "/tasks?q=tick")
    until(lambda: driver.find_element(By.CSS_SELECTOR, ".task-row .box"), "the task does not show")
    driver.find_element(By.CSS_SELECTOR, ".task-row .box").click()
    until(lambda: "- [x] tick me" in served.read("Write/Tasks.md").decode(), "a box does not tick")
    served.write("Write/Keys.md", b"- [ ] by key 1\n- [ ] by key 2\n")
    driver.get(served.address + "/tasks?q=by+key")
    driver.find_element(By.CSS_SELECTOR, ".task-row .box").send_keys(Keys.SPACE)
    until(lambda: len(driver.find_elements(By.CSS_SELECTOR, ".content > .tasks .box")) == 1, "a key does not tick a box")
    until(lambda: driver.switch_to.active_element == driver.find_element(By.CSS_SELECTOR, ".content > .tasks .box"), "the focus is lost with the task that was ticked")
    driver.get(served.address + "/tasks?q=tick")
    until(lambda: "Nothing" in driver.page_source or "No task" in driver.page_source, "a done task stays in the list")
    field = driver.find_element(By.NAME, "add")
    field.send_keys("too late due:2026-01-01", Keys.ENTER)
    until(lambda: "has passed" in driver.find_element(By.ID, "Told").text, "a past due date is not told")
    driver.get(served.address + "/tasks?q=bread")
    driver.find_element(By.NAME, "add").send_keys("buy bread tomorrow", Keys.ENTER)
    until(lambda: "buy bread" in driver.find_element(By.ID, "Main").text, "an added task does not show")


def actions(driver, served):
    driver.get(served.address + "/note/Write/Five.md")
    driver.find_element(By.CSS_SELECTOR, "[data-key=pin]").click()
    until(lambda: b"pin: true" in served.read("Write/Five.md"), "no pin")
    driver.find_element(By.CSS_SELECTOR, ".menu.more summary").click()
    driver.find_element(By.CSS_SELECTOR, "[value=delete]").click()
    until(lambda: driver.find_element(By.CSS_SELECTOR, ".remark.done button").text == "Undo", "a deleted note does not lead to a list that takes it back")
    driver.get(served.address + "/trash")
    driver.find_element(By.NAME, "restore").click()
    until(lambda: b"# Five" in served.read("Write/Five.md"), "what was deleted does not come back")


def completing(driver, served):
    served.write("Write/Six.md", b"# Six\n\n")
    edit(driver, served, "Write/Six.md")
    area(driver).send_keys("see [[rye so")
    # What was offered for fewer letters may stand there still.
    until(lambda: driver.find_element(By.CSS_SELECTOR, "#Offers li").text.startswith("Rye sourdough"), "no names are offered for a link")
    area(driver).send_keys(Keys.ENTER)
    until(lambda: area(driver).get_property("value").endswith("see [[Rye sourdough]]"), "a link is not completed")
    area(driver).send_keys(" and #bak")
    until(lambda: "#baking" in driver.find_element(By.ID, "Offers").text, "no tags are offered")
    area(driver).send_keys(Keys.TAB)
    value = area(driver).get_property("value")
    expect(re.search(r" and #baking[\w/]*$", value), f"a tag is completed to {value!r}")
    area(driver).send_keys(" [[sou")
    until(lambda: driver.find_element(By.ID, "Offers").is_displayed(), "no names are offered once more")
    area(driver).send_keys(Keys.ESCAPE)
    expect(not driver.find_element(By.ID, "Offers").is_displayed(), "Escape leaves the names open")


def attaching(driver, served):
    served.write("Write/Seven.md", b"# Seven\n\n")
    served.write("Write/photo.png", b"there already")
    edit(driver, served, "Write/Seven.md")
    script(
        driver,
        """const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([1, 2, 3])], "photo.png", { type: "image/png" }));
        arguments[0].dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));""",
        area(driver),
    )
    until(lambda: area(driver).get_property("value").endswith("![[Write/photo 1.png]]"), "a pasted picture is not linked")
    expect(served.read("Write/photo 1.png") == b"\x01\x02\x03", "a pasted picture is not what was pasted")
    expect(served.read("Write/photo.png") == b"there already", "a pasted picture overwrites another")


def previewing(driver, served):
    served.write("Write/Eight.md", b"# Eight\n\nsome **strong** words\n")
    driver.get(f"{served.address}/note/Write/Eight.md?view=split")
    until(lambda: driver.find_element(By.CSS_SELECTOR, "[data-preview] strong").text == "strong", "no preview shows")
    area(driver).send_keys(Keys.CONTROL, Keys.END)
    area(driver).send_keys("\nand *more* of [[Home]]")
    until(lambda: driver.find_element(By.CSS_SELECTOR, "[data-preview] em").text == "more", "the preview does not follow")
    expect(b"more" not in served.read("Write/Eight.md"), "a preview saves")


def marking(driver, served):
    """The buttons of marks put them in, and take them out again."""
    served.write("Marks.md", b"one two\nthree\n")
    edit(driver, served, "Marks.md")
    text = lambda: area(driver).get_property("value")
    press = lambda name: driver.find_element(By.CSS_SELECTOR, f"[data-mark={name}]").click()

    def chosen(start, end):
        script(driver, "const text = document.querySelector('textarea'); text.focus(); text.setSelectionRange(arguments[0], arguments[1])", start, end)

    chosen(0, 3)
    press("bold")
    expect(text() == "**one** two\nthree\n", f"Bold makes {text()!r}")
    press("bold")
    expect(text() == "one two\nthree\n", f"Bold again makes {text()!r}")
    area(driver).send_keys(Keys.CONTROL, "k")
    area(driver).send_keys(Keys.NULL)
    expect(text() == "[[one]] two\nthree\n", f"Ctrl K makes {text()!r}")
    chosen(2, 12)
    press("task")
    expect(text() == "- [ ] [[one]] two\n- [ ] three\n" or text() == "- [ ] [[one]] two\nthree\n", f"Task makes {text()!r}")
    chosen(0, len(text()) - 1)
    press("heading")
    expect(text() == "## [[one]] two\n## three\n", f"Heading makes {text()!r}")
    press("heading")
    expect(text() == "[[one]] two\nthree\n", f"Heading again makes {text()!r}")
    save(driver)
    until(lambda: served.read("Marks.md") == b"[[one]] two\nthree\n", "what the buttons made is not saved")


def coloring(driver, served):
    words = "---\ntags: [x]\n---\n# Ten\n\n- [x] done `code` [[Home]] #tag\n\n" + "long " * 60 + "\n\n\tindented\n\nlast"
    served.write("Write/Ten.md", words.encode())
    edit(driver, served, "Write/Ten.md")
    look = """const lines = document.querySelector(".lines"), text = document.querySelector(".editor textarea");
        return { words: [...lines.children].map((each) => each.textContent.replace("\\u200b", "")).join("\\n"),
          kinds: [...lines.children].map((each) => each.className || "plain"), spans: [...lines.querySelectorAll("span")].map((each) => each.className),
          isOn: text.parentElement.classList.contains("colored"), heights: [lines.scrollHeight, text.scrollHeight] }"""
    until(lambda: script(driver, look)["isOn"], "the lines have no colours")
    shown = script(driver, look)
    expect(shown["words"] == words, f"the lines are not the text: {shown['words']!r}")
    expect(shown["kinds"][:6] == ["front"] * 3 + ["heading", "plain", "done"], f"the lines are taken for {shown['kinds']}")
    expect([kind for kind in ["code", "link", "tag"] if kind not in shown["spans"]] == [], f"their parts for {shown['spans']}")
    expect(abs(shown["heights"][0] - shown["heights"][1]) <= 2, f"the lines are not as high as the text: {shown['heights']}")
    # A fence at the beginning makes code of all that follows.
    area(driver).send_keys(Keys.CONTROL, Keys.HOME)
    area(driver).send_keys("```\n")
    until(lambda: set(script(driver, look)["kinds"]) == {"code"}, "a fence does not reach to the end")
    area(driver).send_keys(Keys.BACKSPACE, Keys.BACKSPACE)
    until(lambda: script(driver, look)["kinds"].count("heading") == 1, "a fence that is gone still counts")
    expect(script(driver, look)["words"] == area(driver).get_property("value"), "the lines do not follow what is typed")
    script(driver, "arguments[0].value = 'x'.repeat(300000); arguments[0].dispatchEvent(new InputEvent('input'))", area(driver))
    until(lambda: not script(driver, look)["isOn"], "a very long text has colours")


def swiping(driver, served):
    served.write("Swiped/Eleven.md", b"# Eleven\n")
    driver.get(f"{served.address}/folder/Swiped")

    def shows():
        row = driver.find_element(By.CSS_SELECTOR, "li.note")
        finger = ActionBuilder(driver, mouse=PointerInput(interaction.POINTER_TOUCH, "finger"))
        finger.pointer_action.move_to(row).pointer_down().move_to(row, -120, 4).pointer_up()
        finger.perform()
        return driver.find_element(By.CSS_SELECTOR, ".swiped button").text == "Delete"

    # The list may come anew just then, since its note was made just before.
    until(shows, "a swipe shows no Delete")
    expect(b"Eleven" in served.read("Swiped/Eleven.md"), "a swipe deletes")
    driver.find_element(By.CSS_SELECTOR, ".swiped button").click()
    until(lambda: not os.path.exists(served.path("Swiped/Eleven.md")), "Delete does not delete")
    served.run("undo")


def away(driver, served):
    served.write("Write/Nine.md", b"# Nine\n\nkept words\n")
    driver.get(f"{served.address}/note/Write/Eight.md")
    until(lambda: script(driver, "return navigator.serviceWorker.controller !== null"), "no worker keeps notes")
    driver.get(f"{served.address}/note/Write/Nine.md")
    kept = "return caches.keys().then((names) => Promise.all(names.map((name) => caches.match('/note/Write/Nine.md')))).then((all) => all.some(Boolean))"
    until(lambda: script(driver, kept), "a note is not kept")
    port = int(served.address.rsplit(":", 1)[1])
    served.stop()
    try:
        driver.get(f"{served.address}/note/Write/Nine.md")
        until(lambda: "kept words" in driver.find_element(By.ID, "Main").text, "a kept note does not show without a server")
        until(lambda: "as it was on" in driver.find_element(By.ID, "Away").text, "it is not told that the note is an old one")
        driver.get(f"{served.address}/tasks")
        until(lambda: "does not answer" in driver.title and "Write/Nine.md" in driver.page_source, "the kept notes are not listed")
    finally:
        served.start(port)
    # What the server says comes first again.
    served.write("Write/Nine.md", b"# Nine\n\nnew words\n")
    driver.get(f"{served.address}/note/Write/Nine.md")
    until(lambda: "new words" in driver.find_element(By.ID, "Main").text, "an old page shows for a new one")


if __name__ == "__main__":
    run_steps([saving, typing_on, conflicts, many_changes, typing, new_notes, tasks, actions, completing, attaching, previewing, marking, coloring, swiping, away])
