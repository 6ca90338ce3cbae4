import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { groupBy } from "#kit/std/group-by.ts";
import { invariant } from "#kit/std/invariant.ts";
import { mailsOf, registrationsAround } from "#modules/accounts/server/index.ts";
import { bonusDays, claimedToo, codesTriedBy } from "#modules/bonuses/server/index.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { creditedSince, paymentVelocity, recalledDeposits } from "#modules/payments/server/index.ts";
import { daysPlayed } from "#modules/projections/server/index.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { opposedSlips } from "#modules/wallet/server/index.ts";
import { isDisposable } from "../shared/disposable-mail.ts";
import { type Link, type LinkKind, linkedFrom } from "../shared/links.ts";
import { burstWithinMs, checkedFromEur, type Findings, type Scored, scoreOf } from "../shared/signals.ts";
import type { RiskNeeds } from "./needs.ts";
import { readLinks } from "./read-links.ts";

const dayMs = 86_400_000;
const monthMs = 30 * dayMs;
const quarterMs = 90 * dayMs;
const mostOpponents = 20;

type ScoreNeeds = Pick<RiskNeeds, "exclusionsOf" | "duelsAgainst">;

interface Asked {
  readonly player: PlayerId;
  readonly bonus?: Uuid;
}

/**
 * The scores of accounts now, each asked about once. `bonus`: the one being claimed; else any bonus that a linked account has claimed too counts.
 * What only linked accounts have is read for each player who has some: few do.
 */
export async function scorePlayers(
  needs: ScoreNeeds,
  on: Queryable,
  asked: readonly Asked[],
  now: Date,
): Promise<ReadonlyMap<PlayerId, Scored>> {
  const players = asked.map(({ player }) => player);
  const scores = new Map<PlayerId, Scored>();
  if (players.length === 0) return scores;
  const links = groupBy(await readLinks(on, players, now), ({ from }) => from);
  const ownOf = await readOwn(needs, on, players, now);
  for (const each of asked) {
    const shared = await findShared(on, each, links.get(each.player) ?? [], now);
    scores.set(each.player, scoreOf({ ...ownOf(each.player), ...shared }));
  }
  invariant(scores.size === asked.length, "each player is asked about once");
  return scores;
}

type Shared = Pick<
  Findings,
  "linked" | "linkedClaims" | "sharesInstrument" | "sharesDevice" | "opposed" | "householdDeposits"
>;

/** What an account has in common with others, and does together with those that are linked to it. */
async function findShared(on: Queryable, { player, bonus }: Asked, links: readonly Link[], now: Date): Promise<Shared> {
  const linked = links.filter(({ weight }) => weight >= linkedFrom).map(({ to }) => to as PlayerId);
  const sharing = (kind: LinkKind) => links.filter(({ kinds }) => kinds.includes(kind)).map(({ to }) => to);
  return {
    linked,
    sharesInstrument: sharing("instrument"),
    sharesDevice: sharing("device"),
    linkedClaims: linked.length === 0 ? [] : await claimedToo(on, { player, bonus: bonus ?? null, others: linked }),
    opposed: linked.length === 0 ? [] : await opposedSlips(on, player, linked, new Date(now.getTime() - monthMs)),
    householdDeposits: await householdDeposits(on, player, linked, now),
  };
}

/** What each of these accounts does by itself, in a few statements for all of them. */
async function readOwn(
  needs: ScoreNeeds,
  on: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<(player: PlayerId) => Omit<Findings, keyof Shared>> {
  const velocity = await paymentVelocity(on, players, now);
  const registrations = await registrationsAround(on, players, burstWithinMs);
  const exclusions = await needs.exclusionsOf(on, players);
  const recalled = await recalledDeposits(on, players);
  const codes = await codesTriedBy(on, players, now);
  const duels = await needs.duelsAgainst(on, players, new Date(now.getTime() - monthMs), mostOpponents);
  const playOf = await playBesidesBonuses(on, players, now);
  const mails = await mailsOf(on, players);
  return player => ({
    registrations: registrations.get(player) ?? 0,
    isSelfReferred: exclusions.has(player),
    recalledDeposits: recalled.get(player) ?? 0,
    codesTried: codes.get(player) ?? 0,
    duels: duels.get(player) ?? [],
    depositsInHour: velocity.get(player)?.deposits ?? 0,
    newMethodsInDay: velocity.get(player)?.methods ?? 0,
    ...playOf(player),
    hasDisposableMail: isDisposable(mails.get(player) ?? ""),
  });
}

/** Days of play on which no bonus was active; of players without a bonus none are read. */
async function playBesidesBonuses(
  on: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<(player: PlayerId) => Pick<Findings, "bonuses" | "daysPlayed" | "daysWithoutBonus">> {
  const since = new Date(now.getTime() - quarterMs);
  const bonuses = await bonusDays(on, players, since, now);
  const played = bonuses.size === 0 ? undefined : await daysPlayed(on, [...bonuses.keys()], since);
  return player => {
    const own = bonuses.get(player) ?? [];
    const days = played?.get(player) ?? [];
    const isCovered = (day: string) => own.some(({ from, to }) => from <= day && day <= to);
    return {
      bonuses: own.length,
      daysPlayed: days.length,
      daysWithoutBonus: days.filter(day => !isCovered(day)).length,
    };
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
