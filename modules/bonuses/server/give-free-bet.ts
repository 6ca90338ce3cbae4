import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Micros, microsPerMinor } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { FreeBet, Wallet } from "#modules/wallet/server/index.ts";
import { freeBetsFull } from "../shared/errors.ts";
import { mostFreeBet, mostUnusedFreeBets } from "../shared/terms.ts";

export interface FreeBetNeeds {
  readonly host: Pick<Host, "clock" | "ids">;
  readonly wallet: Pick<Wallet, "freeBets" | "balancesIn" | "lockBalance">;
}

interface NewFreeBet {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly days: number;
}

const dayMs = 86_400_000;

/** Gives a free bet. Fails with `not_found` without a purse in the currency, `validation_failed`, `free_bets_full`. */
export async function giveFreeBet(
  { host, wallet }: FreeBetNeeds,
  tx: Tx,
  { player, currency, amount, days }: NewFreeBet,
): Promise<FreeBet> {
  await wallet.lockBalance(tx, player, currency);
  const purses = await wallet.balancesIn(tx, player);
  if (!purses.some(purse => purse.currency === currency)) fail(notFound);
  if (amount <= 0n || amount % microsPerMinor !== 0n || amount > mostFreeBet[currency])
    fail(validationFailed, { errors: { amount: ["amount_invalid"] } });
  const unused = await wallet.freeBets.of(tx, player, currency);
  if (unused.length >= mostUnusedFreeBets) fail(freeBetsFull, { data: { most: mostUnusedFreeBets } });
  const freeBet = { id: host.ids.next(), amount, currency, expiresAt: new Date(host.clock.now() + days * dayMs) };
  await wallet.freeBets.grant(tx, player, freeBet);
  return freeBet;
}

/** Those that can be staked, of every purse. */
export async function readFreeBets(
  { wallet }: Pick<FreeBetNeeds, "wallet">,
  tx: Tx,
  player: PlayerId,
): Promise<readonly FreeBet[]> {
  const purses = await wallet.balancesIn(tx, player);
  const found: FreeBet[] = [];
  for (const { currency } of purses) found.push(...(await wallet.freeBets.of(tx, player, currency)));
  return found;
}
