import { int2Array, int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { SlipNeeds } from "./place-slips.ts";
import type { ReviseAnswer, SlipRevision } from "./port.ts";
import { revisionKinds } from "./revise-slips-sql.ts";
import { findRevisions, findSlips, slipOf } from "./store.ts";
import type { ReviseTask } from "./tasks.ts";

export interface RevisedRow {
  playerId: PlayerId;
  key: Uuid;
  number: number;
  owed: Micros;
  repaid: Micros;
  balanceAfter: Micros;
  currency: Currency;
  real: Micros;
  bonus: Micros;
  /** A slip finished the bonus of its wallet. */
  due: boolean | null;
}

const dayMs = 86_400_000;

/** Makes the revisions of the batch in one statement: many players, and of each of them any number of slips. */
export async function reviseSlips(
  connection: DbConnection,
  tasks: readonly ReviseTask[],
  needs: SlipNeeds,
): Promise<readonly ReviseTask[]> {
  const at = needs.now();
  needs.hit("wallet.revise.formed");
  const rows = await sendRevisions(connection, tasks, at, needs);
  needs.hit("wallet.revise.committed");
  const made = new Map(rows.map(row => [`${row.playerId}/${row.key}`, row]));
  const finished = new Map(rows.filter(({ due }) => due).map(row => [`${row.playerId}/${row.currency}`, row]));
  publishBalances(rows, needs);
  await needs.endBonuses([...finished.values()].map(({ playerId: player, currency }) => ({ player, currency })));
  for (const task of tasks) task.answer(await answersOf(connection, task, made));
  return [];
}

type Revising = Pick<ReviseTask, "player" | "revisions">;

/** Sends the statement: what it made; a revision that is not allowed is missing. */
export async function sendRevisions(
  connection: DbConnection,
  tasks: readonly Revising[],
  at: number,
  { sql }: Pick<SlipNeeds, "sql">,
): Promise<readonly RevisedRow[]> {
  const { rows } = await connection.query<RevisedRow>(sql.revise, columnsOf(tasks, at), "wallet.revise-slips");
  return rows;
}

function columnsOf(tasks: readonly Revising[], at: number): SqlValue[] {
  const rows = tasks.flatMap(({ player, revisions }) => revisions.map(revision => ({ player, revision })));
  const results = rows.map(({ revision }) => partsOf(revision.result));
  return [
    new Date(at),
    Math.floor(at / dayMs),
    uuidArray(rows.map(({ player }) => player)),
    uuidArray(rows.map(({ revision }) => revision.slip)),
    int4Array(rows.map(({ revision }) => revision.after)),
    uuidArray(rows.map(({ revision }) => revision.id)),
    int2Array(rows.map(({ revision }) => revisionKinds[revision.result.kind])),
    int8Array(results.map(({ amount }) => amount)),
    int8Array(results.map(({ boost }) => boost)),
    int8Array(results.map(({ closed }) => closed)),
    textArray(rows.map(({ revision }) => JSON.stringify(revision.cause))),
  ];
}

function partsOf(result: SlipRevision["result"]): { amount: bigint; boost: bigint; closed: bigint } {
  if (result.kind === "settled") return { amount: result.payout, boost: result.boost, closed: 0n };
  if (result.kind === "cashed_out") return { amount: result.paid, boost: 0n, closed: result.closed };
  return { amount: 0n, boost: 0n, closed: 0n };
}

/** One message a wallet, however many of its slips ended. */
export function publishBalances(rows: readonly RevisedRow[], { onBalance }: SlipNeeds): void {
  const wallets = new Map(rows.map(row => [`${row.playerId}/${row.currency}`, row]));
  for (const { playerId, currency, real, bonus } of wallets.values()) onBalance(playerId, currency, real, bonus);
}

export async function answersOf(
  connection: DbConnection,
  { player, revisions }: Revising,
  made: ReadonlyMap<string, RevisedRow>,
): Promise<readonly ReviseAnswer[]> {
  const others = revisions.filter(({ slip }) => !made.has(`${player}/${slip}`));
  const known = others.length > 0 ? await knownOf(connection, player, others) : undefined;
  return revisions.map(revision => {
    const row = made.get(`${player}/${revision.slip}`);
    return row ? revised(row, false) : (known?.(revision) ?? { kind: "refused", reason: "unknown_slip" });
  });
}

async function knownOf(connection: DbConnection, player: PlayerId, revisions: readonly SlipRevision[]) {
  const keys = revisions.map(({ slip }) => slip);
  const earlier = new Map((await findRevisions(connection, player, keys)).map(row => [row.id, row]));
  const slips = await findSlips(
    connection,
    keys.map(key => ({ player, key })),
  );
  return ({ id, slip, after }: SlipRevision): ReviseAnswer => {
    const row = earlier.get(id);
    if (row) return revised(row, true);
    const stored = slips.get(`${player}/${slip}`);
    if (!stored) return { kind: "refused", reason: "unknown_slip" };
    return { kind: "refused", reason: slipOf(stored).revision === after ? "not_allowed" : "outpaced" };
  };
}

export function revised(
  row: Pick<RevisedRow, "number" | "owed" | "repaid" | "balanceAfter">,
  replayed: boolean,
): ReviseAnswer {
  const { number, owed, repaid, balanceAfter } = row;
  return {
    kind: "revised",
    number,
    owed: micros(owed),
    repaid: micros(repaid),
    balanceAfter: micros(balanceAfter),
    replayed,
  };
}
