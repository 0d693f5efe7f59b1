// Choosing several notes: ranges by Shift, all at once, and how many there are; more notes come without losing those chosen.

{
  const form = () => document.querySelector("form.select");
  const boxes = () => [...(form()?.querySelectorAll(".picks input[type=checkbox]") ?? [])];
  let last = null;

  function count() {
    const chosen = form()?.querySelector(".chosen");
    if (!chosen) return;
    const number = boxes().filter((box) => box.checked).length;
    chosen.hidden = false;
    chosen.textContent = number === 1 ? "1 chosen" : `${number} chosen`;
    form().querySelector("button.strong").disabled = number === 0;
  }

  /** A box that chooses all notes that are shown. */
  function offerAll() {
    const list = form()?.querySelector(".picks");
    if (!list || form().querySelector(".all")) return;
    const label = document.createElement("label");
    label.className = "all";
    const box = document.createElement("input");
    box.type = "checkbox";
    label.append(box, "All that are shown");
    box.addEventListener("change", () => {
      for (const each of boxes()) each.checked = box.checked;
      count();
    });
    list.before(label);
  }

  function begin() {
    offerAll();
    count();
  }

  document.addEventListener("click", (event) => {
    const box = event.target.closest?.(".picks input[type=checkbox]");
    if (!box) return;
    const all = boxes();
    if (event.shiftKey && last && all.includes(last)) {
      const [from, to] = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
      for (const each of all.slice(from, to + 1)) each.checked = box.checked;
    }
    last = box;
    count();
  });

  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.(".select .more a");
    if (!link) return;
    event.preventDefault();
    try {
      const content = page.parse(await page.fetchMain(link.href, "more"));
      const rows = [...content.querySelectorAll(".picks > li")];
      form().querySelector(".picks").append(...rows);
      const next = content.querySelector(".select .more");
      if (next) link.parentElement.replaceWith(next);
      else link.parentElement.remove();
      rows[0]?.querySelector("input").focus();
      count();
    } catch {
      location.href = link.href;
    }
  });

  document.addEventListener("vault:swapped", begin);
  begin();
}
