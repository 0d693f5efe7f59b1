"""What a person does on any screen of the page, and sees there. Used by the scripts of its actions."""

import os
import time
import urllib.parse

from selenium.webdriver.common.by import By

from checks import expect, until

MENU = ".menu.more summary"


def find(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector)


def go(driver, served, address):
    driver.get(served.address + address)


def click(driver, selector):
    """The page may come anew between looking and clicking."""

    def clicked():
        element = find(driver, selector)
        # The driver itself would leave it below the bar on top.
        driver.execute_script("arguments[0].scrollIntoView({ block: 'nearest' })", element)
        element.click()
        return True

    if not until(clicked, lambda: f"{selector} cannot be clicked on {place(driver)}", seconds=30):
        raise RuntimeError("what follows is not tried")


def fill(driver, selector, words):
    def typed():
        field = find(driver, selector)
        field.clear()
        field.send_keys(words)
        return find(driver, selector).get_property("value") == words

    until(typed, f"{selector} cannot be filled with {words!r}", seconds=20)


def choose(driver, selector, value):
    def chosen():
        for option in find(driver, selector).find_elements(By.TAG_NAME, "option"):
            if option.get_property("value") == value:
                option.click()
        return find(driver, selector).get_property("value") == value

    until(chosen, f"{selector} offers no {value}", seconds=20)


def forge(driver, selector, value):
    """Presses a button that says something else than the page made it for."""
    until(lambda: find(driver, selector), f"there is no {selector}", seconds=20)
    driver.execute_script("const button = document.querySelector(arguments[0]); button.value = arguments[1]; button.click()", selector, value)


def news_under_way(driver, served):
    """Another program writes, and the page has asked what is new, but the answer takes a second. `isHeard` once it came."""
    driver.execute_script(
        """const ask = window.fetch;
        window.fetch = async (...all) => {
          window.isAsked = true;
          const answer = await ask(...all);
          await new Promise((done) => setTimeout(done, 2500));
          setTimeout(() => (window.isHeard = true), 300);
          return answer;
        };"""
    )
    served.write("Chosen/b.md", f"# b, written anew {time.time()}\n\n[[Chosen/a]]\n".encode())
    until(lambda: driver.execute_script("return window.isAsked"), "the page does not ask what is new")


def menu(driver, action, words=None):
    """The menu of a note or a folder: one of its lines is filled, if it has a field, and its button is pressed."""
    until(lambda: find(driver, ".menu.more").get_property("open") or click(driver, MENU), "the menu does not open")
    if words is not None:
        fill(driver, f"form:has([value='{action}']) input[name=value]", words)
    click(driver, f".menu.more button[value='{action}']")


def place(driver):
    """The path and the parameters of the address, as people read them."""
    address = urllib.parse.urlsplit(driver.current_url)
    return urllib.parse.unquote(address.path + ("?" + address.query if address.query else ""))


def main(driver):
    return driver.execute_script("return document.querySelector('main')?.innerText ?? ''")


def told(driver):
    return driver.execute_script("return document.getElementById('Told')?.textContent ?? ''")


def comes(driver, where, words):
    until(lambda: place(driver) == where, lambda: f"{words}: not {where} shows but {place(driver)}: {main(driver)[:200]!r}")


def shows(driver, part, words):
    """Waits until the main part has the text."""
    until(lambda: part in main(driver), lambda: f"{words}: {part!r} does not show but {main(driver)[:300]!r}")


def deleted(driver):
    """The list says so, and takes it back."""
    until(lambda: driver.find_element(By.CSS_SELECTOR, ".remark.done button").text == "Undo", lambda: f"a deleted note leads to {place(driver)}")


def refused(driver, part, words):
    """A page of its own says in a sentence why it is not done, and leads back to the notes."""
    until(lambda: part in find(driver, ".refused .lead").text, lambda: f"{words}: it is not refused with {part!r} but shows {main(driver)[:300]!r}")
    sentence = find(driver, ".refused .lead").text
    expect(sentence[-1:] in {".", "?", "!"}, f"{words}: {sentence!r} is no sentence")
    expect(driver.find_elements(By.CSS_SELECTOR, "main a[href='/'], form.select"), f"{words}: nothing leads back")


def state_of(served):
    """Every file of the vault that people see, with its bytes."""
    found = {}
    for folder, folders, names in os.walk(served.vault):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), served.vault)
            found[path] = served.read(path)
    return found


def unchanged(served, before, words):
    now = state_of(served)
    other = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
    expect(not other, f"{words}: it changes {other}")


def is_there(served, note):
    return os.path.exists(served.path(note))


def cli(served, *arguments):
    return served.run(*arguments).stdout.strip()


def take_back(driver, served, before, words):
    click(driver, ".done button")
    until(lambda: state_of(served) == before, f"{words}: Undo does not take back")
