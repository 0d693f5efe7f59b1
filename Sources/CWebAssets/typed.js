// What somebody has typed and chosen in the forms of the main part, which stays when the part comes anew.

const typed = {
  isChanged(control) {
    if (control.type === "hidden" || control.tagName === "BUTTON") return false;
    if (control.tagName === "SELECT") {
      const usual = Math.max(0, [...control.options].findIndex((option) => option.defaultSelected));
      return control.selectedIndex !== usual;
    }
    return control.type === "checkbox" || control.type === "radio" ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  },

  begun: (main) => [...main.querySelectorAll("form input, form select, form textarea")].filter(typed.isChanged),

  /** Forms are alike that do the same by the same buttons. */
  kind: (form) => [form.getAttribute("action"), form.className, form.elements.key?.value, ...[...form.querySelectorAll("button")].map((button) => button.value)].join("\n"),

  /** The control of another main part that is the same as one of this; nothing where there is none. */
  twin(control, main, next) {
    if (!control.form || control.tagName === "BUTTON" || !main.contains(control.form)) return null;
    const alike = (part) => [...part.querySelectorAll("form")].filter((form) => typed.kind(form) === typed.kind(control.form));
    const form = alike(next)[alike(main).indexOf(control.form)];
    const twin = form?.elements[[...control.form.elements].indexOf(control)];
    return twin?.name === control.name && twin.type === control.type ? twin : null;
  },

  carry(control, twin) {
    if (control.type === "checkbox" || control.type === "radio") twin.checked = control.checked;
    else twin.value = control.value;
  },

  focus(control, before) {
    control.focus({ preventScroll: true });
    if (typeof before.selectionStart === "number" && control.setSelectionRange) {
      control.setSelectionRange(before.selectionStart, before.selectionEnd);
    }
  },
};
