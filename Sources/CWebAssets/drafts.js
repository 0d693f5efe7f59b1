// What was typed and is not on disk yet, kept by the browser: a tab that ends, a server that is gone and a computer that is
// switched off lose no more than what was typed within the last third of a second.

const drafts = {
  name: () => Math.random().toString(36).slice(2),
  /** Each tab has its own name; it stays when the tab loads anew, where the browser keeps anything. */
  tab: "",

  /** A lock that a tab holds for as long as it lives: a tab that was duplicated finds it taken, and gets another name. */
  hold() {
    drafts.held ??= new Promise((done) => {
      try {
        drafts.tab = sessionStorage.tab ??= drafts.name();
      } catch {
        // The name lasts as long as the page.
        drafts.tab = drafts.name();
      }
      if (!navigator.locks) return done();
      const name = () => `draft ${page.vault} ${drafts.tab}`;
      const keep = (lock) => {
        done();
        return lock && new Promise(() => {});
      };
      const ask = (isLast) =>
        navigator.locks
          .request(name(), { ifAvailable: true }, (lock) => {
            if (lock) return keep(lock);
            // The page that was here before it loaded anew may still be at it.
            if (!isLast) return void setTimeout(() => ask(true), 150);
            sessionStorage.tab = drafts.tab = drafts.name();
            ask(true);
          })
          .catch(done);
      ask(false);
    });
    return drafts.held;
  },

  /** Returns a test for drafts whose tab is still there. */
  async live() {
    const held = new Set(navigator.locks ? (await navigator.locks.query()).held.map((lock) => lock.name) : []);
    return (draft) => draft.tab === drafts.tab || held.has(`draft ${page.vault} ${draft.tab}`);
  },

  /** What this tab has kept for a place, else the latest that a tab has left behind. */
  async of(place) {
    await drafts.hold();
    const here = (await drafts.all()).filter((draft) => draft.place === place);
    const own = here.find((draft) => draft.tab === drafts.tab);
    if (own || !here.length) return own;
    const isLive = await drafts.live();
    const left = here.filter((draft) => !isLive(draft));
    return left.sort((a, b) => b.at - a.at)[0];
  },

  open() {
    drafts.opening ??= new Promise((done, fail) => {
      const request = indexedDB.open(`vault ${page.vault}`, 1);
      request.onupgradeneeded = () => request.result.createObjectStore("drafts", { keyPath: "key" });
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
    return drafts.opening;
  },

  async run(mode, work) {
    const base = await drafts.open();
    return new Promise((done, fail) => {
      const transaction = base.transaction("drafts", mode);
      const request = work(transaction.objectStore("drafts"));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = transaction.onabort = () => fail(transaction.error);
    });
  },

  put: (draft) => drafts.run("readwrite", (store) => store.put({ ...draft, tab: drafts.tab, key: drafts.key(draft.place) })),
  all: () => drafts.run("readonly", (store) => store.getAll()),
  key: (place, tab = drafts.tab) => `${place} ${tab}`,
  /** Leaves one as a tab that is gone would have. */
  async leave(draft) {
    const tab = drafts.name();
    await drafts.run("readwrite", (store) => {
      store.delete(draft.key);
      return store.put({ ...draft, tab, key: drafts.key(draft.place, tab) });
    });
    document.dispatchEvent(new CustomEvent("vault:drafts"));
  },
  remove: (place, tab) => drafts.run("readwrite", (store) => store.delete(drafts.key(place, tab))),
};

{
  /** Of more than so many, the first are named. */
  const mostNamed = 3;

  /** Says which changes are not saved, and where, until they are. */
  async function remind() {
    const strip = document.getElementById("Unsaved");
    if (!strip) return;
    let all = [];
    try {
      all = await drafts.all();
    } catch {
      return;
    }
    const here = document.querySelector(".editor")?.dataset.draft;
    const others = all.filter((draft) => draft.place !== here || draft.tab !== drafts.tab);
    strip.hidden = others.length === 0;
    strip.replaceChildren();
    if (!others.length) return;
    others.sort((one, other) => other.at - one.at);
    strip.append(others.length === 1 ? "1 change is not saved: " : `${others.length} changes are not saved: `);
    for (const draft of others.slice(0, mostNamed)) strip.append(link(draft), " ");
    const fold = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = others.length === 1 ? "Show its text" : "Show all, with their texts";
    fold.append(summary);
    // A note may be gone: its text is at hand here. It may be long, so that only who asks for it gets it.
    fold.addEventListener("toggle", async () => {
      if (fold.children.length > 1) return;
      const isLive = await drafts.live();
      for (const draft of others) {
        const words = document.createElement("pre");
        words.textContent = draft.text;
        words.tabIndex = 0;
        // What another tab is at is not this one's to drop.
        fold.append(link(draft), " ", ...(isLive(draft) && draft.tab !== drafts.tab ? ["(open in another tab)"] : [drop(draft)]), words);
      }
    });
    strip.append(fold);
    // A page that says that there is nothing has nothing else to show.
    fold.open = Boolean(document.querySelector(".refused"));
  }

  function drop(draft) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Drop it";
    button.setAttribute("aria-label", `Drop what was typed in ${draft.title}`);
    button.addEventListener("click", async () => {
      if (!confirm(`Drop what was typed in ${draft.title}? It is kept nowhere else.`)) return;
      await drafts.remove(draft.place, draft.tab).catch((error) => page.tell(`It is still kept: ${error.message}`));
      await remind();
      document.querySelector("#Unsaved summary")?.focus();
    });
    return button;
  }

  function link(draft) {
    const link = document.createElement("a");
    link.href = draft.address;
    link.textContent = draft.title;
    return link;
  }

  // Once the places of a conflict are chosen and saved, what was typed is on disk.
  const conflict = document.querySelector("form.conflict[data-path]");
  conflict?.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const body = new URLSearchParams(new FormData(conflict));
      const response = await fetch(conflict.action, { method: "POST", headers: { Accept: "application/json" }, body });
      if (!response.ok) return HTMLFormElement.prototype.submit.call(conflict);
      const answer = await response.json();
      await drafts.remove(`note ${conflict.dataset.path}`).catch(() => {});
      location.assign(answer.address);
    } catch {
      page.tell("The server does not answer; try again in a moment.", 8000);
    }
  });

  document.addEventListener("vault:drafts", remind);
  drafts.hold();
  remind();
}
