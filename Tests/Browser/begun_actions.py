"""What actions.py does while a person is in the middle of something: what was typed and chosen stays, whatever comes and is
clicked."""

import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from checks import expect, until
from editor import area, edit
from screen import click, fill, find, go

HEADING = "main h1"


def look_beside_a_text(driver, served):
    """Light and dark change the colours, and nothing else."""
    served.write("Begun/E.md", b"# E\n")
    appearance = lambda: driver.execute_script("return document.documentElement.dataset.appearance")

    def switch(words):
        before = appearance()
        shown = next(button for button in driver.find_elements(By.CSS_SELECTOR, ".side .brightness button") if button.is_displayed())
        shown.click()
        until(lambda: appearance() == shown.get_attribute("value") != before, f"{words}: the button does not change the colours")

    edit(driver, served, "Begun/E.md")
    area(driver).send_keys("kept words")
    switch("an editor")
    expect("kept words" in area(driver).get_property("value"), "the colours take the text of the editor")
    area(driver).send_keys(Keys.CONTROL, "s")
    until(lambda: b"kept words" in served.read("Begun/E.md"), "after the colours changed a text is not saved")
    go(driver, served, "/new")
    area(driver).send_keys("kept words")
    switch("a new note")
    expect("kept words" in area(driver).get_property("value"), "the colours take the text of a new note")
    # It was begun, and nobody wants it.
    driver.execute_script("indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))")
    go(driver, served, "/settings")
    fill(driver, "#ignore textarea", "Kept")
    click(driver, ".look [value=indigo]")
    until(lambda: driver.execute_script("return document.documentElement.dataset.theme") == "indigo", "a colour does not count at once")
    expect(find(driver, "#ignore textarea").get_property("value") == "Kept", "the colours take what was typed into a setting")
    until(lambda: find(driver, ".look [value=indigo]").get_attribute("aria-pressed") == "true", "the colour's button does not show that it counts")


def typed_words(driver, served):
    """Words in the field of a new task stay while news comes, boxes are ticked and the list grows."""
    tasks = "".join(f"- [ ] begun {number:03}\n" for number in range(130))
    served.write("Begun/Tasks.md", tasks.encode())
    go(driver, served, "/tasks?q=begun")
    # Asked in one go: news may take the field's place at any moment.
    words = lambda: driver.execute_script("return document.querySelector('main [name=add]').value")
    fill(driver, "main [name=add]", "half a task")
    until(lambda: driver.switch_to.active_element == find(driver, "main [name=add]"), "the field has no focus")
    driver.execute_script("scrollTo(0, document.documentElement.scrollHeight)")
    until(lambda: len(driver.find_elements(By.CSS_SELECTOR, ".content > .tasks > li")) == 130, "the list does not go on while something is typed")
    expect(words() == "half a task", f"the list goes on, and the field holds {words()!r}")
    until(lambda: driver.switch_to.active_element == find(driver, "main [name=add]"), "the list goes on, and the focus is lost")
    driver.execute_script("scrollTo(0, 0)")
    served.write("Begun/Tasks.md", (tasks + "- [ ] begun by another\n").encode())
    until(lambda: b"another" in served.read("Begun/Tasks.md"), "another's task is not there")
    driver.execute_script("document.activeElement.blur()")
    until(lambda: "begun by another" in find(driver, "main").text, "the page does not follow once nobody writes")
    expect(words() == "half a task", f"news comes, and the field holds {words()!r}")
    driver.execute_script("document.querySelector('.content > .tasks .box').click()")
    until(lambda: "129" not in find(driver, ".head .count").text and b"- [x] begun" in served.read("Begun/Tasks.md"), "a box is not ticked beside words")
    expect(words() == "half a task", f"a box is ticked, and the field holds {words()!r}")
    fill(driver, "main [name=add]", "too old due:2020-01-01")
    served.write("Begun/More.md", b"- [ ] begun elsewhere\n")
    driver.execute_script("document.querySelector('main [name=add]').form.requestSubmit()")
    until(lambda: "has passed" in find(driver, "#Told").text, "a past date is not told")
    expect(words() == "too old due:2020-01-01", f"a task is refused, and the field holds {words()!r}")


def several_notes(driver, served):
    for name in "abcdef":
        served.write(f"Several/{name}.md", f"# {name}\n".encode())
    driver.get(served.address + "/select?folder=Several&sort=title")
    until(lambda: len(driver.find_elements(By.NAME, "note")) == 6, "six notes do not show")
    button = driver.find_element(By.CSS_SELECTOR, ".actions-bar .strong")
    until(lambda: not button.is_enabled(), "nothing is chosen, and it can be changed")
    boxes = driver.find_elements(By.NAME, "note")
    boxes[1].click()
    ActionChains(driver).key_down(Keys.SHIFT).click(boxes[4]).key_up(Keys.SHIFT).perform()
    until(lambda: "4 chosen" in driver.find_element(By.CSS_SELECTOR, ".chosen").text, "Shift chooses no range")
    # What another program writes takes no choice away.
    served.write("Several/g.md", b"# g\n")
    time.sleep(1)
    expect(len([box for box in boxes if box.is_selected()]) == 4, "a choice is lost when the vault changes")
    Select(driver.find_element(By.NAME, "action")).select_by_value("add-tag")
    expect(not driver.find_element(By.NAME, "folder").is_displayed(), "fields of another action show")
    driver.find_element(By.NAME, "tag").send_keys("picked", Keys.ENTER)
    until(lambda: len(driver.find_elements(By.CSS_SELECTOR, ".diff")) == 4, "four changes are not shown")
    expect(b"picked" not in served.read("Several/b.md"), "what is shown is done already")
    # Nor does it take away what is shown; but another change than that is not made.
    served.write("Several/b.md", b"# other\n")
    time.sleep(1)
    driver.find_element(By.CSS_SELECTOR, ".confirm .strong").click()
    until(lambda: driver.find_element(By.CSS_SELECTOR, ".changed"), "another plan is not refused")
    expect(b"picked" not in served.read("Several/c.md"), "another plan is carried out")
    driver.find_element(By.CSS_SELECTOR, ".confirm .strong").click()
    until(lambda: b"picked" in served.read("Several/e.md"), "what was agreed to is not done")
    expect(b"picked" not in served.read("Several/f.md"), "a note that was not chosen is changed")
    driver.find_element(By.CSS_SELECTOR, ".done button").click()
    until(lambda: b"picked" not in served.read("Several/e.md"), "it is not taken back")


STEPS = [look_beside_a_text, typed_words, several_notes]
