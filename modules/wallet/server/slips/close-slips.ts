import { Failure } from "#kit/contract/error-code.ts";
import type { DbConnection } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import type { SlipNeeds } from "./place-slips.ts";
import type { ReviseAnswer } from "./port.ts";
import { answersOf, publishBalances, type RevisedRow, revised, sendRevisions } from "./revise-slips.ts";
import { findRevisions } from "./store.ts";
import type { CloseTask } from "./tasks.ts";

/** Each is a transaction of its own: what refuses one leaves the others. */
export async function closeSlips(
  connection: DbConnection,
  tasks: readonly CloseTask[],
  needs: SlipNeeds,
): Promise<readonly CloseTask[]> {
  for (const task of tasks) await closeSlip(connection, task, needs);
  return [];
}

async function closeSlip(connection: DbConnection, task: CloseTask, needs: SlipNeeds): Promise<void> {
  const earlier = await madeBefore(connection, task);
  if (earlier) return task.answer(earlier);
  const { player, close } = task;
  await connection.query("BEGIN");
  let row: RevisedRow | undefined;
  let refused: ReviseAnswer | undefined;
  try {
    const revisions = [await close(connection)];
    [row] = await sendRevisions(connection, [{ player, revisions }], needs.now(), needs);
    if (!row) [refused] = await answersOf(connection, { player, revisions }, new Map());
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => undefined);
    if (!(error instanceof Failure)) throw error;
    // The same request may have committed while this one waited for its rows.
    const made = await madeBefore(connection, task);
    return made ? task.answer(made) : task.reject(error);
  }
  if (!row) {
    await connection.query("ROLLBACK");
    return task.answer(required(refused, "an answer for a revision"));
  }
  needs.hit("wallet.close.formed");
  await connection.query("COMMIT");
  needs.hit("wallet.close.committed");
  publishBalances([row], needs);
  if (row.due) await needs.endBonuses([{ player, currency: row.currency }]);
  task.answer(revised(row, false));
}

async function madeBefore(
  connection: DbConnection,
  { player, key, slip }: CloseTask,
): Promise<ReviseAnswer | undefined> {
  const row = (await findRevisions(connection, player, [slip])).find(({ id }) => id === key);
  return row && revised(row, true);
}
