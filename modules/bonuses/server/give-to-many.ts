import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { offerable } from "#modules/limits/server/index.ts";
import { bonusUnavailable } from "#modules/payments/shared/errors.ts";
import { maxBets } from "../shared/terms.ts";
import { type Campaign, type Claim, holdBudgetOf, insertClaims, offeredAt, targetedFor } from "./campaign-store.ts";
import type { BonusNeeds } from "./needs.ts";
import { grantTermsOf } from "./start-bonus.ts";
import { holdUntil, inTurn, markAllActive } from "./waiting-store.ts";

/**
 * CLAIMED, and ACTIVE where it is its turn: a campaign gives a targeted bonus to several players, in a few statements for all of them. Those to whom
 * nothing may be offered now, who have it already or whom the budget does not cover get nothing. Fails with `bonus_unavailable` when it cannot be
 * given to all others; then each may be asked for alone.
 * @returns the bonus of each player who got it
 */
export async function giveToMany(
  needs: BonusNeeds,
  tx: Tx,
  { players, currency }: { readonly players: readonly PlayerId[]; readonly currency: Currency },
  campaign: string,
): Promise<ReadonlyMap<PlayerId, Uuid>> {
  const { host } = needs;
  const now = new Date(host.clock.now());
  // Delays breaks of the players, and holds on their offers, until this has committed.
  const allowed = await offerable(tx, players, now);
  const found = await targetedFor(tx, campaign, currency, offeredAt(host));
  if (!found) return new Map();
  const { offer, fits } = found;
  const wanted = allowed.slice(0, fits).map(player => ({ id: host.ids.next(), player }));
  const claims = await insertClaims(tx, wanted, offer, now);
  if (offer.freeSpins) await grantRounds(needs, tx, claims, offer.freeSpins);
  else if (offer.kind === "manual") await startAll(needs, tx, claims, offer);
  // Last, as it is the one row that all of them share: a player who gives up a bonus waits for it with a locked wallet.
  if (claims.length > 0 && !(await holdBudgetOf(tx, offer, claims.length))) return fail(bonusUnavailable);
  return new Map(claims.map(({ player, id }) => [player, id]));
}

async function grantRounds(
  { freeRounds }: BonusNeeds,
  tx: Tx,
  claims: readonly Claim[],
  campaign: Uuid,
): Promise<void> {
  for (const { id: bonus, player } of claims)
    if (!(await freeRounds.grant(tx, { bonus, player, campaign }))) fail(bonusUnavailable);
}

/** waiting → active, where nothing makes it wait. Reviews come first: wallets are locked from the grant on. */
async function startAll(
  { host, wallet, review }: BonusNeeds,
  tx: Tx,
  claims: readonly Claim[],
  offer: Campaign,
): Promise<void> {
  const reviewed = claims.map(({ player, id: bonus }) => ({ player, bonus }));
  await holdUntil(tx, await review(tx, reviewed));
  const nowMs = host.clock.now();
  const players = claims.map(({ player }) => player);
  const turns = await inTurn(tx, players, new Date(nowMs));
  const terms = claims.flatMap(claim =>
    turns.has(claim.id) ? grantTermsOf({ ...offerTerms(offer), ...claim }, offer.amount, nowMs) : [],
  );
  const [first] = terms;
  if (!first) return;
  const given = await wallet.grants.giveMany(tx, terms);
  const started = terms.flatMap(({ id, player }) => (given.has(player) ? id : []));
  await markAllActive(tx, started, { target: first.target, at: new Date(nowMs), until: first.until });
}

const offerTerms = (offer: Campaign) => ({
  ...offer,
  product: required(offer.product, "a stored campaign has a product"),
  maxBet: maxBets[offer.currency],
});
