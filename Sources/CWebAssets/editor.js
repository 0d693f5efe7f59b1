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
  /** How often something was said. */
  let said = 0;
  /** What was typed is on disk, and another page is on its way. */
  let isLeaving = false;
  /** Over once what was kept before is here again: nothing is kept in its place until then. */
  let restored = Promise.resolve();
  /** A new note that was sent and had no answer: it may have been made. */
  let unanswered = null;

  const fields = () => [...form.querySelectorAll("input:not([type=hidden])")];
  const isChanged = () => text.value !== opened || fields().some((each) => each.value !== each.defaultValue);
  const isBlank = () => !text.value.trim() && !form.elements.title?.value.trim();

  function change(words) {
    text.value = words;
    document.dispatchEvent(new CustomEvent("vault:text"));
  }

  function say(words) {
    said += 1;
    if (state) state.textContent = words;
  }

  // MARK: Drafts

  async function keep(isQuiet = false) {
    clearTimeout(pending);
    pending = 0;
    await restored;
    // Also while a save is under way, of which nobody knows how it ends.
    if (isLeaving || !isChanged()) return;
    const before = said;
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
      // A save that was quicker has said what became of it.
      if (isQuiet !== true && !isSaving && said === before) say("Not saved yet; kept in this browser");
    } catch {
      if (said === before) say("Not saved yet, and this browser keeps nothing: save before you leave");
    }
  }

  async function restore() {
    const draft = await drafts.of(place).catch(() => null);
    if (!draft) return;
    // Whoever has typed already is not taken anything away, nor gets a note that was begun elsewhere; the draft is told of as
    // those of other tabs are.
    const isElsewhere = !form.dataset.path && draft.address !== location.pathname + location.search;
    if (text.value !== opened || isElsewhere) {
      if (draft.tab === drafts.tab) await drafts.leave(draft).catch(() => {});
      return;
    }
    // It was saved, though nobody heard of it.
    const isSame = Object.entries(draft.fields).every(([name, value]) => name === "request" || (form.elements[name]?.value ?? "") === value);
    if (draft.text === text.value && isSame) return drafts.remove(place, draft.tab).catch(() => {});
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

  /** Sends a form, and returns what the server says of it. What fails for now, and not for what was sent, throws an error that
   * says so. */
  async function send(body, action = form.action) {
    const later = (words) => Object.assign(new Error(words), { isForNow: true });
    const options = { method: "POST", headers: { Accept: "application/json" }, body };
    const response = await fetch(action, options).catch(() => Promise.reject(later("The server does not answer")));
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    const words = answer?.detail ?? `The server answers with ${response.status}.`;
    throw response.ok || response.status === 429 || response.status >= 500
      ? later(words.replace(/[.]$/, ""))
      : Object.assign(new Error(words), { status: response.status });
  }

  async function save(stay) {
    if (isSaving || !text.value.trim()) return;
    isSaving = true;
    hasFailed = false;
    clearTimeout(retrying);
    say("Saving …");
    const body = new URLSearchParams(new FormData(form));
    const sent = text.value;
    try {
      const answer = await send(body);
      await drafts.remove(place).catch(() => {});
      opened = sent;
      // What is typed meanwhile is an edit of what was sent, and not of what others had added to that.
      form.elements.base.value = text.value === sent ? answer.base : answer.sent;
      // Whoever writes on is not taken from the text.
      if (!stay && text.value === sent) return location.assign(answer.address);
      if (text.value === sent && answer.text !== sent) {
        const at = text.selectionStart;
        opened = answer.text;
        change(opened);
        text.setSelectionRange(at, at);
      }
      say(answer.merged ? "Saved, together with what was changed elsewhere" : "Saved");
    } catch (error) {
      if (error.status === 412) {
        // The screen of both versions is a page of its own.
        await drafts.put({ place, title: form.dataset.path, address: location.pathname + location.search, base: form.elements.base.value, fields: {}, text: text.value, at: Date.now() }).catch(() => {});
        isSaving = false;
        return HTMLFormElement.prototype.submit.call(form);
      }
      hasFailed = true;
      if (error.status === 404) return offerAnew();
      say(error.isForNow ? `${error.message}; the text is kept here, and sent again` : `Not saved: ${error.message}`);
      if (error.isForNow) retrying = setTimeout(() => save(stay || text.value !== sent), 5000);
    } finally {
      isSaving = false;
      // What was said of the failure stays.
      if (isChanged()) keep(true);
    }
  }

  /** The note is gone, or is called something else now: its text can become a note once more. */
  function offerAnew() {
    say("Not saved: there is no such note any more, or it has moved. ");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Make it anew";
    button.addEventListener("click", async () => {
      const [, folder, name] = form.dataset.path.match(/^(?:(.*)\/)?([^/]*)$/);
      const body = new URLSearchParams({ title: name.replace(/\.\w+$/, ""), folder: folder ?? "", text: text.value });
      try {
        const { address } = await send(body, "/new");
        isLeaving = true;
        await drafts.remove(place).catch(() => {});
        location.assign(address);
      } catch (error) {
        say(`Not saved: ${error.message}`);
      }
    });
    state?.append(button);
  }

  /** A new note has no base: it is made, and its page follows, or (`stay`) its editor. */
  async function create(stay) {
    if (isSaving || isBlank() || !form.checkValidity()) return;
    isSaving = true;
    clearTimeout(retrying);
    say("Saving …");
    // They are the note's from now on, and only its text can be edited further.
    for (const each of fields()) each.readOnly = true;
    // What may have been made is sent once more as it was, since with another text it would be another note.
    unanswered ??= { body: new URLSearchParams(new FormData(form)), text: text.value };
    const { body, text: sent } = unanswered;
    try {
      const { address } = await send(body);
      if (text.value === sent) {
        isLeaving = true;
        await drafts.remove(place).catch(() => {});
        return location.assign(stay ? `${address}?view=edit` : address);
      }
      // What was typed since is an edit of the note, and waits there.
      const path = decodeURIComponent(address.slice("/note/".length));
      const edited = `${address}?view=edit`;
      await drafts.put({ place: `note ${path}`, title: path, address: edited, base: encoded(new TextEncoder().encode(sent)), fields: {}, text: text.value, at: Date.now() });
      isLeaving = true;
      await drafts.remove(place);
      location.assign(edited);
    } catch (error) {
      if (!error.isForNow) {
        unanswered = null;
        for (const each of fields()) each.readOnly = false;
      }
      say("Not saved yet");
      page.tell(error.isForNow ? `${error.message}; the text is kept here, and sent again.` : error.message, 8000);
      if (error.isForNow) retrying = setTimeout(() => create(stay), 5000);
    } finally {
      isSaving = false;
      if (isChanged()) keep(true);
    }
  }

  /** Bytes as the form's base has them. */
  function encoded(bytes) {
    let signs = "";
    for (const byte of bytes) signs += String.fromCharCode(byte);
    return btoa(signs);
  }

  /** Returns what became of the note elsewhere, in words; nothing where it is what the text is an edit of. */
  async function fate() {
    const raw = await fetch(`${location.pathname}?view=raw`).catch(() => null);
    if (raw?.status === 404) return "This note is no longer here; what you type is kept in this browser";
    // Where the server does not answer, saving tells.
    if (!raw?.ok || encoded(new Uint8Array(await raw.arrayBuffer())) === form.elements.base?.value) return "";
    return "Changed elsewhere; that is merged when you save";
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
    for (const button of form.querySelectorAll("[data-save]")) button.disabled = isBlank();
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
    restored = restore();
    restored.then(goToLine);
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
        else create(true);
      } else if (event.key === "Enter") {
        event.preventDefault();
        if (form.elements.base) save(false);
        else create(false);
      }
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (form.elements.base) return save(Boolean(event.submitter?.name === "stay"));
      await create(false);
    });
    document.addEventListener("vault:changed", async (event) => {
      const { paths } = event.detail;
      // Many changes at once are told of by their number alone.
      if (!form.dataset.path || isSaving || hasFailed || (paths && !paths.includes(form.dataset.path))) return;
      // One's own saves are told of, too; then the text is what it was saved as.
      const words = await fate();
      if (words && !isSaving && !hasFailed) say(words);
    });
    addEventListener("pagehide", keep);
    // A page that comes back as it was left.
    addEventListener("pageshow", (event) => {
      isSaving = false;
      if (event.persisted && isLeaving) location.reload();
    });
    addEventListener("beforeunload", (event) => {
      if (isChanged() && pending) event.preventDefault();
    });
  }
}
