// Forms of the pages without a page in between: the change is made, and the main part comes anew.

{
  /** What is added again, since nobody heard that it came, has the key that it had before. */
  const keys = new Map();

  async function send(form, button) {
    const body = new URLSearchParams(new FormData(form));
    if (form.matches(".add")) {
      const kind = typed.kind(form);
      if (!keys.has(kind)) keys.set(kind, page.key());
      body.append("request", keys.get(kind));
    }
    if (button?.name) body.append(button.name, button.value);
    // A button may be called "action".
    const response = await fetch(form.getAttribute("action"), {
      method: "POST",
      headers: { Accept: "text/html", "Vault-Fragment": "main" },
      body,
      redirect: "manual",
    });
    // A redirection is the answer of a change that was made.
    return response;
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const button = event.submitter;
    if (form.id !== "Toggle" && !form.matches(".add, .look, .brightness, .swiped, .settings form.line")) return;
    event.preventDefault();
    if (button?.classList.contains("box")) {
      const isDone = button.getAttribute("aria-checked") === "true";
      button.setAttribute("aria-checked", String(!isDone));
    }
    const isBox = button?.classList.contains("box");
    const sent = [...form.elements].map((each) => [each, each.value]);
    try {
      const response = await send(form, button);
      if (response.type !== "opaqueredirect" && !response.ok) {
        const text = page.parse(await response.text());
        // What answers a question of the refusal may be folded.
        for (const fold of form.querySelectorAll(":scope.add details")) fold.open = true;
        refuse(text.querySelector(".lead")?.textContent ?? "That was not possible.", isBox && button);
      } else if (form.matches(".look, .brightness")) {
        await page.refreshLook();
      } else {
        // What is typed meanwhile is the next one's.
        if (sent.every(([each, value]) => each.value === value)) form.reset();
        // The next one is another, though it has the same words.
        keys.delete(typed.kind(form));
        if (form.matches(".add")) page.tell("Added.");
        else if (form.matches(".line")) page.tell("Saved.");
        else if (form.matches(".swiped")) page.tell("Deleted; the history takes it back.", 8000);
        else if (button.getAttribute("aria-checked") === "true") page.tell("Your task is done!");
        await page.refresh();
      }
    } catch {
      const words = form.matches(".add") ? "try again, it is added once" : "it may have heard of it, so look before you try again";
      refuse(`The server does not answer; ${words}.`, isBox && button);
    }
  });

  /** What was typed stays, and a box is what it was. */
  function refuse(words, box) {
    page.tell(words, 8000);
    if (box) box.setAttribute("aria-checked", String(box.getAttribute("aria-checked") !== "true"));
  }
}
