import { type ModalName, modalOf } from "./modal-link.ts";

/** Events before a press: hover, touch, focus. */
const signs = ["pointerover", "touchstart", "focusin"] as const;

/**
 * Handlers of a button that opens what `load` imports: the import begins before the press, so that a dialog opens at once. The
 * browser caches the import; a failed one is retried by the press.
 */
export function preloadOn(load: () => Promise<unknown>) {
  const begin = () => void load().catch(() => undefined);
  return { onPointerEnter: begin, onTouchStart: begin, onFocus: begin } as const;
}

/** Calls `load` with the modal that a link opens, before the link is pressed; returns a function that stops. */
export function preloadModals(root: EventTarget, load: (modal: ModalName) => Promise<unknown>): () => void {
  const begin = ({ target }: Event) => {
    const link = (target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
    const modal = link ? modalOf(link.search) : null;
    if (modal !== null) void load(modal).catch(() => undefined);
  };
  for (const sign of signs) root.addEventListener(sign, begin, { passive: true });
  return () => {
    for (const sign of signs) root.removeEventListener(sign, begin);
  };
}
