import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import { type EndedBetRow, endedBetsSql, playedSql } from "#modules/wallet/server/index.ts";
import type { BetFacts } from "./bet-facts.ts";
import {
  addBets,
  betsByPlayer,
  type Counting,
  countingOf,
  type LastRound,
  reachedOf,
  type Tally,
  talliesOf,
} from "./score-players.ts";
import { stateHeld, tournamentsIn } from "./store.ts";

/** Scores of a tournament changed; its id. */
export const boardTopic = "tournaments.board";
/** Players of one transaction. */
const playersAtOnce = 500;

interface Entry {
  readonly playerId: string;
  readonly joinedAt: Date;
  readonly restScore: bigint;
  readonly restReachedAt: Date | null;
  readonly round: LastRound | null;
}

interface Moved {
  readonly playerId: string;
  readonly currency: string;
  readonly begin: bigint;
  readonly upto: bigint;
}

export interface ScoreNeeds {
  readonly host: Pick<Host, "db" | "clock" | "failpoints" | "signals">;
  readonly facts: BetFacts;
}

/**
 * Adds to the scores of running tournaments what wallets did since their positions; of `players` only, if given. Scores and positions are written
 * in one transaction under the lock of the entry, so an interrupted or repeated fold counts nothing twice. Boards are notified with the commit.
 */
export async function foldScores(needs: ScoreNeeds, players?: readonly PlayerId[]): Promise<void> {
  const now = new Date(needs.host.clock.now());
  for (const tournament of await tournamentsIn(needs.host.db, ["published"], now)) {
    // Before its row is locked: rates are fixed once, by an update of it.
    const counting = await countingOf(needs.host.db, tournament);
    let after = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const last = await needs.host.db.tx(tx => foldSome(needs, tx, counting, { after, players }));
      needs.host.failpoints.hit("tournaments.folded");
      if (last === undefined) break;
      after = last;
    }
  }
}

interface Part {
  readonly after: string;
  readonly players: readonly PlayerId[] | undefined;
}

/** The last player looked at, undefined when that was all. */
async function foldSome(
  { host, facts }: ScoreNeeds,
  tx: Tx,
  counting: Counting,
  part: Part,
): Promise<string | undefined> {
  const { id } = counting.tournament;
  // Held until the end: the ranks are frozen before this, or after it.
  if ((await stateHeld(tx, id)) !== "published") return undefined;
  const entries = await lockMoved(tx, id, part);
  const last = entries.at(-1)?.playerId;
  if (last === undefined) return undefined;
  const moved = await readMoved(tx, id, entries);
  const rows = await readEnded(tx, moved);
  await writePositions(tx, id, moved);
  const voided = await readVoided(tx, facts, moved);
  const [again, others] = [
    entries.filter(each => voided.has(each.playerId)),
    entries.filter(each => !voided.has(each.playerId)),
  ];
  const tallies = new Map([...tally(facts, counting, others, rows), ...(await tallyAgain(tx, facts, counting, again))]);
  await writeScores(tx, id, facts, counting, tallies);
  if (tallies.size > 0) await host.signals.send(tx, boardTopic, id);
  return entries.length < playersAtOnce ? undefined : last;
}

function tally(
  facts: BetFacts,
  counting: Counting,
  entries: readonly Entry[],
  rows: readonly EndedBetRow[],
): ReadonlyMap<string, Tally> {
  const byPlayer = betsByPlayer(rows);
  return new Map(
    entries.flatMap(({ playerId, joinedAt, restScore, restReachedAt, round }) => {
      const ended = byPlayer.get(playerId);
      if (!ended) return [];
      const before: Tally = { rest: { score: restScore, at: restReachedAt }, lastRound: round };
      return [[playerId, addBets(facts, counting, joinedAt, before, ended)] as const];
    }),
  );
}

/** A round that was voided is taken out of no sum and of no best multiplier: the score is computed from the bets that stand, up to the positions. */
function tallyAgain(
  tx: Tx,
  facts: BetFacts,
  counting: Counting,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Tally>> {
  const players = new Map(entries.map(({ playerId, joinedAt }) => [playerId, joinedAt]));
  const isFolded = `EXISTS (SELECT FROM tournaments.positions p WHERE p.tournament_id = $4 AND p.player_id = b.player_id
    AND p.currency = b.currency AND p.seq >= coalesce(b.settled_seq, b.seq))`;
  return talliesOf(tx, facts, counting, players, { condition: isFolded, values: [counting.tournament.id] });
}

const movedSql = `(SELECT w.player_id, w.currency, coalesce(p.seq, 0) AS begin, w.seq AS upto FROM ${playedSql.wallets} w
  LEFT JOIN tournaments.positions p ON p.tournament_id = $1 AND p.player_id = w.player_id AND p.currency = w.currency
  WHERE w.seq > coalesce(p.seq, 0))`;

async function lockMoved(tx: Tx, id: string, { after, players }: Part): Promise<readonly Entry[]> {
  const { rows } = await tx.query<Entry>(
    `SELECT e.player_id AS "playerId", e.joined_at AS "joinedAt", e.rest_score AS "restScore", e.rest_reached_at AS "restReachedAt", e.round
     FROM tournaments.entries e WHERE e.tournament_id = $1 AND e.player_id > $2 AND ($3::uuid[] IS NULL OR e.player_id = ANY($3::uuid[]))
       AND EXISTS (SELECT FROM ${movedSql} m WHERE m.player_id = e.player_id)
     ORDER BY e.player_id LIMIT ${playersAtOnce} FOR UPDATE OF e`,
    [id, after, players ? uuidArray(players) : null],
  );
  return rows;
}

/** A statement of its own: it sees the positions that the holders of the locks before have written. */
async function readMoved(tx: Tx, id: string, entries: readonly Entry[]): Promise<readonly Moved[]> {
  const { rows } = await tx.query<Moved>(
    `SELECT player_id AS "playerId", currency, begin, upto FROM ${movedSql} m WHERE player_id = ANY($2::uuid[])`,
    [id, uuidArray(entries.map(({ playerId }) => playerId))],
  );
  return rows;
}

const movedRows =
  "(SELECT * FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::int8[]) AS m(player_id, currency, begin, upto))";

async function readEnded(on: Queryable, moved: readonly Moved[]): Promise<readonly EndedBetRow[]> {
  const { rows } = await on.query<EndedBetRow>(endedBetsSql.since(movedRows), columnsOf(moved));
  return rows;
}

/** Players with a round that was voided in a game that counts. */
async function readVoided(on: Queryable, facts: BetFacts, moved: readonly Moved[]): Promise<ReadonlySet<string>> {
  if (!facts.countsProviders) return new Set();
  const { rows } = await on.query<{ playerId: string; game: number }>(endedBetsSql.voided(movedRows), columnsOf(moved));
  return new Set(rows.filter(({ game }) => facts.counts(gameOf(game))).map(({ playerId }) => playerId));
}

const columnsOf = (moved: readonly Moved[]) => [
  uuidArray(moved.map(({ playerId }) => playerId)),
  textArray(moved.map(({ currency }) => currency)),
  int8Array(moved.map(({ begin }) => begin)),
  int8Array(moved.map(({ upto }) => upto)),
];

async function writeScores(
  tx: Tx,
  id: string,
  facts: BetFacts,
  counting: Counting,
  tallies: ReadonlyMap<string, Tally>,
): Promise<void> {
  const all = [...tallies].map(([player, own]) => ({ player, own, reached: reachedOf(facts, counting, own) }));
  const ms = (at: Date | null) => (at === null ? null : BigInt(at.getTime()));
  await tx.query(
    `UPDATE tournaments.entries e SET score = s.score, reached_at = to_timestamp(s.reached_ms / 1000.0), rest_score = s.rest,
       rest_reached_at = to_timestamp(s.rest_ms / 1000.0), round = s.round::jsonb
     FROM unnest($2::uuid[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::text[]) AS s(player_id, score, reached_ms, rest, rest_ms, round)
     WHERE e.tournament_id = $1 AND e.player_id = s.player_id`,
    [
      id,
      uuidArray(all.map(({ player }) => player)),
      int8Array(all.map(({ reached }) => reached.score)),
      int8Array(all.map(({ reached }) => ms(reached.at))),
      int8Array(all.map(({ own }) => own.rest.score)),
      int8Array(all.map(({ own }) => ms(own.rest.at))),
      textArray(all.map(({ own }) => own.lastRound && JSON.stringify(own.lastRound))),
    ],
  );
}

async function writePositions(tx: Tx, id: string, moved: readonly Moved[]): Promise<void> {
  await tx.query(
    `INSERT INTO tournaments.positions (tournament_id, player_id, currency, seq)
     SELECT $1, m.player_id, m.currency, m.upto FROM unnest($2::uuid[], $3::text[], $4::int8[], $5::int8[]) AS m(player_id, currency, begin, upto)
     ON CONFLICT (tournament_id, player_id, currency) DO UPDATE SET seq = excluded.seq`,
    [id, ...columnsOf(moved)],
  );
}
