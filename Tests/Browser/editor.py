"""The page's editor, as somebody uses it."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import until


def area(driver):
    return driver.find_element(By.CSS_SELECTOR, ".editor textarea")


def state(driver):
    return driver.execute_script("return document.querySelector('[data-state]')?.textContent ?? ''")


def edit(driver, served, note):
    driver.get(f"{served.address}/note/{note}?view=edit")
    until(lambda: driver.switch_to.active_element == area(driver), f"{note}: the text has no focus")
    area(driver).send_keys(Keys.CONTROL, Keys.END)
