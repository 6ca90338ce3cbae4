import type { KeyboardEvent } from "react";

const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Arrow keys of a `tablist` or `radiogroup` choose the item beside, round the ends, and give it the focus. */
export function arrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const move = moves[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"], [role="radio"]')];
  const at = items.findIndex(item => item === event.target);
  if (move === undefined || at < 0) return;
  event.preventDefault();
  const next = items[(at + move + items.length) % items.length];
  next?.focus();
  next?.click();
}
