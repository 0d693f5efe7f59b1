// While a link or a tag is typed, the names that match stand below the text.

{
  const { text } = typing;
  const list = document.getElementById("Offers");
  let tags = null;

  /** What is being typed: a link's target behind `[[`, or a tag behind `#`, and where it begins. */
  function begun() {
    if (text.selectionStart !== text.selectionEnd) return null;
    const before = text.value.slice(Math.max(0, text.selectionStart - 200), text.selectionStart);
    const link = before.match(/\[\[([^[\]\n|#]*)$/);
    if (link) return { kind: "link", word: link[1], from: text.selectionStart - link[1].length };
    const tag = before.match(/(?:^|\s)#([\p{L}\p{N}_][\p{L}\p{N}_/-]*)$/u);
    return tag ? { kind: "tag", word: tag[1], from: text.selectionStart - tag[1].length } : null;
  }

  async function find() {
    const place = begun();
    if (!place) return [];
    if (place.kind === "link") {
      const answer = await fetch(`/api/v1/names?limit=8&q=${encodeURIComponent(place.word)}`);
      if (!answer.ok) return [];
      return (await answer.json()).map((note) => ({ word: note.link, label: note.title, remark: note.path }));
    }
    if (!tags) {
      const answer = await fetch("/api/v1/tags");
      if (!answer.ok) return [];
      tags = await answer.json();
    }
    const typed = place.word.toLowerCase();
    const matching = tags.filter(({ tag }) => tag.toLowerCase().includes(typed) && tag.toLowerCase() !== typed);
    matching.sort((a, b) => b.tag.toLowerCase().startsWith(typed) - a.tag.toLowerCase().startsWith(typed) || b.count - a.count);
    return matching.slice(0, 8).map(({ tag, count }) => ({ word: tag, label: `#${tag}`, remark: String(count) }));
  }

  function take({ word }) {
    const place = begun();
    if (!place) return;
    const end = text.selectionStart;
    const closing = place.kind === "link" && !text.value.startsWith("]]", end) ? "]]" : "";
    typing.put(word + closing, place.from, end);
    if (place.kind === "link" && !closing) text.setSelectionRange(text.selectionStart + 2, text.selectionStart + 2);
  }

  if (text && list) new Offers(text, list, { find, take, isEager: true });
}
