import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { isStakeAllowed } from "#modules/betting/shared/slip-limits.ts";
import { mayBeOffered } from "#modules/limits/server/index.ts";
import type { FreeBet, Wallet } from "#modules/wallet/server/index.ts";
import { freeBetsBlocked, freeBetsFull } from "../shared/errors.ts";
import { mostFreeBet, mostUnusedFreeBets } from "../shared/terms.ts";

export interface FreeBetNeeds {
  readonly host: Pick<Host, "clock" | "ids">;
  readonly wallet: Pick<Wallet, "freeBets" | "balancesIn" | "lockBalance">;
}

export interface NewFreeBet {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly days: number;
}

const dayMs = 86_400_000;

/** Gives a free bet. Fails with `free_bets_blocked`, `not_found` without a wallet in the currency, `validation_failed`, `free_bets_full`. */
export async function giveFreeBet(needs: FreeBetNeeds, tx: Tx, asked: NewFreeBet): Promise<FreeBet> {
  await checkFreeBet(needs, tx, asked);
  const { host, wallet } = needs;
  const { player, currency, amount, days } = asked;
  const freeBet = { id: host.ids.next(), amount, currency, expiresAt: new Date(host.clock.now() + days * dayMs) };
  await wallet.freeBets.grant(tx, player, freeBet);
  return freeBet;
}

/** The refusals of {@link giveFreeBet}; the player's wallet is locked. */
export async function checkFreeBet(
  { host, wallet }: FreeBetNeeds,
  tx: Tx,
  { player, currency, amount }: Omit<NewFreeBet, "days">,
): Promise<void> {
  // Delays a break of the player until this has committed.
  if (!(await mayBeOffered(tx, player, new Date(host.clock.now())))) fail(freeBetsBlocked);
  const wallets = await wallet.balancesIn(tx, player);
  const [first] = wallets;
  if (!first || !wallets.some(each => each.currency === currency)) fail(notFound);
  if (!isStakeAllowed(currency, amount, 1) || amount > mostFreeBet[currency])
    fail(validationFailed, { errors: { amount: ["amount_invalid"] } });
  // One wallet for all currencies, so that two operators count one after the other.
  await wallet.lockBalance(tx, player, first.currency);
  const unused = await readFreeBets({ wallet }, tx, player);
  if (unused.length >= mostUnusedFreeBets) fail(freeBetsFull, { data: { most: mostUnusedFreeBets } });
}

/** The player's free bets that can be staked, in every wallet. */
export async function readFreeBets(
  { wallet }: Pick<FreeBetNeeds, "wallet">,
  on: Queryable,
  player: PlayerId,
): Promise<readonly FreeBet[]> {
  const wallets = await wallet.balancesIn(on, player);
  const found: FreeBet[] = [];
  for (const { currency } of wallets) found.push(...(await wallet.freeBets.of(on, player, currency)));
  return found;
}
