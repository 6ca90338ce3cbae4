import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, SqlValue } from "#kit/db/db.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { Json } from "#kit/std/json.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import type { DayPrices } from "#modules/rates/shared/day-prices.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import { type EndedBetRow, endedBetsSql } from "#modules/wallet/server/index.ts";
import { nothingReached, plusScore, type Reached, type ScoredBet, scoreOfRound } from "../shared/scoring.ts";
import type { BetFacts } from "./bet-facts.ts";
import { fixRates, type TournamentRow } from "./store.ts";

const dayMs = 86_400_000;

/** A tournament with what its bets are counted by. */
export interface Counting {
  readonly tournament: TournamentRow;
  readonly prices: DayPrices | undefined;
}

/** Fixes the tournament's rates at its first count: those of the day on which it began. */
export async function countingOf(on: Queryable, tournament: TournamentRow): Promise<Counting> {
  const rates = tournament.rates ?? (await fixed(on, tournament));
  if (!rates) return { tournament, prices: undefined };
  const prices = currencyCodes.map(code => [code, BigInt(rates[code] ?? 0)] as const);
  return { tournament, prices: Object.fromEntries(prices) as Record<Currency, bigint> };
}

async function fixed(on: Queryable, { id, startsAt }: TournamentRow) {
  const day = Math.floor(startsAt.getTime() / dayMs);
  const prices = (await pricesOfPastDays(on, [day])).get(day);
  return prices && fixRates(on, id, Object.fromEntries(currencyCodes.map(code => [code, String(prices[code])])));
}

/** A bet of the last shared round of its player, as it is stored. */
interface RoundBet {
  readonly currency: Currency;
  readonly stake: string;
  readonly real: string;
  readonly payout: string;
  readonly rules: string;
  readonly choice: string;
}

/** The last shared round of a player; its other bets may end later. */
export interface LastRound {
  readonly game: string;
  readonly round: string;
  readonly at: string;
  readonly bets: readonly RoundBet[];
}

/** A player's score: `rest` and what the last round adds to it. */
export interface Tally {
  readonly rest: Reached;
  readonly lastRound: LastRound | null;
}

export const emptyTally: Tally = { rest: nothingReached, lastRound: null };

/** Adds ended bets, in the order in which they ended. Those outside of the tournament's time or games count nothing. */
export function addBets(
  facts: BetFacts,
  counting: Counting,
  joinedAt: Date,
  tally: Tally,
  rows: readonly EndedBetRow[],
): Tally {
  let { rest, lastRound } = tally;
  for (const row of rows.toSorted(byEnd)) {
    const game = gameOf(row.game);
    if (!isCounted(facts, counting.tournament, joinedAt, game, row)) continue;
    const bet = roundBetOf(row);
    const at = row.settledAt;
    // Bets that cannot be opposite count one by one.
    if (row.round === null || !scoredBet(facts, game, bet).paysAt) {
      rest = plusScore(counting.tournament.scoring, rest, scoreOf(facts, counting, game, [bet]), at);
      continue;
    }
    const round = String(row.round);
    if (lastRound?.game === game && lastRound.round === round) {
      lastRound = { game, round, at: at.toISOString(), bets: lastRound.bets.concat(bet) };
      continue;
    }
    rest = reachedOf(facts, counting, { rest, lastRound });
    lastRound = { game, round, at: at.toISOString(), bets: [bet] };
  }
  return { rest, lastRound };
}

/** The score with the last round. */
export function reachedOf(facts: BetFacts, counting: Counting, { rest, lastRound }: Tally): Reached {
  if (!lastRound) return rest;
  const score = scoreOf(facts, counting, lastRound.game, lastRound.bets);
  return plusScore(counting.tournament.scoring, rest, score, new Date(lastRound.at));
}

export function betsByPlayer(rows: readonly EndedBetRow[]): ReadonlyMap<string, readonly EndedBetRow[]> {
  const found = new Map<string, EndedBetRow[]>();
  for (const row of rows) {
    const own = found.get(row.playerId);
    if (own) own.push(row);
    else found.set(row.playerId, [row]);
  }
  return found;
}

/** Every score of some players, computed from their bets alone. */
export async function recount(
  on: Queryable,
  facts: BetFacts,
  counting: Counting,
  players: ReadonlyMap<string, Date>,
): Promise<ReadonlyMap<string, Reached>> {
  const tallies = await talliesOf(on, facts, counting, players);
  return new Map([...tallies].map(([player, tally]) => [player, reachedOf(facts, counting, tally)]));
}

/** Of bets `b` that fulfil a condition, whose parameters begin with $4. */
interface Which {
  readonly condition: string;
  readonly values: readonly SqlValue[];
}

/** The same with the last round apart. `players`: when each joined. */
export async function talliesOf(
  on: Queryable,
  facts: BetFacts,
  counting: Counting,
  players: ReadonlyMap<string, Date>,
  { condition, values }: Which = { condition: "true", values: [] },
): Promise<ReadonlyMap<string, Tally>> {
  if (players.size === 0) return new Map();
  const { startsAt, endsAt } = counting.tournament;
  const { rows } = await on.query<EndedBetRow>(
    `${endedBetsSql.of("$1::uuid[]")} AND b.settled_at >= $2 AND b.settled_at < $3 AND ${condition}`,
    [uuidArray([...players.keys()]), startsAt, endsAt, ...values],
  );
  const byPlayer = betsByPlayer(rows);
  return new Map(
    [...players].map(([player, joinedAt]) => [
      player,
      addBets(facts, counting, joinedAt, emptyTally, byPlayer.get(player) ?? []),
    ]),
  );
}

function isCounted(
  facts: BetFacts,
  { games, startsAt, endsAt }: TournamentRow,
  joinedAt: Date,
  game: string,
  { settledAt }: EndedBetRow,
): boolean {
  if (!facts.counts(game) || (games.length > 0 && !games.includes(game))) return false;
  return settledAt >= startsAt && settledAt >= joinedAt && settledAt < endsAt;
}

function scoreOf(facts: BetFacts, { tournament, prices }: Counting, game: string, bets: readonly RoundBet[]): bigint {
  return scoreOfRound(
    tournament,
    bets.map(bet => scoredBet(facts, game, bet)),
    prices,
  );
}

function scoredBet(
  facts: BetFacts,
  game: string,
  { currency, stake, real, payout, rules, choice }: RoundBet,
): ScoredBet {
  const bet = { game, rulesVersion: rules, choice: JSON.parse(choice) as Json };
  const returned = facts.returnedOf(bet);
  return {
    game,
    currency,
    stake: BigInt(stake),
    real: BigInt(real),
    payout: BigInt(payout),
    rate: returned ? rateOf(returned) : 0,
    paysAt: facts.paysAt(bet),
  };
}

const roundBetOf = ({ currency, stake, real, payout, rulesVersion, choice }: EndedBetRow): RoundBet => ({
  currency: currency as Currency,
  stake: String(stake),
  real: String(real),
  payout: String(payout),
  rules: rulesVersion,
  choice,
});

/** By the time of their end; those of one instant by wallet and number. */
function byEnd(a: EndedBetRow, b: EndedBetRow): number {
  const byTime = a.settledAt.getTime() - b.settledAt.getTime();
  if (byTime !== 0) return byTime;
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
  return a.seq < b.seq ? -1 : 1;
}
