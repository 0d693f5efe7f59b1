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

  /** Tells tabs apart, so that a newer question drops the older of the same tab alone. */
  client: Math.random().toString(36).slice(2),

  tell(text, lasts = 4000) {
    const told = document.getElementById("Told");
    if (!told) return;
    told.textContent = text;
    clearTimeout(page.telling);
    if (lasts) page.telling = setTimeout(() => (told.textContent = ""), lasts);
  },

  async fetchMain(address, signal) {
    const response = await fetch(address, {
      headers: { Accept: "text/html", "Vault-Fragment": "main", "Vault-Client": page.client },
      signal,
    });
    if (!response.ok) throw new Error(`${response.status}`);
    return response.text();
  },

  /** Puts another main part in the place of the one that is there, and keeps the focus and the place in it. `complete` may add
   * to the new one what the old one has. */
  swap(text, complete) {
    const old = page.main();
    if (!old) return;
    const next = page.parse(text).querySelector("main");
    if (!next) return;
    complete?.(next, old);
    const open = [...old.querySelectorAll("details[open]")].map((each) => each.className);
    for (const each of next.querySelectorAll("details")) if (open.includes(each.className)) each.open = true;
    if (next.isEqualNode(old)) return;
    const focused = page.nameOf(document.activeElement);
    const top = window.scrollY;
    old.replaceWith(next);
    window.scrollTo(0, top);
    if (focused) page.find(focused)?.focus({ preventScroll: true });
    page.dress(next);
    document.title = document.title.replace(/^.* · /, `${next.dataset.title} · `);
    document.dispatchEvent(new CustomEvent("vault:swapped"));
  },

  /** The look is the whole page's. */
  dress(main) {
    const root = document.documentElement.dataset;
    [root.theme, root.appearance, root.density] = main.dataset.look.split(" ");
  },

  /** `isMine()`: false where the page is no longer to be changed once the answer is there. */
  async refresh(isMine = () => true) {
    try {
      const text = await page.fetchMain(location.href);
      if (isMine()) page.swap(text);
    } catch (error) {
      if (error.message === "404") page.tell("What this page shows is no longer there.", 0);
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
