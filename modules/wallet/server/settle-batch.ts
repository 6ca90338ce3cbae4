import { boolArray, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import { type BetRow, betOf, type StoredBetRow } from "./bet-row.ts";
import type { Bet, SettleAnswer } from "./port.ts";
import { settleSql } from "./sql/settle-sql.ts";
import { findBets } from "./store.ts";
import type { SettleTask } from "./task.ts";

export interface SettleNeeds {
  readonly now: () => number;
  readonly hit: (failpoint: string) => void;
  /** Told after the commit, bet by bet. */
  readonly onSettled: (bet: Bet, bonus: Micros) => void;
}

const dayMs = 86_400_000;

/** Ends the bets of the batch in one statement. */
export async function settleBatch(
  connection: DbConnection,
  tasks: readonly SettleTask[],
  needs: SettleNeeds,
): Promise<readonly SettleTask[]> {
  needs.hit("wallet.settle.formed");
  const columns = settleColumns(tasks, needs.now());
  const { rows } = await connection.query<BetRow & { bonus: bigint }>(settleSql, columns, "wallet.settle");
  needs.hit("wallet.settle.committed");
  const ended = new Map(rows.map(row => [row.player_id, row]));
  const others: SettleTask[] = [];
  for (const task of tasks) {
    const row = ended.get(task.player);
    if (!row) {
      others.push(task);
      continue;
    }
    const bet = betOf(row);
    needs.onSettled(bet, micros(row.bonus));
    task.answer({ kind: "settled", bet, replayed: false });
  }
  if (others.length === 0) return [];
  const known = await findBets(connection, others);
  return others.filter(task => !answerKnown(task, known.get(task.player)));
}

function settleColumns(tasks: readonly SettleTask[], at: number): SqlValue[] {
  const all = tasks.map(task => task.settlement);
  return [
    new Date(at),
    Math.floor(at / dayMs),
    uuidArray(all.map(one => one.player)),
    uuidArray(all.map(one => one.bet)),
    uuidArray(tasks.map(task => task.settleKey)),
    boolArray(all.map(one => one.result.kind === "voided")),
    int8Array(all.map(one => (one.result.kind === "paid" ? one.result.payout : 0n))),
    textArray(all.map(one => JSON.stringify(one.result.outcome))),
    textArray(all.map(one => one.gate?.name ?? null)),
    int8Array(all.map(one => one.gate?.epoch ?? null)),
  ];
}

/** Answers what ended nothing. False: the bet is open and nothing stood in the way, so it came in between; try again. */
function answerKnown(task: SettleTask, row: StoredBetRow | undefined): boolean {
  const answer = answerOf(task, row);
  if (answer) task.answer(answer);
  return answer !== undefined;
}

function answerOf(task: SettleTask, row: StoredBetRow | undefined): SettleAnswer | undefined {
  if (!row) return { kind: "refused", reason: "unknown_bet" };
  if (row.status === 0) return task.settlement.gate ? { kind: "refused", reason: "fenced" } : undefined;
  if (row.settle_key === task.settleKey) return { kind: "settled", bet: betOf(row), replayed: true };
  return { kind: "refused", reason: "already_settled", bet: betOf(row) };
}
