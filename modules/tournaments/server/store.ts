import { int8Array, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { TournamentStatus } from "../shared/contract.ts";
import type { TournamentState } from "../shared/phase.ts";
import type { Repeat } from "../shared/schedule.ts";
import type { Scoring } from "../shared/scoring.ts";

/** The statements of tournaments and of who takes part. */

export interface NewTournament {
  readonly id: Uuid;
  readonly title: Readonly<Record<Locale, string>>;
  readonly scoring: Scoring;
  /** Games that count; empty for all. */
  readonly games: readonly string[];
  readonly currency: Currency;
  readonly prizes: readonly Micros[];
  readonly minStake: Micros;
  readonly points: Readonly<Record<string, number>>;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface TournamentRow extends NewTournament {
  readonly state: TournamentState;
  /** Dollars for one unit of each currency, 18 decimals; null before it began. */
  readonly rates: Readonly<Record<Currency, string>> | null;
  readonly createdBy: string;
  readonly publishedBy: string | null;
  readonly ranksHash: Uint8Array | null;
  readonly reviewUntil: Date | null;
  /** Of a race: which, and how often it starts again. */
  readonly raceId: Uuid | null;
  readonly repeats: Repeat | null;
}

/** In lists, with how many take part. */
export interface ListedTournament extends TournamentRow {
  readonly players: bigint;
}

const columns = `t.id, t.title, t.scoring, t.games, t.currency, t.prizes, t.min_stake AS "minStake", t.points, t.starts_at AS "startsAt", t.ends_at AS "endsAt",
  t.state, t.rates, t.created_by AS "createdBy", t.published_by AS "publishedBy", t.ranks_hash AS "ranksHash", t.review_until AS "reviewUntil",
  t.race_id AS "raceId", (SELECT r.every FROM tournaments.races r WHERE r.id = t.race_id) AS repeats`;
/** The count is written with each entry: counting them reads every one. */
const listed = `${columns}, coalesce((SELECT c.entries FROM tournaments.entry_counts c WHERE c.tournament_id = t.id), 0) AS players`;

export async function insertTournament(tx: Tx, tournament: NewTournament, by: string, at: Date): Promise<void> {
  const { id, title, scoring, games, currency, prizes, minStake, points, startsAt, endsAt } = tournament;
  await tx.query(
    `INSERT INTO tournaments.tournaments (id, title, scoring, games, currency, prizes, min_stake, points, starts_at, ends_at, state, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6::bigint[], $7, $8, $9, $10, 'draft', $11, $12)`,
    [
      id,
      JSON.stringify(title),
      scoring,
      `{${games.join(",")}}`,
      currency,
      int8Array(prizes),
      minStake,
      JSON.stringify(points),
      startsAt,
      endsAt,
      by,
      at,
    ],
  );
}

const statusSql = `CASE WHEN t.state <> 'published' THEN 'finished' WHEN t.starts_at > $1 THEN 'upcoming' WHEN t.ends_at > $1 THEN 'active' ELSE 'finished' END`;

/** What players see: running and coming ones by their end, then the finished ones, the last to end first. At most a hundred. */
export async function tournamentsBy(
  db: Queryable,
  now: Date,
  status: TournamentStatus | null,
): Promise<readonly ListedTournament[]> {
  const { rows } = await db.query<ListedTournament>(
    `SELECT * FROM (SELECT ${listed}, ${statusSql} AS status FROM tournaments.tournaments t WHERE t.state NOT IN ('draft', 'cancelled')) t
     WHERE $2::text IS NULL OR status = $2
     ORDER BY status = 'finished', CASE WHEN status = 'finished' THEN NULL ELSE "endsAt" END, "endsAt" DESC, id LIMIT 100`,
    [now, status],
  );
  return rows;
}

/** Of every state, for operators: the last to end first. */
export async function allTournaments(db: Queryable, limit: number): Promise<readonly ListedTournament[]> {
  const { rows } = await db.query<ListedTournament>(
    `SELECT ${listed} FROM tournaments.tournaments t ORDER BY t.ends_at DESC, t.id LIMIT $1`,
    [limit],
  );
  return rows;
}

/** `FOR SHARE` keeps its state until the transaction ends, `FOR UPDATE` lets nothing else look at it either. */
export async function tournamentOf(
  on: Queryable,
  id: string,
  lock: "" | "FOR SHARE OF t" | "FOR UPDATE OF t" = "",
): Promise<TournamentRow | undefined> {
  const { rows } = await on.query<TournamentRow>(
    `SELECT ${columns} FROM tournaments.tournaments t WHERE t.id = $1 ${lock}`,
    [id],
  );
  return rows[0];
}

/** The state of a tournament, kept until the transaction ends. */
export async function stateHeld(tx: Tx, id: string): Promise<TournamentState | undefined> {
  const { rows } = await tx.query<{ state: TournamentState }>(
    "SELECT state FROM tournaments.tournaments WHERE id = $1 FOR SHARE",
    [id],
  );
  return rows[0]?.state;
}

/** Those in one of these states that begin before an instant. */
export async function tournamentsIn(
  on: Queryable,
  states: readonly TournamentState[],
  startedBy: Date,
): Promise<readonly TournamentRow[]> {
  const { rows } = await on.query<TournamentRow>(
    `SELECT ${columns} FROM tournaments.tournaments t WHERE t.state = ANY($1::text[]) AND t.starts_at <= $2 ORDER BY t.ends_at, t.id`,
    [`{${states.join(",")}}`, startedBy],
  );
  return rows;
}

export async function setTournamentState(
  tx: Tx,
  id: string,
  state: TournamentState,
  publishedBy: string | null = null,
): Promise<void> {
  await tx.query(
    "UPDATE tournaments.tournaments SET state = $2, published_by = coalesce($3, published_by) WHERE id = $1",
    [id, state, publishedBy],
  );
}

/** The rates of a tournament, fixed by the first count. */
export async function fixRates(
  on: Queryable,
  id: string,
  rates: Readonly<Record<string, string>>,
): Promise<Readonly<Record<Currency, string>> | undefined> {
  const { rows } = await on.query<{ rates: Readonly<Record<Currency, string>> }>(
    "UPDATE tournaments.tournaments SET rates = coalesce(rates, $2) WHERE id = $1 RETURNING rates",
    [id, JSON.stringify(rates)],
  );
  return rows[0]?.rates;
}

/** False when the player takes part already. */
export async function insertEntry(tx: Tx, id: string, player: PlayerId, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO tournaments.entries (tournament_id, player_id, joined_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [id, player, at],
  );
  return rowCount === 1;
}

export interface Ranked {
  readonly playerId: PlayerId;
  readonly score: bigint;
  readonly reachedAt: Date;
}

/** The first of the live board: of equal scores the one that was reached earlier comes first. */
export async function topOf(on: Queryable, id: string, limit: number): Promise<readonly Ranked[]> {
  const { rows } = await on.query<Ranked>(
    `SELECT player_id AS "playerId", score, reached_at AS "reachedAt" FROM tournaments.entries WHERE tournament_id = $1 AND score > 0 AND disqualified_at IS NULL
     ORDER BY score DESC, reached_at, player_id LIMIT $2`,
    [id, limit],
  );
  return rows;
}

export interface OwnEntry {
  readonly score: bigint;
  readonly isDisqualified: boolean;
  /** Null without a score. */
  readonly place: bigint | null;
}

/** The player's own line of the live board; undefined for one who has not joined. Two counts, because each is a range of the board's index. */
export async function entryOf(on: Queryable, id: string, player: PlayerId): Promise<OwnEntry | undefined> {
  const { rows } = await on.query<OwnEntry>(
    `SELECT e.score, e.disqualified_at IS NOT NULL AS "isDisqualified", CASE WHEN e.score > 0 AND e.disqualified_at IS NULL THEN 1
       + (SELECT count(*) FROM tournaments.entries o WHERE o.tournament_id = $1 AND o.score > 0 AND o.disqualified_at IS NULL AND o.score > e.score)
       + (SELECT count(*) FROM tournaments.entries o WHERE o.tournament_id = $1 AND o.score > 0 AND o.disqualified_at IS NULL AND o.score = e.score
         AND (o.reached_at, o.player_id) < (e.reached_at, e.player_id)) END AS place
     FROM tournaments.entries e WHERE e.tournament_id = $1 AND e.player_id = $2`,
    [id, player],
  );
  return rows[0];
}

export interface FrozenRank extends Ranked {
  readonly place: number;
}

export async function ranksOf(on: Queryable, id: string, limit: number): Promise<readonly FrozenRank[]> {
  const { rows } = await on.query<FrozenRank>(
    `SELECT place, player_id AS "playerId", score, reached_at AS "reachedAt" FROM tournaments.ranks WHERE tournament_id = $1 ORDER BY place LIMIT $2`,
    [id, limit],
  );
  return rows;
}

export async function rankOf(on: Queryable, id: string, player: PlayerId): Promise<FrozenRank | undefined> {
  const { rows } = await on.query<FrozenRank>(
    `SELECT place, player_id AS "playerId", score, reached_at AS "reachedAt" FROM tournaments.ranks WHERE tournament_id = $1 AND player_id = $2`,
    [id, player],
  );
  return rows[0];
}

/** Writes the final ranks once, with their hash; nothing if the tournament is no longer published. */
export async function insertRanks(
  tx: Tx,
  { id, hash, reviewUntil }: { readonly id: string; readonly hash: Uint8Array; readonly reviewUntil: Date },
  ranks: readonly Ranked[],
): Promise<void> {
  await tx.query(
    `INSERT INTO tournaments.ranks (tournament_id, place, player_id, score, reached_at)
     SELECT $1, r.place, r.player_id, r.score, to_timestamp(r.reached_ms / 1000.0)
     FROM unnest($2::uuid[], $3::int8[], $4::int8[]) WITH ORDINALITY AS r(player_id, score, reached_ms, place)`,
    [
      id,
      uuidArray(ranks.map(({ playerId }) => playerId)),
      int8Array(ranks.map(({ score }) => score)),
      int8Array(ranks.map(({ reachedAt }) => BigInt(reachedAt.getTime()))),
    ],
  );
  await tx.query(
    "UPDATE tournaments.tournaments SET state = 'review', ranks_hash = $2, review_until = $3 WHERE id = $1",
    [id, hash, reviewUntil],
  );
}

export interface Prize {
  readonly id: string;
  readonly place: number;
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly reference: Uuid;
  readonly at: Date;
}

/** What prizes of a tournament were cut to, by player. */
export async function cutsOf(on: Queryable, id: string): Promise<ReadonlyMap<PlayerId, Micros>> {
  const { rows } = await on.query<{ player: PlayerId; most: Micros }>(
    "SELECT player_id AS player, prize_most AS most FROM tournaments.entries WHERE tournament_id = $1 AND prize_most IS NOT NULL",
    [id],
  );
  return new Map(rows.map(({ player, most }) => [player, most]));
}

export async function setPrizeMost(
  tx: Tx,
  { id, player, most, reason }: { id: string; player: PlayerId; most: Micros; reason: string },
): Promise<void> {
  await tx.query(
    "UPDATE tournaments.entries SET prize_most = $3, prize_cut_reason = $4 WHERE tournament_id = $1 AND player_id = $2",
    [id, player, most, reason],
  );
}

/** Whether the player's prize is paid. */
export async function hasPrize(on: Queryable, id: string, player: PlayerId): Promise<boolean> {
  const { rowCount } = await on.query("SELECT FROM tournaments.prizes WHERE tournament_id = $1 AND player_id = $2", [
    id,
    player,
  ]);
  return rowCount > 0;
}

/** False when the place has its prize. */
export async function insertPrize(tx: Tx, { id, place, player, currency, amount, reference, at }: Prize) {
  const { rowCount } = await tx.query(
    `INSERT INTO tournaments.prizes (tournament_id, place, player_id, currency, amount, reference, paid_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [id, place, player, currency, amount, reference, at],
  );
  return rowCount === 1;
}

export async function paidPlaces(on: Queryable, id: string): Promise<ReadonlySet<number>> {
  const { rows } = await on.query<{ place: number }>("SELECT place FROM tournaments.prizes WHERE tournament_id = $1", [
    id,
  ]);
  return new Set(rows.map(({ place }) => place));
}

interface PlayerEntry {
  readonly title: Readonly<Record<Locale, string>>;
  readonly joinedAt: Date;
  readonly score: bigint;
  readonly scoring: Scoring;
  readonly place: number | null;
  readonly prize: Micros | null;
  readonly currency: Currency;
}

/** For the copy of personal data. */
export async function entriesOf(on: Queryable, player: PlayerId): Promise<readonly PlayerEntry[]> {
  const { rows } = await on.query<PlayerEntry>(
    `SELECT t.title, e.joined_at AS "joinedAt", e.score, t.scoring, r.place, p.amount AS prize, t.currency
     FROM tournaments.entries e JOIN tournaments.tournaments t ON t.id = e.tournament_id
     LEFT JOIN tournaments.ranks r ON r.tournament_id = e.tournament_id AND r.player_id = e.player_id
     LEFT JOIN tournaments.prizes p ON p.tournament_id = e.tournament_id AND p.player_id = e.player_id
     WHERE e.player_id = $1 ORDER BY e.joined_at`,
    [player],
  );
  return rows;
}
