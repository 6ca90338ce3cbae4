import { boolArray, byteaArray, int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, Queryable, SqlValue } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { type BetRow, betOf, type StoredBetRow } from "../bet-row.ts";
import type { EndBonuses } from "../place-batch.ts";
import type { Bet } from "../port.ts";
import { findBets } from "../store.ts";
import type { RoundWin, WinAnswer } from "./port.ts";
import { winCollectedSql, winLateSql, winSql } from "./sql.ts";
import { isLostRace, readRound } from "./store.ts";
import type { WinTask } from "./tasks.ts";
import { findTxs, type TxRow } from "./tx-store.ts";

export interface EndNeeds {
  readonly endBonuses: EndBonuses;
  readonly now: () => number;
  readonly hit: (failpoint: string) => void;
  /** Called after the commit, once per bet. */
  readonly onSettled: (bet: Bet, bonus: Micros) => void;
  /** Called after the commit of a win that ends nothing. */
  readonly onCredit: (player: PlayerId, currency: Currency, real: Micros, bonus: Micros) => void;
}

export interface EndedRow extends Omit<BetRow, "playerId"> {
  readonly winner: PlayerId;
  /** The balance as sent to the provider. */
  readonly balance: Micros;
  readonly real: Micros;
  readonly bonus: bigint;
  /** The bonus of the wallet is over. */
  readonly due: boolean;
  readonly wonIn: Currency;
  /** Null of a win that ended no bet. */
  readonly playerId: PlayerId | null;
}

const dayMs = 86_400_000;

/** Pays the wins of the batch in one statement, at most one per player; those whose bonus ended before their round in a second one, free rounds that are collected in a third. */
export async function payWins(
  connection: DbConnection,
  tasks: readonly WinTask[],
  needs: EndNeeds,
): Promise<readonly WinTask[]> {
  const paid = await endInTurn(connection, tasks, winStatements, columnsOf, needs);
  if (!paid) return tasks;
  for (const task of tasks) {
    const balance = paid.get(task.player);
    if (balance !== undefined) task.answer({ kind: "paid", balance, pot: task.pot, replayed: false });
  }
  const others = tasks.filter(task => !paid.has(task.player));
  return answerOthers(connection, others);
}

/** A statement that ends bets, the one for those whose grant of bonus money ended before them, and the one for free rounds that are collected; each with the name of its plan. */
export type EndStatements = readonly (readonly [sql: string, name: string])[];
const winStatements: EndStatements = [
  [winSql, "wallet.win"],
  [winLateSql, "wallet.win-late"],
  [winCollectedSql, "wallet.win-collected"],
];

/**
 * Runs the statements until each task has ended something, and publishes what was committed. Returns the balances after it, by player; undefined where a
 * lone task lost a race and has to be retried.
 */
export async function endInTurn<Task extends { readonly player: PlayerId }>(
  connection: DbConnection,
  tasks: readonly Task[],
  statements: EndStatements,
  columns: (tasks: readonly Task[], at: number) => readonly SqlValue[],
  needs: EndNeeds,
): Promise<ReadonlyMap<PlayerId, Micros> | undefined> {
  const ended = new Map<PlayerId, Micros>();
  for (const [sql, name] of statements) {
    const left = tasks.filter(task => !ended.has(task.player));
    if (left.length === 0) break;
    needs.hit("wallet.settle.formed");
    const rows = await runEnd(connection, sql, columns(left, needs.now()), name, tasks.length);
    if (!rows) return undefined;
    needs.hit("wallet.settle.committed");
    const due = rows.filter(row => row.due).map(({ winner, wonIn }) => ({ player: winner, currency: wonIn }));
    if (due.length > 0) await needs.endBonuses(due);
    for (const [player, balance] of publishEnds(rows, needs)) ended.set(player, balance);
  }
  return ended;
}

/** Runs a statement that ends bets; undefined where a lone task lost a race and has to be retried. */
async function runEnd(
  connection: DbConnection,
  sql: string,
  columns: readonly SqlValue[],
  name: string,
  size: number,
): Promise<readonly EndedRow[] | undefined> {
  try {
    return (await connection.query<EndedRow>(sql, columns, name)).rows;
  } catch (error) {
    if (size === 1 && isLostRace(error)) return undefined;
    throw error;
  }
}

/** Publishes what was committed, and returns the balances after it. */
function publishEnds(rows: readonly EndedRow[], needs: EndNeeds): ReadonlyMap<PlayerId, Micros> {
  for (const row of rows) {
    if (row.playerId === null) needs.onCredit(row.winner, row.wonIn, row.real, micros(row.bonus));
    else needs.onSettled(betOf({ ...row, playerId: row.playerId }), micros(row.bonus));
  }
  return new Map(rows.map(row => [row.winner, row.balance]));
}

function columnsOf(tasks: readonly WinTask[], at: number): SqlValue[] {
  const wins = tasks.map(({ win }) => win);
  return [
    new Date(at),
    Math.floor(at / dayMs),
    uuidArray(wins.map(win => win.player)),
    uuidArray(wins.map(win => win.key)),
    byteaArray(wins.map(win => win.requestHash)),
    uuidArray(wins.map(win => win.round)),
    int2Array(wins.map(win => gameNumber(win.game))),
    textArray(wins.map(win => win.currency)),
    int8Array(wins.map(win => win.amount)),
    textArray(wins.map(win => JSON.stringify({ win: win.key }))),
    boolArray(wins.map(win => win.close)),
    int8Array(tasks.map(({ pot }) => pot)),
  ];
}

/** Why a win is not paid, or what it was paid; undefined where nothing prevents it. */
export async function explainWin(on: Queryable, win: RoundWin): Promise<WinAnswer | undefined> {
  const { player } = win;
  const [tx, bet] = [(await findTxs(on, [win])).get(player), (await findBets(on, [win])).get(player)];
  return known(win, tx, bet) ?? refusal(on, win);
}

async function answerOthers(connection: DbConnection, tasks: readonly WinTask[]): Promise<readonly WinTask[]> {
  if (tasks.length === 0) return [];
  const txs = await findTxs(connection, tasks);
  const bets = await findBets(connection, tasks);
  const again: WinTask[] = [];
  for (const task of tasks) {
    const answer =
      known(task.win, txs.get(task.player), bets.get(task.player)) ?? (await refusal(connection, task.win));
    if (answer) task.answer(answer);
    else again.push(task);
  }
  return again;
}

function known(win: RoundWin, tx: TxRow | undefined, bet: StoredBetRow | undefined): WinAnswer | undefined {
  if (tx && tx.kind === 2 && Buffer.compare(tx.requestHash, win.requestHash) === 0)
    return { kind: "paid", balance: tx.balanceAfter, pot: tx.pot, replayed: true };
  return tx || bet ? { kind: "refused", reason: "tx_conflict" } : undefined;
}

/** Undefined: nothing prevents it, so something changed in between. */
async function refusal(connection: Queryable, win: RoundWin): Promise<WinAnswer | undefined> {
  const round = await readRound(connection, win.player, win.round);
  if (!round || round.game !== win.game) return { kind: "refused", reason: "round_unknown" };
  if (round.currency !== win.currency) return { kind: "refused", reason: "wrong_currency" };
  if (round.status !== "open") return { kind: "refused", reason: "round_closed" };
  if (round.won + win.amount > round.cap || (win.hitsPot && round.potShare === 0n))
    return { kind: "refused", reason: "over_cap" };
  return undefined;
}
