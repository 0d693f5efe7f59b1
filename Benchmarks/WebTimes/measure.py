"""What the web page and the API cost over a large vault, beside peers in the same run.

Usage: measure.py VAULT_PROGRAM FOLDER [--long]

FOLDER is copied, since notes of it are saved. nginx serves the same bytes as the page's assets, and the command line gives
the same list. What needs a program that is missing is told as untried; `make bench` installs wrk and nginx where it can.
"""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "Browser"))

def row(what, value, beside=""):
    print(f"  {what:<58} {value:>14}  {beside}", flush=True)


def need(program, package):
    """True once the program is there."""
    if shutil.which(program):
        return True
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(
            ["apt-get", "install", "-qy", "--no-install-recommends", package],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return bool(shutil.which(program))


class Server:
    """`vault serve` over a copy of the folder."""

    def __init__(self, program, vault, home):
        self.environment = os.environ | {
            "HOME": home, "XDG_CACHE_HOME": home + "/cache", "XDG_STATE_HOME": home + "/state",
            "XDG_CONFIG_HOME": home + "/config"}
        self.program, self.vault = program, vault
        self.start()

    def start(self):
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [self.program, "--vault", self.vault, "serve", "--port", "0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=self.environment, text=True)
        lines = [self.process.stdout.readline() for _ in range(3)]
        self.address, self.key = re.search(r"(http://\S+)/login\?key=([0-9a-f]+)", lines[1]).groups()
        with open(re.search(r"token in (.*?)\. ", lines[2]).group(1), encoding="ascii") as file:
            self.token = file.read().strip()
        url = urllib.parse.urlsplit(self.address)
        self.host, self.port = url.hostname, url.port

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def connection(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=120)

    def ask(self, connection, target, method="GET", body=None, **fields):
        head = {"Authorization": "Bearer " + self.token}
        head |= {name.replace("_", "-"): value for name, value in fields.items()}
        connection.request(method, target, body, head)
        answer = connection.getresponse()
        return answer, answer.read()

    def rest(self):
        """Waits until the index and all that is made beforehand are made."""
        used = -1
        while used != (used := self.used()):
            time.sleep(2)

    def used(self):
        """Processor time in hundredths of a second."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            return sum(int(part) for part in file.read().rsplit(")", 1)[1].split()[11:13])

    def memory(self, what="RssAnon"):
        """MB that are resident and no file's; or another line of the system's."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(what + r":\s+(\d+)", file.read()).group(1)) / 1024


def milliseconds(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def share(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def lists(server):
    connection = server.connection()
    page = {"Accept": "text/html"}
    _, html = server.ask(connection, "/", **page)
    best = min(milliseconds(lambda: server.ask(connection, "/", **page)) for _ in range(10))
    command = [server.program, "--vault", server.vault, "list", "--limit", "50"]
    peer = min(
        milliseconds(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, env=server.environment, check=True))
        for _ in range(10))
    row("the list as a page, best of 10", f"{best:.1f} ms", f"vault list --limit 50: {peer:.1f} ms, {best / peer:.2f} of it")
    row("its HTML", f"{len(html) / 1024:.1f} KB", "60 KB at most")
    assets = {name.decode() for name in re.findall(rb'(?:src|href)="(/assets/[^"]+)"', html)}
    sizes = {name: len(server.ask(connection, name)[1]) for name in sorted(assets)}
    row("all scripts", f"{sum(size for name, size in sizes.items() if name.endswith('.js')) / 1024:.1f} KB", "100 KB at most")
    return list(sizes)


def keys(server):
    """Words are typed letter by letter, as the page asks for them."""
    connection = server.connection()
    words = ["meeting", "garden", "recipe", "project", "winter"]
    times, first = [], []
    peer = min(
        milliseconds(lambda: subprocess.run(
            [server.program, "--vault", server.vault, "search", "--limit", "20", "garden"], stdout=subprocess.DEVNULL,
            env=server.environment, check=True))
        for _ in range(5))
    for word in words:
        for length in range(1, len(word) + 1):
            target = f"/search?q={word[:length]}&typed=1"
            took = milliseconds(
                lambda: server.ask(connection, target, Accept="text/html", Vault_Fragment="main", Vault_Client="b"))
            times.append(took)
            if length < 3:
                first.append(took)
    row(
        "key to results, p95 of all letters", f"{share(times, 0.95):.1f} ms",
        f"vault search: {peer:.1f} ms, {share(times, 0.95) / peer:.2f} of it; 50 ms at most")
    row(
        "key to results, p95 of one and two letters", f"{share(first, 0.95):.1f} ms",
        f"worst {max(first):.1f} ms; p50 of all {share(times, 0.5):.1f} ms")


def saving(server):
    connection = server.connection()
    _, answer = server.ask(connection, "/api/v1/notes?limit=40&sort=path")
    times, peers = [], []
    for note in json.loads(answer):
        peers.append(milliseconds(lambda: replaced(os.path.join(server.vault, "peer.txt"), 4_000)))
        target = "/api/v1/notes/" + urllib.parse.quote(note["path"])
        head, text = server.ask(connection, target, Accept="text/markdown")
        body = json.dumps({"text": text.decode() + "\nmore\n"})
        times.append(milliseconds(lambda: server.ask(
            connection, target, "PUT", body, If_Match=head.getheader("etag"), Content_Type="application/json")))
    os.remove(os.path.join(server.vault, "peer.txt"))
    peer = share(peers, 0.5)
    row(
        "a save, p50", f"{share(times, 0.5):.1f} ms",
        f"p95 {share(times, 0.95):.1f} ms; a file replaced and synced: {peer:.1f} ms, {share(times, 0.5) / peer:.1f} × it; 60 ms at most")


def replaced(path, size):
    """What every save does at the least."""
    with open(path + ".new", "wb") as file:
        file.write(b"x" * size)
        file.flush()
        os.fsync(file.fileno())
    os.rename(path + ".new", path)
    folder = os.open(os.path.dirname(path), os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def following(server):
    """From another program's save to the event that browsers hear."""
    server.rest()
    connection = server.connection()
    connection.request("GET", "/events", headers={"Authorization": "Bearer " + server.token})
    stream = connection.getresponse()
    times = []
    # So many that the index has to merge what they add.
    for number in range(100):
        path = os.path.join(server.vault, f"Followed {number}.md")
        start = time.perf_counter()
        with open(path, "w", encoding="utf-8") as file:
            file.write("# Followed\n")
        while f"Followed {number}.md".encode() not in stream.readline():
            pass
        times.append((time.perf_counter() - start) * 1000)
        time.sleep(0.1)
    connection.close()
    row(
        "another's change shown, worst of 100", f"{max(times):.1f} ms",
        f"p50 {share(times, 0.5):.1f} ms, p95 {share(times, 0.95):.1f} ms; 1,000 ms at most")
    for number in range(100):
        os.remove(os.path.join(server.vault, f"Followed {number}.md"))


def load(address, seconds, headers=(), connections=16, paths=()):
    """Requests a second of the address, or of the paths below it, one after the other; all have to be answered with 200."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", address]
    command += [part for head in headers for part in ("-H", head)]
    with tempfile.NamedTemporaryFile("w", suffix=".lua", encoding="ascii") as script:
        if paths:
            listed = ", ".join(f'"{path}"' for path in paths)
            script.write(f"""local paths, place = {{ {listed} }}, 0
                function request() place = place % #paths + 1; return wrk.format("GET", paths[place]) end""")
            script.flush()
            command += ["-s", script.name]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    if "Non-2xx" in run.stdout:
        raise RuntimeError(run.stdout)
    return float(re.search(r"Requests/sec:\s+([0-9.]+)", run.stdout).group(1))


def nginx(folder, files):
    """nginx with one worker and the same files; returns its address and its process."""
    root = os.path.join(folder, "nginx")
    for name, content in files.items():
        os.makedirs(os.path.join(root, os.path.dirname(name).lstrip("/")), exist_ok=True)
        with open(root + name, "wb") as file:
            file.write(content)
    configuration = f"""worker_processes 1; daemon off; pid {root}/pid; error_log {root}/log;
    events {{ worker_connections 512; }}
    http {{ access_log off; types {{ text/javascript js; }} client_body_temp_path {root}/b; proxy_temp_path {root}/p;
      fastcgi_temp_path {root}/f; uwsgi_temp_path {root}/u; scgi_temp_path {root}/s; sendfile on; keepalive_requests 10000000;
      server {{ listen 127.0.0.1:18523; root {root}; }} }}"""
    with open(root + "/conf", "w", encoding="ascii") as file:
        file.write(configuration)
    os.chmod(folder, 0o755)
    process = subprocess.Popen(["nginx", "-c", root + "/conf"], stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    return "http://127.0.0.1:18523", process


def requests(server, assets, folder, seconds):
    if not need("wrk", "wrk"):
        return row("requests a second", "untried", "wrk is not installed")
    token = ["Authorization: Bearer " + server.token]
    note = json.loads(server.ask(server.connection(), "/api/v1/notes?limit=1&sort=path")[1])[0]["path"]
    target = "/api/v1/notes/" + urllib.parse.quote(note)
    largest = max(assets, key=lambda name: len(server.ask(server.connection(), name)[1]))
    # What is asked of us, with which fields; and which files hold the same for the peer.
    asked = {
        "assets": (assets, [], assets), "largest": ([largest], [], [largest]), "note": ([target], token, ["/note.json"]),
        "search": (["/api/v1/search?q=garden&limit=20"], token, [])}
    ours, theirs = {name: [] for name in asked}, {name: [] for name in asked}
    peer = process = None
    if need("nginx", "nginx-light"):
        files = {file: server.ask(server.connection(), path)[1] for paths, _, held in asked.values() for path, file in zip(paths, held)}
        peer, process = nginx(folder, files)
    server.rest()
    try:
        # By turns, so that all meet the same machine.
        for _ in range(3):
            for name, (paths, head, files) in asked.items():
                ours[name].append(load(server.address, seconds, head, paths=paths))
                if peer and files:
                    theirs[name].append(load(peer, seconds, paths=files))
    finally:
        if process:
            process.terminate()
            process.wait()

    def beside(name):
        if not theirs[name]:
            return "nginx is not installed"
        best = max(theirs[name])
        return f"nginx, one worker, the same bytes: {best:,.0f}; {max(ours[name]) / best:.2f} of it"

    row("assets of a page by turns, a second", f"{max(ours['assets']):,.0f}", beside("assets") + ", 0.8 asked")
    row("  the largest of them alone", f"{max(ours['largest']):,.0f}", beside("largest"))
    row("notes as JSON a second", f"{max(ours['note']):,.0f}", "1,500 asked; " + beside("note"))
    rate = max(ours["search"])
    row("searches a second", f"{rate:,.0f}", f"{rate / 2.1:,.0f} × the 2.1 of flatnotes; 100 × asked")
    return None


def memory(server, assets, is_long):
    server.rest()
    row("memory after all of this", f"{server.memory():.1f} MB", f"worst {server.memory('VmHWM'):.1f} MB with its program; 120 MB at most")
    before = server.memory()
    streams = []
    for _ in range(300):
        connection = server.connection()
        connection.request("GET", "/events", headers={"Authorization": "Bearer " + server.token})
        streams.append((connection, connection.getresponse()))
    row("300 streams more", f"{server.memory() - before:+.1f} MB", "10 MB at most")
    for connection, _ in streams:
        connection.close()
    if not shutil.which("wrk"):
        return
    count = 0
    token = ["Authorization: Bearer " + server.token]
    target = server.address + "/api/v1/notes?limit=1"
    load(target, 2, token)
    before = server.memory()
    wanted = 1_000_000 if is_long else 20_000
    while count < wanted:
        count += int(load(server.address, 5, paths=assets) * 5) + int(load(target, 5, token) * 5)
    row(f"{count:,} requests more", f"{server.memory() - before:+.1f} MB", "5 MB at most for a million")


def painted(program, vault, home):
    """From the start of the server to the first list that a browser shows: the paint of its largest text."""
    try:
        from served import browser
    except ImportError:
        return row("vault serve to the first painted list", "untried", "selenium is not installed")
    times, answered, empty = [], [], []
    driver = browser()
    paint = """const done = arguments[0];
        let last = 0;
        new PerformanceObserver((list) => (last = list.getEntries().at(-1).startTime)).observe({
          type: "largest-contentful-paint", buffered: true });
        setTimeout(() => done(performance.timeOrigin + last), 300)"""
    try:
        for _ in range(5):
            driver.get("about:blank")
            begin = time.time()
            server = Server(program, vault, home)
            driver.get(f"{server.address}/login?key={server.key}")
            shown = driver.execute_async_script(paint)
            if not driver.execute_script("return document.querySelectorAll('main li').length > 10"):
                raise RuntimeError("no list shows")
            times.append(shown - begin * 1000)
            navigation = "const n = performance.getEntriesByType('navigation')[0]; return performance.timeOrigin + n.responseEnd"
            answered.append(driver.execute_script(navigation) - begin * 1000)
            # What this browser takes for a page of the same server with next to nothing on it.
            driver.get(f"{server.address}/login")
            empty.append(driver.execute_async_script(
                """const done = arguments[0];
                new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime)).observe({ type: "paint", buffered: true })"""))
            server.stop()
    finally:
        driver.quit()
    environment = os.environ | {
        "HOME": home, "XDG_CACHE_HOME": home + "/cache", "XDG_STATE_HOME": home + "/state", "XDG_CONFIG_HOME": home + "/config"}
    command = [program, "--vault", vault, "list", "--limit", "50"]
    peer = min(
        milliseconds(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, check=True))
        for _ in range(5))
    row(
        "vault serve to the first painted list, best of 5", f"{min(times):.0f} ms",
        f"vault list --limit 50 without a server: {peer:.0f} ms; {1.5 * peer + 100:.0f} ms at most")
    row(
        "  until the browser had the page", f"{min(answered):.0f} ms",
        f"this browser paints a page of one sentence after {min(empty):.0f} ms")
    return None


def typing(program):
    """A key in the editor, in the middle of a note of 100 KB, until the next frame is done."""
    try:
        from served import Served, browser
    except ImportError:
        return row("a key in a note of 100 KB", "untried", "selenium is not installed")
    keys = """const done = arguments[0];
        (async () => {
          const text = document.querySelector("textarea"), times = [];
          text.focus();
          text.setSelectionRange(text.value.length / 2, text.value.length / 2);
          for (let count = 0; count < 60; count++) {
            const start = performance.now();
            document.execCommand("insertText", false, "x");
            await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 0)));
            times.push(performance.now() - start);
          }
          done(times);
        })()"""
    with Served(program) as served:
        words = "\n".join(f"- [ ] line {number} with some words, a [[Link]] and `code` #tag" for number in range(1700))
        served.write("Big.md", f"# Big\n\n{words}\n".encode())
        driver = browser()
        try:
            driver.get(f"{served.address}/login?key={served.key}")
            driver.get(f"{served.address}/note/Big.md?view=edit")
            ours = driver.execute_async_script(keys)
            # The bare field of a form, with the same text and nothing around it.
            driver.execute_script(
                "const text = document.querySelector('textarea').value; document.body.replaceChildren();"
                "const field = document.createElement('textarea'); field.value = text; document.body.append(field)")
            bare = driver.execute_async_script(keys)
        finally:
            driver.quit()
    row(
        "a key in a note of 100 KB, p50", f"{share(ours, 0.5):.1f} ms",
        f"p95 {share(ours, 0.95):.1f} ms; a bare field: {share(bare, 0.5):.1f} and {share(bare, 0.95):.1f} ms, {share(ours, 0.5) / share(bare, 0.5):.2f} × it")
    return None


def main():
    program, source = os.path.abspath(sys.argv[1]), sys.argv[2]
    is_long = "--long" in sys.argv
    folder = tempfile.mkdtemp(prefix="vault-web-times-")
    try:
        vault = os.path.join(folder, "vault")
        shutil.copytree(source, vault, symlinks=True)
        count = sum(name.endswith(".md") for _, _, names in os.walk(vault) for name in names)
        home = os.path.join(folder, "home")
        print(f"The web page over {count:,} notes")
        server = Server(program, vault, home)
        server.ask(server.connection(), "/api/v1/search?q=a&limit=1")
        server.rest()
        try:
            assets = lists(server)
            keys(server)
            saving(server)
            following(server)
            requests(server, assets, folder, 10 if is_long else 3)
            memory(server, assets, is_long)
        finally:
            server.stop()
        painted(program, vault, home)
        typing(program)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
