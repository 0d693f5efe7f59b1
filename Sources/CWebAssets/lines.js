// Colours of the text in the editor. What one sees are lines behind the text field, whose own letters are clear: a key costs
// what its line does.

{
  /** In characters; past this, laying out the lines takes longer than a key may. */
  const longest = 200 * 1024;
  /** Of longer lines only the kind is shown, so that no line takes long. */
  const longestLine = 4000;
  const spans =
    /(`+)(?!`)[^]*?[^`]\1(?!`)|!?\[\[[^\]\n]*\]\]|!?\[[^\]\n]*\]\([^)\n]*\)|https?:\/\/[^\s<>]+|(?<![^\s])#[\p{L}\p{N}_][\p{L}\p{N}_/-]*/gu;

  const { text } = typing;
  const shown = text?.parentElement.querySelector(".lines");
  /** Each with its words, what it begins in, what it leads into, and its element. */
  let lines = [];

  /** The kind of a line that begins in `state`, and the state of the next: "", "front", or the fence that ends code. */
  function kind(words, state, isFirst) {
    if (isFirst && /^---\s*$/.test(words)) return { name: "front", next: "front" };
    if (state === "front") return { name: "front", next: /^(?:---|\.\.\.)\s*$/.test(words) ? "" : "front" };
    const fence = words.match(/^ {0,3}(`{3,}|~{3,})(.*)$/);
    if (state) {
      const ends = fence && fence[1].startsWith(state) && !fence[2].trim();
      return { name: "code", next: ends ? "" : state };
    }
    if (fence && !(fence[1][0] === "`" && fence[2].includes("`"))) return { name: "code", next: fence[1] };
    if (/^ {0,3}#{1,6}(?:\s|$)/.test(words)) return { name: "heading", next: "" };
    const box = words.match(/^\s*(?:[-*+]|\d+[.)])\s+\[(.)\]\s/u);
    if (box) return { name: /[xX-]/.test(box[1]) ? "done" : "plain", next: "" };
    return { name: /^\s*>/.test(words) ? "quote" : "plain", next: "" };
  }

  function span(name, words) {
    const element = document.createElement("span");
    element.className = name;
    element.textContent = words;
    return element;
  }

  /** The parts of a line; what has no colour of its own is text. */
  function parts(words, name) {
    if (name === "code" || words.length > longestLine) return [words];
    const all = [];
    let from = 0;
    function add(at, part, color) {
      if (at > from) all.push(words.slice(from, at));
      if (part) all.push(span(color, part));
      from = at + part.length;
    }
    const mark = words.match(name === "front" ? /^[^\s:#][^:]*:/ : /^\s*(?:[-*+]|\d+[.)]|>+)\s+(?:\[.\]\s)?/u)?.[0];
    if (mark) add(0, mark, "mark-of-line");
    if (name !== "front") {
      for (const { 0: part, index } of words.matchAll(spans)) {
        if (index >= from) add(index, part, { "`": "code", "#": "tag" }[part[0]] ?? "link");
      }
    }
    add(words.length, "");
    return all;
  }

  function made(words, state, isFirst) {
    const { name, next } = kind(words, state, isFirst);
    const element = document.createElement("div");
    if (name !== "plain") element.className = name;
    // A line without letters has no height.
    element.append(...(words ? parts(words, name) : ["\u200b"]));
    return { words, state, next, element, isFirst };
  }

  function show() {
    const isOff = text.value.length > longest;
    text.parentElement.classList.toggle("colored", !isOff);
    if (isOff) {
      lines = [];
      return shown.replaceChildren();
    }
    const all = text.value.split("\n");
    let begin = 0;
    while (begin < all.length && begin < lines.length && all[begin] === lines[begin].words) begin++;
    let end = 0;
    while (end < all.length - begin && end < lines.length - begin && all[all.length - 1 - end] === lines[lines.length - 1 - end].words) end++;
    const old = lines.splice(begin, lines.length - begin - end);
    const after = lines[begin]?.element ?? null;
    let state = lines[begin - 1]?.next ?? "";
    const fresh = all.slice(begin, all.length - end).map((words, index) => {
      const line = made(words, state, begin + index === 0);
      state = line.next;
      return line;
    });
    for (const line of old) line.element.remove();
    const piece = document.createDocumentFragment();
    piece.append(...fresh.map((line) => line.element));
    shown.insertBefore(piece, after);
    lines.splice(begin, 0, ...fresh);
    // A fence that was opened or closed goes on to where the lines are in the same state as before.
    const differs = (place) => lines[place].state !== state || lines[place].isFirst !== (place === 0);
    for (let place = begin + fresh.length; place < lines.length && differs(place); place++) {
      const line = made(lines[place].words, state, place === 0);
      lines[place].element.replaceWith(line.element);
      lines[place] = line;
      state = line.next;
    }
  }

  if (shown) {
    show();
    text.addEventListener("input", show);
    document.addEventListener("vault:text", show);
  }
}
