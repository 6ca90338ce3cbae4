import {
  boolArray,
  byteaArray,
  int2Array,
  int4Array,
  int8Array,
  textArray,
  uuidArray,
} from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { collectedGrant, numberInGrant } from "#modules/wagering/shared/grant.ts";
import {
  type AnswerRow,
  afterBonuses,
  isBonusDue,
  isLeaseOver,
  type PlaceNeeds,
  renewed,
  wageringOf,
} from "../place-batch.ts";
import type { Bet } from "../port.ts";
import { refusals } from "../sql/place-sql.ts";
import { findBets } from "../store.ts";
import type { ProviderRefusal, RoundAnswer, RoundBet } from "./port.ts";
import { placeInRoundSql } from "./sql.ts";
import { decisionOf, isLostRace, refused, writeRefusals } from "./store.ts";
import type { RoundTask } from "./tasks.ts";

const dayMs = 86_400_000;
/** No grant has this number. */
const noProduct = 63;

const reasons: Readonly<Record<number, ProviderRefusal>> = {
  [refusals.limitReached]: "player_blocked",
  [refusals.insufficientFunds]: "insufficient_funds",
  [refusals.roundOpen]: "round_open",
  [refusals.roundClosed]: "round_closed",
  [refusals.nonceUsed]: "nonce_used",
  [refusals.winCap]: "win_cap",
  [refusals.freeRoundsOver]: "free_rounds_over",
  // The protocol has no status for it: the player must not stake so much while they wager.
  [refusals.bonusMaxBet]: "stake_out_of_limits",
};

/** Takes the stakes of the batch in one statement. A refusal is written under the bet's key, so that it is the same for ever. */
export async function placeInRounds(
  connection: DbConnection,
  tasks: readonly RoundTask[],
  needs: PlaceNeeds,
): Promise<readonly RoundTask[]> {
  const at = needs.now();
  needs.hit("wallet.place.formed");
  const rows = await takeStakes(connection, tasks, at);
  if (!rows) return tasks;
  needs.hit("wallet.place.committed");
  const answers = new Map(rows.map(row => [row.playerId, row]));
  const others: RoundTask[] = [];
  for (const task of tasks) {
    const row = answers.get(task.player);
    if (row?.refusal === 0) accept(task, row, new Date(at), needs);
    else others.push(task);
  }
  if (others.length === 0) return [];
  return answerOthers(connection, others, answers, needs);
}

/** Undefined: another process changed what a lone bet of this batch depends on, and it has to be retried. */
async function takeStakes(
  connection: DbConnection,
  tasks: readonly RoundTask[],
  at: number,
): Promise<readonly AnswerRow[] | undefined> {
  try {
    return (
      await connection.query<AnswerRow>(
        placeInRoundSql,
        columnsOf(
          tasks.map(({ bet }) => bet),
          at,
        ),
        "wallet.place-round",
      )
    ).rows;
  } catch (error) {
    if (tasks.length === 1 && isLostRace(error)) return undefined;
    throw error;
  }
}

function columnsOf(bets: readonly RoundBet[], at: number): SqlValue[] {
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
    uuidArray(bets.map(bet => bet.round.key)),
    textArray(bets.map(bet => bet.round.slug)),
    uuidArray(bets.map(bet => bet.round.provided)),
    boolArray(bets.map(bet => bet.exclusive)),
    int8Array(bets.map(bet => bet.mostCap)),
    int4Array(bets.map(bet => bet.nonce?.seed ?? null)),
    int4Array(bets.map(bet => bet.nonce?.nonce ?? null)),
    uuidArray(bets.map(bet => bet.free?.grant ?? null)),
    int8Array(bets.map(bet => bet.free?.stake ?? null)),
    int8Array(bets.map(bet => bet.shares?.pot ?? 0n)),
    int8Array(bets.map(bet => bet.shares?.reserve ?? 0n)),
    int4Array(bets.map(bet => (bet.product ? (bet.rate ?? 0) : 0))),
    int4Array(bets.map(bet => (bet.product ? numberInGrant(bet.product) : noProduct))),
  ];
}

function accept(task: RoundTask, row: AnswerRow, at: Date, needs: PlaceNeeds): void {
  const { player, key, game, currency, stake, choice, rulesVersion, winCap } = task.bet;
  const bet: Bet = {
    player,
    key,
    game,
    currency,
    stake,
    choice,
    rulesVersion,
    winCap,
    payout: micros(0n),
    status: "open",
    outcome: null,
    balanceAfter: micros(row.real),
    settledBalance: null,
    seed: null,
    round: null,
    ...wageringOf(row.rate ?? 0, row, false),
    placedAt: at,
    settledAt: null,
  };
  needs.onPlaced(bet, micros(row.bonus));
  task.answer({ kind: "accepted", bet, replayed: false });
}

async function answerOthers(
  connection: DbConnection,
  tasks: readonly RoundTask[],
  answers: ReadonlyMap<PlayerId, AnswerRow>,
  needs: PlaceNeeds,
): Promise<readonly RoundTask[]> {
  const known = await findBets(connection, tasks);
  const toWrite: { task: RoundTask; reason: string; balance: Micros | null }[] = [];
  for (const task of tasks) {
    const row = known.get(task.player);
    if (row) task.answer(decisionOf(row, task.bet.requestHash));
    else decide(task, answers.get(task.player), (reason, balance) => toWrite.push({ task, reason, balance }));
  }
  const due = await afterBonuses(tasks, answers, needs);
  const leased = await renewed(
    tasks.filter(task => !toWrite.some(each => each.task === task)),
    answers,
    needs,
    (task, refusal) => toWrite.push({ task, reason: leaseReason(refusal.reason), balance: null }),
  );
  const again = await writeAll(connection, toWrite, new Date(needs.now()));
  return [...due, ...leased, ...again];
}

/** The statement's result for a task. A stale seed decides nothing; without a wallet of the currency there is no money. */
function decide(
  task: RoundTask,
  row: AnswerRow | undefined,
  refuse: (reason: string, balance: Micros | null) => void,
): void {
  if (row?.refusal === refusals.staleSeed) task.answer({ kind: "stale_seed" });
  else if (row?.refusal === refusals.keyTaken) task.answer(refused("tx_conflict", null, true));
  else if (!isLeaseOver(row) && !isBonusDue(row))
    refuse(reasons[row?.refusal ?? refusals.insufficientFunds] ?? "insufficient_funds", stakeable(row));
}

/** What the player might have staked: bonus money too where the bet may take it. */
const stakeable = (row: AnswerRow | undefined): Micros =>
  micros((row?.real ?? 0n) + (row?.grantNo == null || row.grantNo === collectedGrant ? 0n : row.bonus));

function leaseReason(reason: string): string {
  // The protocol has no status for it: play is blocked until the player accepts.
  if (reason === "policy_acceptance_required") return "player_blocked";
  return reason === "reality_check" ? "reality_check" : "limit_reached";
}

/** Writes refusals. @returns tasks whose key was written meanwhile: their retry finds it */
async function writeAll(
  connection: DbConnection,
  refusalsToWrite: readonly { task: RoundTask; reason: string; balance: Micros | null }[],
  at: Date,
): Promise<readonly RoundTask[]> {
  if (refusalsToWrite.length === 0) return [];
  const written = await writeRefusals(
    connection,
    refusalsToWrite.map(({ task, reason, balance }) => ({ bet: task.bet, reason, balance })),
    at,
  );
  for (const { task, reason, balance } of refusalsToWrite) {
    const answer: RoundAnswer = refused(reason, balance, false);
    if (written.has(task.player)) task.answer(answer);
  }
  return refusalsToWrite.map(({ task }) => task).filter(task => !task.answered);
}
