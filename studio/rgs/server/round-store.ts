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

export async function insertRound(tx: Tx, round: NewRound): Promise<void> {
  const fields = Object.keys(round) as (keyof NewRound)[];
  const names = fields.map(field => columnOf[field]).join(", ");
  await tx.query(
    `INSERT INTO rgs.rounds (${names}, state) VALUES (${fields.map((_, i) => `$${i + 1}`).join(", ")}, 'betting')`,
    fields.map(field => round[field]),
  );
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

export type RoundChanges = Partial<
  Pick<RoundRow, "refusal" | "answer" | "outcome" | "payout" | "balance" | "jackpot" | "drawnAt" | "endedAt">
>;

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
