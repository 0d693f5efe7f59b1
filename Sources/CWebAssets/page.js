"use strict";

// What the other scripts share. Everything here is a convenience: without scripts all pages read, and forms save.

const page = {
  /** Another vault may be served at the same address tomorrow. */
  vault: document.documentElement.dataset.vault,

  main: () => document.getElementById("Main"),

  /** The one way in which markup and scripts from the server become part of the page. */
  policy: window.trustedTypes
    ? trustedTypes.createPolicy("vault", { createHTML: (text) => text, createScriptURL: (text) => text })
    : { createHTML: (text) => text, createScriptURL: (text) => text },

  /** What no other request of this page has. */
  key: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),

  /** Tells tabs apart, so that a newer question drops the older of the same tab alone. */
  client: Math.random().toString(36).slice(2),
  /** How many questions were asked. */
  asked: 0,

  tell(text, lasts = 4000) {
    const told = document.getElementById("Told");
    if (!told) return;
    told.textContent = text;
    clearTimeout(page.telling);
    if (lasts) page.telling = setTimeout(() => (told.textContent = ""), lasts);
  },

  /** Returns the main part of a page. A newer question of the same `purpose` takes the place of this one. */
  async fetchMain(address, purpose, signal) {
    const response = await fetch(address, {
      headers: { Accept: "text/html", "Vault-Fragment": "main", "Vault-Client": `${page.client}-${purpose} ${++page.asked}` },
      signal,
    });
    if (!response.ok) throw new Error(`${response.status}`);
    return response.text();
  },

  /** Puts another main part in the place of the one that is there, and keeps the focus, the place in it, and what was typed and
   * chosen. Where that has no place in the new one, the old one stays for now, unless a person asked for another page. */
  swap(text, isOther = false) {
    const old = page.main();
    const next = page.parse(text).querySelector("main");
    if (!old || !next) return;
    const begun = typed.begun(old).map((control) => [control, typed.twin(control, old, next)]);
    if (!isOther && (old.querySelector(".editor, .confirm, .conflict") || begun.some(([, twin]) => !twin))) {
      page.isStale = true;
      return;
    }
    page.keepFound(next, old);
    const open = [...old.querySelectorAll("details[open]")].map((each) => each.className);
    for (const each of next.querySelectorAll("details")) if (open.includes(each.className)) each.open = true;
    if (next.isEqualNode(old)) return;
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const name = page.nameOf(focused);
    const focus = focused && (typed.twin(focused, old, next) ?? (name && next.querySelector(name)));
    // A task that was ticked may leave the list: then the next one is at hand.
    const boxes = [...old.querySelectorAll(".box")];
    const box = boxes.indexOf(focused);
    const top = window.scrollY;
    old.replaceWith(next);
    for (const [control, twin] of begun) if (twin) typed.carry(control, twin);
    window.scrollTo(0, top);
    if (focus && !focus.closest("details:not([open])")) typed.focus(focus, focused);
    else if (box >= 0) [...next.querySelectorAll(".box")].slice(0, box + 1).at(-1)?.focus({ preventScroll: true });
    page.dress(next);
    document.title = document.title.replace(/^.* · /, () => `${next.dataset.title} · `);
    document.dispatchEvent(new CustomEvent("vault:swapped"));
  },

  /** Below a query that cannot be understood stays what was found before it, dimmed. */
  keepFound(next, old) {
    if (!next.querySelector(".mistake")) return;
    let kept = old.querySelector(".found-before");
    if (!kept) {
      kept = document.createElement("div");
      kept.className = "found-before";
      kept.inert = true;
      for (const each of old.querySelectorAll(".content > .part, .content > .notes")) kept.append(each.cloneNode(true));
    }
    next.querySelector(".content").append(kept);
  },

  /** The look is the whole page's. */
  dress(main) {
    const root = document.documentElement.dataset;
    [root.theme, root.appearance, root.density] = main.dataset.look.split(" ");
    for (const button of document.querySelectorAll(".look button")) {
      button.ariaPressed = String([root.theme, root.appearance, root.density].includes(button.value));
    }
  },

  /** `isMine()`: false where the page is not to be changed once the answer is there. */
  async refresh(isMine = () => true) {
    try {
      const text = await page.fetchMain(location.href, "news");
      if (isMine()) page.swap(text);
      else page.isStale = true;
    } catch (error) {
      if (error.message === "404") page.tell("What this page shows is no longer there.", 0);
    }
  },

  /** Only the colours and distances, whatever is being written. */
  async refreshLook() {
    try {
      page.dress(page.parse(await page.fetchMain(location.href, "look")).querySelector("main"));
    } catch {
      // The next page has it.
    }
  },

  /** What finds an element of the main part again after it was swapped. */
  nameOf(element) {
    if (!element || !page.main()?.contains(element)) return null;
    if (element.matches("summary")) return `details[class="${CSS.escape(element.parentElement.className)}"] > summary`;
    if (element.id) return `#${CSS.escape(element.id)}`;
    const value = element.getAttribute("value");
    if (element.name && value) return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(value)}"]`;
    const href = element.getAttribute("href");
    return href ? `a[href="${CSS.escape(href)}"]` : null;
  },

  /** What the server sent, as elements that are not part of the page yet. */
  parse(text) {
    const template = document.createElement("template");
    template.innerHTML = page.policy.createHTML(text);
    return template.content;
  },

  find: (selector) => page.main()?.querySelector(selector),
};
