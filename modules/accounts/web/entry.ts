const name = "entered_at";

/** How long an entry is worth knowing: milliseconds. */
const lifeMs = 60_000;

type EntryStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Somebody registered or logged in now, in milliseconds since 1970. It is kept for this window, because the way in may lead
 * over the main host or load the page anew in another language.
 */
export function rememberEntry(now: number, storage: EntryStorage = sessionStorage): void {
  storage.setItem(name, String(now));
}

export function forgetEntry(storage: EntryStorage = sessionStorage): void {
  storage.removeItem(name);
}

/** How long ago somebody came in here, in milliseconds; null when nobody did, or it is too long ago to matter. */
export function sinceEntry(now: number, storage: EntryStorage = sessionStorage): number | null {
  const at = Number(storage.getItem(name) ?? Number.NaN);
  const passed = now - at;
  return passed >= 0 && passed < lifeMs ? passed : null;
}
