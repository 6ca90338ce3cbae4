import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ClosingRest } from "#kit/host/server-module.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { payoutLimits } from "../shared/payouts.ts";

type Purses = Pick<Wallet, "balancesIn" | "move">;

/** What is left in a player's purses. Below the smallest payout it cannot be paid out; bonus money ends with its bonus, not here. */
export async function closingRests(wallet: Purses, tx: Tx, player: PlayerId): Promise<readonly ClosingRest[]> {
  return (await wallet.balancesIn(tx, player))
    .filter(({ real, bonus, vault }) => real + bonus + vault > 0n)
    .map(({ currency, real, bonus, vault }) => ({
      currency,
      amount: formatAmount(real + bonus + vault),
      isSmall: bonus === 0n && real + vault < parseDecimal(payoutLimits[currency].min),
    }));
}

/** Empties each purse with a balance into `given up`, one movement each. */
export async function giveUpRests(
  { wallet, host }: { readonly wallet: Purses; readonly host: Host },
  tx: Tx,
  player: PlayerId,
): Promise<void> {
  for (const balance of await wallet.balancesIn(tx, player))
    for (const purse of ["real", "vault"] as const) {
      if (balance[purse] === 0n) continue;
      const moved = await wallet.move(tx, {
        owner: player,
        currency: balance.currency,
        amount: balance[purse],
        kind: "given_up",
        reference: host.ids.next(),
        from: account(`player:${purse}`),
        to: account("given up"),
      });
      invariant(moved.kind === "moved", "a purse that was read in the same transaction has too little");
    }
}
