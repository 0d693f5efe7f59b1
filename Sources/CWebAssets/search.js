// Search as you type: the list follows the words, and the address does, so that going back and reloading work.

{
  const field = document.getElementById("Find");
  const offered = document.getElementById("FindOffers");
  let asked = null;
  let pause = 0;
  let isComposing = false;
  let operators = null;

  async function search(isTyped) {
    asked?.abort();
    const question = (asked = new AbortController());
    const words = field.value;
    const address = words.trim() ? `/search?q=${encodeURIComponent(words)}` : "/";
    try {
      const text = await page.fetchMain(address + (isTyped && words.trim() ? "&typed=1" : ""), "search", question.signal);
      if (question !== asked) return;
      page.swap(text, true);
      history.replaceState(null, "", address);
      // Once no more is typed, what was meant is looked for, too.
      clearTimeout(pause);
      if (isTyped) pause = setTimeout(() => search(false), 600);
    } catch (error) {
      if (error.name === "AbortError" || question !== asked) return;
      // A server that is busy is asked once more.
      clearTimeout(pause);
      if (error.message === "503") pause = setTimeout(() => search(isTyped), 1000);
      else page.tell("The search does not answer; try again.");
    }
  }

  const before = () => field.value.slice(0, field.selectionStart);

  /** Plain words are asked about only where an operator begins so; what only the vault knows, behind a sign and in quotes. */
  async function find() {
    const written = before();
    const isQuoted = written.split('"').length % 2 === 0;
    const term = written.match(/(?:^|[\s(])-?([^\s()]*)$/)?.[1] ?? "";
    if (!isQuoted && !/[:#@[]/.test(term)) {
      if (!/^[a-z][a-z-]+$/.test(term)) return [];
      operators ??= await fetch("/api/v1/completions").then((answer) => (answer.ok ? answer.json() : null));
      const all = operators ?? [];
      return all.filter(({ text }) => text.startsWith(term)).slice(0, 6).map((each) => offer({ ...each, text: written.slice(0, -term.length) + each.text }, written));
    }
    const answer = await fetch(`/api/v1/completions?limit=8&q=${encodeURIComponent(written)}`);
    return answer.ok ? (await answer.json()).filter(({ text }) => text !== written).map((each) => offer(each, written)) : [];
  }

  /** Only the last term is shown. */
  function offer({ text, about, open }, written) {
    const from = written.search(/[^\s(]*$/);
    return { word: open ? text : `${text} `, label: text.slice(Math.max(0, from)), remark: about };
  }

  function take({ word }) {
    const rest = field.value.slice(field.selectionStart);
    field.value = word + rest.trimStart();
    field.setSelectionRange(word.length, word.length);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  if (field && !document.querySelector(".editor, .confirm, .conflict")) {
    const offers = new Offers(field, offered, { find, take, isEager: false });
    field.addEventListener("compositionstart", () => (isComposing = true));
    field.addEventListener("compositionend", () => {
      isComposing = false;
      search(true);
    });
    field.addEventListener("input", () => isComposing || search(true));
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      offers.close();
      clearTimeout(pause);
      search(false);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      page.find(".notes .title")?.focus();
    });
  }
}
