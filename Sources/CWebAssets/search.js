// Search as you type: the list follows the words, and the address does, so that going back and reloading work.

{
  const field = document.getElementById("Find");
  let asked = null;
  let pause = 0;
  let isComposing = false;

  async function search(typed) {
    asked?.abort();
    const question = (asked = new AbortController());
    const words = field.value;
    const address = words.trim() ? `/search?q=${encodeURIComponent(words)}` : "/";
    try {
      const text = await page.fetchMain(address + (typed && words.trim() ? "&typed=1" : ""), question.signal);
      if (question !== asked) return;
      page.swap(text);
      history.replaceState(null, "", address);
      // Once no more is typed, what was meant is looked for, too.
      clearTimeout(pause);
      if (typed) pause = setTimeout(() => search(false), 600);
    } catch (error) {
      if (error.name !== "AbortError" && question === asked) page.tell("The search does not answer; try again.");
    }
  }

  if (field && !document.querySelector(".editor")) {
    field.addEventListener("compositionstart", () => (isComposing = true));
    field.addEventListener("compositionend", () => {
      isComposing = false;
      search(true);
    });
    field.addEventListener("input", () => isComposing || search(true));
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
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
