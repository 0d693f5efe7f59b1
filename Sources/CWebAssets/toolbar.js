// The marks of Markdown by buttons and keys. Each is put in as if it was typed, and taken out again by the same button.

{
  const { text, put } = typing;
  const bar = document.querySelector(".toolbar");
  const around = { bold: ["**", "**"], italic: ["*", "*"], code: ["`", "`"], link: ["[[", "]]"] };
  const before = { heading: "## ", list: "- ", task: "- [ ] ", quote: "> " };
  const keys = { b: "bold", i: "italic", k: "link" };

  /** The chosen text between the marks; without a choice, the caret is. */
  function enclose([begin, end]) {
    const { selectionStart: from, selectionEnd: to, value } = text;
    const chosen = value.slice(from, to);
    if (value.slice(from - begin.length, from) === begin && value.slice(to, to + end.length) === end) {
      put(chosen, from - begin.length, to + end.length);
      text.setSelectionRange(from - begin.length, to - begin.length);
    } else {
      put(begin + chosen + end, from, to);
      text.setSelectionRange(from + begin.length, to + begin.length);
    }
  }

  /** The mark before each line that is chosen in part or whole. What another button put there goes. */
  function begin(mark) {
    const from = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
    const found = text.value.indexOf("\n", text.selectionEnd);
    const to = found < 0 ? text.value.length : found;
    const lines = text.value.slice(from, to).split("\n");
    const marks = /^(\s*)(?:#{1,6} |[-*+] (?:\[.\] )?|> )?/u;
    const areMarked = lines.every((line) => line.match(marks)[0].trimStart() === mark);
    const words = lines.map((line) => line.replace(marks, (_, blanks) => blanks + (areMarked ? "" : mark))).join("\n");
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
