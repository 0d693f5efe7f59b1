"""together.py VAULT [--long]: several write one note at once, and no line of anybody's is lost: two browsers and a program that
appends to the file; then eight clients of the API and that program. Ends with 1 and a sentence for what is not right."""

import json
import re
import sys
import threading
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import expect, finish
from served import Served, browser


class Appender:
    """A program that appends lines to the file, as somebody's script does."""

    def __init__(self, path, pause):
        self.path, self.pause, self.lines, self.is_over = path, pause, [], False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.is_over:
            line = f"appended {len(self.lines)}"
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(line + "\n")
            self.lines.append(line)
            time.sleep(self.pause)

    def end(self):
        self.is_over = True
        self.thread.join()
        return self.lines


def missing(text, lines):
    found = set(text.split("\n"))
    return [line for line in lines if line not in found]


def place_behind(driver, area, heading):
    """Puts the cursor at the end of the last line of a section."""
    driver.execute_script(
        """const [area, heading] = arguments;
        const begin = area.value.indexOf(heading);
        const next = area.value.indexOf("\\n## ", begin + 1);
        const at = next < 0 ? area.value.length : next;
        area.focus(); area.setSelectionRange(at, at);""",
        area, heading)


def browsers(served, seconds):
    path = served.path("Together/Page.md")
    served.write("Together/Page.md", b"# Page\n\n## One\n\nfirst\n\n## Two\n\nsecond\n\n## Appended\n\n")
    drivers = [browser(), browser()]
    typed = [[], []]
    appender = None
    try:
        areas = []
        for number, driver in enumerate(drivers):
            key = served.key if number == 0 else second_key(served)
            driver.get(f"{served.address}/login?key={key}")
            driver.get(f"{served.address}/note/Together/Page.md?view=edit")
            areas.append(driver.find_element(By.CSS_SELECTOR, ".editor textarea"))
        appender = Appender(path, 0.5)
        end = time.time() + seconds
        while time.time() < end:
            for number, (driver, area) in enumerate(zip(drivers, areas)):
                line = f"typed by {number}, {len(typed[number])}"
                place_behind(driver, area, ["## One", "## Two"][number])
                area.send_keys("\n" + line)
                typed[number].append(line)
                if len(typed[number]) % 3 == 0:
                    area.send_keys(Keys.CONTROL, "s")
        lines = appender.end()
        appender = None
        # Each saves once more, and then shows what all have written.
        for _ in range(3):
            for driver, area in zip(drivers, areas):
                area.send_keys(Keys.CONTROL, "s")
                deadline = time.time() + 60
                while "Saved" not in driver.execute_script("return document.querySelector('[data-state]').textContent"):
                    if time.time() > deadline:
                        break
                    time.sleep(0.05)
                time.sleep(0.3)
        text = served.read("Together/Page.md").decode()
        for number in range(2):
            lost = missing(text, typed[number])
            expect(not lost, f"browser {number} lost {len(lost)} of {len(typed[number])} lines: {lost[:3]}")
        lost = missing(text, lines)
        expect(not lost, f"the appending program lost {len(lost)} of {len(lines)} lines: {lost[:3]}")
        for number, (driver, area) in enumerate(zip(drivers, areas)):
            expect(area.get_property("value") == text, f"browser {number} shows another text than the file has")
        print(f"{len(typed[0])} and {len(typed[1])} lines were typed, {len(lines)} appended; {len(text.splitlines())} lines are there")
    finally:
        if appender:
            appender.end()
        for driver in drivers:
            driver.quit()


def second_key(served):
    """A key is good once; the token makes a browser's cookie out of another."""
    served.stop()
    port = int(served.address.rsplit(":", 1)[1])
    served.start(port)
    return served.key


def clients(served, edits):
    sections = [f"## Client {number}\n\nbegin {number}\n" for number in range(8)]
    served.write("Together/Shared.md", ("# Shared\n\n" + "\n".join(sections) + "\n## Appended\n\n").encode())
    written = [[] for _ in range(8)]
    conflicts = [0]

    def run(number):
        def load():
            with served.request("/api/v1/notes/Together/Shared.md", accept="text/markdown") as answer:
                return answer.read().decode(), answer.headers["etag"]

        text, etag = load()
        base = text
        for edit in range(edits // 8):
            line = f"client {number}, {edit}"
            mark = f"begin {number}\n"
            place = text.index(mark) + len(mark)
            mine = text[:place] + line + "\n" + text[place:]
            while True:
                body = json.dumps({"text": mine, "base": base}).encode()
                try:
                    with served.request(
                        "/api/v1/notes/Together/Shared.md", "PUT", body, if_match=etag, content_type="application/json"
                    ) as answer:
                        saved = json.loads(answer.read())
                    text = base = saved["text"]
                    etag = f'"{saved["etag"]}"'
                    break
                except OSError as error:
                    if getattr(error, "code", None) != 412:
                        raise
                    # What a person does: look at the text now, and write it once more.
                    conflicts[0] += 1
                    text, etag = load()
                    base = text
                    place = text.index(mark) + len(mark)
                    mine = text[:place] + line + "\n" + text[place:]
            written[number].append(line)

    appender = Appender(served.path("Together/Shared.md"), 0.2)
    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = appender.end()
    text = served.read("Together/Shared.md").decode()
    lost = [line for own in written for line in missing(text, own)] + missing(text, lines)
    expect(not lost, f"{len(lost)} lines are lost: {lost[:3]}")
    count = sum(len(own) for own in written)
    expect(count == edits // 8 * 8, f"only {count} edits were made")
    twice = [line for line in text.split("\n") if re.match(r"client|appended", line)]
    expect(len(twice) == len(set(twice)), "lines are there twice")
    print(f"8 clients made {count} edits beside {len(lines)} lines appended, with {conflicts[0]} conflicts")


def main():
    is_long = "--long" in sys.argv
    with Served(sys.argv[1]) as served:
        browsers(served, 60 if is_long else 8)
        clients(served, 10_000 if is_long else 160)
    finish()


if __name__ == "__main__":
    main()
