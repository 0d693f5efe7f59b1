"""screenshots.py VAULT FOLDER [NAME...]: pictures of the page's screens, of a phone and of a desktop, light and dark."""

import os
import sys

from served import Served, browser, darken, resize

SCREENS = {
    "notes": "/",
    "search": "/search?q=salt+road",
    "note": "/note/Projects/The%20Salt%20Road.md",
    "edit": "/note/Projects/The%20Salt%20Road.md?view=edit",
    "new": "/new",
    "tasks": "/tasks",
    "agenda": "/agenda",
    "folders": "/folder",
    "tags": "/tags",
    "trash": "/trash",
    "history": "/history",
    "stats": "/stats",
    "graph": "/graph?note=Home.md",
    "graph-of-all": "/graph",
    "select": "/select",
    "doctor": "/doctor",
    "settings": "/settings",
    "missing": "/note/Nothing.md",
}
SIZES = {390: 844, 1280: 900}


def main():
    program, folder, *names = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with Served(program) as served:
        driver = browser()
        try:
            driver.get(f"{served.address}/login?key={served.key}")
            for name in names or SCREENS:
                for width, height in SIZES.items():
                    resize(driver, width, height)
                    for look in ["light", "dark"]:
                        darken(driver, look == "dark")
                        driver.get(served.address + SCREENS.get(name, name))
                        file = f"{folder}/{name.strip('/').replace('/', '-')}-{width}-{look}.png"
                        driver.save_screenshot(file)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
