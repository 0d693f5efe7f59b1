"""A copy of a vault that is served, and browsers that look at it. Used by the tests of the page and by the screenshots."""

import os
import re
import shutil
import subprocess
import tempfile
import urllib.request

from selenium import webdriver

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLE = os.path.join(PROJECT, "SampleVault")


class Served:
    """A vault in a folder of its own, served until the end of the `with` block."""

    def __init__(self, program, vault=SAMPLE, options=(), today="2026-03-14"):
        self.folder = tempfile.mkdtemp(prefix="vault-web-")
        self.vault = os.path.join(self.folder, "vault")
        shutil.copytree(vault, self.vault, symlinks=True)
        # A copy has the times of today; what counts is what the notes say.
        self.environment = {
            "HOME": self.folder,
            "PATH": os.environ["PATH"],
            "XDG_CACHE_HOME": self.folder + "/cache",
            "XDG_STATE_HOME": self.folder + "/state",
            "XDG_CONFIG_HOME": self.folder + "/config",
        }
        self.program = program
        self.arguments = [program, "--vault", self.vault]
        if today:
            self.arguments += ["--today", today]
        self.options = list(options)
        self.start()

    def start(self, port=0):
        self.process = subprocess.Popen(
            self.arguments + ["serve", "--port", str(port)] + self.options,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env=self.environment,
            text=True,
        )
        lines = [self.process.stdout.readline() for _ in range(3)]
        found = re.search(r"(http://\S+)/login\?key=([0-9a-f]+)", lines[1])
        if not found:
            raise RuntimeError(f"vault serve said: {lines} {self.process.stderr.read()}")
        self.address, self.key = found.groups()
        with open(re.search(r"token in (.*?)\. ", lines[2]).group(1), encoding="ascii") as file:
            self.token = file.read().strip()

    def stop(self):
        """Ends the server as a person does, and returns its status."""
        self.process.terminate()
        status = self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def request(self, path, method="GET", body=None, **fields):
        """A request with the token. Field names have `_` in place of `-`."""
        request = urllib.request.Request(self.address + path, data=body, method=method)
        request.add_header("Authorization", "Bearer " + self.token)
        for name, value in fields.items():
            request.add_header(name.replace("_", "-"), value)
        return urllib.request.urlopen(request)

    def run(self, *arguments):
        """What `vault` prints, run beside the server."""
        return subprocess.run(
            self.arguments + list(arguments), env=self.environment, capture_output=True, check=False, text=True
        )

    def path(self, note):
        return os.path.join(self.vault, note)

    def read(self, note):
        with open(self.path(note), "rb") as file:
            return file.read()

    def write(self, note, content):
        os.makedirs(os.path.dirname(self.path(note)), exist_ok=True)
        with open(self.path(note), "wb") as file:
            file.write(content)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def browser(width=1280, height=900, scripts=True, dark=False):
    """Debian's chromium without a window."""
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--disable-gpu"]:
        options.add_argument(argument)
    options.add_argument(f"--window-size={max(width, 500)},{height}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium:
        options.binary_location = chromium
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    # Other tests may run beside it.
    driver.set_script_timeout(300)
    resize(driver, width, height)
    darken(driver, dark)
    return driver


def darken(driver, dark=True):
    value = "dark" if dark else "light"
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {
            "features": [
                {"name": "prefers-color-scheme", "value": value},
                # Colours that are on their way from one to another are neither.
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]
        },
    )


def resize(driver, width, height):
    """A phone is narrower than a window can be."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
    )
