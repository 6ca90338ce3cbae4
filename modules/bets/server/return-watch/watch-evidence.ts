import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Ratio } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import { endedRounds, endedRoundsMarginMs, endedSteps, gameDaysCountedAt } from "#modules/wallet/server/index.ts";
import {
  joined,
  noEvidence,
  oddsAgainst,
  type ReturnEvidence,
  stopAt,
  verdictOn,
  withRound,
} from "../../shared/return-evidence.ts";
import * as store from "./store.ts";
import { continueAt } from "./watch-returns.ts";

/** A bet that was played in steps, as it was stored. */
export interface PlayedSteps {
  readonly rulesVersion: string;
  readonly choice: Json;
  readonly opening: Json;
  readonly steps: readonly { readonly choice: Json; readonly shown: Json }[];
  /** The share of the stake that was paid out. */
  readonly paid: number;
}

/** A game whose return is the same however it is played, whose bets depend on each other or are left when the player likes. */
export interface RoundGame {
  readonly game: string;
  returnedOf(rulesVersion: string): Ratio;
  /** Where rounds that climb are stored: see `endedRounds`. */
  readonly climbs?: { readonly table: string; readonly point: string };
  /** For a game that is played in steps: what each step multiplied the bet's value by, compared with its due. */
  stepsOf?(bet: PlayedSteps): readonly number[];
}

interface EvidenceNeeds {
  readonly host: Pick<Host, "clock" | "db" | "ids" | "log">;
  readonly games: readonly RoundGame[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Bets that ended before a count of ended bets began are listed by it, unless their transaction took longer than this. */
const marginMs = minuteMs;
/** Bets in steps are read one by one. */
const stepsSpanMs = 10 * minuteMs;

/** Adds the rounds that have ended since the last run to each game's evidence of this month (UTC), and judges it. */
export async function watchEvidence(needs: EvidenceNeeds): Promise<void> {
  const { db, clock } = needs.host;
  const countedAt = await gameDaysCountedAt(db);
  if (!countedAt) return;
  const month = monthOf(clock.now());
  for (const game of needs.games) {
    const late = game.stepsOf ? marginMs : marginMs + endedRoundsMarginMs;
    const to = new Date(countedAt.getTime() - late);
    while (await db.tx(tx => countNext(tx, needs, game, { since: month, to })));
    await db.tx(tx => judge(tx, needs, game.game, month));
  }
  await store.forgetEvidence(db, month);
}

function monthOf(now: number): Date {
  const at = new Date(now);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

/** Counts up to one hour. @returns whether there may be more */
async function countNext(
  tx: Tx,
  needs: EvidenceNeeds,
  game: RoundGame,
  { since, to }: { readonly since: Date; readonly to: Date },
): Promise<boolean> {
  await store.lockWatch(tx);
  const known = (await store.positionOf(tx, game.game)) ?? since;
  const position = known < since ? since : known;
  if (position >= to) return false;
  const from = await continueAt(tx, game.game, position, to);
  const step = game.stepsOf ? stepsSpanMs : hourMs;
  const next = (Math.floor(from.getTime() / step) + 1) * step;
  const until = new Date(Math.min(next, to.getTime()));
  const rounds = from < until ? await roundsOf(tx, needs, game, { from, to: until }) : [];
  for (const [rulesVersion, sums] of sumsOf(game, rounds))
    await store.addEvidence(tx, { game: game.game, rulesVersion, hour: from }, sums);
  await store.movePosition(tx, game.game, until);
  return until < to;
}

interface Round {
  readonly rulesVersion: string;
  readonly bets: number;
  readonly paid: number;
  /** Shares one after another, each with the mean 1 given those before: of a round of several bets one. */
  readonly shares: readonly number[];
}

const dueOf = ({ returnedOf }: RoundGame, rulesVersion: string) => {
  const { numerator, denominator } = returnedOf(rulesVersion);
  return Number(numerator) / Number(denominator);
};

async function roundsOf(
  tx: Tx,
  { host }: EvidenceNeeds,
  of: RoundGame,
  span: { readonly from: Date; readonly to: Date },
): Promise<readonly Round[]> {
  const { game, climbs, stepsOf } = of;
  const failed = (error: unknown, rulesVersion: string) =>
    host.log.warn({ err: error, game, rulesVersion }, "Failed to replay a bet: it is not watched");
  if (!stepsOf) {
    const ended = await endedRounds(tx, game, { ...span, climbs: climbs && { ...climbs, most: stopAt } });
    return ended.flatMap(({ stopped, ...round }) => {
      try {
        return [{ ...round, shares: [stopped / round.bets / dueOf(of, round.rulesVersion)] }];
      } catch (error) {
        failed(error, round.rulesVersion);
        return [];
      }
    });
  }
  const rounds: Round[] = [];
  for (const { rulesVersion, choice, opening, journal, paid } of await endedSteps(tx, game, span)) {
    try {
      const shares =
        opening === null
          ? [paid / dueOf(of, rulesVersion)]
          : stepsOf({
              rulesVersion,
              choice: JSON.parse(choice) as Json,
              opening: JSON.parse(opening) as Json,
              steps: (journal ?? []).map(step => JSON.parse(step) as PlayedSteps["steps"][number]),
              paid,
            });
      rounds.push({ rulesVersion, bets: 1, paid, shares });
    } catch (error) {
      failed(error, rulesVersion);
    }
  }
  return rounds;
}

function sumsOf(game: RoundGame, rounds: readonly Round[]): ReadonlyMap<string, store.EvidenceSums> {
  const byVersion = new Map<string, store.EvidenceSums>();
  for (const { rulesVersion, bets, paid, shares } of rounds) {
    const known = byVersion.get(rulesVersion) ?? { bets: 0, paid: 0, due: 0, evidence: noEvidence };
    byVersion.set(rulesVersion, {
      bets: known.bets + bets,
      paid: known.paid + paid,
      due: known.due + bets * dueOf(game, rulesVersion),
      evidence: shares.reduce(withRound, known.evidence),
    });
  }
  return byVersion;
}

async function judge(tx: Tx, { host }: EvidenceNeeds, game: string, since: Date): Promise<void> {
  await store.lockWatch(tx);
  const at = new Date(host.clock.now());
  const byVersion = new Map<string, store.EvidenceSums>();
  for (const { rulesVersion, ...hour } of await store.evidenceSince(tx, game, since)) {
    const known = byVersion.get(rulesVersion);
    byVersion.set(rulesVersion, known ? added(known, hour) : hour);
  }
  for (const [rulesVersion, { bets, paid, due, evidence }] of byVersion) {
    const verdict = verdictOn(evidence);
    if (verdict === "calm") await store.endAlert(tx, game, rulesVersion, at);
    if (verdict !== "outside") continue;
    const against = Math.floor(Math.min(oddsAgainst(evidence), 1e12));
    const facts = { game, rulesVersion, bets, paid, due, sigmas: null, wins: 0, expectedWins: 0, oddsAgainst: against };
    if (await store.raiseAlert(tx, { ...facts, id: host.ids.next(), at }))
      host.log.error(facts, "the return of a game is outside the bounds of its rules");
  }
}

function added(a: store.EvidenceSums, b: store.EvidenceSums): store.EvidenceSums {
  const evidence: ReturnEvidence = joined(a.evidence, b.evidence);
  return { bets: a.bets + b.bets, paid: a.paid + b.paid, due: a.due + b.due, evidence };
}
