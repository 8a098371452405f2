// Keeps the files of the site, so that the page opens without a network. `tsume serve --static` writes which files there
// are, and a number that changes with any of them.
const VERSION = "", FILES = [];
const NAME = `tsume-${VERSION}`;

addEventListener("install", (event) => {
  // The host is asked whether what the page has just loaded is still the same: then it need not be sent again.
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("tsume-") && name !== NAME).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forget());
});

/* The file that a request asks for; the page itself for the folder. Null if it is none of the site. */
function fileOf(request) {
  const base = new URL("./", location.href), url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const name = url.pathname.slice(base.pathname.length) || "index.html";
  return FILES.includes(name) ? name : null;
}

/* The file with what a browser wants to hear before workers may share memory. */
function together(file) {
  const headers = new Headers(file.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(file.body, { status: file.status, statusText: file.statusText, headers });
}

addEventListener("fetch", (event) => {
  const name = fileOf(event.request);
  if (!name) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    return together(await cache.match(new URL(name, location.href)) || await fetch(event.request));
  };
  event.respondWith(answer());
});
