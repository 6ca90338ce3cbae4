// The service worker. The server prepends the id of the build, as `const build`.
//
// It handles one kind of request: a page of this site, when the network fails. No response is ever
// cached: no page, no call, no file. It stores the list of mirrors, so that a visitor whose access to
// this host is blocked finds them; the page updates it every ten minutes and deletes it on sign-out.
// It shows the notices that are pushed to this browser, and ends its subscription on sign-out.
const shelf = "mirrors";
const key = "/mirrors.json";

self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

self.addEventListener("message", event => {
  const { type, domains } = event.data ?? {};
  if (type === "activate") self.skipWaiting();
  if (type === "mirrors" && Array.isArray(domains)) event.waitUntil(keep(domains));
  if (type === "forget") event.waitUntil(forget().then(() => event.ports[0]?.postMessage("forgotten")));
});

self.addEventListener("push", event => event.waitUntil(show(event.data)));

self.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path));
});

self.addEventListener("fetch", event => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(offlinePage));
});

async function keep(domains) {
  const clean = domains.filter(name => /^[a-z0-9.-]{1,253}(:[0-9]{1,5})?$/.test(name)).slice(0, 20);
  const cache = await caches.open(shelf);
  await cache.put(key, new Response(JSON.stringify({ build, domains: clean })));
}

async function forget() {
  for (const name of await caches.keys()) await caches.delete(name);
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

/** A browser expects a notification for every push, whatever is in it. */
async function show(data) {
  const { id, title = "Fairhouse", text = "", path = "/", language = "" } = read(data);
  const look = { icon: "/icon-192.png", badge: "/icon-192.png" };
  await self.registration.showNotification(title, { body: text, tag: id, lang: language, data: { path }, ...look });
}

function read(data) {
  try {
    return Object(data?.json());
  } catch {
    return {};
  }
}

/** A page of this site that is open at this address, else a new one: a round in another page is not interrupted. */
async function openPage(path) {
  const address = new URL(path ?? "/", self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(page => page.url === address.href);
  await (open ? open.focus() : self.clients.openWindow(address.href));
}

const texts = {
  en: ["No connection", "We couldn't connect to Fairhouse. Your bets and balance are safe.", "Try again"],
  ru: [
    "Нет соединения",
    "Не удалось подключиться к Fairhouse. Ваши ставки и баланс в сохранности.",
    "Попробовать снова",
  ],
  kk: ["Байланыс жоқ", "Fairhouse-қа қосылу мүмкін болмады. Бәстеріңіз бен балансыңыз сақтаулы.", "Қайталап көру"],
};

async function offlinePage() {
  const language = Object.keys(texts).find(each => self.navigator.language.startsWith(each)) ?? "en";
  const [title, text, again] = texts[language];
  const stored = await (await caches.open(shelf)).match(key);
  const { domains = [] } = stored ? await stored.json() : {};
  const { protocol, host } = self.location;
  const links = domains
    .filter(name => name !== host)
    .map(name => `<li><a href="${protocol}//${name}/">${name}</a></li>`)
    .join("");
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;gap:14px;padding:24px;background:#051c14;color:#f7f2e5;font:17px/1.5 system-ui,sans-serif;text-align:center}a{color:#e7cb89}h1{margin:0}ul{list-style:none;padding:0;margin:0}p{margin:0;max-width:44ch}</style>
<h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p><ul>${links}</ul></html>`;
  return new Response(page, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
