import { formatAmount, parseAmount, parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { WireChip } from "../shared/contract.ts";
import { type Chip, inClothOrder } from "../shared/rules.ts";

/** The chips of a request, in the order in which a bet keeps them. The contract has checked each of them. */
export function readChips(chips: readonly WireChip[]): Chip[] {
  return inClothOrder(
    chips.map(({ spot, stake }) => ({ spot, stake: required(parseAmount(stake), "the contract checks the stakes") })),
  );
}

/** Stored with the bet: `{chips: [{spot: "red", stake: "0.05"}]}`. */
export function choiceOf(chips: readonly Chip[]): { chips: WireChip[] } {
  return { chips: chips.map(({ spot, stake }) => ({ spot, stake: formatAmount(stake) })) };
}

/** The chips of a bet as they travel. */
export function wireChipsOf(bet: Pick<Bet, "choice">): WireChip[] {
  const { chips } = bet.choice as unknown as { chips: readonly WireChip[] };
  return chips.map(({ spot, stake }) => ({ spot, stake }));
}

/** The chips of a bet as the rules see them. */
export function chipsOf(bet: Pick<Bet, "choice">): Chip[] {
  return wireChipsOf(bet).map(({ spot, stake }) => ({ spot, stake: parseDecimal(stake) }));
}
