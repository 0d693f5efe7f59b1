// The page follows the vault. A browser keeps one stream for all of its tabs, since it has few connections to a server: the tab
// that holds the lock listens, and tells the others.

{
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(`vault ${page.vault}`) : null;
  let waiting = 0;

  /** True where what is shown may be another's to change: it is not taken from under somebody's hands. Nor is what answers a
   * form: its address would give another page. */
  const isBusy = () =>
    document.querySelector(".editor, .select input:checked, .confirm, .conflict") ||
    document.activeElement?.closest?.("main form");

  /** Whoever is choosing or writing keeps the page; it follows once that is over. */
  const follow = () => {
    if (document.hidden || isBusy()) page.isStale = true;
    else page.refresh(() => !isBusy());
  };

  function catchUp() {
    if (!page.isStale || document.hidden || isBusy()) return;
    page.isStale = false;
    follow();
  }

  function hear(change) {
    // Only the page about it shows how a sync goes.
    if (change.name === "sync" && location.pathname !== "/sync") return;
    document.dispatchEvent(new CustomEvent("vault:changed", { detail: change }));
    if (change.name === "config" && isBusy()) page.refreshLook();
    // Several changes in a row are one.
    clearTimeout(waiting);
    waiting = setTimeout(follow, 120);
  }

  /** What came between this page and the first event that it could hear is told by its stamp. */
  function listen() {
    return new Promise((done) => {
      const source = new EventSource(`/events?after=${document.body.dataset.stamp}`);
      for (const name of ["changed", "config", "day", "sync"]) {
        source.addEventListener(name, (event) => {
          const change = { name, ...JSON.parse(event.data) };
          hear(change);
          channel?.postMessage(change);
        });
      }
      addEventListener("pagehide", () => {
        source.close();
        done();
      });
    });
  }

  if (channel) channel.onmessage = (event) => hear(event.data);
  document.addEventListener("visibilitychange", catchUp);
  // The focus is nowhere while it moves.
  document.addEventListener("focusout", () => setTimeout(catchUp));
  function begin() {
    if (navigator.locks) {
      let isAlone = false;
      navigator.locks.request(`vault ${page.vault} events`, () => {
        isAlone = true;
        return listen();
      });
      // Where another tab listens, what came between this page and the first that it tells is looked for.
      setTimeout(() => isAlone || follow(), 1000);
    } else listen();
  }
  if (document.body.dataset.stamp) {
    begin();
    // A page that the browser has kept, and shows once more: it heard nothing meanwhile.
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      begin();
      follow();
    });
  }
}
