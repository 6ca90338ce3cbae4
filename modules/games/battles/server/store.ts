import { int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Db, Queryable, Tx } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import {
  createMultiplayerStoreBase,
  type MultiplayerRound,
  type MultiplayerStore,
} from "#modules/engines/multiplayer/server/index.ts";

export interface StoredBattle extends MultiplayerRound {
  /** Slugs, in the order in which they are opened. */
  readonly cases: readonly string[];
  /** One per case and seat, case by case, seats in order; null until the battle is decided. */
  readonly tickets: readonly number[] | null;
}

const columns = `number, state, currency, stake, size, cases, rules_version AS "rulesVersion", opened_at AS "openedAt",
  ended_at AS "endedAt", tickets, reason,
  (SELECT json_agg(json_build_object('seat', seat, 'player', player_id, 'key', bet_key) ORDER BY seat)
   FROM battles.seats s WHERE s.battle = b.number) AS seats`;

/** Every SQL statement of battles. */
export function createBattleStore(db: Db): MultiplayerStore<StoredBattle, readonly number[]> {
  async function read(where: string, values: Parameters<Queryable["query"]>[1] = []): Promise<StoredBattle[]> {
    const { rows } = await db.query<StoredBattle>(`SELECT ${columns} FROM battles.battles b WHERE ${where}`, values);
    return rows;
  }

  async function writeSeats(
    tx: Tx,
    seats: Parameters<MultiplayerStore<StoredBattle, never>["take"]>[1],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO battles.seats (battle, seat, player_id, bet_key)
       SELECT * FROM unnest($1::int8[], $2::int4[], $3::uuid[], $4::uuid[]) ON CONFLICT (battle, seat) DO NOTHING`,
      [
        int8Array(seats.map(each => each.number)),
        int4Array(seats.map(each => each.seat)),
        uuidArray(seats.map(({ player }) => required(player ?? undefined, "the casino has no seat in battles"))),
        uuidArray(seats.map(({ key }) => required(key ?? undefined, "a seat has its stake"))),
      ],
    );
  }

  return {
    ...createMultiplayerStoreBase(db, "battles", "battles"),

    async insert(tx, battles) {
      for (const each of battles)
        await tx.query(
          `INSERT INTO battles.battles (number, state, currency, stake, size, cases, rules_version, opened_at)
           VALUES ($1, 'open', $2, $3, $4, $5::text[], $6, $7)`,
          [each.number, each.currency, each.stake, each.size, textArray(each.cases), each.rulesVersion, each.openedAt],
        );
      await writeSeats(
        tx,
        battles.flatMap(({ number, seats }) => seats.map(seat => ({ ...seat, number }))),
      );
    },

    async take(tx, seats, full) {
      await writeSeats(tx, seats);
      if (full.length === 0) return;
      await tx.query("UPDATE battles.battles SET state = 'drawing' WHERE number = ANY ($1::int8[])", [int8Array(full)]);
    },

    async decide(tx, results) {
      for (const [number, tickets] of results)
        await tx.query("UPDATE battles.battles SET state = 'drawn', tickets = $2::int4[] WHERE number = $1", [
          number,
          int4Array(tickets),
        ]);
    },

    unfinished: () => read("state NOT IN ('paid', 'refunded') ORDER BY number"),
    rounds: numbers => read("number = ANY ($1::int8[]) ORDER BY number", [int8Array(numbers)]),
    latest: count => read("state = 'paid' ORDER BY number DESC LIMIT $1", [count]),
    async roundOf(player, key) {
      const own = "number = (SELECT battle FROM battles.seats WHERE player_id = $1 AND bet_key = $2)";
      return (await read(own, [player, key]))[0];
    },
  };
}
