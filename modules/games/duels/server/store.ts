import { boolArray, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Db, Queryable } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import {
  createMultiplayerStoreBase,
  type MultiplayerRound,
  type MultiplayerStore,
  openerOf,
} from "#modules/engines/multiplayer/server/index.ts";
import type { Side } from "../shared/rules.ts";

export interface StoredDuel extends MultiplayerRound {
  /** The opener's. */
  readonly side: Side;
  readonly house: boolean;
  readonly openerWon: boolean | null;
}

interface DuelColumns extends Omit<StoredDuel, "seats" | "size"> {
  readonly opener: PlayerId;
  readonly openerKey: Uuid;
  readonly joinedBy: "player" | "house" | null;
  readonly joiner: PlayerId | null;
  readonly joinerKey: Uuid | null;
}

const columns = `number, state, currency, stake, side, house, rules_version AS "rulesVersion", opener, opener_key AS "openerKey",
  joined_by AS "joinedBy", joiner, joiner_key AS "joinerKey", opened_at AS "openedAt", ended_at AS "endedAt",
  opener_won AS "openerWon", reason`;

function duelOf({ opener, openerKey, joinedBy, joiner, joinerKey, ...rest }: DuelColumns): StoredDuel {
  const first = { seat: 1, player: opener, key: openerKey };
  const second = { seat: 2, player: joiner, key: joinerKey };
  return { ...rest, size: 2, seats: joinedBy === null ? [first] : [first, second] };
}

/** Every statement of duels. All are about many duels at once. The second seat is taken in the statement that closes entry. */
export function createDuelStore(db: Db): MultiplayerStore<StoredDuel, boolean> {
  async function read(where: string, values: Parameters<Queryable["query"]>[1] = []): Promise<StoredDuel[]> {
    const { rows } = await db.query<DuelColumns>(`SELECT ${columns} FROM duels.duels WHERE ${where}`, values);
    return rows.map(duelOf);
  }

  return {
    ...createMultiplayerStoreBase(db, "duels", "duels"),

    async insert(tx, duels) {
      const openers = duels.map(openerOf);
      await tx.query(
        `INSERT INTO duels.duels (number, state, currency, stake, side, house, rules_version, opener, opener_key, opened_at)
         SELECT number, 'open', currency, stake, side, house, $8, opener, opener_key, $9
         FROM unnest($1::int8[], $2::text[], $3::int8[], $4::text[], $5::bool[], $6::uuid[], $7::uuid[])
           AS i(number, currency, stake, side, house, opener, opener_key)`,
        [
          int8Array(duels.map(each => each.number)),
          textArray(duels.map(each => each.currency)),
          int8Array(duels.map(each => each.stake)),
          textArray(duels.map(each => each.side)),
          boolArray(duels.map(each => each.house)),
          uuidArray(openers.map(each => each?.player ?? null)),
          uuidArray(openers.map(each => each?.key ?? null)),
          duels[0]?.rulesVersion ?? "",
          duels[0]?.openedAt ?? new Date(0),
        ],
      );
    },

    async take(tx, seats) {
      const joiners = seats.filter(({ seat }) => seat === 2);
      await tx.query(
        `UPDATE duels.duels d SET state = 'drawing', joined_by = i.joined_by, joiner = i.joiner, joiner_key = i.joiner_key
         FROM unnest($1::int8[], $2::text[], $3::uuid[], $4::uuid[]) AS i(number, joined_by, joiner, joiner_key)
         WHERE d.number = i.number`,
        [
          int8Array(joiners.map(each => each.number)),
          textArray(joiners.map(each => (each.player ? "player" : "house"))),
          uuidArray(joiners.map(each => each.player)),
          uuidArray(joiners.map(each => each.key)),
        ],
      );
    },

    async decide(tx, results) {
      await tx.query(
        `UPDATE duels.duels d SET state = 'drawn', opener_won = i.won
         FROM unnest($1::int8[], $2::bool[]) AS i(number, won) WHERE d.number = i.number`,
        [int8Array([...results.keys()]), boolArray([...results.values()])],
      );
    },

    unfinished: () => read("state NOT IN ('paid', 'refunded') ORDER BY number"),
    rounds: numbers => read("number = ANY ($1::int8[]) ORDER BY number", [int8Array(numbers)]),
    latest: count => read("state = 'paid' ORDER BY number DESC LIMIT $1", [count]),
    async roundOf(player, key) {
      const own = "(opener = $1 AND opener_key = $2) OR (joiner = $1 AND joiner_key = $2)";
      return (await read(own, [player, key]))[0];
    },
  };
}
