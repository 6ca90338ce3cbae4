import type { Queryable, Tx } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { Phase, TableEvent } from "../shared/calls.ts";
import type { Next } from "../shared/turns.ts";

/** Rounds of tables and what is published of them. */

export interface RoundRow {
  readonly game: string;
  readonly number: bigint;
  readonly chain: number;
  readonly index: number;
  readonly maths: string;
  readonly linkHash: string;
  readonly state: Phase;
  readonly openedAt: Date;
  readonly closesAt: Date;
  readonly beaconRound: bigint;
  readonly beaconDueAt: Date;
  readonly frozenAt: Date | null;
  readonly publishedAt: Date | null;
  readonly entries: number | null;
  readonly entriesHash: string | null;
  readonly link: string | null;
  readonly beaconValue: string | null;
  readonly beaconSignature: string | null;
  readonly outcome: Json;
  readonly voidReason: "closed_late" | "no_beacon" | null;
  readonly dealtAt: Date | null;
  readonly settlesAt: Date | null;
  readonly endedAt: Date | null;
  /** The play of a round at which players decide: the seats in play, what lies open, who decides. */
  readonly play: { readonly seats: readonly number[]; readonly view: Json; readonly next: Next } | null;
  readonly turnStartsAt: Date | null;
  readonly turnEndsAt: Date | null;
}

const columnOf: Readonly<Record<keyof RoundRow, string>> = {
  game: "game",
  number: "number",
  chain: "chain",
  index: "index",
  maths: "maths",
  linkHash: "link_hash",
  state: "state",
  openedAt: "opened_at",
  closesAt: "closes_at",
  beaconRound: "beacon_round",
  beaconDueAt: "beacon_due_at",
  frozenAt: "frozen_at",
  publishedAt: "published_at",
  entries: "entries",
  entriesHash: "entries_hash",
  link: "link",
  beaconValue: "beacon_value",
  beaconSignature: "beacon_signature",
  outcome: "outcome",
  voidReason: "void_reason",
  dealtAt: "dealt_at",
  settlesAt: "settles_at",
  endedAt: "ended_at",
  play: "play",
  turnStartsAt: "turn_starts_at",
  turnEndsAt: "turn_ends_at",
};

/** Every column of `tables.rounds`, named as its field. */
export const roundColumns = Object.entries(columnOf)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(", ");

export type NewRound = Pick<
  RoundRow,
  "game" | "number" | "chain" | "index" | "maths" | "linkHash" | "openedAt" | "closesAt" | "beaconRound" | "beaconDueAt"
>;

export async function insertRound(tx: Tx, round: NewRound): Promise<RoundRow> {
  const fields = Object.keys(round) as (keyof NewRound)[];
  const { rows } = await tx.query<RoundRow>(
    `INSERT INTO tables.rounds (${fields.map(field => columnOf[field]).join(", ")}, state)
     VALUES (${fields.map((_, i) => `$${i + 1}`).join(", ")}, 'betting') RETURNING ${roundColumns}`,
    fields.map(field => round[field]),
  );
  return required(rows[0], "an insert returns its row");
}

export async function newestRound(from: Queryable, game: string): Promise<RoundRow | undefined> {
  const { rows } = await from.query<RoundRow>(
    `SELECT ${roundColumns} FROM tables.rounds WHERE game = $1 ORDER BY number DESC LIMIT 1`,
    [game],
  );
  return rows[0];
}

export async function roundOf(from: Queryable, game: string, number: bigint): Promise<RoundRow | undefined> {
  const { rows } = await from.query<RoundRow>(
    `SELECT ${roundColumns} FROM tables.rounds WHERE game = $1 AND number = $2`,
    [game, number],
  );
  return rows[0];
}

/** The round, locked until the transaction ends. */
export async function lockRound(tx: Tx, game: string, number: bigint, how: "UPDATE" | "SHARE"): Promise<RoundRow> {
  const { rows } = await tx.query<RoundRow>(
    `SELECT ${roundColumns} FROM tables.rounds WHERE game = $1 AND number = $2 FOR ${how}`,
    [game, number],
  );
  return required(rows[0], "rounds stay");
}

export async function changeRound(
  tx: Queryable,
  { game, number }: Pick<RoundRow, "game" | "number">,
  changes: Partial<Omit<RoundRow, "game" | "number" | "chain" | "index">>,
): Promise<RoundRow> {
  const fields = Object.keys(changes) as (keyof typeof changes)[];
  const { rows } = await tx.query<RoundRow>(
    `UPDATE tables.rounds SET ${fields.map((field, i) => `${columnOf[field]} = $${i + 3}`).join(", ")}
     WHERE game = $1 AND number = $2 RETURNING ${roundColumns}`,
    [game, number, ...fields.map(field => (changes[field] ?? null) as never)],
  );
  return required(rows[0], "rounds stay");
}

/** Results, the newest first. */
export async function resultsOf(
  from: Queryable,
  game: string,
  most: number,
): Promise<readonly { readonly number: bigint; readonly outcome: Json }[]> {
  const { rows } = await from.query<{ number: bigint; outcome: Json }>(
    "SELECT number, outcome FROM tables.rounds WHERE game = $1 AND state = 'settled' ORDER BY number DESC LIMIT $2",
    [game, most],
  );
  return rows;
}

/** Until the transaction ends, no other one writes events of the table. */
export async function lockEvents(tx: Tx, game: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('tables.events'), hashtext($1))", [game]);
}

/** Numbered without a gap, one transaction after the other, in the transaction of what they are about. */
export async function addEvent(tx: Tx, game: string, event: TableEvent, at: Date): Promise<void> {
  await lockEvents(tx, game);
  await tx.query(
    `INSERT INTO tables.events (game, seq, body, at)
     SELECT $1, coalesce((SELECT seq FROM tables.events WHERE game = $1 ORDER BY seq DESC LIMIT 1), 0) + 1, $2, $3`,
    [game, JSON.stringify(event), at],
  );
}

export async function eventsAfter(
  from: Queryable,
  game: string,
  seq: bigint,
): Promise<readonly { readonly seq: bigint; readonly body: TableEvent }[]> {
  const { rows } = await from.query<{ seq: bigint; body: TableEvent }>(
    "SELECT seq, body FROM tables.events WHERE game = $1 AND seq > $2 ORDER BY seq LIMIT 1000",
    [game, seq],
  );
  return rows;
}

export async function lastSeq(from: Queryable, game: string): Promise<bigint> {
  const { rows } = await from.query<{ seq: bigint }>(
    "SELECT seq FROM tables.events WHERE game = $1 ORDER BY seq DESC LIMIT 1",
    [game],
  );
  return rows[0]?.seq ?? 0n;
}

/** Removes what every browser has long seen; the newest stays, since numbers go on from it. */
export async function forgetEvents(from: Queryable, game: string, before: Date): Promise<void> {
  await from.query(
    `DELETE FROM tables.events WHERE game = $1 AND at < $2
       AND seq < (SELECT max(seq) FROM tables.events WHERE game = $1)`,
    [game, before],
  );
}
