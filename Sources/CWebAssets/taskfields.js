// The switch of a due date: on without a day means today, and choosing a day turns it on.

{
  document.addEventListener("change", ({ target }) => {
    const field = target.closest?.(".due-field");
    if (!field) return;
    const [on, day] = [field.querySelector("[type=checkbox]"), field.querySelector("[type=date]")];
    if (target === day) on.checked = day.value !== "";
    else if (on.checked && !day.value) day.value = on.dataset.today;
  });
}
