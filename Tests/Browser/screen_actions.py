"""What actions.py does with the screens of the whole vault: settings, folders, tags, days, drawings and keys."""

import glob
import os

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, until
from editor import area, edit, script, state
from screen import MENU, choose, cli, click, comes, fill, find, forge, go, is_there, main, menu, place, refused, shows, state_of, told, unchanged

CONFIGURATION = ".vault/config.yaml"

# Settings


def settings(driver, served):
    look = lambda name: driver.execute_script("return document.documentElement.dataset[arguments[0]]", name)
    before = served.read(CONFIGURATION)
    go(driver, served, "/settings")
    choose(driver, "#theme select", "indigo")
    click(driver, "#theme form button")
    until(lambda: look("theme") == "indigo", lambda: f"a colour that is set leaves the page {look('theme')}")
    expect(served.read(CONFIGURATION) == before.replace(b"theme: green", b"theme: indigo"), f"the file says {served.read(CONFIGURATION)!r}")
    choose(driver, "[id='web.density'] select", "compact")
    click(driver, "[id='web.density'] form button")
    until(lambda: look("density") == "compact", lambda: f"lists that are to be close are {look('density')}")
    expect(cli(served, "config", "get", "web.density") == "compact", "the command line hears of no other density")
    expect(find(driver, "[id='web.density'] select").get_property("value") == "compact", "the select shows another density")
    click(driver, "[id='web.density'] [value=unset]")
    until(lambda: look("density") == "comfortable", "Default leaves lists close")
    expect(b"compact" not in served.read(CONFIGURATION), "Default leaves the value in the file")
    # The buttons on top work without a page in between.
    driver.execute_script("window.isSamePage = true")
    click(driver, ".look [value=orange]")
    until(lambda: look("theme") == "orange", "a button of a colour does not colour")
    until(lambda: find(driver, ".look [value=orange]").get_attribute("aria-pressed") == "true", "the button is not shown as pressed")
    expect(b"theme: orange" in served.read(CONFIGURATION), "a button of a colour does not write")
    expect(driver.execute_script("return window.isSamePage"), "a button of a colour loads the page anew")
    fill(driver, "#ignore textarea", "Archive/Old\nScratch")
    click(driver, "#ignore form button")
    until(lambda: cli(served, "config", "get", "ignore").split() == ["Archive/Old", "Scratch"], lambda: f"a list is written as {served.read(CONFIGURATION)!r}")
    fill(driver, "#searches [name=part]", "soon")
    fill(driver, "#searches [name=value]", "is:pinned")
    click(driver, "#searches form:last-of-type button")
    until(lambda: cli(served, "config", "get", "searches.soon") == "is:pinned", lambda: f"a part is written as {served.read(CONFIGURATION)!r}")
    settings_refused(driver, served)


def settings_refused(driver, served):
    before = served.read(CONFIGURATION)
    go(driver, served, "/settings")
    fill(driver, "#max_file_size input[name=value]", "many")
    click(driver, "#max_file_size form button")
    until(lambda: "is no size" in told(driver), lambda: f"of a size that is none the page tells {told(driver)!r}")
    expect(find(driver, "#max_file_size input[name=value]").get_property("value") == "many", "what was typed is lost")
    go(driver, served, "/settings")
    driver.execute_script("document.querySelector('#theme option:checked').value = 'mauve'; document.querySelector('#theme form button').click()")
    until(lambda: "mauve" in told(driver), lambda: f"the page tells {told(driver)!r} of a colour that there is not")
    go(driver, served, "/settings")
    forge(driver, ".look [value=blue]", "mauve")
    until(lambda: "mauve" in told(driver), lambda: f"the page tells {told(driver)!r} of a colour that there is not")
    expect(served.read(CONFIGURATION) == before, "a setting that is refused is written")


# Folders


def folders(driver, served):
    served.write("Folders/Trip/Packing.md", b"# Packing\n")
    served.write("Folders/Trip/Maps/Alps.md", b"# Alps\n")
    served.write("Folders/Plan.md", b"# Plan\n\nSee [[Folders/Trip/Packing]] and [all](Trip/Maps/Alps.md).\n")
    before = state_of(served)
    go(driver, served, "/folder/Folders")
    click(driver, "a[href='/folder/Folders/Trip']")
    comes(driver, "/folder/Folders/Trip", "a folder in a folder")
    menu(driver, "move", "Folders/Journey")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".confirm"), lambda: f"moving a folder is not shown: {main(driver)[:200]!r}")
    shows(driver, "Folders/Trip/Packing.md becomes Folders/Journey/Packing.md", "what moving a folder does")
    shows(driver, "See [[Folders/Journey/Packing]] and [all](Journey/Maps/Alps.md).", "what becomes of links")
    unchanged(served, before, "what is shown")
    click(driver, ".confirm button")
    until(lambda: place(driver).startswith("/folder/Folders/Journey?done="), lambda: f"a moved folder does not show but {place(driver)}")
    expect(is_there(served, "Folders/Journey/Maps/Alps.md") and not is_there(served, "Folders/Trip"), "the folder is not moved")
    expect(b"[[Folders/Journey/Packing]] and [all](Journey/Maps/Alps.md)" in served.read("Folders/Plan.md"), "links do not follow")
    click(driver, ".done button")
    until(lambda: is_there(served, "Folders/Trip/Packing.md"), "a moved folder does not come back")
    unchanged(served, before, "moving a folder and taking it back")
    folder_deleted(driver, served, before)
    folder_refused(driver, served, before)


def folder_deleted(driver, served, before):
    go(driver, served, "/folder/Folders/Trip")
    menu(driver, "delete")
    shows(driver, "Folders/Trip/Packing.md is deleted", "what deleting a folder does")
    click(driver, ".confirm a")
    comes(driver, "/folder/Folders/Trip", "Cancel")
    unchanged(served, before, "Cancel")
    menu(driver, "delete")
    click(driver, ".confirm button.danger")
    until(lambda: place(driver).startswith("/folder/Folders?done="), lambda: f"a deleted folder leads to {place(driver)}")
    expect(not is_there(served, "Folders/Trip/Packing.md"), "the folder is not deleted")
    expect("Folders/Trip/Packing.md" in cli(served, "trash"), "the folder's notes are not in the trash")
    click(driver, ".done button")
    until(lambda: is_there(served, "Folders/Trip/Maps/Alps.md"), "a deleted folder does not come back")
    unchanged(served, before, "deleting a folder and taking it back")


def folder_refused(driver, served, before):
    # A folder that is there already takes it in.
    served.write("Folders/Other/Trip/Packing.md", b"# Another packing\n")
    before = before | {"Folders/Other/Trip/Packing.md": b"# Another packing\n"}
    for target, part in [("Folders/Other", "exist"), ("../Elsewhere", "outside"), ("Folders/Trip/Inner", "into itself"), (".vault/x", ".vault")]:
        go(driver, served, "/folder/Folders/Trip")
        menu(driver, "move", target)
        refused(driver, part, f"a folder moved to {target}")
        unchanged(served, before, f"a folder moved to {target}")
    go(driver, served, "/folder/Folders/Nowhere")
    refused(driver, "There is no folder Folders/Nowhere", "a folder that is not there")


# Tags and days


def tags(driver, served):
    served.write("Tags/One.md", b"# One tagged\n\n#only/here\n")
    go(driver, served, "/tags")
    click(driver, "a[href='/tag/only/here'], a[href='/tag/only%2Fhere']")
    comes(driver, "/tag/only/here", "a tag")
    shows(driver, "1 note", "the notes of a tag")
    click(driver, ".notes .title")
    comes(driver, "/note/Tags/One.md", "a note of a tag")
    click(driver, ".about a.tag")
    comes(driver, "/tag/only/here", "the tag of a note")
    go(driver, served, "/tag/only")
    click(driver, "p.tags a.tag")
    comes(driver, "/tag/only/here", "a tag below another")
    go(driver, served, "/tag/no-note-has-it")
    refused(driver, "No note has the tag #no-note-has-it", "a tag that no note has")


def days(driver, served):
    go(driver, served, "/today")
    comes(driver, "/note/Journal/2026-03-14.md", "today")
    go(driver, served, "/day/2026-03-10")
    comes(driver, "/note/Journal/2026-03-10.md", "a day")
    # A day without a note offers to write it, in the folder and by the name that its address leads to.
    go(driver, served, "/day/2026-03-20")
    refused(driver, "There is no note Journal/2026-03-20.md", "a day without a note")
    click(driver, "main a.button.strong")
    until(lambda: find(driver, "[name=title]").get_property("value") == "2026-03-20", "the note of a day has another title")
    expect(find(driver, "[name=folder]").get_property("value") == "Journal", "the note of a day has another folder")
    area(driver).send_keys("Spring begins.", Keys.CONTROL, Keys.ENTER)
    comes(driver, "/note/Journal/2026-03-20.md", "the note of a day")
    expect(b"Spring begins." in served.read("Journal/2026-03-20.md"), "the note of a day has another text")
    go(driver, served, "/day/2026-03-20")
    comes(driver, "/note/Journal/2026-03-20.md", "the day once its note is written")
    go(driver, served, "/day/2026-02-30")
    refused(driver, "2026-02-30", "a day that there is not")


def missing_note(driver, served):
    served.write("Missing/Leads there.md", b"# Leads there\n\n[[Not yet]]\n")
    before = state_of(served)
    go(driver, served, "/note/Missing/Not%20yet.md")
    refused(driver, "There is no note Missing/Not yet.md", "a note that is not there")
    click(driver, "main a.button.strong")
    until(lambda: find(driver, "[name=title]").get_property("value") == "Not yet", "the title is not filled in")
    expect(find(driver, "[name=folder]").get_property("value") == "Missing", "the folder is not filled in")
    unchanged(served, before, "offering to write a note")
    area(driver).send_keys("Now it is.")
    click(driver, "[data-save]")
    comes(driver, "/note/Missing/Not yet.md", "the note that was missing")
    expect(b"Now it is." in served.read("Missing/Not yet.md"), "the note that was missing has another text")
    shows(driver, "Now it is.", "the note that was missing")
    # A name outside is refused, and what was typed stays in its field.
    before = state_of(served)
    go(driver, served, "/new?title=Stray&folder=../Outside")
    area(driver).send_keys("typed words")
    click(driver, "[data-save]")
    until(lambda: told(driver), "a note outside of the vault is not refused")
    expect(told(driver)[-1:] == ".", f"a note outside of the vault is refused by {told(driver)!r}")
    expect(area(driver).get_property("value") == "typed words", "a note that is refused loses its text")
    unchanged(served, before, "a note outside of the vault")
    expect(not glob.glob(os.path.join(served.folder, "Outside*")), "a note is made outside of the vault")
    area(driver).send_keys(Keys.CONTROL, "a", Keys.BACKSPACE)
    until(lambda: find(driver, "[data-save]").is_enabled(), "a note that has a title alone cannot be saved")
    find(driver, "[name=title]").send_keys(Keys.CONTROL, "a", Keys.BACKSPACE)
    until(lambda: not find(driver, "[data-save]").is_enabled(), "a blank note can be saved")


# What is drawn


def drawings(driver, served):
    served.write("Graph/Middle.md", b"# Middle of it\n\n[[Graph/Beside]]\n")
    served.write("Graph/Beside.md", b"# Beside it\n")
    go(driver, served, "/graph?note=Graph/Middle.md")
    shows(driver, "Around Middle of it", "a graph")
    neighbour = "svg a[href='/note/Graph/Beside.md']"
    ActionChains(driver).move_to_element(find(driver, neighbour)).click().perform()
    comes(driver, "/note/Graph/Beside.md", "a neighbour in a graph")
    click(driver, "aside a[href^='/graph']")
    shows(driver, "Around Beside it", "the graph of a note")
    click(driver, "nav[aria-label='Which notes'] a")
    comes(driver, "/graph", "the whole vault")
    go(driver, served, "/graph?note=Graph/Nothing.md")
    refused(driver, "There is no note Graph/Nothing.md", "a graph around nothing")
    go(driver, served, "/stats")
    expect(len(driver.find_elements(By.CSS_SELECTOR, ".charts svg")) >= 3, "the figures are not drawn")
    click(driver, "details.numbers summary")
    until(lambda: find(driver, "details.numbers table").is_displayed(), "the figures do not show as tables")
    notes = find(driver, ".figures .figure dd").text.split()[0]
    expect(notes == cli(served, "list", "--count"), f"the page counts {notes} notes, and the command line {cli(served, 'list', '--count')}")


def agenda(driver, served):
    served.write("Agenda/Dates.md", "# Dates\n\n- [ ] in ten days 📅 2026-03-24\n- [ ] in three days 📅 2026-03-17\n".encode())
    go(driver, served, "/agenda")
    shows(driver, "in three days", "a week")
    expect("in ten days" not in main(driver).split("Later")[0].split("LATER")[0], "a week has more than its days")
    click(driver, "nav[aria-label='How many days'] a:nth-child(2)")
    comes(driver, "/agenda?days=14", "two weeks")
    shows(driver, "2026-03-24", "two weeks")
    row = driver.find_element(By.XPATH, "//li[contains(@class,'task-row')][contains(.,'in three days')]//button")
    row.click()
    until(lambda: b"- [x] in three days" in served.read("Agenda/Dates.md"), "a box of the agenda does not tick")
    until(lambda: "in three days" not in main(driver), "what is done stays in the agenda")
    # A task that is gone meanwhile.
    go(driver, served, "/agenda?days=14")
    handle = driver.find_element(By.XPATH, "//li[contains(@class,'task-row')][contains(.,'in ten days')]").get_attribute("data-handle")
    before = state_of(served)
    forge(driver, f"button[value='{handle}']", "zzzzzz")
    until(lambda: "zzzzzz" in told(driver), lambda: f"a task that is not there is told of as {told(driver)!r}")
    unchanged(served, before, "ticking a task that is not there")


def check(driver, served):
    served.write("Check/Broken.md", b"# Broken\n\nsee [[Nobody has written this]]\n")
    go(driver, served, "/doctor")
    shows(driver, "Nobody has written this", "the check")
    click(driver, "a[href^='/note/Check/Broken.md']")
    until(lambda: place(driver).startswith("/note/Check/Broken.md"), f"a finding leads to {place(driver)}")
    shows(driver, "Nobody has written this", "the note of a finding")
    served.write("Check/Broken.md", b"# Broken\n\nno more\n")
    go(driver, served, "/doctor")
    expect("Nobody has written this" not in main(driver), "the check finds what is mended")


# Keys


def focused(driver):
    return driver.switch_to.active_element


def press(driver, *keys):
    ActionChains(driver).send_keys(*keys).perform()


def keys(driver, served):
    served.write("Keys/a.md", b"# Key a\n")
    served.write("Keys/b.md", b"# Key b\n")
    go(driver, served, "/folder/Keys")
    name = lambda: focused(driver).text
    names = [row.text for row in driver.find_elements(By.CSS_SELECTOR, ".notes .title")]
    expect(sorted(names) == ["Key a", "Key b"], f"the folder has {names}")
    for letters, row in [("j", 0), ("j", 1), ("j", 1), ("k", 0)]:
        press(driver, letters)
        until(lambda row=row: name() == names[row], lambda letters=letters: f"{letters} leads to {name()!r} of {names}")
    press(driver, Keys.ENTER)
    until(lambda: place(driver).startswith("/note/Keys/"), f"Enter on a note leads to {place(driver)}")
    go(driver, served, "/note/Keys/a.md")
    press(driver, "p")
    until(lambda: served.read("Keys/a.md").startswith(b"---\npin: true"), "p does not pin")
    until(lambda: find(driver, "[data-key=pin]").text == "Unpin", "p does not show")
    press(driver, "p")
    until(lambda: b"pin: true" not in served.read("Keys/a.md"), "p does not take the pin off")
    until(lambda: find(driver, "[data-key=pin]").text == "Pin", "p twice does not show")
    press(driver, "e")
    until(lambda: focused(driver) == area(driver), "e does not edit")
    press(driver, Keys.CONTROL, Keys.END)
    ActionChains(driver).key_down(Keys.CONTROL).send_keys(Keys.END).key_up(Keys.CONTROL).send_keys("n / e p ?").perform()
    expect(area(driver).get_property("value").endswith("n / e p ?"), "letters that are typed are taken for keys")
    ActionChains(driver).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(Keys.CONTROL).perform()
    comes(driver, "/note/Keys/a.md", "Ctrl+Enter")
    expect(served.read("Keys/a.md").endswith(b"n / e p ?"), "Ctrl+Enter does not save")
    press(driver, "/")
    until(lambda: focused(driver).get_attribute("id") == "Find", "/ does not lead to the search")
    press(driver, Keys.ESCAPE)
    go(driver, served, "/")
    press(driver, "n")
    comes(driver, "/new", "n")
    saving_by_keys(driver, served)
    keys_off(driver, served)


def saving_by_keys(driver, served):
    edit(driver, served, "Keys/b.md")
    area(driver).send_keys("kept by a key")
    area(driver).send_keys(Keys.CONTROL, "s")
    until(lambda: "Saved" in state(driver), lambda: f"Ctrl+S says {state(driver)!r}")
    expect(served.read("Keys/b.md").endswith(b"kept by a key"), "Ctrl+S does not save")
    comes(driver, "/note/Keys/b.md?view=edit", "Ctrl+S")
    os.unlink(served.path("Keys/b.md"))
    # The browser is slower to keep what is typed than the server is to refuse it.
    script(
        driver,
        "const put = drafts.put; window.held = []; drafts.put = (draft) => new Promise((done) => held.push(() => put(draft).then(done)))")
    area(driver).send_keys(" and more")
    until(lambda: script(driver, "return held.length"), "what is typed is not kept")
    area(driver).send_keys(Keys.CONTROL, "s")
    is_refused = lambda: "Not saved" in state(driver) and "moved." in state(driver)
    until(is_refused, lambda: f"saving a note that is gone says {state(driver)!r}")
    script(driver, "return Promise.all(held.map((put) => put()))")
    expect(is_refused(), f"saving a note that is gone says {state(driver)!r} once the text is kept")
    expect(not is_there(served, "Keys/b.md"), "a note that is gone comes back")
    expect(area(driver).get_property("value").endswith("and more"), "what was typed is lost")
    # Nothing more is to be asked when the page is left.
    driver.execute_script("document.querySelector('.editor').elements.text.value = ''")


def keys_off(driver, served):
    is_open = lambda: driver.execute_script("return document.getElementById('Keys').open")
    go(driver, served, "/note/Keys/a.md")
    before = state_of(served)
    press(driver, "?")
    until(is_open, "? shows no help")
    expect("new note" in find(driver, "#Keys").text, "the help does not tell the keys")
    driver.execute_script("document.querySelector('#Keys button').focus()")
    press(driver, "p", "n", "e")
    expect(is_open() and place(driver) == "/note/Keys/a.md", f"letters within the help lead to {place(driver)}")
    press(driver, Keys.ESCAPE)
    until(lambda: not is_open(), "Escape leaves the help open")
    press(driver, "?")
    until(is_open, "? shows no help once more")
    find(driver, "#KeysOn").click()
    find(driver, "#Keys button").click()
    until(lambda: not is_open(), "Close leaves the help open")
    press(driver, "p", "n", "e", "/")
    expect(place(driver) == "/note/Keys/a.md", f"letters that are off lead to {place(driver)}")
    expect(focused(driver).get_attribute("id") != "Find", "/ leads to the search though it is off")
    unchanged(served, before, "letters that are off")
    go(driver, served, "/note/Keys/a.md")
    press(driver, "?")
    until(is_open, "? does not show how to turn letters on")
    expect(not find(driver, "#KeysOn").is_selected(), "it is not kept that letters are off")
    find(driver, "#KeysOn").click()
    press(driver, Keys.ESCAPE)
    until(lambda: not is_open(), "Escape leaves the help open once more")
    press(driver, "e")
    comes(driver, "/note/Keys/a.md?view=edit", "e once letters are on again")
    menu_by_keys(driver, served)


def menu_by_keys(driver, served):
    """A menu that a key opened is closed by Escape, also after the page has come anew."""
    go(driver, served, "/note/Keys/a.md")
    driver.execute_script("document.addEventListener('vault:swapped', () => (window.isNew = true)); document.querySelector(arguments[0]).focus()", MENU)
    press(driver, Keys.ENTER)
    until(lambda: find(driver, ".menu.more").get_property("open"), "Enter opens no menu")
    served.write("Keys/a.md", b"# Key a\n\nwritten anew\n")
    until(lambda: driver.execute_script("return window.isNew"), "the page does not follow")
    until(lambda: focused(driver) == find(driver, MENU), "the focus leaves the menu when the page comes anew", seconds=5)
    press(driver, Keys.ESCAPE)
    until(lambda: not find(driver, ".menu.more").get_property("open"), "Escape leaves the menu open when the page came anew", seconds=5)
    find(driver, MENU).click()
    press(driver, Keys.ESCAPE)
    until(lambda: not find(driver, ".menu.more").get_property("open"), "Escape leaves the menu open")
    expect(focused(driver) == find(driver, MENU), "Escape leaves the menu, and the focus is lost")
