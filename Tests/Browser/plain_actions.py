"""What actions.py does without scripts, as anybody can: all forms save."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, step, until
from screen import choose, cli, click, fill, find, go, is_there, place, state_of, take_back, unchanged
from served import browser


def without_scripts(served):
    driver = browser(scripts=False)
    try:
        go(driver, served, "/login")
        find(driver, "#key").send_keys(served.token)
        click(driver, "button")
        until(lambda: driver.find_elements(By.CSS_SELECTOR, ".notes"), "nobody is signed in")
        for run in [plain_notes, plain_tasks, plain_screens]:
            step(f"without scripts, {run.__name__}", lambda run=run: run(driver, served))
    finally:
        driver.quit()


def plain_text(driver):
    return find(driver, "main").text


def plain_notes(driver, served):
    served.write("Plain/Edited.md", b"# Edited\r\n\r\nfirst\r\n")
    go(driver, served, "/note/Plain/Edited.md")
    click(driver, "[data-key=edit]")
    find(driver, "textarea").send_keys(Keys.CONTROL, Keys.END)
    find(driver, "textarea").send_keys("second")
    # Another program writes meanwhile.
    served.write("Plain/Edited.md", b"# Edited\r\n\r\nzeroth\r\nfirst\r\n")
    click(driver, "main .tools button.strong")
    comes_plainly(driver, "/note/Plain/Edited.md", "a note that is saved")
    expect(served.read("Plain/Edited.md") == b"# Edited\r\n\r\nzeroth\r\nfirst\r\nsecond", f"it is saved as {served.read('Plain/Edited.md')!r}")
    click(driver, "[data-key=pin]")
    until(lambda: find(driver, "[data-key=pin]").text == "Unpin", "a pin does not show")
    expect(b"pin: true" in served.read("Plain/Edited.md"), "no pin")
    click(driver, ".menu.more summary")
    click(driver, "[value=delete]")
    until(lambda: driver.find_element(By.CSS_SELECTOR, ".remark.done button").text == "Undo", "a deleted note leads to no list that takes it back")
    go(driver, served, "/trash")
    driver.find_element(By.XPATH, "//li[contains(., 'Edited.md')]//button").click()
    until(lambda: is_there(served, "Plain/Edited.md"), "a note is not put back")
    go(driver, served, "/new")
    fill(driver, "[name=title]", "Made plainly")
    find(driver, "textarea").send_keys("in two\nlines")
    fill(driver, "[name=folder]", "Plain")
    fill(driver, "[name=tags]", "plain, #simple")
    click(driver, "[data-save]")
    comes_plainly(driver, "/note/Plain/Made plainly.md", "a new note")
    text = served.read("Plain/Made plainly.md")
    expect(b"in two\nlines" in text and b"simple" in text, f"a new note is {text!r}")
    before = state_of(served)
    go(driver, served, "/new")
    find(driver, "textarea").send_keys("  ")
    click(driver, "[data-save]")
    until(lambda: "There is no text to write" in plain_text(driver), "a blank note is not refused")
    unchanged(served, before, "a blank note")


def plain_tasks(driver, served):
    go(driver, served, "/tasks?q=whistle")
    fill(driver, "main [name=add]", "whistle a tune due:2026-03-16")
    click(driver, "main form.add > button")
    until(lambda: "whistle a tune" in plain_text(driver), "an added task does not show")
    expect(place(driver) == "/tasks?q=whistle", f"adding a task to a search leads to {place(driver)}")
    expect("whistle a tune" in cli(served, "tasks", "whistle"), "the command line hears of no task")
    driver.find_element(By.XPATH, "//li[contains(., 'whistle a tune')]//button").click()
    until(lambda: "whistle a tune" in cli(served, "tasks", "--done", "whistle"), "a box does not tick")
    before = state_of(served)
    fill(driver, "main [name=add]", "too late due:2026-01-01")
    click(driver, "main form.add > button")
    until(lambda: "has passed" in plain_text(driver), "a date that has passed is not told of")
    expect("too late" in find(driver, "textarea[readonly]").text, "what was typed is lost")
    unchanged(served, before, "a date that has passed")
    rows = lambda: len(driver.find_elements(By.CSS_SELECTOR, ".content > .tasks .task-row"))
    served.write("Plain/Many.md", "".join(f"- [ ] many {number}\n" for number in range(60)).encode())
    go(driver, served, "/tasks?q=many")
    expect(rows() == 50, f"{rows()} tasks show at once")
    click(driver, ".more a")
    until(lambda: rows() == 10, lambda: f"More tasks shows {rows()} of the ten that are left")


def plain_screens(driver, served):
    go(driver, served, "/settings")
    click(driver, ".look [value=yellow]")
    until(lambda: find(driver, "html").get_attribute("data-theme") == "yellow", "a button of a colour does not colour")
    served.write("Plainly/x.md", b"# x\n")
    before = state_of(served)
    go(driver, served, "/select?folder=Plainly")
    click(driver, "[name=note]")
    choose(driver, "form.select [name=action]", "add-tag")
    fill(driver, "form.select [name=tag]", "chosen")
    click(driver, "form.select .strong")
    confirm_plainly(driver, served, before)
    expect(b"chosen" in served.read("Plainly/x.md"), "what was agreed to is not done")
    take_back(driver, served, before, "a tag")
    # Both versions of a place that two changed.
    go(driver, served, "/note/Plainly/x.md?view=edit")
    fill(driver, "textarea", "# mine")
    served.write("Plainly/x.md", b"# theirs\n")
    click(driver, "main .tools button.strong")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, "form.conflict"), "no screen of both versions comes")
    expect(served.read("Plainly/x.md") == b"# theirs\n", "a conflict writes")
    click(driver, "form.conflict [value=mine]")
    click(driver, "form.conflict button.strong")
    until(lambda: served.read("Plainly/x.md").startswith(b"# mine"), "what was chosen is not saved")


def comes_plainly(driver, where, words):
    until(lambda: place(driver) == where, lambda: f"{words}: not {where} shows but {place(driver)}: {plain_text(driver)[:200]!r}")


def confirm_plainly(driver, served, before):
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".confirm"), lambda: f"no plan shows but {plain_text(driver)[:200]!r}")
    unchanged(served, before, "a plan")
    click(driver, ".confirm button")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".done button"), lambda: f"it is not said to be done but {plain_text(driver)[:200]!r}")
