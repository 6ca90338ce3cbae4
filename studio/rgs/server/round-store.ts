import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Multiple } from "#studio/engine/shared/spin.ts";
import type { Draw, SpinEvent } from "#studio/engine/shared/types.ts";
import type { SeedOwner } from "./seeds.ts";

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

const columns = Object.entries(columnOf)
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

export interface TxRow {
  readonly id: string;
  readonly casino: number;
  readonly round: string;
  readonly kind: "bet" | "win" | "rollback";
  readonly body: string;
  readonly attempts: number;
}

export interface NewTx {
  readonly id: string;
  readonly round: string;
  readonly casino: number;
  readonly kind: TxRow["kind"];
  readonly amount: bigint;
  readonly ref?: string;
  readonly body: string;
  readonly at: Date;
  /** When it is sent (again) by the outbox; never, unless given. */
  readonly due?: Date;
}

/** What a bet sends. */
export interface NewBet {
  readonly id: string;
  readonly body: string;
}

const beginSql = `
  WITH pair AS (
    SELECT id FROM rgs.seed_pairs
    WHERE id = $14 AND state = 'current' AND next_nonce = $15 AND client_seed = $16 FOR UPDATE
  ), round AS (
    INSERT INTO rgs.rounds (id, casino, player, nick, game, request, wallet_session, currency, mode, kind, free_grant, amount, base,
      pair, nonce, client_seed, maths, started_at, state)
    SELECT $1::uuid, $2::smallint, $3, $4, $5, $6::uuid, $7, $8, $9, $10, $11::uuid, $12::bigint, $13::bigint,
      pair.id, $15, $16, $17, $18::timestamptz, 'betting' FROM pair
    RETURNING id
  )
  INSERT INTO rgs.txs (id, round, casino, kind, amount, body, state, created_at)
  SELECT $19::uuid, id, $2::smallint, 'bet', $12::bigint, $20, 'sent', $18::timestamptz FROM round`;

/**
 * Writes a round and its bet, if its seeds and nonce are still the current ones.
 * @returns false when they are not: nothing was written
 * Throws a unique violation of `rounds_open` while another round of the player at the game is open.
 */
export async function beginRound(to: Queryable, round: NewRound, bet: NewBet): Promise<boolean> {
  const { rowCount } = await to.query(
    beginSql,
    [
      round.id,
      round.casino,
      round.player,
      round.nick,
      round.game,
      round.request,
      round.walletSession,
      round.currency,
      round.mode,
      round.kind,
      round.freeGrant,
      round.amount,
      round.base,
      round.pair,
      round.nonce,
      round.clientSeed,
      round.maths,
      round.startedAt,
      bet.id,
      bet.body,
    ],
    "rgs-begin",
  );
  return rowCount > 0;
}

/** What the draw of a round adds. */
export interface Drawn {
  readonly answer: string;
  readonly outcome: RoundOutcome;
  readonly payout: bigint;
  readonly balance: string;
  readonly at: Date;
  readonly win: NewBet;
  /** Until then its caller sends the win; the outbox does afterwards. */
  readonly leasedUntil: Date;
}

// The seeds are locked before the round, as by the beginning of the next one.
const drawSql = `
  WITH pair AS (
    SELECT id FROM rgs.seed_pairs WHERE id = $2 FOR UPDATE
  ), drawn AS (
    UPDATE rgs.rounds r SET state = 'drawn', answer = $4, outcome = $5, payout = $6, balance = $7, drawn_at = $8
    FROM pair WHERE r.id = $1 AND r.state = 'betting'
    RETURNING r.id, r.casino
  ), nonce AS (
    UPDATE rgs.seed_pairs SET next_nonce = $3 + 1 WHERE id = $2 AND next_nonce = $3 AND EXISTS (SELECT FROM drawn)
  ), bet AS (
    UPDATE rgs.txs SET state = 'ok', status = 'ok', answered_at = $8, due_at = NULL
    WHERE round = $1 AND kind = 'bet' AND EXISTS (SELECT FROM drawn)
  )
  INSERT INTO rgs.txs (id, round, casino, kind, amount, body, state, created_at, due_at)
  SELECT $9::uuid, id, casino, 'win', $6::bigint, $10, 'sent', $8::timestamptz, $11::timestamptz FROM drawn`;

/**
 * A round whose bet was taken: its outcome, its nonce, and its win in the outbox.
 * @returns the win, or undefined when the round has gone another way
 */
export async function drawRound(to: Queryable, round: RoundRow, drawn: Drawn): Promise<TxRow | undefined> {
  const { answer, outcome, payout, balance, at, win, leasedUntil } = drawn;
  const { rowCount } = await to.query(
    drawSql,
    [round.id, round.pair, round.nonce, answer, { ...outcome }, payout, balance, at, win.id, win.body, leasedUntil],
    "rgs-draw",
  );
  if (rowCount === 0) return undefined;
  return { id: win.id, casino: round.casino, round: round.id, kind: "win", body: win.body, attempts: 0 };
}

export interface Ended {
  readonly to: RoundState;
  readonly status: string;
  readonly balance: string | undefined;
  readonly jackpot: string | undefined;
  readonly at: Date;
}

const endSql = `
  WITH tx AS (
    UPDATE rgs.txs SET state = $4, status = $5, answered_at = $6, due_at = NULL WHERE round = $1 AND kind = $2
  ), bet AS (
    UPDATE rgs.txs SET state = 'rolled_back', status = 'rolled_back', answered_at = $6, due_at = NULL
    WHERE round = $1 AND kind = 'bet' AND $2 = 'rollback' AND $3 = 'void'
  )
  UPDATE rgs.rounds SET state = $3, ended_at = $6, balance = coalesce($7, balance), jackpot = coalesce($8, jackpot)
  WHERE id = $1 AND state = ANY ($9)
  RETURNING ${columns}`;

/** The casino has decided about a win or a rollback: the round ends. @returns the round, or undefined when it had ended before */
export async function endRound(to: Queryable, tx: TxRow, ended: Ended): Promise<RoundRow | undefined> {
  const from: readonly RoundState[] = [tx.kind === "win" ? "drawn" : "voiding", "disputed"];
  const state = ended.to === "disputed" ? "refused" : "ok";
  const { rows } = await to.query<RoundRow>(
    endSql,
    [tx.round, tx.kind, ended.to, state, ended.status, ended.at, ended.balance ?? null, ended.jackpot ?? null, from],
    "rgs-end",
  );
  return rows[0];
}

export async function insertTx(tx: Tx, { id, round, casino, kind, amount, ref, body, at, due }: NewTx): Promise<void> {
  await tx.query(
    `INSERT INTO rgs.txs (id, round, casino, kind, amount, ref, body, state, created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'sent', $8, $9)`,
    [id, round, casino, kind, amount, ref ?? null, body, at, due ?? null],
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

export async function endTx(
  tx: Tx,
  round: string,
  kind: TxRow["kind"],
  end: { readonly state: string; readonly status: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    "UPDATE rgs.txs SET state = $3, status = $4, answered_at = $5, due_at = NULL WHERE round = $1 AND kind = $2",
    [round, kind, end.state, end.status, end.at],
  );
}

/** Txs whose time has come, each for one sender: they are due again at `until` unless they end before. */
export async function leaseDue(tx: Tx, now: Date, until: Date, most: number): Promise<readonly TxRow[]> {
  const { rows } = await tx.query<TxRow>(
    `UPDATE rgs.txs SET due_at = $2 WHERE id IN (
       SELECT id FROM rgs.txs WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, casino, round, kind, body, attempts`,
    [now, until, most],
  );
  return rows;
}

/** The same for one tx, whatever its time; undefined when it has ended. */
export async function leaseTx(from: Queryable, round: string, until: Date): Promise<TxRow | undefined> {
  const { rows } = await from.query<TxRow>(
    "UPDATE rgs.txs SET due_at = $2 WHERE round = $1 AND due_at IS NOT NULL RETURNING id, casino, round, kind, body, attempts",
    [round, until],
  );
  return rows[0];
}

export async function retryTx(from: Queryable, id: string, due: Date): Promise<void> {
  await from.query("UPDATE rgs.txs SET attempts = attempts + 1, due_at = $2 WHERE id = $1 AND due_at IS NOT NULL", [
    id,
    due,
  ]);
}
