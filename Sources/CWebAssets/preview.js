// Beside the text, as it will read, a moment after each pause.

{
  const form = document.querySelector("form.editor.split");
  const shown = form?.querySelector("[data-preview]");
  let waiting = 0;
  let asked = null;

  async function show() {
    asked?.abort();
    asked = new AbortController();
    try {
      const body = new URLSearchParams({ preview: typing.text.value });
      const response = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body, signal: asked.signal });
      if (!response.ok) return;
      shown.replaceChildren(page.parse(await response.text()));
    } catch {
      // A newer text is on its way, or the server is gone: what was shown stays.
    }
  }

  if (shown) {
    show();
    typing.text.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(show, 200);
    });
  }
}
