// The last notes stay readable while the server is away, where browsers allow that: on this machine, and over HTTPS.

{
  const address = `/kept.js?vault=${page.vault}`;
  if (page.vault && "serviceWorker" in navigator) {
    addEventListener("load", () => {
      navigator.serviceWorker.addEventListener("message", ({ data }) => {
        const strip = document.getElementById("Away");
        if (!strip) return;
        strip.hidden = false;
        strip.textContent = `The server does not answer. This is the page as it was on ${new Date(data.at).toLocaleString()}.`;
      });
      navigator.serviceWorker.controller?.postMessage("Is this a kept page?");
      // Its start takes the machine from the first sight of the page. A browser that refuses it shows its own page where the
      // server is away.
      setTimeout(() => navigator.serviceWorker.register(page.policy.createScriptURL(address)).catch(() => {}), 500);
    });
  }
}
