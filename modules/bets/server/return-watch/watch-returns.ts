import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Json } from "#kit/std/json.ts";
import { type EndedReturns, endedReturns, firstEndedFrom, gameDaysCountedAt } from "#modules/wallet/server/index.ts";
import type { BetOdds } from "../../shared/bet-odds.ts";
import { lawOf, type ReturnLaw, type ReturnSums, sigmasOf, tailFrom, verdictOf } from "../../shared/return-law.ts";
import { addHour, endAlert, forgetHours, lockWatch, movePosition, positionOf, raiseAlert, sumsSince } from "./store.ts";

/** What a bet can pay, by the rules that it was made under. */
export type OddsOf = (bet: { readonly game: string; readonly rulesVersion: string; readonly choice: Json }) => BetOdds;

interface WatchNeeds {
  readonly host: Pick<Host, "clock" | "db" | "ids" | "log">;
  /** Names of the games whose bets are decided one by one at odds that are fixed when they are placed. */
  readonly games: readonly string[];
  readonly oddsOf: OddsOf;
}

const hourMs = 3_600_000;
/** How far back a look goes. */
const spanMs = 30 * 24 * hourMs;
/** Bets that end before a count of ended bets began are listed by it, unless their transaction took longer than this. */
const marginMs = 60_000;

/** Adds what has ended since the last run to each game's hours, and compares its last 30 days with its rules. */
export async function watchReturns(needs: WatchNeeds): Promise<void> {
  const { db, clock } = needs.host;
  const countedAt = await gameDaysCountedAt(db);
  if (!countedAt) return;
  const to = new Date(countedAt.getTime() - marginMs);
  const since = new Date(clock.now() - spanMs);
  for (const game of needs.games) {
    while (await db.tx(tx => countNext(tx, needs, game, { since, to })));
    await db.tx(tx => judge(tx, needs, game, since));
  }
  await forgetHours(db, new Date(clock.now() - 2 * spanMs));
}

/**
 * Where a count continues after a position: at the next bet, or at the end where none came. Hours without a bet are passed in one step: after weeks of
 * them, and on a new installation, one step each would take minutes, and a drain waits for jobs.
 */
export async function continueAt(tx: Tx, game: string, position: Date, to: Date): Promise<Date> {
  const first = position < to ? await firstEndedFrom(tx, game, position) : undefined;
  return first && first < to ? first : to;
}

/** Counts up to one hour. @returns whether there may be more */
async function countNext(
  tx: Tx,
  needs: WatchNeeds,
  game: string,
  { since, to }: { readonly since: Date; readonly to: Date },
): Promise<boolean> {
  await lockWatch(tx);
  const position = (await positionOf(tx, game)) ?? since;
  if (position >= to) return false;
  const from = await continueAt(tx, game, position, to);
  const nextHour = (Math.floor(from.getTime() / hourMs) + 1) * hourMs;
  const until = new Date(Math.min(nextHour, to.getTime()));
  const ended = from < until ? await endedReturns(tx, game, { from, to: until, tailFrom }) : [];
  for (const [rulesVersion, sums] of sumsOf(needs, game, ended))
    await addHour(tx, { game, rulesVersion, hour: from }, sums);
  await movePosition(tx, game, until);
  return until < to;
}

/** Bets compared with what their odds say, by version of the rules. */
function sumsOf(
  { host, oddsOf }: WatchNeeds,
  game: string,
  ended: readonly EndedReturns[],
): ReadonlyMap<string, ReturnSums> {
  const byVersion = new Map<string, ReturnSums>();
  for (const { rulesVersion, choice, ...returned } of ended) {
    let law: ReturnLaw;
    try {
      law = lawOf(oddsOf({ game, rulesVersion, choice: JSON.parse(choice) as Json }));
    } catch (error) {
      host.log.warn({ err: error, game, rulesVersion }, "Failed to read the odds of bets: they are not watched");
      continue;
    }
    byVersion.set(rulesVersion, added(byVersion.get(rulesVersion) ?? nothing, returned, law));
  }
  return byVersion;
}

const nothing: ReturnSums = {
  bets: 0,
  paid: 0,
  due: 0,
  body: 0,
  mean: 0,
  variance: 0,
  wins: 0,
  expectedWins: 0,
};

function added(
  to: ReturnSums,
  { bets, paid, body, wins }: Omit<EndedReturns, "rulesVersion" | "choice">,
  law: ReturnLaw,
): ReturnSums {
  return {
    bets: to.bets + bets,
    paid: to.paid + paid,
    due: to.due + bets * law.returned,
    body: to.body + body,
    mean: to.mean + bets * law.mean,
    variance: to.variance + bets * law.variance,
    wins: to.wins + wins,
    expectedWins: to.expectedWins + bets * law.tail,
  };
}

async function judge(tx: Tx, { host }: WatchNeeds, game: string, since: Date): Promise<void> {
  const at = new Date(host.clock.now());
  for (const { rulesVersion, ...sums } of await sumsSince(tx, game, since)) {
    const verdict = verdictOf(sums);
    if (verdict === "calm") await endAlert(tx, game, rulesVersion, at);
    if (verdict !== "outside") continue;
    const { bets, paid, due, wins, expectedWins } = sums;
    const sigmas = sigmasOf(sums) ?? null;
    const facts = { game, rulesVersion, bets, paid, due, sigmas, wins, expectedWins, oddsAgainst: null };
    if (await raiseAlert(tx, { ...facts, id: host.ids.next(), at }))
      host.log.error(facts, "the return of a game is outside the bounds of its rules");
  }
}
