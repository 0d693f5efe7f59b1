"""The page's editor, as somebody uses it."""

import sys

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, finish, step, until
from served import Served, browser


def area(driver):
    return driver.find_element(By.CSS_SELECTOR, ".editor textarea")


def state(driver):
    return driver.execute_script("return document.querySelector('[data-state]')?.textContent ?? ''")


def save(driver):
    area(driver).send_keys(Keys.CONTROL, "s")


def script(driver, text, *arguments):
    return driver.execute_script(text, *arguments)


def settle(driver):
    """Settles a conflict, and waits for the page of the note: it would come in place of any other that is asked for meanwhile."""
    driver.find_element(By.CSS_SELECTOR, "form.conflict button.strong").click()
    until(
        lambda: driver.find_elements(By.CSS_SELECTOR, "article.note-page") and not driver.find_elements(By.CSS_SELECTOR, "form.conflict"),
        "a settled conflict does not lead to the note")


def kept_texts(driver):
    """All texts that the browser keeps of what is not saved."""
    return driver.execute_script("return drafts.all().then((all) => all.map((draft) => draft.text))")


def until_kept(driver, words):
    """Waits until the browser keeps a text with these words."""
    until(lambda: any(words in text for text in kept_texts(driver)), lambda: f"{words!r} is not kept by the browser")


def end_tab(driver):
    """The tab ends as when a browser is killed: nothing is asked, and nothing is sent. Another is there."""
    old = driver.current_window_handle
    driver.switch_to.new_window("tab")
    new = driver.current_window_handle
    driver.switch_to.window(old)
    driver.execute_cdp_cmd("Page.close", {})
    driver.switch_to.window(new)


def edit(driver, served, note):
    driver.get(f"{served.address}/note/{note}?view=edit")
    until(
        lambda: driver.switch_to.active_element == area(driver),
        lambda: f"{note}: the text has no focus; {driver.current_url} is {driver.title!r} and says {driver.find_element(By.TAG_NAME, 'body').text[:200]!r}")
    area(driver).send_keys(Keys.CONTROL, Keys.END)


def run_steps(steps):
    """Runs functions that take a browser and a vault that is served, and ends with what is not right, or the browser complains of."""
    with Served(sys.argv[1]) as served:
        driver = browser()
        try:
            driver.get(f"{served.address}/login?key={served.key}")
            for run in steps:
                step(run.__name__, lambda run=run: run(driver, served))
            for entry in driver.get_log("browser"):
                expect(entry["level"] != "SEVERE" or "status of" in entry["message"] or "ERR_CONNECTION" in entry["message"], entry["message"])
        finally:
            driver.quit()
    finish()
