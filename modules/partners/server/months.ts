import { invariant } from "#kit/std/invariant.ts";

/** Months are text, `2026-11`; days are days since 1970, UTC. */

const dayMs = 86_400_000;

export const dayOf = (ms: number): number => Math.floor(ms / dayMs);
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** The first day of a month, and of the one after it. */
export function daysOf(month: string): { readonly first: number; readonly next: number } {
  return { first: firstDay(month, 0), next: firstDay(month, 1) };
}

export function nextMonth(month: string): string {
  return dateOf(firstDay(month, 1)).slice(0, 7);
}

export function monthBefore(month: string): string {
  return dateOf(firstDay(month, -1)).slice(0, 7);
}

function firstDay(month: string, offset: number): number {
  const match = /^(\d{4})-(\d{2})$/.exec(month);
  invariant(match, `not a month: ${month}`);
  return dayOf(Date.UTC(Number(match[1]), Number(match[2]) - 1 + offset, 1));
}
