"""What the page shows only while something is asked, refused or under way. Each function leads a browser there."""

import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from checks import until
from editor import area, edit, until_kept
from served import resize


def shows(driver, selector, words):
    until(lambda: driver.find_elements(By.CSS_SELECTOR, selector), f"{words} does not show")


def missing(driver, served):
    driver.get(served.address + "/note/Not%20there.md")


def mistake(driver, served):
    driver.get(served.address + "/search?q=salt+%28road")
    shows(driver, ".mistake", "a mistake")


def nothing(driver, served):
    driver.get(served.address + "/search?q=sourdogh+xyzzy")


def conflict(driver, served):
    served.write("Conflict.md", b"# Conflict\n\nWe meet on Monday.\n\nBring bread.\n")
    edit(driver, served, "Conflict.md")
    mine = "# Conflict\n\nWe meet on Tuesday.\n\nBring bread.\n"
    driver.execute_script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))", area(driver), mine)
    served.write("Conflict.md", b"# Conflict\n\nWe meet on Friday.\n\nBring bread.\n")
    area(driver).send_keys(Keys.CONTROL, "s")
    shows(driver, "form.conflict", "a conflict")
    driver.execute_script("return drafts.all().then((all) => Promise.all(all.map((each) => drafts.remove(each.place, each.tab))))")


def choose(driver, served, action):
    # On a wide page all is in reach.
    size = driver.execute_script("return [window.innerWidth, window.innerHeight]")
    resize(driver, 1280, 900)
    driver.get(served.address + "/select?folder=Projects")
    # Of those between them some cannot be changed.
    for box in driver.find_elements(By.NAME, "note")[::4]:
        box.click()
    Select(driver.find_element(By.NAME, "action")).select_by_value(action)
    return size


def question(driver, served):
    size = choose(driver, served, "add-tag")
    driver.find_element(By.NAME, "tag").send_keys("picked", Keys.ENTER)
    shows(driver, ".confirm", "a question")
    resize(driver, *size)


def refused_choice(driver, served):
    size = choose(driver, served, "rename")
    driver.find_element(By.NAME, "number").send_keys("x", Keys.ENTER)
    shows(driver, ".refused", "a choice that is refused")
    resize(driver, *size)


def unchangeable(driver, served):
    size = choose(driver, served, "add-tag")
    for box in driver.find_elements(By.NAME, "note")[1:4]:
        box.click()
    driver.find_element(By.NAME, "tag").send_keys("picked", Keys.ENTER)
    shows(driver, ".skip-some", "that some can be left out")
    resize(driver, *size)


def unsaved(driver, served):
    served.write("Unsaved.md", b"# Unsaved\n")
    edit(driver, served, "Unsaved.md")
    area(driver).send_keys("typed and not saved")
    until_kept(driver, "typed and not saved")
    driver.get(served.address + "/tags")
    shows(driver, "#Unsaved a", "what is not saved")
    driver.find_element(By.CSS_SELECTOR, "#Unsaved summary").click()
    driver.execute_script("return drafts.all().then((all) => Promise.all(all.map((each) => drafts.remove(each.place, each.tab))))")


def task(driver, served):
    driver.get(served.address + "/tasks")
    driver.get(driver.find_element(By.CSS_SELECTOR, ".task-row .title").get_attribute("href"))


def change(driver, served):
    served.request("/api/v1/notes/" + urllib.parse.quote("Projects/The Salt Road.md"), "PATCH", b'{"addTags": ["picked"]}', content_type="application/json").close()
    driver.get(served.address + "/history")
    driver.get(driver.find_element(By.CSS_SELECTOR, "main a[href^='/history?change=']").get_attribute("href"))
    served.request("/api/v1/undo", "POST", b"{}", content_type="application/json").close()


def sign_in(driver, served):
    cookies = driver.get_cookies()
    driver.delete_all_cookies()
    driver.get(served.address + "/login")
    for cookie in cookies:
        driver.add_cookie(cookie)


MOMENTS = {
    "missing": missing, "mistake": mistake, "nothing": nothing, "conflict": conflict, "question": question, "refused-choice": refused_choice, "unchangeable": unchangeable,
    "unsaved": unsaved, "task": task, "change": change, "sign-in": sign_in,
}
