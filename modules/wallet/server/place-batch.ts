import { byteaArray, int2Array, int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import type { SeedSource } from "#modules/fairness/server/index.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { placedBetOf, type StoredBetRow } from "./bet-row.ts";
import type { Bet, PlaceAnswer, PlaceBet } from "./port.ts";
import { placeDrawnSql, placeOpenSql, refusals } from "./sql/place-sql.ts";
import { findBets, readGate } from "./store.ts";
import type { DrawnPlace, PlaceTask } from "./task.ts";

export interface PlaceNeeds {
  readonly now: () => number;
  readonly pairs: SeedSource;
  readonly hit: (failpoint: string) => void;
  /** Told after the commit, bet by bet. */
  readonly onPlaced: (bet: Bet, bonus: Micros) => void;
}

interface AnswerRow {
  player_id: PlayerId;
  refusal: number;
  real: bigint;
  bonus: bigint;
}

const dayMs = 86_400_000;

/** Takes the stakes of the batch in one statement. Returns the tasks whose seed pair was another by then. */
export async function placeBatch(
  connection: DbConnection,
  tasks: readonly PlaceTask[],
  needs: PlaceNeeds,
): Promise<readonly PlaceTask[]> {
  const drawn = tasks[0]?.kind === "drawn" ? drawAll(tasks, needs.pairs) : undefined;
  const members = drawn ? drawn.map(({ task }) => task) : tasks.filter(task => !task.answered);
  if (members.length === 0) return waitingFor(connection, tasks, needs.pairs);
  const at = needs.now();
  needs.hit("wallet.place.formed");
  const { rows } = drawn
    ? await connection.query<AnswerRow>(placeDrawnSql, drawnColumns(drawn, at), "wallet.place-drawn")
    : await connection.query<AnswerRow>(placeOpenSql, openColumns(members, at), "wallet.place-open");
  needs.hit("wallet.place.committed");
  const answers = new Map(rows.map(row => [row.player_id, row]));
  const placed = new Date(at);
  const others: PlaceTask[] = [];
  members.forEach((task, index) => {
    const row = answers.get(task.player);
    if (row?.refusal === 0) accept(task, drawn?.[index], row, placed, needs);
    else others.push(task);
  });
  if (others.length > 0) await answerOthers(connection, others, answers, needs.pairs);
  return waitingFor(connection, tasks, needs.pairs);
}

/** Draws each outcome from the cached pair. A draw that throws is its own bet's failure; one without a pair has to wait. */
function drawAll(tasks: readonly PlaceTask[], pairs: SeedSource): DrawnPlace[] {
  return tasks.flatMap(task => {
    const pair = pairs.cached(task.player);
    if (!pair || task.answered) return [];
    try {
      const draw = must(task.bet.draw, "a drawn bet without a draw")(pair);
      invariant(draw.payout >= 0n && draw.payout <= task.bet.winCap, "a payout below zero or over its win cap");
      return [{ task, pair, draw }];
    } catch (error) {
      task.reject(error instanceof Error ? error : new Error(String(error)));
      return [];
    }
  });
}

/** The unanswered tasks, once their pairs are fresh in the cache. Without a client seed only a known key has an answer. */
async function waitingFor(
  connection: DbConnection,
  tasks: readonly PlaceTask[],
  pairs: SeedSource,
): Promise<readonly PlaceTask[]> {
  const waiting = tasks.filter(task => !task.answered);
  const seedless: PlaceTask[] = [];
  await Promise.all(waiting.map(async task => (await pairs.load(task.player)) ?? seedless.push(task)));
  const known = seedless.length > 0 ? await findBets(connection, seedless) : undefined;
  for (const task of seedless) {
    const row = known?.get(task.player);
    task.answer(row ? repeatOf(task.bet, row) : { kind: "refused", reason: "no_client_seed" });
  }
  return waiting.filter(task => !task.answered);
}

function commonColumns(tasks: readonly PlaceTask[], at: number): SqlValue[] {
  const bets = tasks.map(task => task.bet);
  return [
    new Date(at),
    Math.floor(at / dayMs),
    uuidArray(bets.map(bet => bet.player)),
    uuidArray(bets.map(bet => bet.key)),
    byteaArray(bets.map(bet => bet.requestHash)),
    int2Array(bets.map(bet => gameNumber(bet.game))),
    textArray(bets.map(bet => bet.currency)),
    int8Array(bets.map(bet => bet.stake)),
    textArray(bets.map(bet => JSON.stringify(bet.choice))),
    textArray(bets.map(bet => bet.rulesVersion)),
    int8Array(bets.map(bet => bet.winCap)),
  ];
}

function drawnColumns(drawn: readonly DrawnPlace[], at: number): SqlValue[] {
  return [
    ...commonColumns(
      drawn.map(({ task }) => task),
      at,
    ),
    int8Array(drawn.map(({ draw }) => draw.payout)),
    textArray(drawn.map(({ draw }) => JSON.stringify(draw.outcome))),
    int4Array(drawn.map(({ pair }) => pair.number)),
    textArray(drawn.map(({ pair }) => pair.clientSeed)),
    int4Array(drawn.map(({ pair }) => pair.nonce)),
  ];
}

function openColumns(tasks: readonly PlaceTask[], at: number): SqlValue[] {
  return [
    ...commonColumns(tasks, at),
    textArray(tasks.map(({ bet }) => bet.gate?.name ?? null)),
    int8Array(tasks.map(({ bet }) => bet.gate?.round ?? null)),
  ];
}

function accept(task: PlaceTask, drawn: DrawnPlace | undefined, row: AnswerRow, at: Date, needs: PlaceNeeds): void {
  const bet = acceptedBet(task.bet, drawn, micros(row.real), at);
  if (drawn) needs.pairs.used(task.player, drawn.pair.number, drawn.pair.nonce);
  needs.onPlaced(bet, micros(row.bonus));
  task.answer({ kind: "accepted", bet, replayed: false });
}

function acceptedBet(bet: PlaceBet, drawn: DrawnPlace | undefined, balance: Micros, at: Date): Bet {
  const { player, key, game, currency, stake, choice, rulesVersion, winCap, gate } = bet;
  return {
    ...{ player, key, game, currency, stake, choice, rulesVersion, winCap },
    payout: drawn?.draw.payout ?? micros(0n),
    status: drawn ? "settled" : "open",
    outcome: drawn?.draw.outcome ?? null,
    balanceAfter: balance,
    settledBalance: drawn ? balance : null,
    seed: drawn ? { number: drawn.pair.number, clientSeed: drawn.pair.clientSeed, nonce: drawn.pair.nonce } : null,
    round: gate ? { gate: gate.name, number: gate.round } : null,
    placedAt: at,
    settledAt: drawn ? at : null,
  };
}

/** Those that took no stake: a known key first, then the reason the statement gave. A stale pair stays unanswered. */
async function answerOthers(
  connection: DbConnection,
  tasks: readonly PlaceTask[],
  answers: ReadonlyMap<PlayerId, AnswerRow>,
  pairs: SeedSource,
): Promise<void> {
  const known = await findBets(connection, tasks);
  for (const task of tasks) {
    const row = known.get(task.player);
    const answer = row ? repeatOf(task.bet, row) : await refusalOf(connection, task, answers.get(task.player), pairs);
    if (answer) task.answer(answer);
  }
}

function repeatOf(bet: PlaceBet, row: StoredBetRow): PlaceAnswer {
  return Buffer.compare(row.request_hash, bet.requestHash) === 0
    ? { kind: "accepted", bet: placedBetOf(row), replayed: true }
    : { kind: "refused", reason: "idempotency_conflict" };
}

/** A member without a row has no wallet or no pair; what is asked before those is asked here. */
async function refusalOf(
  connection: DbConnection,
  task: PlaceTask,
  row: AnswerRow | undefined,
  pairs: SeedSource,
): Promise<PlaceAnswer | undefined> {
  if (row?.refusal === refusals.gateClosed) return { kind: "refused", reason: "gate_closed" };
  if (!row && (await isShut(connection, task.bet))) return { kind: "refused", reason: "gate_closed" };
  if (row?.refusal === refusals.stalePair) return undefined;
  if (row?.refusal === refusals.limitReached) return { kind: "refused", reason: "limit_reached" };
  if (!row && task.kind === "drawn" && !(await pairs.load(task.player)))
    return { kind: "refused", reason: "no_client_seed" };
  return { kind: "refused", reason: "insufficient_funds", balance: micros(row?.real ?? 0n) };
}

async function isShut(connection: DbConnection, { gate }: PlaceBet): Promise<boolean> {
  const now = gate && (await readGate(connection, gate.name));
  return gate !== undefined && !(now?.open && now.round === gate.round);
}
