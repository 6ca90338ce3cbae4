import { int4Array, int8Array, uuidArray } from "#kit/db/array-parameters.ts";
import type { Db, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { RoomColour } from "../shared/limits.ts";

export type StoredState = "open" | "drawing" | "drawn" | "refunding" | "paid" | "refunded";

/** Why stakes were refunded. */
export type Reason = "left" | "alone" | "restart" | "late" | "no_beacon";

export interface RoundRow {
  readonly number: bigint;
  readonly colour: RoomColour;
  readonly currency: Currency;
  readonly state: StoredState;
  readonly epoch: bigint;
  readonly rulesVersion: string;
  readonly openedAt: Date;
  readonly endedAt: Date | null;
  readonly pot: Micros | null;
  readonly players: number | null;
  readonly ticket: bigint | null;
  readonly winnerSeat: number | null;
  readonly payout: Micros | null;
  readonly reason: Reason | null;
}

export interface StoredEntry {
  readonly seat: number;
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly stake: Micros;
}

export interface RoundKey {
  readonly number: bigint;
  readonly epoch: bigint;
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

/** Every SQL statement of rooms. A boolean result of `false` means that the round has a newer epoch, so nothing was written. */
export function createRoomStore(db: Db) {
  /** Runs `change` on the locked round while it is of this epoch and in one of these states; in state `to` it is done already. */
  function step(
    { number, epoch }: RoundKey,
    from: readonly StoredState[],
    to: StoredState,
    change: (tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    return db.tx(async tx => {
      const { rows } = await tx.query<{ epoch: bigint; state: StoredState }>(
        "SELECT epoch, state FROM rooms.rounds WHERE number = $1 FOR UPDATE",
        [number],
      );
      const row = rows[0];
      if (row?.epoch !== epoch) return false;
      if (row.state === to) return true;
      if (!from.includes(row.state)) return false;
      await change(tx);
      return true;
    });
  }

  return {
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
           VALUES (nextval('rooms.round_numbers'), $1, $2, 'open', $3, $4, $5) RETURNING number`,
          [round.colour, round.currency, round.epoch, round.rulesVersion, round.openedAt],
        );
        const number = rows[0]?.number ?? 0n;
        if (!(await open(tx, number))) throw new StaleEpoch("a newer leader has taken the betting window");
        return number;
      });
      return work.catch((error: unknown) => {
        if (error instanceof StaleEpoch) return undefined;
        throw error;
      });
    },

    /** Takes an open round over: older epochs cannot write it any more, and this is how they left it. Undefined is fenced. */
    async adopt(number: bigint, epoch: bigint): Promise<RoundRow | undefined> {
      const { rows } = await db.query<RoundRow>(
        `UPDATE rooms.rounds SET epoch = $2 WHERE number = $1 AND epoch <= $2 AND state NOT IN ('paid', 'refunded')
         RETURNING ${columns}`,
        [number, epoch],
      );
      return rows[0];
    },

    /** Closes entry: who is in is written down; `record` writes the close record in the same transaction. */
    close(key: RoundKey, entries: readonly StoredEntry[], record: (tx: Tx) => Promise<unknown>): Promise<boolean> {
      return step(key, ["open"], "drawing", async tx => {
        await record(tx);
        await writeEntries(tx, key.number, entries);
        await tx.query("UPDATE rooms.rounds SET state = 'drawing' WHERE number = $1", [key.number]);
      });
    },

    /** Decides the round: `draw` reveals the secret in the same transaction. */
    decide(key: RoundKey, draw: (tx: Tx) => Promise<Draw>): Promise<boolean> {
      return step(key, ["drawing"], "drawn", async tx => {
        const { ticket, seat, payout } = await draw(tx);
        await tx.query(
          "UPDATE rooms.rounds SET state = 'drawn', ticket = $2, winner_seat = $3, payout = $4 WHERE number = $1",
          [key.number, ticket, seat, payout],
        );
      });
    },

    /** Decides that all stakes are refunded. From then on the round can end in no other way. */
    giveBack(key: RoundKey, reason: Reason): Promise<boolean> {
      return step(key, ["open", "drawing"], "refunding", async tx => {
        await tx.query("UPDATE rooms.rounds SET state = 'refunding', reason = $2 WHERE number = $1", [
          key.number,
          reason,
        ]);
      });
    },

    /** The end, once every stake has ended. */
    end(key: RoundKey, to: "paid" | "refunded", at: Date, work: (tx: Tx) => Promise<void>): Promise<boolean> {
      return step(key, [to === "paid" ? "drawn" : "refunding"], to, async tx => {
        await work(tx);
        await tx.query("UPDATE rooms.rounds SET state = $2, ended_at = $3 WHERE number = $1", [key.number, to, at]);
      });
    },

    /** Writes down who was in a round that never closed, for its public record; before the first of them is paid back. */
    noteOnce(key: RoundKey, entries: readonly StoredEntry[]): Promise<boolean> {
      return db.tx(async tx => {
        const { rows } = await tx.query<{ epoch: bigint; pot: bigint | null }>(
          "SELECT epoch, pot FROM rooms.rounds WHERE number = $1 FOR UPDATE",
          [key.number],
        );
        if (rows[0]?.epoch !== key.epoch) return false;
        if (rows[0].pot === null) await writeEntries(tx, key.number, entries);
        return true;
      });
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
    async ended(colour: RoomColour, currency: Currency, limit: number, before?: bigint): Promise<RoundRow[]> {
      const { rows } = await db.query<RoundRow>(
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
