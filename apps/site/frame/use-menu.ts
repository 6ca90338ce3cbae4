import { type RefObject, useEffect, useRef } from "react";

/**
 * Keyboard and pointer of an open menu: the first (or chosen) item has the focus, arrow keys move it, Escape and a press elsewhere
 * close it. Escape returns the focus to the button that opened it, which is the menu's sibling; a link does so too, so that the dialog it opens
 * gives the focus back to something that is still there.
 */
export function useMenu(onClose: () => void): RefObject<HTMLDivElement | null> {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const box = menu.current?.parentElement;
    const items = () => [...(menu.current?.querySelectorAll<HTMLElement>("a.menu-item, button.menu-item") ?? [])];
    const first = items();
    (first.find(item => item.ariaChecked === "true") ?? first[0])?.focus();
    const toTrigger = () => box?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
    const onClick = (event: Event) => {
      if (event.target instanceof Element && event.target.closest("a.menu-item")) toTrigger();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        toTrigger();
        return close.current();
      }
      const all = items();
      const at = all.indexOf(document.activeElement as HTMLElement);
      const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
      const next = moves[event.key];
      if (next === undefined) return;
      event.preventDefault();
      all.at(next % all.length)?.focus();
    };
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !box?.contains(event.target)) close.current();
    };
    const opened = menu.current;
    opened?.addEventListener("click", onClick);
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    return () => {
      opened?.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
    };
  }, []);
  return menu;
}
