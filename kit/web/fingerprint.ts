/** Local storage keys, as specified. */
const fingerprintKey = "fingerprint";
const sessionKey = "session_id";
const waitMs = 500;

/** Browser traits that seldom change. They distinguish browsers, not people, and decide nothing on their own. */
function traits(): readonly string[] {
  const { userAgent, languages, hardwareConcurrency, maxTouchPoints, platform } = navigator;
  const { width, height, colorDepth } = screen;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    userAgent,
    languages.join(),
    platform,
    hardwareConcurrency,
    maxTouchPoints,
    width,
    height,
    colorDepth,
    timeZone,
  ].map(String);
}

/** SHA-256 of the traits, in hex. */
export async function fingerprintOf(list: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(list));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, "0")).join("");
}

/** The next event of this browser belongs to another session. */
export function forgetIdentity(): void {
  localStorage.removeItem(sessionKey);
}

/** Writes `fingerprint` when the browser is idle, or after 500 ms without idle callbacks; and a `session_id` if there is none. */
export function keepIdentity(): () => void {
  if (localStorage.getItem(sessionKey) === null) localStorage.setItem(sessionKey, crypto.randomUUID());
  const write = () => void fingerprintOf(traits()).then(text => localStorage.setItem(fingerprintKey, text));
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(write);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(write, waitMs);
  return () => clearTimeout(timer);
}
