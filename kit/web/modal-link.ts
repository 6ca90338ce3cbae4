import { useLocation } from "react-router";
import { barePath } from "#kit/i18n/locale.ts";

/** The modals that an address can open: `?login`, `?signup`, `?deposit`, `?withdraw`, `?exchange`, `?vault`. */
export const modalNames = ["login", "signup", "deposit", "withdraw", "exchange", "vault"] as const;
export type ModalName = (typeof modalNames)[number];

/** The modal that this address opens. */
export function modalOf(search: string): ModalName | null {
  const query = new URLSearchParams(search);
  return modalNames.find(name => query.has(name)) ?? null;
}

/** What a click may hit: this file compiles without the types of the browser. */
type PressTarget = { closest?(selector: "a[href]"): Pick<URL, "origin" | "pathname" | "search"> | null };

/** The modal that a click opens over this page: a press of a link that the router has taken. */
export function pressedModal(
  { defaultPrevented, target }: Pick<Event, "defaultPrevented" | "target">,
  page: Pick<URL, "origin" | "pathname">,
): ModalName | null {
  const link = (target as PressTarget | null)?.closest?.("a[href]");
  const opens = link && defaultPrevented && link.origin === page.origin && link.pathname === page.pathname;
  return opens ? modalOf(link.search) : null;
}

/** The address with another modal, or with none; the rest of it stays. */
export function withModal(address: { pathname: string; search: string }, modal: ModalName | null): string {
  const query = new URLSearchParams(address.search);
  for (const name of modalNames) query.delete(name);
  if (modal === null) query.delete("back");
  const rest = query.toString();
  const search = [modal, rest].filter(Boolean).join("&");
  return address.pathname + (search && `?${search}`);
}

/** The home page with the login over it; after signing in the player continues to `path`. */
export function loginFirst(home: string, path: string): string {
  return `${home}?login&${new URLSearchParams({ back: path })}`;
}

/** Where to continue after signing in: only a page of the profile, never another site. */
export function backOf(search: string): string | null {
  const back = new URLSearchParams(search).get("back") ?? "";
  return /^\/profile(\/[a-z]+)*$/.test(barePath(back)) ? back : null;
}

/**
 * `shouldRevalidate` of a page: opening a modal over it must not reload its data, which would delay the modal. When
 * it closes the player may have signed in, and the page reloads.
 */
export function keepsUnderModals(to: { currentUrl: URL; nextUrl: URL; defaultShouldRevalidate: boolean }): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = to;
  const opens = modalOf(nextUrl.search) !== null && modalOf(currentUrl.search) !== modalOf(nextUrl.search);
  return defaultShouldRevalidate && !(opens && withModal(currentUrl, null) === withModal(nextUrl, null));
}

/** Builds addresses that open a modal over this page. A link to it is a history entry: going back closes it. */
export function useModalLink(): (modal: ModalName) => string {
  const { pathname, search } = useLocation();
  return modal => withModal({ pathname, search }, modal);
}
