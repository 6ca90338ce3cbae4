import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

/** A stepwise round as a page shows it. */
export interface ShownRound<View, Outcome> {
  /** The public id; null for demo rounds, which are not stored. */
  readonly id: string | null;
  readonly currency: Currency;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly status: "open" | "settled" | "voided";
  readonly steps: number;
  /** What a cash-out pays now; null where there is nothing to cash out. */
  readonly worth: Micros | null;
  readonly multiplier: string | null;
  /** The game's fields of the round so far. */
  readonly view: View;
  /** Null while the round is open. */
  readonly outcome: Outcome | null;
  /** Real money right after the last movement of this bet; null in demo play. */
  readonly balance: string | null;
  readonly nonce: number | null;
  readonly hash: string | null;
}

/** The answer of every call of a round, in the fields that all games share. */
export interface RoundAnswer<View, Outcome> {
  readonly id: string;
  readonly currency: Currency;
  readonly stake: string;
  readonly payout: string;
  readonly status: "open" | "settled" | "voided";
  readonly balance: string;
  readonly outcome?: Outcome;
  readonly round: View & { readonly steps: number; readonly worth: string | null; readonly multiplier: string | null };
  readonly proof: { readonly nonce: number; readonly server_seed_hash: string };
}

export function shownRound<View, Outcome>(answer: RoundAnswer<View, Outcome>): ShownRound<View, Outcome> {
  const { round, proof } = answer;
  return {
    id: answer.id,
    currency: answer.currency,
    status: answer.status,
    balance: answer.balance,
    stake: parseDecimal(answer.stake),
    payout: parseDecimal(answer.payout),
    steps: round.steps,
    worth: round.worth === null ? null : parseDecimal(round.worth),
    multiplier: round.multiplier,
    view: round,
    outcome: answer.outcome ?? null,
    nonce: proof.nonce,
    hash: proof.server_seed_hash,
  };
}
