import { useEffect, useRef } from "react";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { isField } from "#kit/web/typing.ts";

/** A key of a game page. Letters are places on the keyboard, so that they work in every layout. */
export interface Hotkey {
  /** As `KeyboardEvent.code`. */
  readonly code: string;
  /** What it does, in the page's language. */
  readonly text: string;
  run(): void;
}

/** What stands on the key: "A", "1", "Space" and "?" as they are. */
export function capOf(code: string): string {
  return code.replace(/^(Key|Digit|Arrow)/, "");
}

/** Listens while `on`. Keys that are held down, pressed with a modifier or typed into a field do nothing. */
export function useHotkeys(on: boolean, keys: readonly Hotkey[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const key = latest.current.find(({ code }) => code === event.code);
      if (!key || event.repeat || event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return;
      if (isDialogOpen()) return;
      event.preventDefault();
      key.run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}
