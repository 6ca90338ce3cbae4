import { boolArray, int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type BetRow, betOf, openRoundOf, type StoredBetRow } from "./bet-row.ts";
import type { Bet, FinishAnswer, SettleAnswer, Settlement } from "./port.ts";
import { finishSql, settleSql } from "./sql/settle-sql.ts";
import { findBets } from "./store.ts";
import type { FinishTask, SettleTask } from "./task.ts";

export interface SettleNeeds {
  readonly now: () => number;
  readonly hit: (failpoint: string) => void;
  /** Called after the commit, for each bet. */
  readonly onSettled: (bet: Bet, bonus: Micros) => void;
}

const dayMs = 86_400_000;

/** Ends the bets of the batch in one statement. */
export async function settleBatch(
  connection: DbConnection,
  tasks: readonly SettleTask[],
  needs: SettleNeeds,
): Promise<readonly SettleTask[]> {
  const all = tasks.map(task => task.settlement);
  const columns = [
    ...endColumns(
      tasks,
      all.map(one => one.result),
      needs.now(),
    ),
    textArray(all.map(one => one.bettingWindow?.name ?? null)),
    int8Array(all.map(one => one.bettingWindow?.epoch ?? null)),
  ];
  const ended = await endBets(connection, settleSql, columns, needs);
  for (const task of tasks) {
    const bet = ended.get(task.player);
    if (bet) task.answer({ kind: "settled", bet, replayed: false });
  }
  const others = tasks.filter(task => !ended.has(task.player));
  if (others.length === 0) return [];
  const known = await findBets(connection, others);
  return others.filter(task => !answerKnown(task, known.get(task.player)));
}

/** Ends the stepwise rounds of the batch in one statement. Those that ended nothing get the reason. */
export async function finishBatch(
  connection: DbConnection,
  tasks: readonly FinishTask[],
  needs: SettleNeeds,
): Promise<readonly FinishTask[]> {
  const all = tasks.map(task => task.end);
  const columns = [
    ...endColumns(
      tasks,
      all.map(one => one.result),
      needs.now(),
    ),
    int4Array(all.map(one => one.round.journal.steps.length)),
    textArray(
      tasks.map(task => task.end.last && JSON.stringify({ key: task.settleKey, ...task.end.last })).map(orNull),
    ),
  ];
  const ended = await endBets(connection, finishSql, columns, needs);
  const others = tasks.filter(task => !ended.has(task.player));
  const known = others.length > 0 ? await findBets(connection, others) : new Map<PlayerId, StoredBetRow>();
  for (const task of tasks) {
    const bet = ended.get(task.player);
    task.answer(
      bet ? { kind: "settled", bet: openRoundOf(bet), replayed: false } : notFinished(task, known.get(task.player)),
    );
  }
  return [];
}

/** Runs a statement that ends bets, and reports each after the commit. */
async function endBets(
  connection: DbConnection,
  sql: string,
  columns: readonly SqlValue[],
  needs: SettleNeeds,
): Promise<ReadonlyMap<PlayerId, Bet>> {
  needs.hit("wallet.settle.formed");
  const name = sql === finishSql ? "wallet.finish" : "wallet.settle";
  const { rows } = await connection.query<BetRow & { bonus: bigint }>(sql, columns, name);
  needs.hit("wallet.settle.committed");
  return new Map(
    rows.map(row => {
      const bet = betOf(row);
      needs.onSettled(bet, micros(row.bonus));
      return [row.playerId, bet];
    }),
  );
}

function endColumns(
  tasks: readonly (SettleTask | FinishTask)[],
  results: readonly Settlement["result"][],
  at: number,
): SqlValue[] {
  return [
    new Date(at),
    Math.floor(at / dayMs),
    uuidArray(tasks.map(task => task.player)),
    uuidArray(tasks.map(task => task.key)),
    uuidArray(tasks.map(task => task.settleKey)),
    boolArray(results.map(result => result.kind === "voided")),
    int8Array(results.map(result => (result.kind === "paid" ? result.payout : 0n))),
    textArray(results.map(result => JSON.stringify(result.outcome))),
  ];
}

const orNull = (text: string | undefined): string | null => text ?? null;

/** Completes the tasks that ended nothing. False: the bet is open and nothing prevented its end, so it was inserted in between; retry. */
function answerKnown(task: SettleTask, row: StoredBetRow | undefined): boolean {
  const answer = answerOf(task, row);
  if (answer) task.answer(answer);
  return answer !== undefined;
}

function answerOf(task: SettleTask, row: StoredBetRow | undefined): SettleAnswer | undefined {
  if (!row) return { kind: "refused", reason: "unknown_bet" };
  if (row.status === 0)
    return task.settlement.bettingWindow ? { kind: "refused", reason: "leadership_lost" } : undefined;
  if (row.settleKey === task.settleKey) return { kind: "settled", bet: betOf(row), replayed: true };
  return { kind: "refused", reason: "already_settled", bet: betOf(row) };
}

/** Its own end after a lost connection, another end, or a round that has changed. */
function notFinished(task: FinishTask, row: StoredBetRow | undefined): FinishAnswer {
  const known = required(row, "a round that was read is there");
  if (known.status === 0) return { kind: "refused", reason: "outpaced" };
  if (known.settleKey === task.settleKey) return { kind: "settled", bet: openRoundOf(betOf(known)), replayed: true };
  return { kind: "refused", reason: "already_settled" };
}
