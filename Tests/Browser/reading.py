"""reading.py VAULT: a browser goes through every screen that reads: with scripts and without, on a phone and on a desktop, in
all looks. Prints what it did; ends with 1 and a sentence for each thing that is not right."""

import sys
import time

from axe_core_python.selenium import Axe
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, finish
from served import Served, browser, resize


SCREENS = [
    "/",
    "/?q=is:pinned",
    "/?q=tag:nothing-has-it",
    "/search?q=salt+road",
    "/search?q=zzzz",
    "/search?q=(",
    "/note/Projects/The%20Salt%20Road.md",
    "/note/Home.md",
    "/note/Nothing.md",
    "/backlinks/Home.md",
    "/tasks",
    "/tasks?tab=high",
    "/agenda",
    "/folder",
    "/folder/Projects",
    "/tags",
    "/tag/work",
    "/trash",
    "/history",
    "/stats",
    "/graph",
    "/graph?note=Home.md",
    "/select",
    "/select?folder=Projects",
    "/doctor",
    "/settings",
    "/new",
    "/note/Home.md?view=edit",
]
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


def look_at_every_screen(driver, served):
    for screen in SCREENS:
        driver.get(served.address + screen)
        expect(len(driver.find_elements(By.TAG_NAME, "h1")) == 1, f"{screen}: not one heading of the first level")
        expect(driver.title, f"{screen}: no title")
        for width in [320, 390, 768, 1280, 1600]:
            resize(driver, width, 900)
            wide = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
            expect(wide <= 0, f"{screen}: {wide} pixels too wide at {width}")
        expect(not errors(driver), f"{screen}: {errors(driver)}")


def check_with_axe(driver, served, screens, widths):
    found = 0
    for screen in screens:
        driver.get(served.address + screen)
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
                        found += 1
                        nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:2])
                        words = f"{screen} at {width}, {scheme} {'dark' if dark else 'light'}"
                        expect(False, f"{words}: {violation['id']}: {violation['help']}: {nodes}")
    return found


def search_as_you_type(driver, served):
    resize(driver, 1280, 900)
    driver.get(served.address + "/")
    field = driver.find_element(By.ID, "Find")
    field.send_keys("salt ro")
    deadline = time.time() + 60
    while time.time() < deadline and "Salt Road" not in first_title(driver):
        time.sleep(0.02)
    expect("Salt Road" in first_title(driver), f"searching as you type shows {first_title(driver)!r} first")
    expect("q=salt" in driver.current_url, f"the address stays {driver.current_url}")
    expect(driver.switch_to.active_element == field, "the field loses the focus while it is typed into")
    field.send_keys(Keys.ENTER)
    # What was meant is looked for once no more is typed.
    time.sleep(1)
    field.send_keys(Keys.ARROW_DOWN)
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    time.sleep(1)
    expect("/note/" in driver.current_url, "the arrow and Enter open no note")


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
        time.sleep(2)
        for screen in SCREENS:
            driver.get(served.address + screen)
            expect(driver.find_elements(By.TAG_NAME, "h1"), f"{screen}: nothing without scripts")
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
    expect("not good" in driver.page_source, "a wrong key is not told")
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
            look_at_every_screen(driver, served)
            search_as_you_type(driver, served)
            follow_changes(driver, served)
            read_without_scripts(served)
            screens = SCREENS if is_long else [
                "/",
                "/search?q=salt+road",
                "/note/Projects/The%20Salt%20Road.md",
                "/note/Home.md?view=edit",
                "/tasks",
                "/stats",
                "/graph?note=Home.md",
                "/select",
            ]
            check_with_axe(driver, served, screens, [320, 768, 1280] if is_long else [320])
        finally:
            driver.quit()
        expect(served.stop() == 0, "the server does not end well")
    finish()


if __name__ == "__main__":
    main()
