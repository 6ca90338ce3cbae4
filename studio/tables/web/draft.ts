import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { SentBet } from "../shared/layout.ts";
import { sumOf } from "../shared/layout.ts";
import type { Placed } from "../shared/placed.ts";
import type { TableLimits } from "../shared/table-game.ts";

/** Chips that are on the felt and not sent yet. Each press is one step back for undo. */
export interface Draft {
  readonly layout: readonly Placed[];
  readonly past: readonly (readonly Placed[])[];
}

export const noDraft: Draft = { layout: [], past: [] };

/** The table's limits with what has been sent already in this round. */
export interface Room {
  readonly limits: TableLimits;
  readonly sent: readonly Placed[];
}

const mostPast = 100;

const on = (layout: readonly Placed[], spot: string): bigint =>
  layout.find(placed => placed.spot === spot)?.amount ?? 0n;

function fits({ limits, sent }: Room, layout: readonly Placed[]): boolean {
  const isFull = sumOf(layout) + sumOf(sent) > limits.mostInRound;
  const over = layout.some(
    ({ spot, amount }) => amount + sumOf(sent.filter(each => each.spot === spot)) > limits.most(spot),
  );
  return !isFull && !over;
}

/** Puts chips on spots, or undefined where one of them takes no more. All of them, or none. */
export function place(draft: Draft, chips: readonly Placed[], room: Room): Draft | undefined {
  const layout = draft.layout.map(placed => ({ spot: placed.spot, amount: placed.amount }));
  for (const { spot, amount } of chips) {
    const at = layout.findIndex(placed => placed.spot === spot);
    if (at < 0) layout.push({ spot, amount });
    else layout[at] = { spot, amount: on(layout, spot) + amount };
  }
  if (chips.length === 0 || !fits(room, layout)) return undefined;
  return { layout, past: [...draft.past, draft.layout].slice(-mostPast) };
}

export function undo(draft: Draft): Draft {
  const last = draft.past.at(-1);
  return last ? { layout: last, past: draft.past.slice(0, -1) } : draft;
}

/** One press: undo brings the chips back. */
export function clear(draft: Draft): Draft {
  return draft.layout.length === 0 ? draft : { layout: [], past: [...draft.past, draft.layout].slice(-mostPast) };
}

/** Twice what lies there; where nothing waits, once more what was sent. */
export function double(draft: Draft, room: Room): Draft | undefined {
  return place(draft, draft.layout.length > 0 ? draft.layout : room.sent, room);
}

export function toSend({ layout }: Draft): readonly SentBet[] {
  return layout.map(({ spot, amount }) => ({ spot, amount: formatAmount(amount) }));
}

export function fromSent(bets: readonly SentBet[]): readonly Placed[] {
  return bets.map(({ spot, amount }) => ({ spot, amount: parseDecimal(amount) }));
}

/** Several layouts as one: amounts on the same spot add up. */
export function merged(layouts: readonly (readonly Placed[])[]): readonly Placed[] {
  const sums = new Map<string, bigint>();
  for (const { spot, amount } of layouts.flat()) sums.set(spot, (sums.get(spot) ?? 0n) + amount);
  return [...sums].map(([spot, amount]) => ({ spot, amount }));
}
