const name = "entered_at";

/** How long a sign-in is remembered: milliseconds. */
const lifeMs = 60_000;

type EntryStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Time of the registration or login, in milliseconds since 1970. Stored for this window, because signing in may go over the main host or
 * reload the page in another language.
 */
export function rememberEntry(now: number, storage: EntryStorage = sessionStorage): void {
  storage.setItem(name, String(now));
}

export function forgetEntry(storage: EntryStorage = sessionStorage): void {
  storage.removeItem(name);
}

/** Time since the sign-in here, in milliseconds; null if there was none or it is too long ago. */
export function sinceEntry(now: number, storage: EntryStorage = sessionStorage): number | null {
  const at = Number(storage.getItem(name) ?? Number.NaN);
  const passed = now - at;
  return passed >= 0 && passed < lifeMs ? passed : null;
}
