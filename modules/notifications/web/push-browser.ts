/** What this browser says about notifications; `blocked`: refused for this site. */
export type BrowserPush = "unsupported" | "blocked" | "possible";

export function browserPush(): BrowserPush {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "possible";
}

/** A subscription as the server takes it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** The subscription of this browser, if it has one. */
export async function readSubscription(): Promise<PushSubscription | null> {
  if (browserPush() === "unsupported") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for permission and subscribes. Undefined when the player refused. Rejects when the browser's push service cannot be reached.
 * @param publicKey the site's, base64url
 */
export async function subscribe(publicKey: string): Promise<BrowserSubscription | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  const old = await pushManager.getSubscription();
  // One that was made with another key cannot be used, and prevents a new one.
  if (old && !isSame(old.options.applicationServerKey, applicationServerKey)) await old.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { p256dh = "", auth = "" } = made.toJSON().keys ?? {};
  return { endpoint: made.endpoint, keys: { p256dh, auth } };
}

export async function unsubscribe(): Promise<void> {
  await (await readSubscription())?.unsubscribe();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, letter => letter.charCodeAt(0));
}

function isSame(a: ArrayBuffer | null, b: Uint8Array): boolean {
  return a !== null && String(new Uint8Array(a)) === String(b);
}
