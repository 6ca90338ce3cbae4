import type { Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import { mayDeposit } from "#modules/limits/server/index.ts";
import type { GrantTerms } from "#modules/wagering/shared/grant.ts";
import { depositBonus, gamesOf, targetOf } from "../shared/terms.ts";
import type { BonusNeeds } from "./needs.ts";
import {
  heldCurrency,
  holdUntil,
  lockWaiting,
  markActive,
  markFunded,
  nextInTurn,
  playersInTurn,
  type WaitingBonus,
} from "./waiting-store.ts";

interface Named {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly id: Uuid;
}

/** waiting: the condition of a bonus is met; it starts at once, or waits for its turn. */
export async function fundBonus(
  needs: BonusNeeds,
  tx: Tx,
  named: Named,
  amount: Micros,
  receipt: Uuid | null = null,
): Promise<void> {
  const now = new Date(needs.host.clock.now());
  await needs.wallet.lockBalance(tx, named.player, named.currency);
  const bonus = await lockWaiting(tx, named.player, named.id);
  if (!bonus || bonus.funded !== null) return;
  await markFunded(tx, bonus.id, { amount, receipt, at: now });
  const held = await needs.review(tx, [{ player: named.player, bonus: bonus.id }]);
  if (held.size > 0) return holdUntil(tx, held);
  const next = await nextInTurn(tx, named.player, now);
  if (next?.id === bonus.id) await activate(needs, tx, { ...bonus, funded: amount });
}

/** A person has decided for the player: the bonus starts, at once or in its turn. Nothing happens where it has ended, or does not wait for a decision. */
export async function releaseHeld(needs: BonusNeeds, tx: Tx, player: PlayerId, id: Uuid): Promise<void> {
  const now = new Date(needs.host.clock.now());
  const currency = await heldCurrency(tx, player, id);
  if (!currency) return;
  await needs.wallet.lockBalance(tx, player, currency);
  const bonus = await lockWaiting(tx, player, id);
  if (!bonus?.funded) return;
  await holdUntil(tx, new Map([[id, null]]));
  const isAllowed = await mayDeposit(tx, player, now);
  const next = await nextInTurn(tx, player, now);
  if (isAllowed && next?.id === id) await activate(needs, tx, { ...bonus, funded: bonus.funded });
}

/**
 * A deposit was credited that names a bonus: funds it, once. Below its minimum it keeps waiting, and so it does past its window or in another
 * currency. The sum is what was credited, not what was requested.
 */
export async function fundByDeposit(
  needs: BonusNeeds,
  tx: Tx,
  deposit: {
    readonly player: PlayerId;
    readonly currency: Currency;
    readonly amount: Micros;
    readonly bonus: string;
    readonly receipt: Uuid;
  },
): Promise<void> {
  const now = needs.host.clock.now();
  const bonus = await lockWaiting(tx, deposit.player, deposit.bonus);
  if (!bonus || bonus.funded !== null || bonus.kind !== "deposit" || bonus.currency !== deposit.currency) return;
  if (deposit.amount < (bonus.minDeposit ?? 0n) || (bonus.expiresAt && bonus.expiresAt.getTime() <= now)) return;
  const amount = depositBonus(deposit.amount, bonus.percent ?? 0, bonus.amount);
  if (amount > 0n) await fundBonus(needs, tx, { ...bonus, player: deposit.player }, amount, deposit.receipt);
}

/** waiting → active: the money is given, with the wagering it takes. Nothing happens while another bonus is active. */
async function activate(
  { host, wallet }: BonusNeeds,
  tx: Tx,
  bonus: WaitingBonus & { funded: Micros },
): Promise<boolean> {
  const now = host.clock.now();
  const terms = grantTermsOf(bonus, bonus.funded, now);
  const given = await wallet.grants.give(tx, terms);
  if (given) await markActive(tx, bonus.id, terms.target, new Date(now), terms.until);
  return given;
}

/** The bonus money of a bonus that starts now. */
export function grantTermsOf(
  bonus: Pick<WaitingBonus, "id" | "player" | "currency" | "kind" | "product" | "wager" | "hours" | "maxBet"> & {
    readonly cap?: Micros | null;
    readonly freeSpins?: Uuid | null;
  },
  amount: Micros,
  nowMs: number,
): GrantTerms {
  const { id, player, currency, maxBet, cap } = bonus;
  return {
    id,
    player,
    currency,
    account: bonusCost(bonus.freeSpins ? "free_spins" : bonus.kind),
    amount,
    target: targetOf(amount, bonus.wager),
    maxBet,
    games: gamesOf(bonus.product, bonus),
    until: new Date(nowMs + bonus.hours * 3_600_000),
    cap: cap ?? null,
  };
}

/** The bonus whose turn it is starts, in a transaction of its own. During a break it waits. */
export async function startNext(needs: BonusNeeds, player: PlayerId): Promise<void> {
  const { db, clock } = needs.host;
  await db.tx(async tx => {
    const now = new Date(clock.now());
    const next = await nextInTurn(tx, player, now);
    if (!next || !(await mayDeposit(tx, player, now))) return;
    await needs.wallet.lockBalance(tx, player, next.currency);
    const bonus = await lockWaiting(tx, player, next.id);
    if (bonus?.funded) await activate(needs, tx, { ...bonus, funded: bonus.funded });
  });
}

const startedAtOnce = 200;

/**
 * Bonuses whose start failed after the end of the one before, and those that had to wait for the end of a break or of a review. One that
 * cannot start, now or because of an error, delays no other.
 */
export async function startDue(needs: BonusNeeds): Promise<void> {
  const { db, clock, log } = needs.host;
  const now = new Date(clock.now());
  let after: PlayerId | undefined;
  do {
    const players = await playersInTurn(db, now, { after, limit: startedAtOnce });
    for (const player of players)
      await startNext(needs, player).catch((err: unknown) =>
        log.error({ err, player }, "a bonus could not be started"),
      );
    after = players.length === startedAtOnce ? players.at(-1) : undefined;
  } while (after);
}
