import { byteaArray, int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import type { StoredBetRow } from "../bet-row.ts";
import { findBets } from "../store.ts";
import type { RollbackAnswer } from "./port.ts";
import { rollBackCollectedSql, rollBackLateSql, rollBackSql } from "./sql.ts";
import { isLostRace, noteRollback, readRound, writeTombstone } from "./store.ts";
import type { RollbackTask } from "./tasks.ts";
import { findTxs } from "./tx-store.ts";
import { type EndNeeds, type EndStatements, endInTurn } from "./win-batch.ts";

const dayMs = 86_400_000;
const rollBackStatements: EndStatements = [
  [rollBackSql, "wallet.roll-back"],
  [rollBackLateSql, "wallet.roll-back-late"],
  [rollBackCollectedSql, "wallet.roll-back-collected"],
];

/** Gives back the open bets of the batch in one statement, at most one per player; leaves tombstones for those that have not come. */
export async function rollBackBets(
  connection: DbConnection,
  tasks: readonly RollbackTask[],
  needs: EndNeeds,
): Promise<readonly RollbackTask[]> {
  const at = needs.now();
  const returned = await endInTurn(connection, tasks, rollBackStatements, columnsOf, needs);
  if (!returned) return tasks;
  const again: RollbackTask[] = [];
  for (const task of tasks) {
    const balance = returned.get(task.player);
    const answer: RollbackAnswer | undefined =
      balance === undefined
        ? await otherwise(connection, task, new Date(at))
        : { kind: "rolled_back", balance, replayed: false, tombstone: false };
    if (answer) task.answer(answer);
    else again.push(task);
  }
  return again;
}

function columnsOf(tasks: readonly RollbackTask[], at: number): SqlValue[] {
  const all = tasks.map(({ rollback }) => rollback);
  return [
    new Date(at),
    Math.floor(at / dayMs),
    uuidArray(all.map(each => each.player)),
    uuidArray(all.map(each => each.key)),
    byteaArray(all.map(each => each.requestHash)),
    uuidArray(all.map(each => each.round.key)),
    int2Array(all.map(each => gameNumber(each.game))),
    textArray(all.map(each => each.currency)),
    int8Array(all.map(() => 0n)),
    textArray(all.map(each => JSON.stringify({ rolled_back: each.reason }))),
    uuidArray(all.map(each => each.ref)),
  ];
}

/** Undefined: nothing prevents it, so something changed in between. */
async function otherwise(
  connection: DbConnection,
  { rollback }: RollbackTask,
  at: Date,
): Promise<RollbackAnswer | undefined> {
  const { player, key, ref, requestHash, game, currency } = rollback;
  const tx = (await findTxs(connection, [{ player, key }])).get(player);
  if (tx)
    return tx.kind === 4 && Buffer.compare(tx.requestHash, requestHash) === 0
      ? { kind: "rolled_back", balance: tx.balanceAfter, replayed: true, tombstone: false }
      : { kind: "refused", reason: "tx_conflict" };
  if ((await findBets(connection, [{ player, key }])).has(player)) return { kind: "refused", reason: "tx_conflict" };
  if ((await findTxs(connection, [{ player, key: ref }])).has(player))
    return { kind: "refused", reason: "tx_conflict" };
  const bet = (await findBets(connection, [{ player, key: ref }])).get(player);
  if (!bet) return tombstone(connection, rollback, at);
  if (bet.game !== gameNumber(game)) return { kind: "refused", reason: "tx_conflict" };
  if (bet.currency !== currency) return { kind: "refused", reason: "wrong_currency" };
  return ofKnownBet(connection, rollback, bet, at);
}

async function tombstone(
  connection: DbConnection,
  rollback: RollbackTask["rollback"],
  at: Date,
): Promise<RollbackAnswer | undefined> {
  try {
    const balance = await writeTombstone(connection, rollback, at);
    if (balance !== undefined) return { kind: "rolled_back", balance, replayed: false, tombstone: true };
  } catch (error) {
    if (!isLostRace(error)) throw error;
    return undefined;
  }
  const { rowCount } = await connection.query("SELECT FROM wallet.wallets WHERE player_id = $1 AND currency = $2", [
    rollback.player,
    rollback.currency,
  ]);
  return rowCount === 0 ? { kind: "refused", reason: "wrong_currency" } : undefined;
}

async function ofKnownBet(
  connection: DbConnection,
  rollback: RollbackTask["rollback"],
  bet: StoredBetRow,
  at: Date,
): Promise<RollbackAnswer | undefined> {
  if (bet.status === 1) return { kind: "refused", reason: "already_won" };
  if (bet.status === 2) {
    const balance = await noteRollback(connection, rollback, at);
    return balance === undefined ? undefined : { kind: "rolled_back", balance, replayed: false, tombstone: false };
  }
  const round = await readRound(connection, rollback.player, rollback.round.key);
  if (!round?.bets.includes(rollback.ref)) return { kind: "refused", reason: "tx_conflict" };
  return round.won > 0n || round.potWon > 0n ? { kind: "refused", reason: "already_won" } : undefined;
}
