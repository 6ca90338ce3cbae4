import { useEffect, useRef } from "react";

/** What a key does on a game page. Letters are places on the keyboard, so that they work in every layout. */
export type Hotkeys = Readonly<Record<string, () => void>>;

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listens while `on`. Keys that are held down, pressed with a modifier or typed into a field do nothing. */
export function useHotkeys(on: boolean, keys: Hotkeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const action = latest.current[event.code];
      if (!action || event.repeat || event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}
