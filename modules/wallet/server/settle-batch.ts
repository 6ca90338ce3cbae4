import { boolArray, int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type BetRow, betOf, openRoundOf, type StoredBetRow } from "./bet-row.ts";
import type { EndBonuses } from "./place-batch.ts";
import type { Bet, FinishAnswer, SettleAnswer, Settlement } from "./port.ts";
import { finishLateSql, finishSql, settleLateSql, settleSql } from "./sql/settle-sql.ts";
import { findBets } from "./store.ts";
import type { FinishTask, SettleTask } from "./task.ts";

export interface SettleNeeds {
  readonly endBonuses: EndBonuses;
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
  const at = needs.now();
  const columnsOf = (some: readonly SettleTask[]) => {
    const all = some.map(task => task.settlement);
    return [
      ...endColumns(
        some,
        all.map(one => one.result),
        at,
      ),
      textArray(all.map(one => one.bettingWindow?.name ?? null)),
      int8Array(all.map(one => one.bettingWindow?.epoch ?? null)),
    ];
  };
  const { ended, known } = await endBets(connection, tasks, settleStatements, columnsOf, needs);
  for (const task of tasks) {
    const bet = ended.get(task.player);
    if (bet) task.answer({ kind: "settled", bet, replayed: false });
  }
  return tasks.filter(task => !ended.has(task.player) && !answerKnown(task, known.get(task.player)));
}

/** Ends the stepwise rounds of the batch in one statement. Those that ended nothing get the reason. */
export async function finishBatch(
  connection: DbConnection,
  tasks: readonly FinishTask[],
  needs: SettleNeeds,
): Promise<readonly FinishTask[]> {
  const at = needs.now();
  const columnsOf = (some: readonly FinishTask[]) => {
    const all = some.map(task => task.end);
    return [
      ...endColumns(
        some,
        all.map(one => one.result),
        at,
      ),
      int4Array(all.map(one => one.round.journal.steps.length)),
      textArray(
        some.map(task => task.end.last && JSON.stringify({ key: task.settleKey, ...task.end.last })).map(orNull),
      ),
    ];
  };
  const { ended, known } = await endBets(connection, tasks, finishStatements, columnsOf, needs);
  for (const task of tasks) {
    const bet = ended.get(task.player);
    task.answer(
      bet ? { kind: "settled", bet: openRoundOf(bet), replayed: false } : notFinished(task, known.get(task.player)),
    );
  }
  return [];
}

/** A statement, and the one for bets whose grant of bonus money ended before them; each with the name of its plan. */
type Statements = readonly (readonly [sql: string, name: string])[];
const settleStatements: Statements = [
  [settleSql, "wallet.settle"],
  [settleLateSql, "wallet.settle-late"],
];
const finishStatements: Statements = [
  [finishSql, "wallet.finish"],
  [finishLateSql, "wallet.finish-late"],
];

interface Ended {
  readonly ended: ReadonlyMap<PlayerId, Bet>;
  /** The bets of those that ended nothing, as they are now. */
  readonly known: ReadonlyMap<PlayerId, StoredBetRow>;
}

/** Ends the bets by one statement, and reports each after the commit. Bets that only an ended grant explains are ended by the second. */
async function endBets<Task extends SettleTask | FinishTask>(
  connection: DbConnection,
  tasks: readonly Task[],
  statements: Statements,
  columnsOf: (tasks: readonly Task[]) => readonly SqlValue[],
  needs: SettleNeeds,
): Promise<Ended> {
  const ended = new Map<PlayerId, Bet>();
  let left = tasks;
  let known: ReadonlyMap<PlayerId, StoredBetRow> = new Map();
  for (const [sql, name] of statements) {
    needs.hit("wallet.settle.formed");
    const { rows } = await connection.query<EndedRow>(sql, columnsOf(left), name);
    needs.hit("wallet.settle.committed");
    const due = rows.filter(row => row.due).map(({ playerId, currency }) => ({ player: playerId, currency }));
    if (due.length > 0) await needs.endBonuses(due);
    for (const row of rows) {
      const bet = betOf(row);
      needs.onSettled(bet, micros(row.bonus));
      ended.set(row.playerId, bet);
    }
    const others = tasks.filter(task => !ended.has(task.player));
    if (others.length === 0) return { ended, known: new Map() };
    known = await findBets(connection, others);
    left = others.filter(task => isOfGrant(known.get(task.player)));
    if (left.length === 0) break;
  }
  return { ended, known };
}

type EndedRow = BetRow & { readonly bonus: bigint; readonly due: boolean };

const isOfGrant = (row: StoredBetRow | undefined): boolean => row?.status === 0 && row.grantNo !== null;

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

/** Why a round was not finished: its own end after a lost connection, another end, or a round that has changed. */
function notFinished(task: FinishTask, row: StoredBetRow | undefined): FinishAnswer {
  const known = required(row, "a round that was read is there");
  if (known.status === 0) return { kind: "refused", reason: "outpaced" };
  if (known.settleKey === task.settleKey) return { kind: "settled", bet: openRoundOf(betOf(known)), replayed: true };
  return { kind: "refused", reason: "already_settled" };
}
