"""syncing.py VAULT: the page about other machines, and REST's `sync`: two clones of one repository come to the same, what both
changed is settled by choosing, and a page that is open follows."""

import json
import os
import sys
import time

from axe_core_python.selenium import Axe
from selenium.webdriver.common.by import By

from checks import expect, finish, step, until
from client import Client, refused
from machines import ServedMachine
from screen import click
from served import Served, browser, darken, resize


AXE = """const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(done, (error) => done({ violations: [{ id: String(error) }] }))"""


def shown(driver):
    return driver.find_element(By.ID, "Main").text


def sign_in(driver, served):
    driver.get(f"{served.address}/login?key={served.key}")
    driver.get(served.address + "/sync")


def by_hand(program):
    with ServedMachine(program) as served:
        driver = browser()
        try:
            sign_in(driver, served)
            expect("In step with origin/main" in shown(driver), f"a clone that has nothing new shows {shown(driver)!r}")
            served.append("Home.md", "\nfrom here\n")
            until(lambda: "1 note waits to be committed" in shown(driver), lambda: f"an edit is shown as {shown(driver)!r}")
            click(driver, "[value=sync]")
            until(lambda: "1 file committed, 1 commit sent" in shown(driver), lambda: f"a sync is shown as {shown(driver)!r}")
            served.sync_other()
            with open(os.path.join(served.other, "Home.md"), encoding="utf-8") as file:
                expect("from here" in file.read(), "what was sent has not come to the other machine")
            served.disagree()
            click(driver, "[value=sync]")
            until(lambda: "Changed on both sides" in shown(driver), lambda: f"conflicts are shown as {shown(driver)!r}")
            for name in ["Home.md", "Both.md", "Areas/Bike.md"]:
                expect(name in shown(driver), f"the conflict of {name} is not shown: {shown(driver)}")
            looks(driver)
            click(driver, "form.settle input[value=theirs]")
            click(driver, "[value=settle]")
            until(lambda: "In step with origin/main" in shown(driver), lambda: f"after the choice it is {shown(driver)!r}")
            home = served.read("Home.md").decode()
            expect("to the window" in home and "by the door" not in home, f"theirs was chosen, and there is {home[-200:]!r}")
            expect(b"New tyres" in served.read("Areas/Bike.md"), "a note that the other deleted and this one changed is gone")
            copies = [name for name in os.listdir(served.vault) if name.startswith("Both (theirs ")]
            expect(len(copies) == 1, f"of a note that both made there is {copies}")
            served.sync_other()
            expect(served.git("rev-parse", "HEAD") == served.git("rev-parse", "HEAD", where=served.other), "the machines differ")
            expect(served.git("status", "--porcelain") == "", "something is left uncommitted")
            errors = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
            expect(not errors, f"the browser complains: {errors}")
        finally:
            driver.quit()


def looks(driver):
    """Nothing is wider than the screen, and axe finds nothing, light and dark."""
    for width in [320, 390, 1280]:
        resize(driver, width, 900)
        wide = driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
        expect(wide <= 0, f"/sync is {wide} px wider than a screen of {width}")
    for dark in [False, True]:
        darken(driver, dark)
        driver.execute_script(Axe().axe_script)
        found = driver.execute_async_script(AXE)["violations"]
        expect(not found, f"axe finds on /sync, {'dark' if dark else 'light'}: {[entry['id'] for entry in found]}")
    darken(driver, False)


def without_scripts(program):
    with ServedMachine(program) as served:
        driver = browser(scripts=False)
        try:
            served.disagree()
            sign_in(driver, served)
            click(driver, "[value=copies]")
            click(driver, "[value=sync]")
            until(lambda: "copies made of what both changed" in shown(driver), lambda: f"without scripts: {shown(driver)!r}")
            expect(b"by the door" in served.read("Home.md"), "ours is gone")
            driver.get(served.address + "/search?q=is:conflict")
            expect("theirs" in shown(driver), f"the copies are not found: {shown(driver)!r}")
        finally:
            driver.quit()


def by_programs(program):
    with ServedMachine(program) as served:
        client = Client(served)
        answer = client.ask("GET", "/api/v1/sync")
        told = served.run("sync", "--status", "--json").stdout
        expect(answer.json == json.loads(told), f"GET sync answers {answer.json}, and the command line {told}")
        served.disagree()
        trial = client.ask("POST", "/api/v1/sync?dry_run=true", {})
        expect(len(trial.json["conflicts"]) == 3, f"a dry run foretells {trial.json}")
        expect(served.git("log", "--format=%s").count("\n") == 1, "a dry run commits")
        answer = client.ask("POST", "/api/v1/sync", {})
        expect([entry["path"] for entry in answer.json["conflicts"]] == ["Areas/Bike.md", "Both.md", "Home.md"], f"POST sync: {answer.json}")
        answer = client.ask("POST", "/api/v1/sync", {"conflicts": "copies"})
        expect(answer.json["state"] == "sent" and len(answer.json["copies"]) == 2, f"with copies: {answer.json}")
        refused(client.ask("POST", "/api/v1/sync", {"conflicts": "force"}), [422], "another word for conflicts")
        refused(client.ask("POST", "/api/v1/sync?dry=true", {}), [422], "a parameter that is misspelt")
        served.git("checkout", "--quiet", "--detach")
        refused(client.ask("POST", "/api/v1/sync", {}), [403, 409], "a sync on no branch")
    with ServedMachine(program, options=["--read-only"]) as served:
        refused(Client(served).ask("POST", "/api/v1/sync", {}), [403], "a sync of a vault that nobody may change")
    with ServedMachine(program, options=["--read-in", "Recipes"]) as served:
        refused(Client(served).ask("POST", "/api/v1/sync", {}), [403, 409], "a sync of a vault that shows in part")
        refused(Client(served).ask("GET", "/api/v1/sync"), [403, 409], "the state of a vault that shows in part")
    with Served(program) as served:
        refused(Client(served).ask("GET", "/api/v1/sync"), [404, 409, 500, 503], "the state of a folder without git")


def by_itself(program):
    """`sync.auto`: what changes here is sent half a minute later, and a page that is open shows it."""
    with ServedMachine(program) as served:
        served.stop()
        served.run("config", "set", "--user", "sync.auto", "true")
        served.append("Home.md", "\nbefore\n")
        served.start()
        time.sleep(4)
        expect(served.git("log", "origin/main", "--format=%s").count("\n") == 1, "a vault that nobody has named is synced")
        served.stop()
        served.run("config", "trust")
        served.start()
        until(lambda: served.git("log", "origin/main", "--format=%s").count("\n") == 2, "nothing is sent at the beginning")
        driver = browser()
        try:
            sign_in(driver, served)
            count = lambda: served.git("log", "origin/main", "--format=%s").count("\n")
            served.append("Home.md", "\nlater\n")
            begun = time.time()
            until(lambda: count() == 3, "a change is not sent by itself", seconds=90)
            expect(time.time() - begun > 25, f"a change is sent after {time.time() - begun:.0f} s, and not after half a minute")
            until(lambda: "1 file committed, 1 commit sent" in shown(driver), lambda: f"the page shows {shown(driver)!r}")
            served.run("config", "set", "--user", "sync.auto", "false")
            served.append("Home.md", "\nnot meant\n")
            time.sleep(40)
            expect(count() == 3, "a change is sent after the setting is off")
        finally:
            driver.quit()


def main():
    program = sys.argv[1]
    step("by hand", lambda: by_hand(program))
    step("without scripts", lambda: without_scripts(program))
    step("by programs", lambda: by_programs(program))
    step("by itself", lambda: by_itself(program))
    finish()


main()
