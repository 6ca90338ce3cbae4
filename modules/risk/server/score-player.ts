import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { mailOf, registrationsAround } from "#modules/accounts/server/index.ts";
import { bonusDays, claimedToo, codesTriedBy } from "#modules/bonuses/server/index.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { creditedSince, paymentVelocity, recalledDeposits } from "#modules/payments/server/index.ts";
import { daysPlayed } from "#modules/projections/server/index.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { opposedSlips } from "#modules/wallet/server/index.ts";
import { isDisposable } from "../shared/disposable-mail.ts";
import { linkedFrom } from "../shared/links.ts";
import { burstWithinMs, checkedFromEur, type Findings, type Scored, scoreOf } from "../shared/signals.ts";
import type { RiskNeeds } from "./needs.ts";
import { readLinks } from "./read-links.ts";

const dayMs = 86_400_000;
const monthMs = 30 * dayMs;
const quarterMs = 90 * dayMs;
const mostOpponents = 20;

type ScoreNeeds = Pick<RiskNeeds, "exclusionOf" | "duelsAgainst">;

interface Asked {
  readonly player: PlayerId;
  readonly bonus?: Uuid;
  readonly now: Date;
}

/** The score of an account now. `bonus`: the one being claimed; else any bonus that a linked account has claimed too counts. */
export async function scorePlayer(needs: ScoreNeeds, on: Queryable, { player, bonus, now }: Asked): Promise<Scored> {
  const links = await readLinks(on, [player], now);
  const linked = links.filter(({ weight }) => weight >= linkedFrom).map(({ to }) => to as PlayerId);
  const sharing = (kind: "instrument" | "device") =>
    links.filter(({ kinds }) => kinds.includes(kind)).map(({ to }) => to);
  const velocity = await paymentVelocity(on, player, now);
  return scoreOf({
    linked,
    linkedClaims: linked.length === 0 ? [] : await claimedToo(on, { player, bonus: bonus ?? null, others: linked }),
    sharesInstrument: sharing("instrument"),
    sharesDevice: sharing("device"),
    registrations: await registrationsAround(on, player, burstWithinMs),
    isSelfReferred: (await needs.exclusionOf(on, player)) !== null,
    recalledDeposits: await recalledDeposits(on, player),
    codesTried: await codesTriedBy(on, player, now),
    opposed: linked.length === 0 ? [] : await opposedSlips(on, player, linked, new Date(now.getTime() - monthMs)),
    duels: await needs.duelsAgainst(on, player, new Date(now.getTime() - monthMs), mostOpponents),
    depositsInHour: velocity.deposits,
    newMethodsInDay: velocity.methods,
    ...(await playBesidesBonuses(on, player, now)),
    hasDisposableMail: isDisposable((await mailOf(on, player)) ?? ""),
    householdDeposits: await householdDeposits(on, player, linked, now),
  });
}

/** Days of play on which no bonus was active. */
async function playBesidesBonuses(
  on: Queryable,
  player: PlayerId,
  now: Date,
): Promise<Pick<Findings, "bonuses" | "daysPlayed" | "daysWithoutBonus">> {
  const since = new Date(now.getTime() - quarterMs);
  const bonuses = await bonusDays(on, player, since, now);
  if (bonuses.length === 0) return { bonuses: 0, daysPlayed: 0, daysWithoutBonus: 0 };
  const days = await daysPlayed(on, player, since);
  const isCovered = (day: string) => bonuses.some(({ from, to }) => from <= day && day <= to);
  return {
    bonuses: bonuses.length,
    daysPlayed: days.length,
    daysWithoutBonus: days.filter(day => !isCovered(day)).length,
  };
}

/** The linked accounts with deposits in the last 30 days, if the deposits of the player and them reach {@link checkedFromEur}; else none. */
async function householdDeposits(
  on: Queryable,
  player: PlayerId,
  linked: readonly PlayerId[],
  now: Date,
): Promise<readonly PlayerId[]> {
  if (linked.length === 0) return [];
  const prices = (await pricesOfPastDays(on, [dayOf(now)])).get(dayOf(now));
  if (!prices) return [];
  const since = new Date(now.getTime() - monthMs);
  const paidBy = async (who: PlayerId) =>
    (await creditedSince(on, [who], since)).reduce((sum, { currency, amount }) => sum + amount * prices[currency], 0n);
  const threshold = BigInt(checkedFromEur) * 1_000_000n * prices.EUR;
  const own = await paidBy(player);
  if (own === 0n) return [];
  const others: PlayerId[] = [];
  let sum = own;
  for (const each of linked) {
    const paid = await paidBy(each);
    sum += paid;
    if (paid > 0n) others.push(each);
  }
  return sum >= threshold ? others : [];
}
