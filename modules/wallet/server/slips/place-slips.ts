import { byteaArray, int2Array, int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { DbConnection, SqlValue } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { type AnswerRow, afterBonuses, isBonusDue, isLeaseOver, type PlaceNeeds, renewed } from "../place-batch.ts";
import { refusals } from "../sql/place-sql.ts";
import type { SlipMarkets } from "./markets.ts";
import { placeSlipSql, slipRefusals } from "./place-slip-sql.ts";
import {
  type LegRefusal,
  type LegState,
  legRefusals,
  type PlaceLeg,
  type PlaceSlip,
  type PlaceSlipAnswer,
  type Slip,
} from "./port.ts";
import { reviseSlipsSql } from "./revise-slips-sql.ts";
import { acceptedSlip, findSlips, slipOf } from "./store.ts";
import type { EditTask, SlipTask } from "./tasks.ts";

export interface SlipNeeds extends Omit<PlaceNeeds, "onPlaced"> {
  readonly sql: SlipStatements;
  readonly onBalance: (player: PlayerId, currency: Currency, real: Micros, bonus: Micros) => void;
  /** After the commit. */
  readonly onSlipPlaced: (slip: Slip) => void;
}

/** The statements of slips over these markets, built once. */
export interface SlipStatements {
  readonly place: string;
  readonly revise: string;
  readonly prepare: string;
  /** Locks the exposures of outcomes: $1 markets, $2 outcomes. */
  readonly lock: string;
}

export function slipStatements(markets: SlipMarkets): SlipStatements {
  const lock = markets.exposures("(SELECT * FROM unnest($1::int8[], $2::text[]) i(market, outcome))");
  return { place: placeSlipSql(markets), revise: reviseSlipsSql(markets), prepare: markets.prepare, lock };
}

export interface SlipAnswerRow extends AnswerRow {
  /** JSON: what was read about each leg. */
  legs: string;
}

interface ReadLeg {
  refusal: number;
  price: number | null;
  headroom: string | null;
  market: string | null;
  marketN: string;
  eventN: string;
  head: string;
  state: string;
  chances: Json;
}

const dayMs = 86_400_000;
const policies = ["none", "better", "any"] as const;

/** Accepts the slips of the batch in one statement; returns those that have to be sent again. */
export async function placeSlips(
  connection: DbConnection,
  tasks: readonly SlipTask[],
  needs: SlipNeeds,
): Promise<readonly SlipTask[]> {
  const at = needs.now();
  needs.hit("wallet.slip.formed");
  const answers = await takeSlips(connection, tasks, at, needs);
  needs.hit("wallet.slip.committed");
  const others: SlipTask[] = [];
  for (const task of tasks) {
    const row = answers.get(task.player);
    if (row?.refusal === 0) accept(task, row, new Date(at), needs);
    else others.push(task);
  }
  if (others.length === 0) return [];
  return answerOthers(connection, others, answers, needs);
}

/** What is accepted: a slip alone, or with the end of the one before it. */
export type PlacingTask = SlipTask | EditTask;

/** Sends the statement: what it says about the slip of each player. */
export async function takeSlips(
  connection: DbConnection,
  tasks: readonly PlacingTask[],
  at: number,
  { sql }: Pick<SlipNeeds, "sql">,
): Promise<ReadonlyMap<PlayerId, SlipAnswerRow>> {
  const { rows } = await connection.query<SlipAnswerRow>(sql.place, columnsOf(tasks, at), "wallet.place-slip");
  return new Map(rows.map(row => [row.playerId, row]));
}

function columnsOf(tasks: readonly PlacingTask[], at: number): SqlValue[] {
  const slips = tasks.map(task => task.bet);
  const legs = slips.flatMap((slip, index) => slip.legs.map((leg, number) => ({ leg, place: index + 1, number })));
  const of = <Value>(read: (leg: PlaceLeg) => Value) => legs.map(({ leg }) => read(leg));
  return [
    new Date(at),
    Math.floor(at / dayMs),
    uuidArray(slips.map(slip => slip.player)),
    uuidArray(slips.map(slip => slip.key)),
    byteaArray(slips.map(slip => slip.requestHash)),
    textArray(slips.map(slip => slip.currency)),
    int8Array(slips.map(slip => slip.stake)),
    int8Array(slips.map(slip => slip.winCap)),
    uuidArray(slips.map(slip => slip.freeBet)),
    textArray(slips.map(slip => slip.rulesVersion)),
    textArray(slips.map(slip => JSON.stringify(slip.terms))),
    int4Array(legs.map(({ place }) => place)),
    int2Array(legs.map(({ number }) => number)),
    textArray(of(leg => leg.event)),
    textArray(of(leg => leg.kind)),
    textArray(of(leg => leg.spec)),
    textArray(of(leg => leg.outcome)),
    int4Array(of(leg => leg.counter)),
    int4Array(of(leg => leg.price)),
    int2Array(of(leg => policies.indexOf(leg.policy))),
    int8Array(of(leg => leg.version)),
    int8Array(of(leg => leg.liability)),
    int8Array(of(leg => leg.stakeUsd)),
    int8Array(of(leg => leg.cap)),
    int4Array(of(leg => leg.most)),
    int8Array(slips.map(slip => slip.reserved.real)),
    int8Array(slips.map(slip => slip.reserved.bonus)),
    int4Array(slips.map(slip => (slip.freeBet ? 0 : slip.rate))),
  ];
}

export function accept(task: PlacingTask, row: SlipAnswerRow, at: Date, needs: SlipNeeds): void {
  const slip = slipAsAccepted(task.bet, row, at);
  needs.onBalance(slip.player, slip.currency, micros(row.real), micros(row.bonus));
  needs.onSlipPlaced(slip);
  task.answer({ kind: "accepted", slip, replayed: false });
}

function slipAsAccepted(bet: PlaceSlip, row: SlipAnswerRow, at: Date): Slip {
  const { player, key, currency, stake, freeBet, terms, rulesVersion, winCap } = bet;
  const none = micros(0n);
  const read = readLegs(row);
  return {
    player,
    key,
    currency,
    stake,
    closed: none,
    cashedOut: none,
    status: "open",
    payout: none,
    boost: none,
    revision: 0,
    freeBet: freeBet !== null,
    terms,
    rulesVersion,
    winCap,
    ...wageringOf(bet, row),
    balanceAfter: micros(row.real),
    placedAt: at,
    settledAt: null,
    legs: bet.legs.map((leg, index) => {
      const { event, kind, spec, outcome, price, version } = leg;
      const seen = required(read[index], "an accepted slip with a leg that was not read");
      return {
        event,
        kind,
        spec,
        outcome,
        price: version === null ? (seen.price ?? price) : price,
        market: BigInt(required(seen.market, "an accepted leg without a market")),
        marketN: BigInt(seen.marketN),
        eventN: BigInt(seen.eventN),
        eventHead: seen.head,
        eventState: seen.state,
        chances: seen.chances,
      };
    }),
  };
}

function wageringOf({ rate }: PlaceSlip, row: SlipAnswerRow): Pick<Slip, "wagering"> {
  if (row.grantNo == null) return {};
  const none = micros(0n);
  const shares = { fromBonus: micros(row.fromBonus), bonusAfter: micros(row.bonus) };
  return { wagering: { grant: row.grantNo, rate, ...shares, paidBonus: none, cashedBonus: none, counted: none } };
}

const readLegs = (row: SlipAnswerRow) => JSON.parse(row.legs) as readonly ReadLeg[];

export async function answerOthers<Task extends PlacingTask>(
  connection: DbConnection,
  tasks: readonly Task[],
  answers: ReadonlyMap<PlayerId, SlipAnswerRow>,
  needs: SlipNeeds,
): Promise<readonly Task[]> {
  const known = await findSlips(connection, tasks);
  const again: Task[] = [];
  for (const task of tasks) {
    const stored = known.get(`${task.player}/${task.key}`);
    const row = answers.get(task.player);
    if (stored) task.answer(repeatOf(task.bet, stored));
    else if (isUndecided(row)) again.push(task);
    else if (!isLeaseOver(row) && !isBonusDue(row)) task.answer(refusalOf(row));
  }
  await prepareRooms(connection, again, answers, needs.sql);
  const leased = await renewed(tasks, answers, { renewLeases: needs.renewLeases } as PlaceNeeds, (task, refusal) =>
    task.answer({ kind: "refused", ...refusal }),
  );
  return [...again, ...leased, ...(await afterBonuses(tasks, answers, needs))];
}

export function repeatOf(
  slip: PlaceSlip,
  stored: Parameters<typeof slipOf>[0] & { requestHash: Buffer },
): PlaceSlipAnswer {
  return Buffer.compare(stored.requestHash, slip.requestHash) === 0
    ? { kind: "accepted", slip: acceptedSlip(slipOf(stored)), replayed: true }
    : { kind: "refused", reason: "idempotency_conflict" };
}

/** Another slip of the batch may have used the headroom of an outcome, or the outcome has no exposure yet. */
function isUndecided(row: SlipAnswerRow | undefined): boolean {
  return row?.refusal === slipRefusals.contended || row?.refusal === slipRefusals.noExposureRow;
}

function refusalOf(row: SlipAnswerRow | undefined): PlaceSlipAnswer {
  const refusal = row?.refusal ?? refusals.insufficientFunds;
  if (row && refusal > slipRefusals.legs) return { kind: "refused", reason: legReason(refusal), legs: statesOf(row) };
  if (refusal === slipRefusals.freeBet) return { kind: "refused", reason: "free_bet_unavailable" };
  if (refusal === refusals.limitReached) return { kind: "refused", reason: "limit_reached" };
  if (refusal === refusals.bonusMaxBet) return { kind: "refused", reason: "bonus_max_bet" };
  return { kind: "refused", reason: "insufficient_funds", balance: micros(row?.real ?? 0n) };
}

function legReason(refusal: number): LegRefusal | "limit_exceeded" {
  return legRefusals[refusal - slipRefusals.legs - 1] ?? "limit_exceeded";
}

function statesOf(row: SlipAnswerRow): readonly LegState[] {
  return readLegs(row).map(({ refusal, price, headroom }) => ({
    refusal: legRefusals[refusal - 1] ?? null,
    price,
    headroom: headroom === null ? null : BigInt(headroom),
  }));
}

/** Creates the exposure rows of outcomes without bets. */
async function prepareRooms(
  connection: DbConnection,
  tasks: readonly PlacingTask[],
  answers: ReadonlyMap<PlayerId, SlipAnswerRow>,
  sql: SlipStatements,
): Promise<void> {
  const outcomes = tasks.flatMap(task => {
    const row = answers.get(task.player);
    if (row?.refusal !== slipRefusals.noExposureRow) return [];
    return readLegs(row).map(({ market }, index) => ({ market, outcome: task.bet.legs[index]?.outcome ?? "" }));
  });
  const missing = outcomes.filter(({ market }) => market !== null);
  if (missing.length === 0) return;
  await connection.query(sql.prepare, [
    int8Array(missing.map(({ market }) => BigInt(market ?? 0))),
    textArray(missing.map(({ outcome }) => outcome)),
  ]);
}
