import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { BetEnd } from "#modules/desk/web/use-autobet.ts";
import type { CrashOwnBet } from "../shared/contract.ts";
import type { CrashView } from "./crash-view.ts";

/** One of the player's two places, A and B. The result of a bet comes only from the house; a slot only remembers what was asked. */
export interface Wish {
  /** Who has it: it is never sent for somebody else. Null: a guest, whose bet is on paper. */
  readonly playerId: string | null;
  readonly stake: Micros;
  /** What the stake was typed in: a wish is never sent in another currency. */
  readonly currency: Currency;
  /** Hundredths; null without an automatic cash-out. */
  readonly autoCashOut: number | null;
}

export interface Slot {
  /** The bet of the present or last round that stands in this place. */
  readonly betId: string | null;
  /** Wanted for the next round; it can be taken back until that round opens. */
  readonly queued: Wish | null;
  /** A stake is on its way. */
  readonly placing: boolean;
  /** A cash-out is on its way: it is sent once. */
  readonly cashing: boolean;
}

export const emptySlot: Slot = { betId: null, queued: null, placing: false, cashing: false };

export type SlotPhase =
  /** Bets can be made for the round that is open. */
  | { readonly name: "open" }
  /** The present round takes none: a bet would wait for the next one. */
  | { readonly name: "between" }
  | { readonly name: "queued"; readonly wish: Wish }
  | { readonly name: "placing" }
  /** The stake is taken and the round has not started. */
  | { readonly name: "placed"; readonly bet: CrashOwnBet }
  | { readonly name: "riding"; readonly bet: CrashOwnBet; readonly cashing: boolean };

/** What the place shows. Queueing wins over the result of a finished bet; a running bet wins over everything. */
export function slotPhase(slot: Slot, view: CrashView): SlotPhase {
  const bet = betOf(slot, view);
  if (slot.placing) return { name: "placing" };
  if (bet?.status === "open" && (view.state === "betting" || view.state === "locked")) return { name: "placed", bet };
  if (bet?.status === "open" && view.state === "flying") return { name: "riding", bet, cashing: slot.cashing };
  if (slot.queued) return { name: "queued", wish: slot.queued };
  return view.state === "betting" && !bet ? { name: "open" } : { name: "between" };
}

/** The slot's bet of the present round. */
export function betOf(slot: Slot, view: CrashView): CrashOwnBet | null {
  return view.mine.find(bet => bet.id === slot.betId && bet.round === view.round) ?? null;
}

/** The wish that is due: a round has opened and nothing of this place is in it yet. */
export function dueWish(slot: Slot, view: CrashView): Wish | null {
  return view.state === "betting" && !slot.placing && !betOf(slot, view) ? slot.queued : null;
}

/** After a reload, or when another tab has bet: own bets that stand in no place take the first free one. */
export function seatOwnBets(slots: readonly Slot[], view: CrashView): readonly Slot[] {
  const seated = new Set(slots.map(slot => slot.betId));
  const homeless = view.mine
    .filter(bet => bet.round === view.round && !seated.has(bet.id))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  if (homeless.length === 0) return slots;
  return slots.map(slot => {
    if (betOf(slot, view) || slot.placing) return slot;
    const bet = homeless.shift();
    return bet ? { ...slot, betId: bet.id } : slot;
  });
}

/** A bet that a run has made. */
export interface RunBet {
  readonly id: string;
  readonly round: number;
}

/**
 * How a run's bet ended; null while it may still end. A page that heard nothing from before the end of the round until the next one is
 * never told: that run must not go on, nor wait for ever.
 */
export function endOfRun({ id, round }: RunBet, view: Pick<CrashView, "mine" | "round">): BetEnd | null {
  const bet = view.mine.find(each => each.id === id);
  if (!bet) return view.round === null || view.round === round ? null : { kind: "refused", reason: "error" };
  if (bet.status === "open") return null;
  const stake = parseDecimal(bet.stake);
  return { kind: "settled", stake, payout: bet.status === "voided" ? stake : parseDecimal(bet.payout) };
}
