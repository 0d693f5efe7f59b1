"""drafts.py VAULT: what is typed in the page's editor and is not on disk yet: a tab ends, a server is away, a note is gone. No
text is lost, and none is left behind that is saved."""

import os
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, until
from editor import area, edit, end_tab, kept_texts, run_steps, save, script, state, until_kept


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


if __name__ == "__main__":
    run_steps([drafts, without_server, new_without_server, held_back, back_to_the_editor, gone, dropping, typed_early])
