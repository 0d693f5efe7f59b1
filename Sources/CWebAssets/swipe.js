// A finger that is drawn across a note of a list, to the left, shows its Delete button and does no more. The note's own page
// and the screen for several notes have the same.

{
  /** In pixels: across by so many, and not up or down by as many. */
  const [across, away] = [48, 24];
  const mayWrite = document.querySelector('.bar a[href="/new"]') !== null;
  let begun = null;

  function hide() {
    for (const form of document.querySelectorAll(".note > form.swiped")) form.remove();
  }

  function show(note) {
    hide();
    const form = document.createElement("form");
    form.className = "swiped";
    form.method = "post";
    form.action = note.querySelector(".title").href;
    const button = document.createElement("button");
    [button.className, button.name, button.value, button.textContent] = ["danger", "action", "delete", "Delete"];
    form.append(button);
    note.append(form);
  }

  if (mayWrite) {
    document.addEventListener("pointerdown", (event) => {
      if (event.target.closest(".swiped")) return;
      hide();
      const note = event.pointerType === "touch" ? event.target.closest("li.note") : null;
      begun = note && { note, x: event.clientX, y: event.clientY };
    });
    document.addEventListener("pointermove", (event) => {
      if (!begun) return;
      if (Math.abs(event.clientY - begun.y) > away) begun = null;
      else if (begun.x - event.clientX > across) {
        show(begun.note);
        begun = null;
      }
    });
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (begun = null));
  }
}
