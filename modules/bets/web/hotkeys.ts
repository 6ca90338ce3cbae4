import { useEffect, useRef } from "react";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { isField } from "#kit/web/typing.ts";

/** A key of a game page. Letters are key positions, so that they work in every layout. */
export interface Hotkey {
  /** `KeyboardEvent.code` of the key. */
  readonly code: string;
  /** The label of its action, in the page's language. */
  readonly text: string;
  run(): void;
}

/** The label of the key: "A", "1", "Space" and "?". */
export function capOf(code: string): string {
  return code.replace(/^(Key|Digit|Arrow)/, "");
}

/** Active while `on`. Keys that are held down, pressed with a modifier or typed into a field are ignored. */
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
