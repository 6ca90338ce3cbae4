import { useCallback, useEffect, useRef } from "react";
import { type Location, NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { modalOf, withModal } from "./modal-link.ts";

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
