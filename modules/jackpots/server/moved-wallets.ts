import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { type EndedBetRow, endedBetsSql, playedSql } from "#modules/wallet/server/index.ts";

/** Wallets, and transfers of one wallet, in one transaction. */
const walletsAtOnce = 500;
const transfersAtOnce = "4000";

/** A wallet whose transfers after number `begin`, up to `upto`, have not been read. */
export interface Moved {
  readonly playerId: PlayerId;
  readonly currency: string;
  readonly begin: bigint;
  readonly upto: bigint;
}

const columnsOf = (moved: readonly Moved[]) => [
  uuidArray(moved.map(({ playerId }) => playerId)),
  textArray(moved.map(({ currency }) => currency)),
  int8Array(moved.map(({ begin }) => begin)),
  int8Array(moved.map(({ upto }) => upto)),
];

/** Wallets of these currencies that have moved; of `players` only, if given. */
export async function readMoved(
  on: Queryable,
  currencies: readonly string[],
  players: readonly PlayerId[] | undefined,
): Promise<readonly Moved[]> {
  const condition = `w.player_id <> '${houseOwner}' AND w.currency = ANY($1::text[]) AND ($2::uuid[] IS NULL OR w.player_id = ANY($2::uuid[]))`;
  const { rows } = await on.query<Moved>(
    `SELECT player_id AS "playerId", currency, begin, upto
     FROM (${playedSql.moved("jackpots.positions", condition, transfersAtOnce)} LIMIT ${walletsAtOnce}) m`,
    [textArray(currencies), players ? uuidArray(players) : null],
  );
  return rows;
}

/** The bets that ended in `moved`, in the order of their ends. */
export async function readEnded(on: Queryable, moved: readonly Moved[]): Promise<readonly EndedBetRow[]> {
  const { rows } = await on.query<EndedBetRow>(
    endedBetsSql.since(
      "(SELECT * FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::int8[]) AS m(player_id, currency, begin, upto))",
    ),
    columnsOf(moved),
    "jackpots.ended",
  );
  return rows.toSorted(byEnd);
}

/** Order of ended bets by the time of their end; those of one instant by player and number. */
function byEnd(a: EndedBetRow, b: EndedBetRow): number {
  const byTime = a.settledAt.getTime() - b.settledAt.getTime();
  if (byTime !== 0) return byTime;
  if (a.playerId !== b.playerId) return a.playerId < b.playerId ? -1 : 1;
  return a.seq < b.seq ? -1 : 1;
}

export async function writePositions(tx: Tx, moved: readonly Moved[]): Promise<void> {
  await tx.query(
    `INSERT INTO jackpots.positions (player_id, currency, seq)
     SELECT m.player_id, m.currency, m.upto FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::int8[]) AS m(player_id, currency, begin, upto)
     ON CONFLICT (player_id, currency) DO UPDATE SET seq = excluded.seq`,
    columnsOf(moved),
    "jackpots.positions",
  );
}

/** When the first jackpot of a currency begins, earlier activity of its wallets is skipped. */
export async function skipPast(tx: Tx, currency: string): Promise<void> {
  await tx.query(
    `INSERT INTO jackpots.positions (player_id, currency, seq) SELECT player_id, currency, seq FROM ${playedSql.wallets}
     WHERE currency = $1 AND player_id <> '${houseOwner}' ON CONFLICT DO NOTHING`,
    [currency],
  );
}
