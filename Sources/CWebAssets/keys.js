// Keys. Single letters count only where nobody writes, and can be turned off.

{
  const fields = "input, textarea, select, [contenteditable]";
  // A dialog that has just closed has the focus until the page is drawn next.
  const isWriting = (element) => element.closest?.(fields) && !element.closest("dialog:not([open])");
  const isAsked = () => document.querySelector("dialog[open]");
  const rows = () => [...(page.main()?.querySelectorAll(".notes .title, .tasks .title") ?? [])];

  function step(by) {
    const all = rows();
    const place = all.indexOf(document.activeElement);
    const next = all[place < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, place + by))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  const actions = {
    "/": () => document.getElementById("Find")?.select(),
    n: () => document.querySelector('.bar a[href="/new"]')?.click(),
    e: () => page.find("[data-key=edit]")?.click(),
    p: () => page.find("[data-key=pin]")?.click(),
    j: () => step(1),
    k: () => step(-1),
    "?": () => document.getElementById("Keys")?.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target) || isAsked()) return;
    if (localStorage.getItem("vault.keys") === "off" && event.key !== "?") return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  const isOn = document.getElementById("KeysOn");
  if (isOn) {
    isOn.checked = localStorage.getItem("vault.keys") !== "off";
    isOn.addEventListener("change", () => localStorage.setItem("vault.keys", isOn.checked ? "on" : "off"));
  }

  // A menu closes when the focus leaves it, and by Escape.
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", (event) => {
    for (const each of document.querySelectorAll("details.menu[open]")) {
      if (!each.contains(event.target)) each.open = false;
    }
  });
}
