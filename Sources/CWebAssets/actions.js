// Forms of the pages without a page in between: the change is made, and the main part comes anew.

{
  async function send(form, button) {
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.append(button.name, button.value);
    const response = await fetch(form.action, {
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
    if (form.id !== "Toggle" && !form.matches(".add, .look, .brightness")) return;
    event.preventDefault();
    if (button?.classList.contains("box")) {
      const isDone = button.getAttribute("aria-checked") === "true";
      button.setAttribute("aria-checked", String(!isDone));
    }
    try {
      const response = await send(form, button);
      if (response.type !== "opaqueredirect" && !response.ok) {
        const text = new DOMParser().parseFromString(page.policy.createHTML(await response.text()), "text/html");
        page.tell(text.querySelector(".lead")?.textContent ?? "That was not possible.", 8000);
      } else {
        form.reset();
        if (button?.classList.contains("box") && button.getAttribute("aria-checked") === "true") {
          page.tell("Your task is done!");
        } else if (form.classList.contains("add")) {
          page.tell("Added.");
        }
      }
    } catch {
      page.tell("The server does not answer; nothing was changed.", 8000);
    }
    await page.refresh();
  });
}
