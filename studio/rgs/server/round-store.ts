import { byteaArray, int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import type { Multiple } from "#studio/engine/shared/spin.ts";
import type { Draw, SpinEvent } from "#studio/engine/shared/types.ts";
import type { SeedOwner } from "./seed-pairs.ts";
import type { TxRow } from "./tx-store.ts";

export type RoundState = "betting" | "drawn" | "settled" | "refused" | "voiding" | "void" | "disputed";

/** What the words of a round decided. */
export interface RoundOutcome {
  readonly draws: readonly Draw[];
  readonly events: readonly SpinEvent[];
  readonly multiple: Multiple;
  readonly capped: boolean;
  readonly potHit: boolean;
}

export interface RoundRow {
  readonly id: string;
  readonly casino: number;
  readonly player: string;
  readonly nick: string | null;
  readonly game: string;
  readonly request: string;
  readonly walletSession: string;
  readonly currency: string;
  readonly mode: string;
  readonly kind: "stake" | "buy" | "free";
  readonly freeGrant: string | null;
  readonly amount: bigint;
  readonly base: bigint;
  readonly pair: bigint;
  readonly nonce: bigint;
  readonly clientSeed: string;
  readonly maths: string;
  readonly state: RoundState;
  readonly refusal: string | null;
  readonly answer: string | null;
  readonly outcome: RoundOutcome | null;
  readonly payout: bigint | null;
  readonly balance: string | null;
  readonly jackpot: string | null;
  readonly startedAt: Date;
  readonly drawnAt: Date | null;
  readonly endedAt: Date | null;
}

const columnOf: Readonly<Record<keyof RoundRow, string>> = {
  id: "id",
  casino: "casino",
  player: "player",
  nick: "nick",
  game: "game",
  request: "request",
  walletSession: "wallet_session",
  currency: "currency",
  mode: "mode",
  kind: "kind",
  freeGrant: "free_grant",
  amount: "amount",
  base: "base",
  pair: "pair",
  nonce: "nonce",
  clientSeed: "client_seed",
  maths: "maths",
  state: "state",
  refusal: "refusal",
  answer: "answer",
  outcome: "outcome",
  payout: "payout",
  balance: "balance",
  jackpot: "jackpot",
  startedAt: "started_at",
  drawnAt: "drawn_at",
  endedAt: "ended_at",
};

export const columns = Object.entries(columnOf)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(", ");

export type NewRound = Omit<
  RoundRow,
  "state" | "refusal" | "answer" | "outcome" | "payout" | "balance" | "jackpot" | "drawnAt" | "endedAt"
>;

/** A round as it is stored when it begins. */
export const newRoundRow = (round: NewRound): RoundRow => ({
  ...round,
  state: "betting",
  refusal: null,
  answer: null,
  outcome: null,
  payout: null,
  balance: null,
  jackpot: null,
  drawnAt: null,
  endedAt: null,
});

/** What a bet sends. */
export interface NewBet {
  readonly id: string;
  readonly body: string;
}

export interface Beginning {
  readonly round: NewRound;
  readonly bet: NewBet;
  /** The hash of the token of a session that must be live; null where that is known. */
  readonly tokenHash: Uint8Array | null;
}

/**
 * `begun`: round and bet are written. `stale`: the seeds or the nonce are no longer the current ones, or the session has ended. `conflict`: the request has a round, or another
 * one of the player at the game is open.
 */
export type Begun = "begun" | "stale" | "conflict";

// Rows are found by their ids whatever the tables were when the plan was made: `coalesce` keeps it from the indexes of all current seeds and of all
// open rounds, LIMIT from reading a whole table once for all inputs. The seeds are locked before the rounds, in the order of their ids, as by every draw. A round that is known under its id was written by the same
// statement, whose answer was lost.
const beginSql = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::int2[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::uuid[], $12::int8[], $13::int8[], $14::int8[], $15::int8[], $16::text[], $17::text[], $18::text[], $19::uuid[], $20::text[],
      $21::bytea[])
    AS g(id, casino, player, nick, game, request, wallet_session, currency, mode, kind, free_grant, amount, base, pair, nonce, client_seed, maths,
      started_at, bet, body, token_hash)
  ), pair AS (
    SELECT p.id FROM given g JOIN rgs.seed_pairs p ON p.id = g.pair
    WHERE coalesce(p.state, '') = 'current' AND p.next_nonce = g.nonce AND p.client_seed = g.client_seed
      AND (g.token_hash IS NULL OR (SELECT s.ended_at IS NULL FROM rgs.sessions s WHERE s.token_hash = g.token_hash))
    ORDER BY p.id FOR UPDATE OF p
  ), round AS (
    INSERT INTO rgs.rounds (id, casino, player, nick, game, request, wallet_session, currency, mode, kind, free_grant, amount, base,
      pair, nonce, client_seed, maths, started_at, state)
    SELECT g.id, g.casino, g.player, g.nick, g.game, g.request, g.wallet_session, g.currency, g.mode, g.kind, g.free_grant, g.amount, g.base,
      g.pair, g.nonce, g.client_seed, g.maths, g.started_at::timestamptz, 'betting'
    FROM pair JOIN given g ON g.pair = pair.id
    ON CONFLICT DO NOTHING RETURNING id
  ), bet AS (
    INSERT INTO rgs.txs (id, round, casino, kind, amount, body, state, created_at)
    SELECT g.bet, g.id, g.casino, 'bet', g.amount, g.body, 'sent', g.started_at::timestamptz FROM round JOIN given g USING (id)
  )
  SELECT g.id, CASE
      WHEN EXISTS (SELECT FROM round WHERE round.id = g.id) THEN 'begun'
      WHEN (SELECT r.state FROM rgs.rounds r WHERE r.id = g.id) = 'betting' THEN 'begun'
      WHEN EXISTS (SELECT FROM pair WHERE pair.id = g.pair) THEN 'conflict'
      ELSE 'stale' END AS begun
  FROM given g`;

/** Writes rounds and their bets, at most one of a pair of seeds. @returns the result of each, in order */
export async function beginRounds(to: Queryable, beginnings: readonly Beginning[]): Promise<readonly Begun[]> {
  const rounds = beginnings.map(({ round }) => round);
  const { rows } = await to.query<{ id: string; begun: Begun }>(
    beginSql,
    [
      uuidArray(rounds.map(round => round.id)),
      int2Array(rounds.map(round => round.casino)),
      textArray(rounds.map(round => round.player)),
      textArray(rounds.map(round => round.nick)),
      textArray(rounds.map(round => round.game)),
      uuidArray(rounds.map(round => round.request)),
      textArray(rounds.map(round => round.walletSession)),
      textArray(rounds.map(round => round.currency)),
      textArray(rounds.map(round => round.mode)),
      textArray(rounds.map(round => round.kind)),
      uuidArray(rounds.map(round => round.freeGrant)),
      int8Array(rounds.map(round => round.amount)),
      int8Array(rounds.map(round => round.base)),
      int8Array(rounds.map(round => round.pair)),
      int8Array(rounds.map(round => round.nonce)),
      textArray(rounds.map(round => round.clientSeed)),
      textArray(rounds.map(round => round.maths)),
      textArray(rounds.map(round => round.startedAt.toISOString())),
      uuidArray(beginnings.map(({ bet }) => bet.id)),
      textArray(beginnings.map(({ bet }) => bet.body)),
      byteaArray(beginnings.map(({ tokenHash }) => tokenHash)),
    ],
    "rgs-begin",
  );
  const begun = new Map(rows.map(row => [row.id, row.begun]));
  return rounds.map(({ id }) => required(begun.get(id), "every round has an end of its beginning"));
}

/** What the draw of a round adds. */
export interface Drawn {
  readonly round: RoundRow;
  readonly answer: string;
  readonly outcome: RoundOutcome;
  readonly payout: bigint;
  readonly balance: string;
  readonly at: Date;
  readonly win: NewBet;
  /** Until then the caller sends the win; the outbox does afterwards. */
  readonly leasedUntil: Date;
}

// The seeds are locked before the rounds, as by their beginnings. A win that is known under its id was written by the same statement.
const drawSql = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::text[], $5::text[], $6::int8[], $7::text[], $8::text[], $9::uuid[], $10::text[],
      $11::text[])
    AS g(id, pair, nonce, answer, outcome, payout, balance, at, win, body, leased_until)
  ), pair AS (
    SELECT p.id FROM given g JOIN rgs.seed_pairs p ON p.id = g.pair ORDER BY p.id FOR UPDATE OF p
  ), drawn AS (
    UPDATE rgs.rounds r SET state = 'drawn', answer = g.answer, outcome = g.outcome::jsonb, payout = g.payout, balance = g.balance,
      drawn_at = g.at::timestamptz
    FROM pair JOIN given g ON g.pair = pair.id WHERE r.id = g.id AND coalesce(r.state, '') = 'betting'
    RETURNING r.id, r.casino
  ), nonce AS (
    UPDATE rgs.seed_pairs p SET next_nonce = g.nonce + 1 FROM drawn JOIN given g USING (id) WHERE p.id = g.pair AND p.next_nonce = g.nonce
  ), bet AS (
    UPDATE rgs.txs t SET state = 'ok', status = 'ok', answered_at = g.at::timestamptz, due_at = NULL
    FROM drawn JOIN given g USING (id) WHERE t.round = g.id AND t.kind = 'bet'
  ), win AS (
    INSERT INTO rgs.txs (id, round, casino, kind, amount, body, state, created_at, due_at)
    SELECT g.win, g.id, drawn.casino, 'win', g.payout, g.body, 'sent', g.at::timestamptz, g.leased_until::timestamptz
    FROM drawn JOIN given g USING (id)
  )
  SELECT id FROM drawn
  UNION ALL SELECT g.id FROM given g CROSS JOIN LATERAL (SELECT FROM rgs.txs t WHERE t.id = g.win LIMIT 1) known`;

/**
 * Rounds whose bets were taken, at most one of a pair of seeds: their outcomes, their nonces, and their wins in the outbox.
 * @returns the wins in order; undefined for a round that has gone another way
 */
export async function drawRounds(to: Queryable, draws: readonly Drawn[]): Promise<readonly (TxRow | undefined)[]> {
  const { rows } = await to.query<{ id: string }>(
    drawSql,
    [
      uuidArray(draws.map(({ round }) => round.id)),
      int8Array(draws.map(({ round }) => round.pair)),
      int8Array(draws.map(({ round }) => round.nonce)),
      textArray(draws.map(({ answer }) => answer)),
      textArray(draws.map(({ outcome }) => JSON.stringify(outcome))),
      int8Array(draws.map(({ payout }) => payout)),
      textArray(draws.map(({ balance }) => balance)),
      textArray(draws.map(({ at }) => at.toISOString())),
      uuidArray(draws.map(({ win }) => win.id)),
      textArray(draws.map(({ win }) => win.body)),
      textArray(draws.map(({ leasedUntil }) => leasedUntil.toISOString())),
    ],
    "rgs-draw",
  );
  const drawn = new Set(rows.map(({ id }) => id));
  return draws.map(({ round, win }) =>
    drawn.has(round.id)
      ? { id: win.id, casino: round.casino, round: round.id, kind: "win", body: win.body, attempts: 0 }
      : undefined,
  );
}

export async function roundById(from: Queryable, id: string): Promise<RoundRow | undefined> {
  return (await from.query<RoundRow>(`SELECT ${columns} FROM rgs.rounds WHERE id = $1`, [id])).rows[0];
}

export async function roundOfRequest(
  from: Queryable,
  owner: SeedOwner,
  request: string,
): Promise<RoundRow | undefined> {
  const { rows } = await from.query<RoundRow>(
    `SELECT ${columns} FROM rgs.rounds WHERE casino = $1 AND player = $2 AND game = $3 AND request = $4`,
    [owner.casino, owner.player, owner.game, request],
    "rgs-round-of-request",
  );
  return rows[0];
}

/** The newest round whose bet was taken or may have been. */
export async function lastRound(from: Queryable, owner: SeedOwner): Promise<RoundRow | undefined> {
  const { rows } = await from.query<RoundRow>(
    `SELECT ${columns} FROM rgs.rounds WHERE casino = $1 AND player = $2 AND game = $3 AND state <> 'refused'
     ORDER BY started_at DESC LIMIT 1`,
    [owner.casino, owner.player, owner.game],
  );
  return rows[0];
}

export async function openRounds(from: Queryable, casino: number, player: string): Promise<readonly RoundRow[]> {
  const { rows } = await from.query<RoundRow>(
    `SELECT ${columns} FROM rgs.rounds WHERE casino = $1 AND player = $2 AND state IN ('betting', 'drawn', 'voiding', 'disputed')
     ORDER BY started_at`,
    [casino, player],
  );
  return rows;
}

/** Rounds whose bet is no longer awaited. */
export async function abandonedRounds(from: Queryable, before: Date): Promise<readonly RoundRow[]> {
  const { rows } = await from.query<RoundRow>(
    `SELECT ${columns} FROM rgs.rounds WHERE state = 'betting' AND started_at < $1 ORDER BY started_at LIMIT 100`,
    [before],
  );
  return rows;
}

export type RoundChanges = Partial<Pick<RoundRow, "refusal" | "endedAt">>;

/** From one state to the next; undefined when the round was in another one. */
export async function moveRound(
  tx: Tx,
  id: string,
  from: RoundState,
  to: RoundState,
  changes: RoundChanges,
): Promise<RoundRow | undefined> {
  const fields = Object.keys(changes) as (keyof typeof changes)[];
  const sets = fields.map((field, i) => `${columnOf[field]} = $${i + 4}`);
  const values = fields.map(field => (changes[field] ?? null) as never);
  const { rows } = await tx.query<RoundRow>(
    `UPDATE rgs.rounds SET ${["state = $3", ...sets].join(", ")} WHERE id = $1 AND state = $2 RETURNING ${columns}`,
    [id, from, to, ...values],
  );
  return rows[0];
}
