// While a link or a tag is typed, the names that match stand below the text. Arrows choose, Enter and Tab take, Escape closes.

{
  const { text } = typing;
  const list = document.getElementById("Offers");
  let offers = [];
  let chosen = -1;
  let asked = 0;
  let tags = null;

  /** What is being typed: a link's target behind `[[`, or a tag behind `#`, and where it begins. */
  function begun() {
    if (text.selectionStart !== text.selectionEnd) return null;
    const before = text.value.slice(Math.max(0, text.selectionStart - 200), text.selectionStart);
    const link = before.match(/\[\[([^[\]\n|#]*)$/);
    if (link) return { kind: "link", word: link[1], from: text.selectionStart - link[1].length };
    const tag = before.match(/(?:^|\s)#([\p{L}\p{N}_][\p{L}\p{N}_/-]*)$/u);
    return tag ? { kind: "tag", word: tag[1], from: text.selectionStart - tag[1].length } : null;
  }

  async function found({ kind, word }) {
    if (kind === "link") {
      const answer = await fetch(`/api/v1/names?limit=8&q=${encodeURIComponent(word)}`);
      if (!answer.ok) return [];
      return (await answer.json()).map((note) => ({ word: note.link, label: note.title, remark: note.path }));
    }
    if (!tags) {
      const answer = await fetch("/api/v1/tags");
      if (!answer.ok) return [];
      tags = await answer.json();
    }
    const typed = word.toLowerCase();
    const matching = tags.filter(({ tag }) => tag.toLowerCase().includes(typed) && tag.toLowerCase() !== typed);
    matching.sort((a, b) => b.tag.toLowerCase().startsWith(typed) - a.tag.toLowerCase().startsWith(typed) || b.count - a.count);
    return matching.slice(0, 8).map(({ tag, count }) => ({ word: tag, label: `#${tag}`, remark: String(count) }));
  }

  async function offer() {
    const number = ++asked;
    const place = begun();
    if (!place) return close();
    try {
      const all = await found(place);
      if (number !== asked || !begun()) return;
      offers = all;
    } catch {
      return close();
    }
    if (!offers.length) return close();
    choose(0);
  }

  function choose(index) {
    chosen = (index + offers.length) % offers.length;
    list.replaceChildren(
      ...offers.map(({ label, remark }, place) => {
        const entry = document.createElement("li");
        entry.id = `Offer-${place}`;
        entry.role = "option";
        entry.ariaSelected = String(place === chosen);
        const small = document.createElement("small");
        small.textContent = remark;
        entry.append(label, " ", small);
        // The text keeps the focus.
        entry.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          take(place);
        });
        return entry;
      }),
    );
    list.hidden = false;
    text.setAttribute("aria-activedescendant", `Offer-${chosen}`);
  }

  function close() {
    asked++;
    offers = [];
    list.hidden = true;
    text.removeAttribute("aria-activedescendant");
  }

  function take(index) {
    const place = begun();
    const { word } = offers[index];
    close();
    if (!place) return;
    const end = text.selectionStart;
    const closing = place.kind === "link" && !text.value.startsWith("]]", end) ? "]]" : "";
    typing.put(word + closing, place.from, end);
    if (place.kind === "link" && !closing) text.setSelectionRange(text.selectionStart + 2, text.selectionStart + 2);
  }

  if (text && list) {
    text.addEventListener("input", offer);
    text.addEventListener("blur", close);
    // Before the editor's own keys.
    text.addEventListener(
      "keydown",
      (event) => {
        if (list.hidden || event.isComposing) return;
        const moves = { ArrowDown: 1, ArrowUp: -1 };
        if (moves[event.key]) choose(chosen + moves[event.key]);
        else if (event.key === "Enter" || event.key === "Tab") take(chosen);
        else if (event.key === "Escape") close();
        else return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );
  }
}
