"""reading.py VAULT: a browser goes through every screen that reads: with scripts and without, on a phone and on a desktop, in
all looks. Prints what it did; ends with 1 and a sentence for each thing that is not right."""

import json
import sys
import time

from axe_core_python.selenium import Axe
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, finish, step, until
from moments import MOMENTS
from served import Served, browser, resize


# Each with what it alone shows: the title, and words of its main part.
SCREENS = {
    "/": ("Notes", "Choose several"),
    "/?q=is:pinned": ("Pinned", "4 notes"),
    "/?q=tag:nothing-has-it": ("tag:nothing-has-it", "No note matches."),
    "/search?q=salt+road": ("Search: salt road", "Top results"),
    "/search?q=zzzz": ("Search: zzzz", "No notes"),
    "/search?q=(": ("Search: (", "This parenthesis is not closed."),
    "/note/Projects/The%20Salt%20Road.md": ("The Salt Road", "Who is who"),
    "/note/Home.md": ("Home", "155 words"),
    "/note/Home.md?line=9": ("Home", "155 words"),
    "/note/Nothing.md": ("Not found", "There is no note Nothing.md."),
    "/backlinks/Home.md": ("What leads to Home", "How I keep notes"),
    "/tasks": ("My Tasks", "152 open, 7 overdue"),
    "/tasks?tab=high": ("My Tasks – High", "10 open, 3 overdue"),
    "/tasks?q=due:": ("My Tasks", "needs a date"),
    "/agenda": ("Agenda", "Two weeks"),
    "/folder": ("Folders", "Attachments"),
    "/folder/Projects": ("Projects", "Notes 5"),
    "/tags": ("Tags", "#baking/sourdough"),
    "/tag/work": ("#work", "4 notes"),
    "/trash": ("Trash", "The trash is empty."),
    "/history": ("History", "Nothing was changed yet."),
    "/stats": ("Statistics", "Done tasks"),
    "/graph": ("Graph", "50 notes, 122 links"),
    "/graph?note=Home.md": ("Around Home", "40 notes, 98 links"),
    "/select": ("Choose notes", "50 notes"),
    "/select?folder=Projects": ("Choose notes", "5 notes"),
    "/sync": ("Sync", "repository"),
    "/doctor": ("Check", "37 findings"),
    "/settings": ("Settings", "Files and folders to leave out"),
    "/new": ("New note", "Folder"),
    "/note/Home.md?view=edit": ("Edit Home", "Save and go on"),
    "/note/Home.md?view=split": ("Edit Home", "Text only"),
    "/note/Home.md?view=history": ("History of Home", "was not changed here yet"),
    "/today": ("Saturday", "130 words"),
}
SCHEMES = ["grey", "blue", "orange", "yellow", "green", "indigo"]
# All rules of the guidelines and of good practice.
AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(done, (error) => done({ violations: [{ id: "axe", help: String(error),
nodes: [] }] }));
"""
def errors(driver):
    """What the browser complains of: scripts that failed, and what the page's policy kept from running. That a page is
    missing or refused is no complaint."""
    return [
        entry["message"]
        for entry in driver.get_log("browser")
        if entry["level"] == "SEVERE" and "the server responded with a status of" not in entry["message"]
    ]


def expect_screen(driver, screen):
    title, words = SCREENS[screen]
    shown = driver.title.split(" · ")[0]
    expect(shown == title, f"{screen}: its title is {shown!r}")
    text = driver.find_element(By.ID, "Main").text
    expect(words in text, f"{screen}: {words!r} is not in {text[:200]!r}")


def look_at_every_screen(driver, served):
    for screen in SCREENS:
        driver.get(served.address + screen)
        expect(len(driver.find_elements(By.CSS_SELECTOR, "h1:not(.preview *)")) == 1, f"{screen}: not one heading of the first level")
        expect_screen(driver, screen)
        for width in [320, 390, 768, 1280, 1600]:
            resize(driver, width, 900)
            wide = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
            expect(wide <= 0, f"{screen}: {wide} pixels too wide at {width}")
        expect(not errors(driver), f"{screen}: {errors(driver)}")


def check_with_axe(driver, served, screens, widths):
    for screen in screens:
        driver.get(served.address + screen)
        check_what_shows(driver, screen, widths)


def check_what_shows(driver, name, widths):
    driver.execute_script(Axe().axe_script)
    for width in widths:
        resize(driver, width, 900)
        for scheme in SCHEMES:
            for dark in [False, True]:
                driver.execute_script(
                    "document.documentElement.dataset.theme = arguments[0];"
                    "document.documentElement.dataset.appearance = arguments[1]",
                    scheme,
                    "dark" if dark else "light",
                )
                for violation in driver.execute_async_script(AXE)["violations"]:
                    nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:2])
                    words = f"{name} at {width}, {scheme} {'dark' if dark else 'light'}"
                    expect(False, f"{words}: {violation['id']}: {violation['help']}: {nodes}")


def check_moments(driver, served, widths):
    """What shows only while something is asked or refused is as fit for all as the screens are."""
    for name, lead in MOMENTS.items():
        resize(driver, 1280, 900)
        lead(driver, served)
        for width in [320, 390, 768, 1280, 1600]:
            resize(driver, width, 900)
            wide = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
            expect(wide <= 0, f"{name}: {wide} pixels too wide at {width}")
        check_what_shows(driver, name, widths)


def search_as_you_type(driver, served):
    resize(driver, 1280, 900)
    driver.get(served.address + "/")
    field = driver.find_element(By.ID, "Find")
    field.send_keys("salt ro")
    deadline = time.time() + 60
    while time.time() < deadline and "Salt Road" not in first_title(driver):
        time.sleep(0.02)
    page = driver.execute_script("return [field, document.activeElement, document.title, document.getElementById('Told').textContent].map((each) => each.value ?? each.id ?? each)".replace("[field", "[document.getElementById('Find')"))
    expect("Salt Road" in first_title(driver), f"searching as you type shows {first_title(driver)!r} first; the page is {page}")
    expect("q=salt" in driver.current_url, f"the address stays {driver.current_url}")
    expect(driver.switch_to.active_element == field, "the field loses the focus while it is typed into")
    field.send_keys(Keys.ENTER)
    # What was meant is looked for once no more is typed, and the list comes anew.
    until(lambda: opened(driver), "the arrow and Enter open no note")


def opened(driver):
    """Goes from the field to the first note and opens it, where that has not led to a note yet."""
    if "/note/" in driver.current_url:
        return True
    driver.find_element(By.ID, "Find").send_keys(Keys.ARROW_DOWN)
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    return False


def complete_queries(driver, served):
    driver.get(served.address + "/")
    field, offers = driver.find_element(By.ID, "Find"), driver.find_element(By.ID, "FindOffers")
    labels = lambda: [entry.text.split()[0] for entry in offers.find_elements(By.TAG_NAME, "li")]
    field.send_keys("salt tit")
    until(lambda: labels() == ["title:"], lambda: f"an operator is not offered, but {labels()}")
    field.send_keys(Keys.ARROW_DOWN, Keys.TAB)
    expect(field.get_property("value") == "salt title:", f"Tab makes of it {field.get_property('value')!r}")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("salt is:pin")
    until(lambda: labels() == ["is:pinned"], lambda: f"a state is not offered, but {labels()}")
    field.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    expect(field.get_property("value") == "salt is:pinned ", f"Enter makes of it {field.get_property('value')!r}")
    field.send_keys("#wor")
    until(lambda: "#work" in labels(), lambda: f"a tag is not offered, but {labels()}")
    field.send_keys(Keys.ESCAPE)
    expect(not offers.is_displayed(), "Escape does not close what is offered")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("salt")
    until(lambda: "Salt Road" in first_title(driver), "no search after what was offered")
    field.send_keys(" (")
    kept = lambda: driver.find_elements(By.CSS_SELECTOR, ".found-before .note")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".mistake u") and kept(), "a mistake is not shown above what was found")
    field.send_keys(Keys.BACKSPACE)
    until(lambda: not kept(), "what was found before stays once the mistake is mended")
    driver.find_element(By.CSS_SELECTOR, ".help summary").click()
    driver.find_element(By.CSS_SELECTOR, ".help a[href='/search?q=is:pinned']").click()
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".note .pin"), "an example of the help finds nothing")


def go_to_a_line(driver, served):
    lines = "\n\n".join(f"paragraph {number}" for number in range(200))
    served.write("Long.md", f"# Long\n\n{lines}\n".encode())
    driver.get(served.address + "/note/Long.md?line=303")
    until(lambda: 0 < driver.execute_script("return document.getElementById('Line').getBoundingClientRect().top") < 900, "a link to a line does not lead there")
    expect(driver.execute_script("return document.getElementById('Line').nextElementSibling.textContent") == "paragraph 150", "a link leads to another line")


def more_by_scrolling(driver, served):
    for number in range(130):
        served.write(f"Crowd/{number}.md", b"# One of a crowd\n")
    driver.get(served.address + "/?q=path:Crowd/")
    rows = lambda: len(driver.find_elements(By.CSS_SELECTOR, ".note"))
    until(lambda: rows() == 50, lambda: f"{rows()} notes are shown at once")
    driver.execute_script("scrollTo(0, document.documentElement.scrollHeight)")
    until(lambda: rows() == 130, lambda: f"at the end of the list {rows()} notes are there")
    top = driver.execute_script("return scrollY")
    driver.find_elements(By.CSS_SELECTOR, ".note .title")[60].click()
    until(lambda: "/note/Crowd/" in driver.current_url, "a note of the rest is not opened")
    driver.back()
    until(lambda: rows() == 130, lambda: f"going back leads to {rows()} notes")
    expect(top > 0, "the list begins anew when more comes")


def first_title(driver):
    """Asked in one go: the list may be another by the next question."""
    return driver.execute_script("return document.querySelector('.notes .name')?.textContent ?? ''")


def follow_changes(driver, served):
    driver.get(served.address + "/")
    # The stream has to be there before something is to be heard.
    time.sleep(1.5)
    served.write("Fresh/From elsewhere.md", b"# From elsewhere\n")
    deadline = time.time() + 60
    while time.time() < deadline and "From elsewhere" not in driver.page_source:
        time.sleep(0.05)
    expect("From elsewhere" in driver.page_source, "a note that another program writes does not show")


def read_without_scripts(served):
    driver = browser(scripts=False)
    try:
        driver.get(served.address + "/login")
        driver.find_element(By.ID, "key").send_keys(served.token)
        driver.find_element(By.TAG_NAME, "button").click()
        until(lambda: "Sign in" not in driver.title, "the token signs nobody in without scripts")
        for screen in SCREENS:
            driver.get(served.address + screen)
            expect_screen(driver, screen)
        driver.get(served.address + "/")
        field = driver.find_element(By.ID, "Find")
        field.send_keys("salt road")
        field.submit()
        expect("Salt Road" in first_title(driver), "no search without scripts")
    finally:
        driver.quit()


def sign_in(driver, served):
    driver.get(served.address + "/")
    expect("Sign in" in driver.title, "whoever is not signed in is not asked to")
    driver.find_element(By.ID, "key").send_keys("wrong")
    driver.find_element(By.TAG_NAME, "button").click()
    until(lambda: "not good" in driver.page_source, "a wrong key is not told")
    driver.find_element(By.ID, "key").send_keys(served.token)
    driver.find_element(By.TAG_NAME, "button").click()
    deadline = time.time() + 60
    while time.time() < deadline and not driver.find_elements(By.CSS_SELECTOR, ".notes"):
        time.sleep(0.05)
    expect(driver.find_elements(By.CSS_SELECTOR, ".notes"), "the token signs nobody in")
    driver.delete_all_cookies()
    driver.get(f"{served.address}/login?key={served.key}")
    expect(driver.find_elements(By.CSS_SELECTOR, ".notes"), "the key signs nobody in")


def main():
    program, *arguments = sys.argv[1:]
    is_long = "--long" in arguments
    with Served(program) as served:
        driver = browser()
        try:
            sign_in(driver, served)
            task = json.loads(served.run("tasks", "--limit", "1", "--json").stdout)[0]
            SCREENS[f"/task/{task['handle']}"] = (task["description"], "Priority")
            look_at_every_screen(driver, served)
            read_without_scripts(served)
            search_as_you_type(driver, served)
            follow_changes(driver, served)
            for run in [complete_queries, go_to_a_line, more_by_scrolling]:
                step(run.__name__, lambda run=run: run(driver, served))
            screens = SCREENS if is_long else [
                "/",
                "/search?q=salt+road",
                "/note/Projects/The%20Salt%20Road.md",
                "/note/Home.md?view=edit",
                "/note/Home.md?view=split",
                "/tasks",
                f"/task/{task['handle']}",
                "/settings",
                "/stats",
                "/graph?note=Home.md",
                "/select",
            ]
            widths = [320, 768, 1280] if is_long else [320]
            check_with_axe(driver, served, screens, widths)
            step("check_moments", lambda: check_moments(driver, served, widths))
        finally:
            driver.quit()
        expect(served.stop() == 0, "the server does not end well")
    finish()


if __name__ == "__main__":
    main()
