/* In: requests of the page. Out: the service's answers; where it cannot be reached, the page itself as it last was.

Only the shell is kept: the page, its scripts, styles and words. Scans and scores always come from the service. */

const SHELL = "handscan-shell";
const FILES = {{ files | tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && isShell(new URL(event.request.url))) event.respondWith(freshElseKept(event.request));
});

function isShell({ origin, pathname }) {
  return origin === location.origin && (pathname === "/" || pathname.startsWith("/static/") || pathname.startsWith("/words/"));
}

async function freshElseKept(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
  }
}
