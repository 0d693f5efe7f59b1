"""writing.py VAULT: a browser changes notes and tasks: saves, merges, settles conflicts, loses no draft. Ends with 1 and a sentence
for each thing that is not right."""

import os
import re
import sys
import time

from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, finish, step, until
from editor import area, edit, end_tab, kept_texts, settle, state, until_kept
from served import Served, browser


def script(driver, text, *arguments):
    return driver.execute_script(text, *arguments)


def save(driver):
    area(driver).send_keys(Keys.CONTROL, "s")


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


def drafts(driver, served):
    served.write("Write/Three.md", b"# Three\n")
    edit(driver, served, "Write/Three.md")
    area(driver).send_keys("typed and not saved")
    until_kept(driver, "typed and not saved")
    end_tab(driver)
    driver.get(served.address + "/")
    until(lambda: "1 change is not saved" in driver.find_element(By.ID, "Unsaved").text, "the draft is not told of")
    edit(driver, served, "Write/Three.md")
    until(lambda: "typed and not saved" in area(driver).get_property("value"), "the draft is lost")
    save(driver)
    until(lambda: b"typed and not saved" in served.read("Write/Three.md"), "the draft cannot be saved")
    until(lambda: not kept_texts(driver), "a draft that is saved is still kept")
    driver.get(served.address + "/")
    time.sleep(0.5)
    expect(not driver.find_element(By.ID, "Unsaved").is_displayed(), "a draft that is saved is still told of")


def without_server(driver, served):
    served.write("Write/Four.md", b"# Four\n")
    edit(driver, served, "Write/Four.md")
    area(driver).send_keys("while nobody answers")
    port = int(served.address.rsplit(":", 1)[1])
    served.stop()
    save(driver)
    until(lambda: "does not answer" in state(driver), f"without a server the page says {state(driver)!r}")
    served.start(port)
    until(lambda: b"while nobody answers" in served.read("Write/Four.md"), "what waited is not sent again")


def new_without_server(driver, served):
    """A new note is sent again until it is there, once, with what was typed since."""
    driver.get(served.address + "/new")
    area(driver).send_keys("New while nobody answers")
    port = int(served.address.rsplit(":", 1)[1])
    served.stop()
    area(driver).send_keys(Keys.CONTROL, Keys.ENTER)
    until(lambda: "sent again" in driver.find_element(By.ID, "Told").text, "without a server a new note is not told to wait")
    served.start(port)
    until(lambda: "/note/New%20while%20nobody%20answers.md" in driver.current_url, "a new note that waited is not sent again")
    driver.get(served.address + "/new")
    area(driver).send_keys("New with a lost answer")
    # The server hears of it, and the page hears nothing.
    script(driver, """const real = window.fetch;
        window.fetch = (address, options) => options?.method === "POST"
          ? real(address, options).then(() => { window.fetch = real; throw new TypeError("lost"); }) : real(address, options)""")
    area(driver).send_keys(Keys.CONTROL, Keys.ENTER)
    until(lambda: "sent again" in driver.find_element(By.ID, "Told").text, "a lost answer is not told of")
    area(driver).send_keys("\n\nand more")
    until(lambda: "view=edit" in driver.current_url and "and more" in area(driver).get_property("value"), "what was typed behind a lost answer is not here")
    save(driver)
    made = [name for name in os.listdir(served.vault) if name.startswith("New with")]
    until(lambda: b"lost answer\n\nand more" in served.read(made[0]), lambda: f"what was typed behind a lost answer is not saved: {served.read(made[0])!r}")
    expect(made == ["New with a lost answer.md"], f"a lost answer makes {made}")


def held_back(driver, served):
    """What is typed while a save is under way is kept, whatever becomes of that."""
    served.write("Write/Held.md", b"# Held\n")
    edit(driver, served, "Write/Held.md")
    area(driver).send_keys("sent")
    script(driver, "window.fetch = () => new Promise(() => {})")
    save(driver)
    area(driver).send_keys(" and typed meanwhile")
    until_kept(driver, "sent and typed meanwhile")
    end_tab(driver)
    edit(driver, served, "Write/Held.md")
    until(lambda: "sent and typed meanwhile" in area(driver).get_property("value"), "what was typed beside a save is lost")
    save(driver)
    until(lambda: served.read("Write/Held.md").endswith(b"sent and typed meanwhile"), "what was typed beside a save is not saved")


def back_to_the_editor(driver, served):
    """Whoever goes back sees what was saved, and goes on with that."""
    served.write("Write/Back.md", b"# Back\n\n")
    edit(driver, served, "Write/Back.md")
    area(driver).send_keys("one")
    area(driver).send_keys(Keys.CONTROL, Keys.ENTER)
    until(lambda: "view=edit" not in driver.current_url and b"one" in served.read("Write/Back.md"), "Ctrl+Enter does not save and close")
    driver.back()
    until(lambda: area(driver).get_property("value").endswith("one"), "going back shows another text than was saved")
    until(lambda: driver.switch_to.active_element == area(driver), "the text has no focus")
    area(driver).send_keys(Keys.CONTROL, Keys.END)
    area(driver).send_keys(" two")
    save(driver)
    until(lambda: served.read("Write/Back.md").endswith(b"one two"), lambda: f"after going back, {state(driver)!r} and {served.read('Write/Back.md')!r}")


def gone(driver, served):
    """A note that is gone can be made anew of what was typed."""
    served.write("Write/Gone.md", b"# Gone\n")
    edit(driver, served, "Write/Gone.md")
    area(driver).send_keys("still here")
    until_kept(driver, "still here")
    os.unlink(served.path("Write/Gone.md"))
    save(driver)
    until(lambda: driver.find_element(By.CSS_SELECTOR, "[data-state] button"), lambda: f"the page says {state(driver)!r}")
    driver.find_element(By.CSS_SELECTOR, "[data-state] button").click()
    until(lambda: b"still here" in served.read("Write/Gone.md"), "a note that was gone is not made anew")
    until(lambda: "view=edit" not in driver.current_url, "its page does not follow")
    expect(not kept_texts(driver), "it is saved, and a draft is left")


def dropping(driver, served):
    """A draft goes only where its tab is gone, and a person says so twice."""
    served.write("Write/Drop.md", b"# Drop\n")
    edit(driver, served, "Write/Drop.md")
    area(driver).send_keys("in a first tab")
    until_kept(driver, "in a first tab")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(served.address + "/tags")
    fold = lambda: driver.find_element(By.CSS_SELECTOR, "#Unsaved summary")
    until(lambda: fold().is_displayed(), "the draft is not told of")
    fold().click()
    until(lambda: "open in another tab" in driver.find_element(By.ID, "Unsaved").text, "another tab's draft is not told of")
    expect(not driver.find_elements(By.CSS_SELECTOR, "#Unsaved button"), "the draft of a tab that is there can be dropped")
    second = driver.current_window_handle
    driver.switch_to.window(first)
    driver.execute_cdp_cmd("Page.close", {})
    driver.switch_to.window(second)
    driver.get(served.address + "/tags")
    until(lambda: fold().is_displayed(), "the draft that was left is not told of")
    fold().click()
    button = lambda: driver.find_element(By.CSS_SELECTOR, "#Unsaved button")
    until(lambda: button().is_displayed(), "the draft cannot be dropped")
    button().click()
    driver.switch_to.alert.dismiss()
    expect(kept_texts(driver), "a draft is dropped though nobody said so")
    button().click()
    driver.switch_to.alert.accept()
    until(lambda: not kept_texts(driver), "a draft is not dropped")


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


def typed_early(driver, served):
    """Who types before the draft is here again loses neither."""
    served.write("Write/Early.md", b"# Early\n")
    edit(driver, served, "Write/Early.md")
    area(driver).send_keys("kept before")
    until_kept(driver, "kept before")
    early = """document.addEventListener("DOMContentLoaded", () => {
        const text = document.querySelector(".editor textarea");
        text.value += "typed early";
        text.dispatchEvent(new Event("input", { bubbles: true }));
    })"""
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": early})["identifier"]
    driver.get(f"{served.address}/note/Write/Early.md?view=edit")
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": added})
    kept = "return drafts.all().then((all) => all.map((draft) => draft.text).join())"
    until(lambda: all(words in script(driver, kept) for words in ["kept before", "typed early"]), lambda: f"the browser keeps {script(driver, kept)!r}")
    until(lambda: "Write/Early.md" in driver.find_element(By.ID, "Unsaved").text, "a draft that was there before is not told of")
    script(driver, "return drafts.all().then((all) => Promise.all(all.map((each) => drafts.remove(each.place, each.tab))))")


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
    until(lambda: driver.find_elements(By.CSS_SELECTOR, "#Offers li"), "no names are offered for a link")
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


def main():
    program = sys.argv[1]
    with Served(program) as served:
        driver = browser()
        try:
            driver.get(f"{served.address}/login?key={served.key}")
            for run in [saving, typing_on, conflicts, drafts, without_server, new_without_server, held_back, back_to_the_editor, gone, dropping, many_changes, typed_early, typing, new_notes, tasks, actions, completing, attaching, previewing, marking, coloring, swiping, away]:
                step(run.__name__, lambda run=run: run(driver, served))
            for entry in driver.get_log("browser"):
                expect(entry["level"] != "SEVERE" or "status of" in entry["message"] or "ERR_CONNECTION" in entry["message"], entry["message"])
        finally:
            driver.quit()
    finish()


if __name__ == "__main__":
    main()
