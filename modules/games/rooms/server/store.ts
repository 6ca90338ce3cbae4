import { int4Array, int8Array, uuidArray } from "#kit/db/array-parameters.ts";
import type { Db, Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import {
  createEndStore,
  type Fault,
  type Fence,
  type MultiplayerRoundState,
} from "#modules/engines/multiplayer/server/index.ts";
import { ledSql } from "#modules/wallet/server/index.ts";
import type { RoomColour } from "../shared/limits.ts";

/** The betting window in whose epoch the leader writes and settles. */
export const leaderWindow = "rooms";

/** Why stakes are refunded before entry closes. */
export type Reason = "left" | "alone" | "restart";

export interface RoundRow {
  readonly number: bigint;
  readonly colour: RoomColour;
  readonly currency: Currency;
  readonly state: MultiplayerRoundState;
  readonly epoch: bigint;
  readonly rulesVersion: string;
  readonly openedAt: Date;
  readonly endedAt: Date | null;
  readonly pot: Micros | null;
  readonly players: number | null;
  readonly ticket: bigint | null;
  readonly winnerSeat: number | null;
  readonly payout: Micros | null;
  readonly reason: Reason | Fault | null;
}

export interface StoredEntry {
  readonly seat: number;
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly stake: Micros;
}

export interface Draw {
  readonly ticket: bigint;
  readonly seat: number;
  readonly payout: Micros;
}

const columns = `number, colour, currency, state, epoch, rules_version AS "rulesVersion", opened_at AS "openedAt",
  ended_at AS "endedAt", pot, players, ticket, winner_seat AS "winnerSeat", payout, reason`;

class StaleEpoch extends Error {}

export type RoomStore = ReturnType<typeof createRoomStore>;

/** A later leader may have its epoch, and not the rounds yet. */
const led = (epoch: string) => ledSql(`'${leaderWindow}'`, epoch);

/** A round is written under the epoch of its row, which a later leader takes over. */
const fence: Fence = async (tx, epoch, numbers) => {
  const { rowCount } = await tx.query(
    `SELECT FROM rooms.rounds WHERE number = ANY ($1::int8[]) AND epoch = $2 AND ${led("$2")} FOR UPDATE`,
    [int8Array(numbers), epoch],
  );
  return rowCount === numbers.length;
};

/** Every SQL statement of rooms. */
export function createRoomStore(db: Db) {
  return {
    ...createEndStore<Reason | Fault>(db, "rooms.rounds", fence),

    /** The round of a room that has not ended, if there is one. */
    async openRound(colour: RoomColour, currency: Currency): Promise<RoundRow | undefined> {
      const { rows } = await db.query<RoundRow>(
        `SELECT ${columns} FROM rooms.rounds WHERE colour = $1 AND currency = $2 AND state NOT IN ('paid', 'refunded')`,
        [colour, currency],
      );
      return rows[0];
    },

    async round(number: bigint): Promise<RoundRow | undefined> {
      const { rows } = await db.query<RoundRow>(`SELECT ${columns} FROM rooms.rounds WHERE number = $1`, [number]);
      return rows[0];
    },

    /** Makes the next round; `open` makes its secret and opens its betting window in the same transaction. Undefined: a newer leader has taken over. */
    open(
      round: Pick<RoundRow, "colour" | "currency" | "epoch" | "rulesVersion" | "openedAt">,
      open: (tx: Tx, number: bigint) => Promise<boolean>,
    ): Promise<bigint | undefined> {
      const work = db.tx(async tx => {
        const { rows } = await tx.query<{ number: bigint }>(
          `INSERT INTO rooms.rounds (number, colour, currency, state, epoch, rules_version, opened_at)
           SELECT nextval('rooms.round_numbers'), $1, $2, 'open', $3, $4, $5 WHERE ${led("$3")} RETURNING number`,
          [round.colour, round.currency, round.epoch, round.rulesVersion, round.openedAt],
        );
        const number = rows[0]?.number;
        if (number === undefined || !(await open(tx, number)))
          throw new StaleEpoch("a newer leader has taken the betting window");
        return number;
      });
      return work.catch((error: unknown) => {
        if (error instanceof StaleEpoch) return undefined;
        throw error;
      });
    },

    /** Takes over an open round: older epochs can no longer write it. Returns the state they left. Undefined means fenced. */
    async adopt(number: bigint, epoch: bigint): Promise<RoundRow | undefined> {
      const { rows } = await db.query<RoundRow>(
        `UPDATE rooms.rounds SET epoch = $2 WHERE number = $1 AND epoch <= $2 AND state NOT IN ('paid', 'refunded') AND ${led("$2")}
         RETURNING ${columns}`,
        [number, epoch],
      );
      return rows[0];
    },

    /** Entry closes: who is in is stored. */
    async close(tx: Tx, number: bigint, entries: readonly StoredEntry[]): Promise<void> {
      await writeEntries(tx, number, entries);
      await tx.query("UPDATE rooms.rounds SET state = 'drawing' WHERE number = $1", [number]);
    },

    async decide(tx: Tx, results: ReadonlyMap<bigint, Draw>): Promise<void> {
      for (const [number, { ticket, seat, payout }] of results)
        await tx.query(
          "UPDATE rooms.rounds SET state = 'drawn', ticket = $2, winner_seat = $3, payout = $4 WHERE number = $1",
          [number, ticket, seat, payout],
        );
    },

    /** Stores once who was in a round that never closed, for its public record; before the first of them is refunded. */
    async noteOnce(tx: Tx, number: bigint, entries: readonly StoredEntry[]): Promise<void> {
      const { rows } = await tx.query<{ pot: bigint | null }>("SELECT pot FROM rooms.rounds WHERE number = $1", [
        number,
      ]);
      if (rows[0]?.pot === null) await writeEntries(tx, number, entries);
    },

    async entries(number: bigint): Promise<StoredEntry[]> {
      const { rows } = await db.query<StoredEntry>(
        `SELECT seat, player_id AS player, bet_key AS key, stake FROM rooms.entries WHERE round = $1 ORDER BY seat`,
        [number],
      );
      return rows;
    },

    async seatOf(player: PlayerId, key: Uuid): Promise<number | undefined> {
      const { rows } = await db.query<{ seat: number }>(
        "SELECT seat FROM rooms.entries WHERE player_id = $1 AND bet_key = $2",
        [player, key],
      );
      return rows[0]?.seat;
    },

    /** Ended rounds with at least one stake, newest first, below `before`. */
    async ended(
      colour: RoomColour,
      currency: Currency,
      limit: number,
      before?: bigint,
      on: Queryable = db,
    ): Promise<RoundRow[]> {
      const { rows } = await on.query<RoundRow>(
        `SELECT ${columns} FROM rooms.rounds
         WHERE colour = $1 AND currency = $2 AND state IN ('paid', 'refunded') AND pot IS NOT NULL
           AND ($4::bigint IS NULL OR number < $4)
         ORDER BY number DESC LIMIT $3`,
        [colour, currency, limit, before ?? null],
      );
      return rows;
    },
  };
}

async function writeEntries(tx: Tx, number: bigint, entries: readonly StoredEntry[]): Promise<void> {
  await tx.query("UPDATE rooms.rounds SET pot = $2, players = $3 WHERE number = $1", [
    number,
    entries.reduce((sum, { stake }) => sum + stake, 0n),
    new Set(entries.map(({ player }) => player)).size,
  ]);
  await tx.query(
    `INSERT INTO rooms.entries (round, seat, player_id, bet_key, stake)
     SELECT $1, * FROM unnest($2::int4[], $3::uuid[], $4::uuid[], $5::int8[])`,
    [
      number,
      int4Array(entries.map(each => each.seat)),
      uuidArray(entries.map(each => each.player)),
      uuidArray(entries.map(each => each.key)),
      int8Array(entries.map(each => each.stake)),
    ],
  );
}
