import { boolArray, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Db, Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Side } from "../shared/rules.ts";

export type DuelState = "open" | "drawing" | "drawn" | "refunding" | "paid" | "refunded";
export type Reason = "withdrawn" | "expired" | "late" | "no_beacon";

export interface StoredDuel {
  readonly number: bigint;
  readonly state: DuelState;
  readonly currency: Currency;
  readonly stake: Micros;
  readonly side: Side;
  readonly house: boolean;
  readonly rulesVersion: string;
  readonly opener: PlayerId;
  readonly openerKey: Uuid;
  readonly joinedBy: "player" | "house" | null;
  readonly joiner: PlayerId | null;
  readonly joinerKey: Uuid | null;
  readonly openedAt: Date;
  readonly endedAt: Date | null;
  readonly openerWon: boolean | null;
  readonly reason: Reason | null;
}

export type NewDuel = Pick<
  StoredDuel,
  "currency" | "stake" | "side" | "house" | "rulesVersion" | "opener" | "openerKey" | "openedAt"
>;
export type Joined = Pick<StoredDuel, "number" | "joinedBy" | "joiner" | "joinerKey">;

const columns = `number, state, currency, stake, side, house, rules_version AS "rulesVersion", opener, opener_key AS "openerKey",
  joined_by AS "joinedBy", joiner, joiner_key AS "joinerKey", opened_at AS "openedAt", ended_at AS "endedAt",
  opener_won AS "openerWon", reason`;

export type DuelStore = ReturnType<typeof createDuelStore>;

/** Every statement of duels. All are about many duels at once. */
export function createDuelStore(db: Db) {
  async function read(where: string, values: Parameters<Queryable["query"]>[1] = []): Promise<StoredDuel[]> {
    const { rows } = await db.query<StoredDuel>(`SELECT ${columns} FROM duels.duels WHERE ${where}`, values);
    return rows;
  }

  return {
    /** Whether duels may be written under this epoch from now on; older ones may not. */
    async takeReign(epoch: bigint): Promise<boolean> {
      const { rowCount } = await db.query("UPDATE duels.reign SET epoch = $1 WHERE epoch <= $1", [epoch]);
      return rowCount === 1;
    },

    /** Runs the work while this epoch reigns. False is fenced: nothing was written. */
    write(epoch: bigint, work: (tx: Tx) => Promise<void>): Promise<boolean> {
      return db.tx(async tx => {
        const { rows } = await tx.query<{ epoch: bigint }>("SELECT epoch FROM duels.reign FOR SHARE");
        if (rows[0]?.epoch !== epoch) return false;
        await work(tx);
        return true;
      });
    },

    async takeNumbers(tx: Tx, count: number): Promise<bigint[]> {
      const { rows } = await tx.query<{ number: bigint }>(
        "SELECT nextval('duels.numbers') AS number FROM generate_series(1, $1)",
        [count],
      );
      return rows.map(row => row.number);
    },

    async insert(tx: Tx, duels: readonly (NewDuel & { readonly number: bigint })[]): Promise<void> {
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
          uuidArray(duels.map(each => each.opener)),
          uuidArray(duels.map(each => each.openerKey)),
          duels[0]?.rulesVersion ?? "",
          duels[0]?.openedAt ?? new Date(0),
        ],
      );
    },

    /** Locks those of the duels that are in this state still; the others were moved on by an earlier try. */
    async still(tx: Tx, numbers: readonly bigint[], state: DuelState): Promise<ReadonlySet<bigint>> {
      const { rows } = await tx.query<{ number: bigint }>(
        "SELECT number FROM duels.duels WHERE number = ANY ($1::int8[]) AND state = $2 ORDER BY number FOR UPDATE",
        [int8Array(numbers), state],
      );
      return new Set(rows.map(row => row.number));
    },

    async close(tx: Tx, duels: readonly Joined[]): Promise<void> {
      await tx.query(
        `UPDATE duels.duels d SET state = 'drawing', joined_by = i.joined_by, joiner = i.joiner, joiner_key = i.joiner_key
         FROM unnest($1::int8[], $2::text[], $3::uuid[], $4::uuid[]) AS i(number, joined_by, joiner, joiner_key)
         WHERE d.number = i.number`,
        [
          int8Array(duels.map(each => each.number)),
          textArray(duels.map(each => each.joinedBy)),
          uuidArray(duels.map(each => each.joiner)),
          uuidArray(duels.map(each => each.joinerKey)),
        ],
      );
    },

    async decide(tx: Tx, duels: readonly { readonly number: bigint; readonly openerWon: boolean }[]): Promise<void> {
      await tx.query(
        `UPDATE duels.duels d SET state = 'drawn', opener_won = i.won
         FROM unnest($1::int8[], $2::bool[]) AS i(number, won) WHERE d.number = i.number`,
        [int8Array(duels.map(each => each.number)), boolArray(duels.map(each => each.openerWon))],
      );
    },

    /** Decides that the stakes go back. From then on nothing else can become of these duels. */
    async giveBack(tx: Tx, numbers: readonly bigint[], reason: Reason): Promise<void> {
      await tx.query(
        `UPDATE duels.duels SET state = 'refunding', reason = $2
         WHERE number = ANY ($1::int8[]) AND state IN ('open', 'drawing')`,
        [int8Array(numbers), reason],
      );
    },

    async end(tx: Tx, numbers: readonly bigint[], at: Date): Promise<void> {
      await tx.query(
        `UPDATE duels.duels SET state = CASE state WHEN 'drawn' THEN 'paid' ELSE 'refunded' END, ended_at = $2
         WHERE number = ANY ($1::int8[]) AND state IN ('drawn', 'refunding')`,
        [int8Array(numbers), at],
      );
    },

    unfinished: () => read("state NOT IN ('paid', 'refunded') ORDER BY number"),
    duels: (numbers: readonly bigint[]) => read("number = ANY ($1::int8[]) ORDER BY number", [int8Array(numbers)]),
    latest: (count: number) => read("state = 'paid' ORDER BY number DESC LIMIT $1", [count]),
    async openedBy(player: PlayerId, key: Uuid): Promise<StoredDuel | undefined> {
      return (await read("opener = $1 AND opener_key = $2", [player, key]))[0];
    },
    async joinedBy(player: PlayerId, key: Uuid): Promise<StoredDuel | undefined> {
      return (await read("joiner = $1 AND joiner_key = $2", [player, key]))[0];
    },
  };
}
