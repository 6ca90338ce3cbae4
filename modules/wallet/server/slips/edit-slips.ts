import { Failure } from "#kit/contract/error-code.ts";
import { int8Array, textArray } from "#kit/db/array-parameters.ts";
import type { DbConnection } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import { accept, answerOthers, repeatOf, type SlipAnswerRow, type SlipNeeds, takeSlips } from "./place-slips.ts";
import type { ClosedSlip } from "./port.ts";
import { sendRevisions } from "./revise-slips.ts";
import { findSlips } from "./store.ts";
import type { EditTask } from "./tasks.ts";

/** Each edit is a transaction of its own: what refuses one leaves the others. Returns those that have to be sent again. */
export async function editSlips(
  connection: DbConnection,
  tasks: readonly EditTask[],
  needs: SlipNeeds,
): Promise<readonly EditTask[]> {
  const again: EditTask[] = [];
  for (const task of tasks) again.push(...(await editSlip(connection, task, needs)));
  return again;
}

async function editSlip(connection: DbConnection, task: EditTask, needs: SlipNeeds): Promise<readonly EditTask[]> {
  if (await isRepeat(connection, task)) return [];
  const at = needs.now();
  await connection.query("BEGIN");
  let outcome: Outcome;
  try {
    outcome = await exchange(connection, task, at, needs);
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => undefined);
    if (!(error instanceof Failure)) throw error;
    // The same request may have committed while this one waited for its rows.
    if (!(await isRepeat(connection, task))) task.reject(error);
    return [];
  }
  if (outcome.kind === "made") {
    needs.hit("wallet.edit.formed");
    await connection.query("COMMIT");
    needs.hit("wallet.edit.committed");
    accept(task, outcome.row, new Date(at), needs);
    if (outcome.isBonusDue) await needs.endBonuses([{ player: task.player, currency: task.bet.currency }]);
    return [];
  }
  await connection.query("ROLLBACK");
  if (outcome.kind === "refused") return answerOthers(connection, [task], outcome.answers, needs);
  if (!(await isRepeat(connection, task))) task.answer({ kind: "refused", reason: "outpaced" });
  return [];
}

async function isRepeat(connection: DbConnection, task: EditTask): Promise<boolean> {
  const stored = (await findSlips(connection, [task])).get(`${task.player}/${task.key}`);
  if (stored) task.answer(repeatOf(task.bet, stored));
  return stored !== undefined;
}

type Outcome =
  | { readonly kind: "made"; readonly row: SlipAnswerRow; readonly isBonusDue: boolean }
  | { readonly kind: "refused"; readonly answers: ReadonlyMap<PlayerId, SlipAnswerRow> }
  | { readonly kind: "outpaced" };

/** Locks in the order of all statements: the feed, exposures, the wallet, the slip. */
async function exchange(connection: DbConnection, task: EditTask, at: number, needs: SlipNeeds): Promise<Outcome> {
  const { player, bet, close } = task;
  const { revision, outcomes } = await close(connection);
  await lockExposures(connection, outcomes, needs);
  await holdBonus(connection, task, 1);
  const revised = await sendRevisions(connection, [{ player, revisions: [revision] }], at, needs);
  if (revised.length === 0) return { kind: "outpaced" };
  needs.hit("wallet.edit.closed");
  const answers = await takeSlips(connection, [task], at, needs);
  const row = answers.get(bet.player);
  if (row?.refusal !== 0) return { kind: "refused", answers };
  return { kind: "made", row, isBonusDue: await holdBonus(connection, task, -1, new Date(at)) };
}

async function lockExposures(
  connection: DbConnection,
  outcomes: ClosedSlip["outcomes"],
  { sql }: SlipNeeds,
): Promise<void> {
  const markets = int8Array(outcomes.map(({ market }) => market));
  await connection.query(sql.lock, [markets, textArray(outcomes.map(({ outcome }) => outcome))]);
}

/** A bonus does not end between the two slips, with the last open one gone. True when it ends after them. */
async function holdBonus(
  connection: DbConnection,
  { player, bet: { currency } }: EditTask,
  change: 1 | -1,
  now = new Date(0),
): Promise<boolean> {
  const { rows } = await connection.query<{ due: boolean }>(
    `UPDATE wallet.wallets w SET wager_open = w.wager_open + $3 WHERE w.player_id = $1 AND w.currency = $2 AND w.grant_no IS NOT NULL
     RETURNING ${wagerSql.due("$4::timestamptz")} AS due`,
    [player, currency, change, now],
  );
  return rows[0]?.due ?? false;
}
