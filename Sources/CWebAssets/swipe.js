// A finger that is drawn across a note or a task of a list, to the left, shows its Delete button and does no more. The note's
// and the task's own pages have the same, and the screen for several notes.

{
  /** In pixels: across by so many, and not up or down by as many. */
  const [across, away] = [48, 24];
  const mayWrite = document.querySelector('.bar a[href="/new"]') !== null;
  let begun = null;

  function hide() {
    for (const form of document.querySelectorAll("form.swiped")) form.remove();
  }

  function show(row) {
    hide();
    const form = document.createElement("form");
    form.className = "swiped";
    form.method = "post";
    form.action = row.querySelector(".title").href;
    const button = document.createElement("button");
    [button.className, button.textContent] = ["danger", "Delete"];
    [button.name, button.value] = row.matches(".note") ? ["action", "delete"] : ["delete", "1"];
    form.append(button);
    row.append(form);
  }

  if (mayWrite) {
    document.addEventListener("pointerdown", (event) => {
      if (event.target.closest(".swiped")) return;
      hide();
      const row = event.pointerType === "touch" ? event.target.closest("li.note, li.task-row") : null;
      begun = row && { row, x: event.clientX, y: event.clientY };
    });
    document.addEventListener("pointermove", (event) => {
      if (!begun) return;
      if (Math.abs(event.clientY - begun.y) > away) begun = null;
      else if (begun.x - event.clientX > across) {
        show(begun.row);
        begun = null;
      }
    });
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (begun = null));
  }
}
