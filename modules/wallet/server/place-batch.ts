import { byteaArray, int2Array, int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { isUniqueViolation } from "#kit/db/errors.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { SeedSource } from "#modules/fairness/server/index.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import type { LeaseRequest, StakeRefusal } from "#modules/limits/server/index.ts";
import { openRoundOf, placedBetOf, type StoredBetRow } from "./bet-row.ts";
import { readBettingWindow } from "./betting-window-store.ts";
import type { Bet, BetWagering, PlaceAnswer, PlaceBet } from "./port.ts";
import { placeBegunSql, placeDrawnSql, placeOpenSql, refusals } from "./sql/place-sql.ts";
import { findBets, findOpenRounds } from "./store.ts";
import type { DrawnPlace, PlaceTask } from "./task.ts";

/** Ends the bonuses of these wallets that are over, each in a transaction of its own. One that fails stays until its wallet's next stake. */
export type EndBonuses = (
  wallets: readonly { readonly player: PlayerId; readonly currency: Currency }[],
) => Promise<void>;

export interface PlaceNeeds {
  readonly now: () => number;
  readonly pairs: SeedSource;
  readonly hit: (failpoint: string) => void;
  /** Requests play time and the rest of daily limits for wallets whose lease is used up; returns the refused ones. */
  readonly renewLeases: (requests: readonly LeaseRequest[]) => Promise<ReadonlyMap<PlayerId, StakeRefusal>>;
  readonly endBonuses: EndBonuses;
  /** Called after the commit, for each bet. */
  readonly onPlaced: (bet: Bet, bonus: Micros) => void;
}

export interface AnswerRow {
  playerId: PlayerId;
  refusal: number;
  real: bigint;
  bonus: bigint;
  /** What the stake takes of the bonus money; of a refused one, what it would have taken. */
  fromBonus: bigint;
  paidBonus?: bigint;
  counted?: bigint;
  grantNo?: number | null;
  /** For a bet in a provider's round: what it counts, in thousandths. */
  rate?: number | null;
  /** The bet finished its bonus. */
  due?: boolean;
}

const dayMs = 86_400_000;

/** Takes the stakes of the batch in one statement. Returns the tasks whose seed pair had changed by then. */
export async function placeBatch(
  connection: DbConnection,
  tasks: readonly PlaceTask[],
  needs: PlaceNeeds,
): Promise<readonly PlaceTask[]> {
  const kind = required(tasks[0], "an empty batch").kind;
  const drawn = kind === "open" ? undefined : drawAll(tasks, needs.pairs);
  const members = drawn ? drawn.map(({ task }) => task) : tasks.filter(task => !task.answered);
  if (members.length === 0) return waitingFor(connection, tasks, needs.pairs);
  const at = needs.now();
  needs.hit("wallet.place.formed");
  const rows = await takeStakes(connection, kind, members, drawn ?? [], at);
  if (!rows) return tasks;
  needs.hit("wallet.place.committed");
  const answers = new Map(rows.map(row => [row.playerId, row]));
  const finished = members.filter(task => answers.get(task.player)?.due);
  if (finished.length > 0) await needs.endBonuses(finished.map(walletOf));
  const placed = new Date(at);
  const others: PlaceTask[] = [];
  members.forEach((task, index) => {
    const row = answers.get(task.player);
    if (row?.refusal === 0) accept(task, drawn?.[index], row, placed, needs);
    else others.push(task);
  });
  if (others.length > 0) await answerOthers(connection, others, answers, needs.pairs);
  const leased = await renewed(others, answers, needs, (task, refusal) => task.answer({ kind: "refused", ...refusal }));
  const due = await afterBonuses(others, answers, needs);
  const waiting = tasks.filter(task => !leased.includes(task) && !due.includes(task));
  return [...leased, ...due, ...(await waitingFor(connection, waiting, needs.pairs))];
}

/** A stake that waits for a lease. */
interface Leasing {
  readonly player: PlayerId;
  readonly bet: Pick<PlaceBet, "currency" | "stake">;
  readonly answered: boolean;
}

/** Returns those that lacked only a lease and have it now; `refuse` is called for the others with the reason. */
export async function renewed<Task extends Leasing>(
  tasks: readonly Task[],
  answers: ReadonlyMap<PlayerId, AnswerRow>,
  { renewLeases }: PlaceNeeds,
  refuse: (task: Task, refusal: StakeRefusal) => void,
): Promise<readonly Task[]> {
  const asking = tasks.filter(task => !task.answered && isLeaseOver(answers.get(task.player)));
  if (asking.length === 0) return [];
  const refused = await renewLeases(
    asking.map(({ player, bet: { currency, stake } }) => {
      const row = answers.get(player);
      const lacks = row?.refusal === refusals.noLease ? "time" : "allowance";
      return { player, currency, stake, own: stake - BigInt(row?.fromBonus ?? 0n), lacks };
    }),
  );
  for (const task of asking) {
    const refusal = refused.get(task.player);
    if (refusal) refuse(task, refusal);
  }
  return asking.filter(task => !refused.has(task.player));
}

/** Tasks whose bonus had to end first; it has now, so no stake meets a finished bonus. */
export async function afterBonuses<Task extends Leasing>(
  tasks: readonly Task[],
  answers: ReadonlyMap<PlayerId, AnswerRow>,
  { endBonuses }: Pick<PlaceNeeds, "endBonuses">,
): Promise<readonly Task[]> {
  const due = tasks.filter(task => !task.answered && isBonusDue(answers.get(task.player)));
  if (due.length > 0) await endBonuses(due.map(walletOf));
  return due;
}

export const isBonusDue = (row: AnswerRow | undefined): boolean => row?.refusal === refusals.bonusDue;

const walletOf = ({ player, bet: { currency } }: Leasing) => ({ player, currency });

export function isLeaseOver(row: AnswerRow | undefined): boolean {
  return row?.refusal === refusals.noLease || row?.refusal === refusals.noAllowance;
}

/** Undefined: another process began a round of the same player and game at the same moment, and this one must be retried. */
async function takeStakes(
  connection: DbConnection,
  kind: PlaceTask["kind"],
  members: readonly PlaceTask[],
  drawn: readonly DrawnPlace[],
  at: number,
): Promise<readonly AnswerRow[] | undefined> {
  const [sql, columns] =
    kind === "open"
      ? [placeOpenSql, openColumns(members, at)]
      : kind === "drawn"
        ? [placeDrawnSql, drawnColumns(drawn, at)]
        : [placeBegunSql, begunColumns(drawn, at)];
  try {
    return (await connection.query<AnswerRow>(sql, columns, `wallet.place-${kind}`)).rows;
  } catch (error) {
    if (members.length === 1 && isUniqueViolation(error, "open_rounds_pkey")) return undefined;
    throw error;
  }
}

/** Draws each outcome from the cached pair. A draw that throws fails its own bet only; one without a pair has to wait. */
function drawAll(tasks: readonly PlaceTask[], pairs: SeedSource): DrawnPlace[] {
  return tasks.flatMap(task => {
    const pair = pairs.cached(task.player);
    if (!pair || task.answered) return [];
    try {
      const opening = task.bet.begin?.(pair) ?? null;
      const draw = task.bet.draw?.(pair) ?? null;
      invariant(
        !draw || (draw.payout >= 0n && draw.payout <= task.bet.winCap),
        "a payout below zero or over its win cap",
      );
      return [{ task, pair, draw, opening }];
    } catch (error) {
      task.reject(error instanceof Error ? error : new Error(String(error)));
      return [];
    }
  });
}

/** The open tasks, once their pairs are loaded. Without a client seed only a known key has a result. */
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
    int4Array(bets.map(bet => bet.rate ?? 0)),
  ];
}

function drawnColumns(drawn: readonly DrawnPlace[], at: number): SqlValue[] {
  const draws = drawn.map(({ draw }) => required(draw, "a drawn bet without a draw"));
  return [
    ...columnsOf(drawn, at),
    int8Array(draws.map(draw => draw.payout)),
    textArray(draws.map(draw => JSON.stringify(draw.outcome))),
    ...pairColumns(drawn),
  ];
}

function begunColumns(begun: readonly DrawnPlace[], at: number): SqlValue[] {
  return [
    ...columnsOf(begun, at),
    textArray(begun.map(({ opening }) => JSON.stringify(opening))),
    ...pairColumns(begun),
  ];
}

function columnsOf(drawn: readonly DrawnPlace[], at: number): SqlValue[] {
  return commonColumns(
    drawn.map(({ task }) => task),
    at,
  );
}

function pairColumns(drawn: readonly DrawnPlace[]): SqlValue[] {
  return [
    int4Array(drawn.map(({ pair }) => pair.number)),
    textArray(drawn.map(({ pair }) => pair.clientSeed)),
    int4Array(drawn.map(({ pair }) => pair.nonce)),
  ];
}

function openColumns(tasks: readonly PlaceTask[], at: number): SqlValue[] {
  return [
    ...commonColumns(tasks, at),
    textArray(tasks.map(({ bet }) => bet.bettingWindow?.name ?? null)),
    int8Array(tasks.map(({ bet }) => bet.bettingWindow?.round ?? null)),
  ];
}

function accept(task: PlaceTask, drawn: DrawnPlace | undefined, row: AnswerRow, at: Date, needs: PlaceNeeds): void {
  const bet = acceptedBet(task.bet, drawn, row, at);
  if (drawn) needs.pairs.used(task.player, drawn.pair.number, drawn.pair.nonce);
  needs.onPlaced(bet, micros(row.bonus));
  task.answer({ kind: "accepted", bet, replayed: false });
}

function acceptedBet(bet: PlaceBet, drawn: DrawnPlace | undefined, row: AnswerRow, at: Date): Bet {
  const balance = micros(row.real);
  const { player, key, game, currency, stake, choice, rulesVersion, winCap, bettingWindow } = bet;
  const draw = drawn?.draw;
  return {
    player,
    key,
    game,
    currency,
    stake,
    choice,
    rulesVersion,
    winCap,
    payout: draw?.payout ?? micros(0n),
    status: draw ? "settled" : "open",
    outcome: draw?.outcome ?? null,
    balanceAfter: balance,
    settledBalance: draw ? balance : null,
    seed: drawn ? { number: drawn.pair.number, clientSeed: drawn.pair.clientSeed, nonce: drawn.pair.nonce } : null,
    round: bettingWindow ? { bettingWindow: bettingWindow.name, number: bettingWindow.round } : null,
    ...(drawn && !draw && { journal: { opening: drawn.opening, steps: [] } }),
    ...wageringOf(bet.rate ?? 0, row, draw !== undefined && draw !== null),
    placedAt: at,
    settledAt: draw ? at : null,
  };
}

export function wageringOf(rate: number, row: AnswerRow, decided: boolean): { wagering?: BetWagering } {
  if (row.grantNo == null) return {};
  const bonus = micros(row.bonus);
  return {
    wagering: {
      grant: row.grantNo,
      rate,
      fromBonus: micros(row.fromBonus),
      paidBonus: micros(row.paidBonus ?? 0n),
      counted: micros(row.counted ?? 0n),
      bonusAfter: bonus,
      settledBonus: decided ? bonus : null,
    },
  };
}

/** Answers tasks that took no stake: a known key first, then the statement's reason. A stale pair stays open. */
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
  return Buffer.compare(row.requestHash, bet.requestHash) === 0
    ? { kind: "accepted", bet: placedBetOf(row), replayed: true }
    : { kind: "refused", reason: "idempotency_conflict" };
}

/** A member without a row has no wallet or no pair; the checks that precede those are made here. */
async function refusalOf(
  connection: DbConnection,
  task: PlaceTask,
  row: AnswerRow | undefined,
  pairs: SeedSource,
): Promise<PlaceAnswer | undefined> {
  if (row?.refusal === refusals.windowClosed) return { kind: "refused", reason: "window_closed" };
  if (!row && (await isShut(connection, task.bet))) return { kind: "refused", reason: "window_closed" };
  if (row?.refusal === refusals.stalePair || row?.refusal === refusals.bonusDue || isLeaseOver(row)) return undefined;
  if (row?.refusal === refusals.bonusMaxBet) return { kind: "refused", reason: "bonus_max_bet" };
  if (row?.refusal === refusals.roundOpen) return roundOpen(connection, task.bet);
  if (row?.refusal === refusals.limitReached) return { kind: "refused", reason: "limit_reached" };
  if (!row && task.kind !== "open" && !(await pairs.load(task.player)))
    return { kind: "refused", reason: "no_client_seed" };
  return { kind: "refused", reason: "insufficient_funds", balance: micros(row?.real ?? 0n) };
}

/** The open round that prevents the stake; undefined when it has ended in between, and the stake is retried. */
async function roundOpen(connection: DbConnection, bet: PlaceBet): Promise<PlaceAnswer | undefined> {
  const open = (await findOpenRounds(connection, [bet])).get(bet.player);
  return open && { kind: "refused", reason: "round_open", bet: openRoundOf(open) };
}

async function isShut(connection: DbConnection, { bettingWindow }: PlaceBet): Promise<boolean> {
  const now = bettingWindow && (await readBettingWindow(connection, bettingWindow.name));
  return bettingWindow !== undefined && !(now?.open && now.round === bettingWindow.round);
}
