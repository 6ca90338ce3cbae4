import { type RefObject, useEffect, useRef } from "react";

/** A panel beside the page, the whole screen on phones: has the focus when it opens; Escape and the back button close it. */
export function useSidePanel(open: boolean, onClose: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    panel.current?.focus();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [open, onClose]);
  useBackCloses(open, onClose);
  useVisibleHeight(panel, open);
  return panel;
}

/** Where the chat covers the screen. */
const phone = "(max-width: 767px)";

/** The step back that follows a close by the button: taken back if the chat opens again at once. */
let stepBack: ReturnType<typeof setTimeout> | undefined;

/** On a phone the back button closes the chat instead of leaving the page. */
function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open || !matchMedia(phone).matches) return;
    const { href } = location;
    if (stepBack === undefined) history.pushState(history.state, "");
    clearTimeout(stepBack);
    stepBack = undefined;
    let isBack = false;
    const onPop = () => {
      isBack = true;
      close.current();
    };
    addEventListener("popstate", onPop, { once: true });
    return () => {
      removeEventListener("popstate", onPop);
      // The entry goes too, unless the back button has taken it or a link has led to another page.
      if (isBack || location.href !== href) return;
      stepBack = setTimeout(() => {
        stepBack = undefined;
        history.back();
      });
    };
  }, [open]);
}

/** The on-screen keyboard covers part of the window; the chat ends above it. */
function useVisibleHeight(panel: RefObject<HTMLElement | null>, open: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!open || !viewport) return;
    const measure = () => {
      panel.current?.style.setProperty("--chat-height", `${viewport.height}px`);
      panel.current?.style.setProperty("--chat-top", `${viewport.offsetTop}px`);
    };
    measure();
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
    };
  }, [panel, open]);
}
