import { parseDecimal } from "#kit/money/amount.ts";

/** A settled bet whose result is still animating. */
export interface Hidden {
  /** The public id of the bet; null for demo bets. */
  readonly id: string | null;
  readonly payout: bigint;
}

/**
 * Results that the scene has not shown yet. The balance in a response includes the payout of its bet and of all earlier ones, so the displayed
 * balance is the last one received, less the payouts still hidden.
 */
export function openVeil() {
  let hidden: readonly Hidden[] = [];
  let answered = 0n;
  return {
    /** Hides a result; `balance` is the one in its response. Call in order of the responses. */
    lay(bet: Hidden, balance?: string): Hidden {
      const laid = { ...bet };
      hidden = [...hidden, laid];
      if (balance !== undefined) answered = parseDecimal(balance);
      return laid;
    },
    /** The scene has shown the result. */
    lift(bet: Hidden): void {
      hidden = hidden.filter(each => each !== bet);
    },
    hidden: () => hidden,
    /** The balance to display. */
    balance: () => hidden.reduce((sum, { payout }) => sum - payout, answered),
  };
}
