import { parseDecimal } from "#kit/money/amount.ts";

/** A bet that is decided, and whose result is on its way to the player's eyes. */
export interface Hidden {
  /** The outside name of the bet; null for demo bets. */
  readonly id: string | null;
  readonly payout: bigint;
}

/**
 * What the stage has not shown yet. A balance that was answered holds the payout of its bet and of all before it, so what may be
 * shown is the last balance that was answered, less what is still hidden.
 */
export function openVeil() {
  let hidden: readonly Hidden[] = [];
  let answered = 0n;
  return {
    /** From here a result is hidden; `balance` as its answer says it, in order of the answers. */
    lay(bet: Hidden, balance?: string): Hidden {
      const laid = { ...bet };
      hidden = [...hidden, laid];
      if (balance !== undefined) answered = parseDecimal(balance);
      return laid;
    },
    /** The stage has shown it. */
    lift(bet: Hidden): void {
      hidden = hidden.filter(each => each !== bet);
    },
    hidden: () => hidden,
    /** What the frame may show as the balance. */
    balance: () => hidden.reduce((sum, { payout }) => sum - payout, answered),
  };
}
