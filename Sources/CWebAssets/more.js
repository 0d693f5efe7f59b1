// More of a list comes by itself once its end is near. The address says how much is shown, so that going back leads there.

{
  /** So many entries are shown at once; what follows them is a page of its own, and asked for by a click. */
  const most = 500;
  let isComing = false;

  async function come(link) {
    const address = new URL(location.href);
    const shown = Number(address.searchParams.get("limit") ?? 50);
    if (isComing || !(shown < most)) return;
    isComing = true;
    address.searchParams.set("limit", Math.min(shown + 100, most));
    try {
      const text = await page.fetchMain(address, "more");
      // Another list may have come meanwhile.
      if (!link.isConnected) return;
      page.swap(text);
      if (!link.isConnected) history.replaceState(null, "", address);
    } catch {
      // The link stays, and leads to the same.
    } finally {
      isComing = false;
    }
  }

  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) come(target);
    },
    { rootMargin: "600px" },
  );

  function watch() {
    near.disconnect();
    const link = page.find(".content > .more a[rel=next]");
    if (link) near.observe(link);
  }

  document.addEventListener("vault:swapped", watch);
  watch();
}
