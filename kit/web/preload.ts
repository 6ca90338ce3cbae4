import { type ModalName, modalOf } from "./modal-link.ts";

let attempts = 0;

/** Begins an import that nobody waits for yet: a failure is ignored, and retried by the press. */
export function attempt(load: () => Promise<unknown>): void {
  attempts += 1;
  const end = () => {
    attempts -= 1;
  };
  load().then(end, end);
}

/** Whether such an import is in progress: its failure is no reason to reload the page. */
export const isAttempting = (): boolean => attempts > 0;

/** Events before a press: hover, touch, focus. */
const signs = ["pointerover", "touchstart", "focusin"] as const;

/**
 * Handlers of a button that opens what `load` imports: the import begins before the press, so that a dialog opens at once. The
 * browser caches the import; a failed one is retried by the press.
 */
export function preloadOn(load: () => Promise<unknown>) {
  const begin = () => attempt(load);
  return { onPointerEnter: begin, onTouchStart: begin, onFocus: begin } as const;
}

/** Calls `load` with the modal that a link opens, before the link is pressed; returns a function that stops. */
export function preloadModals(root: EventTarget, load: (modal: ModalName) => Promise<unknown>): () => void {
  const begin = ({ target }: Event) => {
    const link = (target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
    const modal = link ? modalOf(link.search) : null;
    if (modal !== null) attempt(() => load(modal));
  };
  for (const sign of signs) root.addEventListener(sign, begin, { passive: true });
  return () => {
    for (const sign of signs) root.removeEventListener(sign, begin);
  };
}
