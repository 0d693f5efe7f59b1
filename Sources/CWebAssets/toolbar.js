// The marks of Markdown by buttons and keys. Each is put in as if it was typed, and taken out again by the same button.

{
  const { text, put } = typing;
  const bar = document.querySelector(".toolbar");
  const around = { bold: ["**", "**"], italic: ["*", "*"], code: ["`", "`"], link: ["[[", "]]"] };
  const before = { heading: "## ", list: "- ", task: "- [ ] ", quote: "> " };
  const keys = { b: "bold", i: "italic", k: "link" };

  /** True where the marks stand around what is chosen. One star of two is not one of its own. */
  function isAround([begin, end], left, right) {
    if (begin[0] !== "*") return left.endsWith(begin) && right.startsWith(end);
    const stars = Math.min(left.match(/\**$/)[0].length, right.match(/^\**/)[0].length);
    return begin.length === 1 ? stars % 2 === 1 : stars > 1;
  }

  /** The chosen text between the marks; without a choice, the caret is. */
  function enclose([begin, end]) {
    let { selectionStart: from, selectionEnd: to, value } = text;
    // Beside blanks they would mark nothing.
    while (from < to && /\s/u.test(value[to - 1])) to--;
    while (from < to && /\s/u.test(value[from])) from++;
    const chosen = value.slice(from, to);
    if (isAround([begin, end], value.slice(0, from), value.slice(to))) {
      put(chosen, from - begin.length, to + end.length);
      text.setSelectionRange(from - begin.length, to - begin.length);
    } else {
      put(begin + chosen + end, from, to);
      text.setSelectionRange(from + begin.length, to + begin.length);
    }
  }

  /** The mark before each line that is chosen in part or whole. What another button put there goes. A task stays one, whatever
   * its box says. */
  function begin(mark) {
    const { selectionStart, selectionEnd, value } = text;
    const last = selectionEnd > selectionStart && value[selectionEnd - 1] === "\n" ? selectionEnd - 1 : selectionEnd;
    const from = value.slice(0, selectionStart).lastIndexOf("\n") + 1;
    const found = value.indexOf("\n", last);
    const to = found < 0 ? value.length : found;
    const lines = value.slice(from, to).split("\n");
    const marks = /^(\s*)(?:#{1,6} |(?:[-*+]|\d+[.)]) (?:\[.\] )?|> )?/u;
    const isMarked = (line) => line.match(marks)[0].trimStart().replace(/\[.\]/u, "[ ]") === mark;
    const areMarked = lines.every(isMarked);
    const words = lines.map((line) => (isMarked(line) && !areMarked ? line : line.replace(marks, (_, blanks) => blanks + (areMarked ? "" : mark)))).join("\n");
    put(words, from, to);
    if (lines.length > 1) text.setSelectionRange(from, from + words.length);
  }

  function act(name) {
    text.focus();
    if (around[name]) enclose(around[name]);
    else begin(before[name]);
  }

  if (text && bar) {
    bar.hidden = false;
    for (const button of bar.querySelectorAll("button")) {
      // The text keeps what is chosen in it.
      button.addEventListener("pointerdown", (event) => event.preventDefault());
      button.addEventListener("click", () => act(button.dataset.mark));
    }
    text.addEventListener("keydown", (event) => {
      const name = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keys[event.key];
      if (!name) return;
      event.preventDefault();
      act(name);
    });
  }
}
