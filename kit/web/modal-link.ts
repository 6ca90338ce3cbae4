import { useCallback, useEffect, useRef } from "react";
import { type Location, NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
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

/** A step back has long been taken after these milliseconds. */
const stepMs = 1_000;

type Entry = Pick<Location, "key" | "pathname" | "search">;

/**
 * How many entries of the history the modals of this page have added, by the key of the entry: those that a link has added one by one,
 * so that as many steps back are the page without them. Others, such as those of a reloaded page, are unknown.
 */
export class ModalSteps {
  readonly #steps = new Map<string, number>();
  #before: Entry;

  constructor(first: Entry) {
    this.#before = first;
  }

  moved(to: Entry, by: NavigationType): void {
    const from = this.#before;
    this.#before = to;
    const isModal = modalOf(to.search) !== null && withModal(from, null) === withModal(to, null);
    if (!isModal || by === NavigationType.Pop || from.key === to.key) return;
    const steps = modalOf(from.search) === null ? 0 : this.#steps.get(from.key);
    if (by === NavigationType.Push && steps !== undefined) this.#steps.set(to.key, steps + 1);
    if (by === NavigationType.Replace && steps) this.#steps.set(to.key, steps);
  }

  back(from: Entry): number | undefined {
    return this.#steps.get(from.key);
  }
}

/**
 * `close` goes back to the page under the modal if a link on it has opened it, so that going back once more leaves the page; else as
 * `drop`, which removes the modal from the address at once and may be followed by another navigation.
 * @param search the query of the browser's address: a modal is shown before the router has rendered it (`pressedModal`)
 */
export function useCloseModal(search: () => string): { readonly close: () => void; readonly drop: () => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const by = useNavigationType();
  const steps = useRef<ModalSteps>(null);
  steps.current ??= new ModalSteps(location);
  /** Going back takes a moment: closing again meanwhile must not leave the page. */
  const isGoingBack = useRef(false);
  useEffect(() => {
    isGoingBack.current = false;
    steps.current?.moved(location, by);
  }, [location, by]);
  const drop = useCallback(() => {
    void navigate(withModal(location, null), { replace: true, preventScrollReset: true });
  }, [location, navigate]);
  const close = useCallback(() => {
    if (isGoingBack.current) return;
    const isAhead = modalOf(location.search) === null && modalOf(search()) !== null;
    const back = isAhead ? 1 : steps.current?.back(location);
    if (back === undefined) return drop();
    isGoingBack.current = true;
    setTimeout(() => {
      isGoingBack.current = false;
    }, stepMs);
    void navigate(-back);
  }, [location, navigate, drop, search]);
  return { close, drop };
}
