// The editor is a text field, so that input methods, spelling, screen readers and undo are the browser's own.

const typing = {
  text: document.querySelector("form.editor")?.elements.text,

  /** As if it was typed, so that the browser can take it back. */
  put(words, from = typing.text.selectionStart, to = typing.text.selectionEnd) {
    typing.text.setSelectionRange(from, to);
    const command = words ? "insertText" : "delete";
    if (from === to && !words) return;
    if (document.execCommand(command, false, words)) return;
    typing.text.setRangeText(words, from, to, "end");
    typing.text.dispatchEvent(new InputEvent("input", { bubbles: true }));
  },
};

{
  const form = document.querySelector("form.editor");
  const { text, put } = typing;
  const state = form?.querySelector("[data-state]");
  const place = form?.dataset.path ? `note ${form.dataset.path}` : "new";
  const wordsPerMinute = 200;
  let opened = text?.value;
  let pending = 0;
  let retrying = 0;
  let isSaving = false;
  let hasFailed = false;

  const isChanged = () => text.value !== opened || [...form.querySelectorAll("input[name=title]")].some((each) => each.value !== each.defaultValue);

  function change(words) {
    text.value = words;
    document.dispatchEvent(new CustomEvent("vault:text"));
  }

  function say(words) {
    if (state) state.textContent = words;
  }

  // MARK: Drafts

  async function keep(isQuiet = false) {
    clearTimeout(pending);
    pending = 0;
    if (isSaving || !isChanged()) return;
    try {
      await drafts.put({
        place,
        title: form.dataset.path ?? "a new note",
        address: location.pathname + location.search,
        base: form.elements.base?.value ?? null,
        fields: Object.fromEntries(["title", "folder", "tags", "request"].map((name) => [name, form.elements[name]?.value ?? ""])),
        text: text.value,
        at: Date.now(),
      });
      if (isQuiet !== true) say("Not saved yet; kept in this browser");
    } catch {
      say("Not saved yet, and this browser keeps nothing: save before you leave");
    }
  }

  async function restore() {
    const draft = await drafts.of(place).catch(() => null);
    if (!draft) return;
    // Whoever has typed already is not taken anything away; the draft is told of as others are.
    if (text.value !== opened) return;
    // It was saved, though nobody heard of it.
    if (draft.text === text.value) return drafts.remove(place, draft.tab).catch(() => {});
    // From now on it is this tab's.
    if (draft.tab !== drafts.tab) {
      await drafts.put(draft).then(() => drafts.remove(place, draft.tab)).catch(() => {});
    }
    change(draft.text);
    for (const [name, value] of Object.entries(draft.fields)) if (form.elements[name] && value) form.elements[name].value = value;
    // What it was an edit of goes along: what others changed since is merged when it is saved.
    if (draft.base && form.elements.base) form.elements.base.value = draft.base;
    say(`What you typed ${new Date(draft.at).toLocaleString()} and did not save is here again`);
    const drop = document.createElement("button");
    drop.type = "button";
    drop.textContent = "Drop it";
    drop.addEventListener("click", async () => {
      await drafts.remove(place);
      location.reload();
    });
    state?.append(" ", drop);
    count();
  }

  // MARK: Saving

  async function save(stay) {
    if (isSaving || !text.value.trim()) return;
    isSaving = true;
    hasFailed = false;
    clearTimeout(retrying);
    say("Saving …");
    const body = new URLSearchParams(new FormData(form));
    const sent = text.value;
    try {
      const response = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body });
      if (response.status === 412) {
        // The screen of both versions is a page of its own.
        await drafts.put({ place, title: form.dataset.path, address: location.pathname + location.search, base: form.elements.base.value, fields: {}, text: sent, at: Date.now() }).catch(() => {});
        isSaving = false;
        return HTMLFormElement.prototype.submit.call(form);
      }
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.detail);
      await drafts.remove(place).catch(() => {});
      opened = sent;
      if (!stay) return location.assign(answer.address);
      // What is typed meanwhile is an edit of what was sent, and not of what others had added to that.
      form.elements.base.value = text.value === sent ? answer.base : answer.sent;
      if (text.value === sent && answer.text !== sent) {
        const at = text.selectionStart;
        opened = answer.text;
        change(opened);
        text.setSelectionRange(at, at);
      }
      say(answer.merged ? "Saved, together with what was changed elsewhere" : "Saved");
    } catch (error) {
      hasFailed = true;
      const isGone = error instanceof TypeError;
      say(isGone ? "The server does not answer; the text is kept here, and sent again" : `Not saved: ${error.message}`);
      if (isGone) retrying = setTimeout(() => save(stay), 5000);
    } finally {
      isSaving = false;
      // What was said of the failure stays.
      if (isChanged()) keep(true);
    }
  }

  // MARK: Typing

  /** Links to a line of a note end there. */
  function goToLine() {
    const number = Number(new URLSearchParams(location.search).get("line"));
    if (!(number > 1)) return;
    const start = text.value.split("\n", number - 1).join("\n").length + 1;
    text.focus();
    text.setSelectionRange(start, start);
    text.scrollIntoView({ block: "start" });
    scrollBy(0, (text.scrollHeight * (number - 3)) / text.value.split("\n").length);
  }

  function count() {
    const words = text.value.match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu)?.length ?? 0;
    const minutes = Math.max(1, Math.round(words / wordsPerMinute));
    const counts = form.querySelector("[data-counts]");
    if (counts) counts.textContent = `${words} words, ${[...text.value].length} characters, ${minutes} min`;
    for (const button of form.querySelectorAll("[data-save]")) button.disabled = !text.value.trim();
  }

  const line = () => {
    const start = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
    return { start, text: text.value.slice(start, text.selectionStart) };
  };

  function goOn(event) {
    const { start, text: before } = line();
    const item = before.match(/^(\s*)(?:([-*+])|(\d+)([.)]))(\s+)(\[.\]\s+)?/);
    if (!item) return;
    event.preventDefault();
    // An empty item ends its list.
    if (item[0] === before) return put("", start, text.selectionStart);
    const mark = item[2] ?? `${Number(item[3]) + 1}${item[4]}`;
    put(`\n${item[1]}${mark}${item[5]}${item[6] ? "[ ] " : ""}`);
  }

  function indent(event) {
    const { start, text: before } = line();
    if (!/^\s*(?:[-*+]|\d+[.)])\s/.test(before)) return;
    event.preventDefault();
    const at = text.selectionStart;
    if (!event.shiftKey) {
      put("  ", start, start);
      text.setSelectionRange(at + 2, at + 2);
    } else {
      const blanks = before.match(/^(?: {1,2}|\t)/)?.[0].length ?? 0;
      put("", start, start + blanks);
      text.setSelectionRange(at - blanks, at - blanks);
    }
  }

  if (form) {
    form.dataset.draft = place;
    count();
    restore().then(goToLine);
    form.addEventListener("input", () => {
      count();
      if (!pending) pending = setTimeout(keep, 300);
    });
    let mayLeave = false;
    text.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey) goOn(event);
      // Escape, then Tab, always leaves the field.
      else if (event.key === "Escape") mayLeave = true;
      else if (event.key === "Tab" && !mayLeave) indent(event);
      if (event.key !== "Escape") mayLeave = event.key === "Shift" && mayLeave;
    });
    document.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      if (event.key === "s") {
        event.preventDefault();
        if (form.elements.base) save(true);
        else form.requestSubmit();
      } else if (event.key === "Enter") {
        event.preventDefault();
        if (form.elements.base) save(false);
        else form.requestSubmit();
      }
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (form.elements.base) return save(Boolean(event.submitter?.name === "stay"));
      await create();
    });
    document.addEventListener("vault:changed", async (event) => {
      if (isSaving || hasFailed || !event.detail.paths?.includes(form.dataset.path)) return;
      // Where the server does not answer, saving tells.
      const isGone = await fetch(form.action, { method: "HEAD" }).then(({ status }) => status === 404, () => false);
      if (isSaving || hasFailed) return;
      say(isGone ? "This note is no longer here; what you type is kept in this browser" : "Changed elsewhere; that is merged when you save");
    });
    addEventListener("pagehide", keep);
    // A page that comes back as it was left.
    addEventListener("pageshow", () => (isSaving = false));
    addEventListener("beforeunload", (event) => {
      if (isChanged() && pending) event.preventDefault();
    });
  }

  /** A new note has no base: it is made, and its page follows. */
  async function create() {
    if (isSaving) return;
    isSaving = true;
    try {
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.detail);
      await drafts.remove(place).catch(() => {});
      opened = text.value;
      location.assign(answer.address);
    } catch (error) {
      isSaving = false;
      page.tell(error instanceof TypeError ? "The server does not answer; the text is kept here." : error.message, 8000);
      keep();
    }
  }
}
