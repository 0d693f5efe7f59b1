"use strict";

// Keeps the notes that were read last, for when the server is away. What the server says always comes first, so nothing old is
// shown for new.

const vault = new URL(location).searchParams.get("vault");
const notes = `vault ${vault} notes`;
const assets = `vault ${vault} assets`;
const mostNotes = 50;
/** Which windows show a kept page, and when it was. */
const shown = new Map();

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      // What another vault at this address left is not this one's to show.
      for (const name of await caches.keys()) if (name !== notes && name !== assets) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

async function keep(request, response) {
  const cache = await caches.open(notes);
  await cache.delete(request);
  await cache.put(request, response);
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - mostNotes))) await cache.delete(old);
}

async function page(event) {
  const { request } = event;
  const isNote = new URL(request.url).pathname.startsWith("/note/") && !new URL(request.url).search;
  try {
    const response = await fetch(request);
    if (isNote && response.ok && !response.redirected) event.waitUntil(keep(request, response.clone()).catch(() => {}));
    if (response.status === 404 && isNote) event.waitUntil(caches.open(notes).then((cache) => cache.delete(request)));
    return response;
  } catch {
    const cache = await caches.open(notes);
    const kept = await cache.match(request);
    if (kept) {
      shown.set(event.resultingClientId, kept.headers.get("date"));
      return kept;
    }
    return away(await cache.keys());
  }
}

/** As it came where a name is no UTF-8. */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A page of links to the notes that are kept. */
function away(kept) {
  const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const links = kept.reverse().map(({ url }) => {
    const path = new URL(url).pathname;
    return `<li><a href="${escape(path)}">${escape(decoded(path.slice("/note/".length)))}</a></li>`;
  });
  const list = links.length ? `<p>These notes were read here last:</p><ul>${links.join("")}</ul>` : "";
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>The server does not answer</title>
<h1>The server does not answer</h1><p>Start it with <code>vault serve</code>, and load this page again.</p>${list}`;
  return new Response(body, {
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'" },
  });
}

/** Their addresses change with what is in them. */
async function asset(request) {
  const cache = await caches.open(assets);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  // A browser that is full shows it all the same.
  if (response.ok) cache.put(request, response.clone()).catch(() => {});
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

self.addEventListener("message", (event) => {
  const at = shown.get(event.source.id);
  if (at) event.source.postMessage({ at });
});
