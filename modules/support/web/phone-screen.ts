import { type RefObject, useEffect, useRef } from "react";

/** Where the chat covers the screen. */
const phone = "(max-width: 767px)";

/** On a phone the back button closes the chat instead of leaving the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open || !matchMedia(phone).matches) return;
    const href = location.href;
    history.pushState(history.state, "");
    let isBack = false;
    const onPop = () => {
      isBack = true;
      close.current();
    };
    addEventListener("popstate", onPop, { once: true });
    return () => {
      removeEventListener("popstate", onPop);
      // Closed by its button: the entry goes too, unless a link has led to another page.
      if (!isBack && location.href === href) history.back();
    };
  }, [open]);
}

/** The on-screen keyboard covers part of the window; the chat ends above it. */
export function useVisibleHeight(panel: RefObject<HTMLElement | null>, open: boolean): void {
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
