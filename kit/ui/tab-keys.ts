import type { KeyboardEvent } from "react";

const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Arrow keys of a `tablist` choose the tab beside, round the ends, and give it the focus. */
export function tabKeys(event: KeyboardEvent<HTMLElement>): void {
  const move = moves[event.key];
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex(tab => tab === event.target);
  if (move === undefined || at < 0) return;
  event.preventDefault();
  const next = tabs[(at + move + tabs.length) % tabs.length];
  next?.focus();
  next?.click();
}
