"""screenshots.py VAULT FOLDER [NAME...]: pictures of the page's screens, of a phone and of a desktop, light and dark."""

import os
import sys
import tempfile

from checks import finish
from moments import MOMENTS
from served import Served, browser, darken, resize

SCREENS = {
    "notes": "/",
    "search": "/search?q=salt+road",
    "note": "/note/Projects/The%20Salt%20Road.md",
    "edit": "/note/Projects/The%20Salt%20Road.md?view=edit",
    "new": "/new",
    "split": "/note/Projects/The%20Salt%20Road.md?view=split",
    "note-history": "/note/Home.md?view=history",
    "backlinks": "/backlinks/Home.md",
    "tasks": "/tasks",
    "tasks-high": "/tasks?tab=high",
    "agenda": "/agenda",
    "folders": "/folder",
    "folder": "/folder/Projects",
    "tags": "/tags",
    "tag": "/tag/work",
    "trash": "/trash",
    "history": "/history",
    "stats": "/stats",
    "graph": "/graph?note=Home.md",
    "graph-of-all": "/graph",
    "select": "/select",
    "sync": "/sync",
    "doctor": "/doctor",
    "settings": "/settings",
}
SIZES = {390: 844, 1280: 900}


# Screens of a vault that has nothing yet.
EMPTY = {"empty-notes": "/", "empty-tasks": "/tasks", "empty-tags": "/tags", "empty-trash": "/trash", "empty-agenda": "/agenda", "empty-stats": "/stats"}


def take(served, folder, names):
    driver = browser()
    try:
        driver.get(f"{served.address}/login?key={served.key}")
        for name in names:
            for width, height in SIZES.items():
                resize(driver, width, height)
                for look in ["light", "dark"]:
                    darken(driver, look == "dark")
                    if name in MOMENTS:
                        MOMENTS[name](driver, served)
                    else:
                        driver.get(served.address + (SCREENS | EMPTY).get(name, name))
                    file = f"{folder}/{name.strip('/').replace('/', '-')}-{width}-{look}.png"
                    driver.save_screenshot(file)
    finally:
        driver.quit()


def main():
    program, folder, *names = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    names = names or [*SCREENS, *MOMENTS, *EMPTY]
    with Served(program) as served:
        take(served, folder, [name for name in names if name not in EMPTY])
    with tempfile.TemporaryDirectory() as empty, Served(program, vault=empty) as served:
        take(served, folder, [name for name in names if name in EMPTY])
    finish("all pictures are taken")


if __name__ == "__main__":
    main()
