import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, SqlValue } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { archivedBetTables, betColumns, betOf, isBet, type StoredBetRow } from "../bet-row.ts";
import type { Bet } from "../port.ts";
import type { NamedBet } from "../store.ts";

/** Which bets of one game, of all players. */
export interface GameBetsFilter {
  readonly game: string;
  /** `ended`: settled or voided. */
  readonly state: "ended" | "settled" | "voided" | "open";
  /** From this instant, and before that one: when they ended; open ones, when they were placed. */
  readonly from: Date;
  readonly to: Date;
  readonly player?: PlayerId;
  /** Only bets of this shared round. */
  readonly round?: bigint;
  /** Left out, unless `player` is given. */
  readonly except: readonly PlayerId[];
  /** The last bet of the former page. */
  readonly after?: NamedBet;
  readonly limit: number;
}

/**
 * A page of bets, newest first. Ended ones are found in `wallet.ended_bets`, whose indexes fit each filter, up to the last count; open ones
 * in the index of open bets. Fails with `validation_failed` if `after` names no bet.
 */
export async function readGameBets(on: Queryable, filter: GameBetsFilter): Promise<readonly Bet[]> {
  const isOpen = filter.state === "open";
  const values: SqlValue[] = [];
  const value = (of: SqlValue): string => `$${values.push(of)}`;
  const at = isOpen ? "placed_at" : "ended_at";
  const conditions = [
    `e.game = ${value(gameNumber(filter.game))}`,
    `e.${at} >= ${value(filter.from)}`,
    `e.${at} < ${value(filter.to)}`,
    ...stateCondition(filter.state),
    ...(filter.player === undefined
      ? [`NOT e.player_id = ANY(${value(filter.except)}::uuid[])`]
      : [`e.player_id = ${value(filter.player)}`]),
    ...(filter.round === undefined ? [] : [`e.round = ${value(filter.round)}`]),
    ...(await positionOf(on, filter, isOpen)).map(
      ({ at: instant, player, key }) =>
        `(e.${at}, e.player_id, e.key) < (${value(instant)}::timestamptz, ${value(player)}::uuid, ${value(key)}::uuid)`,
    ),
  ];
  const { rows } = await on.query<StoredBetRow>(
    `SELECT ${betColumns} FROM (
       SELECT e.player_id, e.key, e.${at} AS at FROM ${isOpen ? "wallet.bets" : "wallet.ended_bets"} e
       WHERE ${conditions.join(" AND ")}
       ORDER BY e.${at} DESC, e.player_id DESC, e.key DESC LIMIT ${value(filter.limit)}
     ) i
     ${archivedBetTables("i.player_id", "i.key")}
     ORDER BY i.at DESC, i.player_id DESC, i.key DESC`,
    values,
  );
  return rows.map(betOf);
}

function stateCondition(state: GameBetsFilter["state"]): readonly string[] {
  if (state === "ended") return [];
  return [`e.status = ${{ open: 0, settled: 1, voided: 2 }[state]}`];
}

/** Text, because a JavaScript date has no microseconds. */
async function positionOf(on: Queryable, { after }: GameBetsFilter, isOpen: boolean) {
  if (!after) return [];
  const { rows } = await on.query<{ at: string | null }>(
    `SELECT ${isOpen ? "placed_at" : "settled_at"}::text AS at FROM wallet.all_bets b WHERE ${isBet("$1", "$2")}`,
    [after.player, after.key],
  );
  const at = rows[0]?.at ?? fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return [{ at, player: after.player, key: after.key }];
}

/** One entry of the ledger that belongs to a bet. */
export interface BetTransfer {
  readonly number: bigint;
  readonly at: Date;
  readonly kind: number;
  readonly amount: Micros;
  readonly debit: number;
  readonly credit: number;
  readonly balanceAfter: Micros;
}

/** The transfers of a bet, by their numbers in the wallet: that of its stake, of its end, and the payouts right after them. */
export async function transfersOfBet(on: Queryable, { player, key }: NamedBet): Promise<readonly BetTransfer[]> {
  const { rows } = await on.query<BetTransfer>(
    `SELECT t.seq AS number, t.at, t.kind, t.amount, t.debit, t.credit, t.balance_after AS "balanceAfter"
     FROM wallet.all_bets b
     JOIN ${transferSql.all} t ON t.player_id = b.player_id AND t.currency = b.currency AND t.reference = b.key
       AND t.seq = ANY(ARRAY[b.seq, b.seq + 1, b.settled_seq, b.settled_seq + 1])
       AND t.upto_seq >= b.seq AND t.from_seq <= coalesce(b.settled_seq, b.seq) + 1
     WHERE ${isBet("$1", "$2")} ORDER BY t.seq`,
    [player, key],
  );
  return rows;
}

/** How many ended bets each of these shared rounds has. */
export async function endedBetsOfRounds(
  on: Queryable,
  game: string,
  rounds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await on.query<{ round: bigint; n: bigint }>(
    `SELECT r.round, e.n FROM unnest($2::bigint[]) AS r(round)
     CROSS JOIN LATERAL (
       SELECT count(*) AS n FROM wallet.ended_bets b WHERE b.game = $1 AND b.round = r.round AND b.round IS NOT NULL
     ) e`,
    [gameNumber(game), rounds],
  );
  return new Map(rows.map(({ round, n }) => [round, Number(n)]));
}
