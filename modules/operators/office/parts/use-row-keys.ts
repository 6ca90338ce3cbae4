import { type RefObject, useEffect, useRef } from "react";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { keyOf } from "./key-of.ts";

/** `j` and `k`, or arrows, move between the rows of a page's main table; Enter opens the row's link. As in lists, they act while nothing else has the focus. */
export function useRowKeys(box: RefObject<HTMLElement | null>, isOn: boolean): void {
  /** The row that had the focus last: after it was decided and has left, the next one has its place. */
  const at = useRef(0);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
      const target = event.target as HTMLElement;
      const isFree = target === document.body || target.matches("main") || box.current?.contains(target);
      if (!isFree || target.matches("input, select, textarea")) return;
      const rows = [...(box.current?.querySelectorAll<HTMLElement>("tbody > tr") ?? [])];
      const current = rows.findIndex(row => row.contains(target));
      const key = keyOf(event);
      if (key === "Enter" && target === rows[current]) {
        (target.querySelector<HTMLElement>("a.btn") ?? target.querySelector<HTMLElement>("a"))?.click();
        return;
      }
      const step = steps[key];
      if (step === undefined || rows.length === 0) return;
      event.preventDefault();
      const to = current < 0 ? at.current : current + step;
      at.current = Math.min(Math.max(to, 0), rows.length - 1);
      rows[at.current]?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [box, isOn]);
}

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
