// What was typed and is not on disk yet, kept by the browser: a tab that ends, a server that is gone and a computer that is
// switched off lose no more than what was typed within the last third of a second.

const drafts = {
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

  put: (draft) => drafts.run("readwrite", (store) => store.put(draft)),
  get: (key) => drafts.run("readonly", (store) => store.get(key)),
  all: () => drafts.run("readonly", (store) => store.getAll()),
  remove: (key) => drafts.run("readwrite", (store) => store.delete(key)),
};

{
  /** Says which changes are not saved, and where, until they are. */
  async function remind() {
    const strip = document.getElementById("unsaved");
    if (!strip) return;
    let all = [];
    try {
      all = await drafts.all();
    } catch {
      return;
    }
    const here = document.querySelector(".editor")?.dataset.draft;
    const others = all.filter((draft) => draft.key !== here);
    strip.hidden = others.length === 0;
    strip.replaceChildren();
    if (!others.length) return;
    strip.append(others.length === 1 ? "1 change is not saved: " : `${others.length} changes are not saved: `);
    for (const draft of others) {
      const link = document.createElement("a");
      link.href = draft.address;
      link.textContent = draft.title;
      strip.append(link, " ");
    }
  }

  // Once the places of a conflict are chosen and saved, what was typed is on disk.
  const conflict = document.querySelector("form.conflict");
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
  remind();
}
