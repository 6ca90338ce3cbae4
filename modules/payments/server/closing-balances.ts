import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ClosingBalance } from "#kit/host/server-module.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { payoutLimits } from "../shared/payouts.ts";

type ClosedWallets = Pick<Wallet, "balancesIn" | "move">;

/** What is left in a player's wallets. Below the smallest payout it cannot be paid out; bonus money ends with its bonus, not here. */
export async function closingBalances(
  wallet: ClosedWallets,
  tx: Tx,
  player: PlayerId,
): Promise<readonly ClosingBalance[]> {
  return (await wallet.balancesIn(tx, player))
    .filter(({ real, bonus, vault }) => real + bonus + vault > 0n)
    .map(({ currency, real, bonus, vault }) => ({
      currency,
      amount: formatAmount(real + bonus + vault),
      isSmall: bonus === 0n && real + vault < parseDecimal(payoutLimits[currency].min),
    }));
}

/** Empties each balance that has money into `given up`, one movement each. */
export async function writeOffBalances(
  { wallet, host }: { readonly wallet: ClosedWallets; readonly host: Host },
  tx: Tx,
  player: PlayerId,
): Promise<void> {
  for (const balance of await wallet.balancesIn(tx, player))
    for (const kind of ["real", "vault"] as const) {
      if (balance[kind] === 0n) continue;
      const moved = await wallet.move(tx, {
        owner: player,
        currency: balance.currency,
        amount: balance[kind],
        kind: "given_up",
        reference: host.ids.next(),
        from: account(`player:${kind}`),
        to: account("given up"),
      });
      invariant(moved.kind === "moved", "a balance that was read in the same transaction has too little");
    }
}
