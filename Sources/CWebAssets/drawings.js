// A graph around a note that is larger than its frame shows that note first.

{
  function center() {
    for (const frame of document.querySelectorAll(".scroll.graph:has(.current)")) {
      frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
    }
  }

  document.addEventListener("vault:swapped", center);
  center();
}
