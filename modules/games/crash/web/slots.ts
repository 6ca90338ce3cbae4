import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { BetEnd } from "#modules/bets/web/use-autobet.ts";
import type { CrashOwnBet } from "../shared/contract.ts";
import type { CrashView } from "./crash-view.ts";

/** The player's two bet panels. The result of a bet comes only from the server; a panel only stores what was requested. */
export const panelNames = ["a", "b"] as const;

export interface BetRequest {
  /** The player it belongs to: it is never sent for another one. Null: a guest's practice bet. */
  readonly playerId: string | null;
  readonly stake: Micros;
  /** The currency of the stake as typed: a queued bet is never sent in another currency. */
  readonly currency: Currency;
  /** Hundredths; null without an automatic cash-out. */
  readonly autoCashOut: number | null;
}

export interface Slot {
  /** Queued for the next round; it can be cancelled until that round opens. */
  readonly queued: BetRequest | null;
  /** A stake is being placed. */
  readonly placing: boolean;
  /** A cash-out is in flight: it is sent once. */
  readonly cashing: boolean;
}

export const emptySlot: Slot = { queued: null, placing: false, cashing: false };

/** The bet of the current round in each panel. */
export type PanelBets = readonly [CrashOwnBet | null, CrashOwnBet | null];

export type SlotPhase =
  /** Bets can be placed on the open round. */
  | { readonly name: "open" }
  /** The current round is closed for bets: a bet would wait for the next one. */
  | { readonly name: "between" }
  | { readonly name: "queued"; readonly request: BetRequest }
  | { readonly name: "placing" }
  /** The stake is placed and the round has not started. */
  | { readonly name: "placed"; readonly bet: CrashOwnBet }
  | { readonly name: "riding"; readonly bet: CrashOwnBet; readonly cashing: boolean };

/** A panel's state. Queueing takes priority over the result of a finished bet; a running bet over everything. */
export function slotPhase(slot: Slot, bet: CrashOwnBet | null, state: CrashView["state"]): SlotPhase {
  if (bet?.status === "open" && (state === "betting" || state === "locked")) return { name: "placed", bet };
  if (bet?.status === "open" && state === "flying") return { name: "riding", bet, cashing: slot.cashing };
  if (slot.placing) return { name: "placing" };
  if (slot.queued) return { name: "queued", request: slot.queued };
  return state === "betting" && !bet ? { name: "open" } : { name: "between" };
}

/** The queued bet that is due: a round has opened and this panel has no bet in it yet. */
export function dueBet(slot: Slot, bet: CrashOwnBet | null, state: CrashView["state"]): BetRequest | null {
  return state === "betting" && !slot.placing && !bet ? slot.queued : null;
}

/**
 * Assigns the player's bets of the current round to panels. It depends on the bets alone, so that events, responses and reloads in any
 * order give the same result: a bet is in the panel it names, or, if it names none or another tab has bet from the same panel, in the free
 * one. No bet is in two.
 */
export function panelBets({ mine, round }: Pick<CrashView, "mine" | "round">): PanelBets {
  const bets = mine.filter(bet => bet.round === round).sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
  const [a, b] = panelNames.map(name => bets.find(bet => bet.panel === name) ?? null);
  const others = bets.filter(bet => bet !== a && bet !== b);
  return [a ?? others.shift() ?? null, b ?? others.shift() ?? null];
}

/** A bet placed by a run. */
export interface RunBet {
  readonly id: string;
  readonly round: number;
}

/**
 * How a run's bet ended; null while it may still end. A page that was offline from before the end of the round until the next one never
 * gets the result: that run must neither continue nor wait for ever.
 */
export function endOfRun({ id, round }: RunBet, view: Pick<CrashView, "mine" | "round">): BetEnd | null {
  const bet = view.mine.find(each => each.id === id);
  if (!bet) return view.round === null || view.round === round ? null : { kind: "refused", reason: "error" };
  if (bet.status === "open") return null;
  const stake = parseDecimal(bet.stake);
  return { kind: "settled", stake, payout: bet.status === "voided" ? stake : parseDecimal(bet.payout) };
}
