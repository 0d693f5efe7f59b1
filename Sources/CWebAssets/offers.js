// A list of texts that can stand in the place of what is being typed, below its field. Arrows choose and Escape closes.

class Offers {
  /** `find()` gives those that fit now: {word, label, remark}. `take(offer)` puts one in. `isEager`: the first is chosen from
   * the beginning. Enter and Tab take what is chosen. */
  constructor(field, list, { find, take, isEager }) {
    Object.assign(this, { field, list, find, take, isEager, all: [], chosen: -1, asked: 0 });
    field.addEventListener("input", () => this.offer());
    field.addEventListener("blur", () => this.close());
    // Before the field's own keys.
    field.addEventListener("keydown", (event) => this.press(event), true);
  }

  async offer() {
    const number = ++this.asked;
    let all = [];
    try {
      all = await this.find();
    } catch {
      // Whoever cannot be told how to go on types on.
    }
    if (number !== this.asked) return;
    if (!all.length) return this.close();
    this.all = all;
    this.choose(this.isEager ? 0 : -1);
  }

  choose(index) {
    this.chosen = index;
    this.list.replaceChildren(
      ...this.all.map((offer, place) => {
        const entry = document.createElement("li");
        entry.id = `${this.list.id}-${place}`;
        entry.role = "option";
        entry.ariaSelected = String(place === index);
        const small = document.createElement("small");
        small.textContent = offer.remark;
        entry.append(offer.label, " ", small);
        // The field keeps the focus.
        entry.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          this.use(place);
        });
        return entry;
      }),
    );
    this.show(true);
    if (index < 0) return this.field.removeAttribute("aria-activedescendant");
    this.field.setAttribute("aria-activedescendant", `${this.list.id}-${index}`);
    this.list.children[index].scrollIntoView({ block: "nearest" });
  }

  show(isShown) {
    this.list.hidden = !isShown;
    if (this.field.role === "combobox") this.field.ariaExpanded = String(isShown);
  }

  close() {
    this.asked++;
    this.all = [];
    this.show(false);
    this.field.removeAttribute("aria-activedescendant");
  }

  use(index) {
    const offer = this.all[index];
    this.close();
    this.take(offer);
  }

  press(event) {
    if (this.list.hidden || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (moves[event.key]) {
      const next = this.chosen + moves[event.key];
      // Past the last of a list that nobody asked for, the arrow goes on to what stands below.
      if (!this.isEager && next >= this.all.length) return this.close();
      this.choose(next < 0 ? this.all.length - 1 : next % this.all.length);
    } else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.chosen >= 0) this.use(this.chosen);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
