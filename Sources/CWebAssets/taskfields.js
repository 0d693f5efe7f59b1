// The switch of a due date: on without a day means today.

{
  document.addEventListener("change", ({ target }) => {
    const day = target.closest?.(".due-field")?.querySelector("[type=date]");
    if (day && target !== day && target.checked && !day.value) day.value = target.dataset.today;
  });
}
