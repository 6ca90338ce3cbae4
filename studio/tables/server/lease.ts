import type { Db, Tx } from "#kit/db/db.ts";

/** Who leads a table. Its holder renews the lease; a standby takes it over once it has expired. */
export interface Lease {
  /** Takes or renews it. @returns whether it is held now */
  hold(): Promise<boolean>;
  /** Throws {@link LeaseLost} if this process does not lead. Until the transaction ends no other process can take over. */
  assertHeld(tx: Tx): Promise<void>;
  /** Lets a standby take over at once. */
  release(): Promise<void>;
}

/** A process that was suspended or replaced must not write. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

export const leaseMs = 4_000;
export const renewMs = 1_000;

export function createLease(db: Db, game: string, holder: string): Lease {
  return {
    async hold() {
      const { rowCount } = await db.query(
        `INSERT INTO tables.leases AS l (game, holder, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
         ON CONFLICT (game) DO UPDATE SET holder = $2, until = clock_timestamp() + $3 * interval '1 ms'
         WHERE l.holder = $2 OR l.until < clock_timestamp() RETURNING holder`,
        [game, holder, leaseMs],
      );
      return rowCount > 0;
    },
    async assertHeld(tx) {
      const { rowCount } = await tx.query(
        "SELECT FROM tables.leases WHERE game = $1 AND holder = $2 AND until > clock_timestamp() FOR SHARE",
        [game, holder],
      );
      if (rowCount === 0) throw new LeaseLost(`the lease of ${game} is not held`);
    },
    async release() {
      await db.query(
        "UPDATE tables.leases SET until = clock_timestamp() - interval '1 s' WHERE game = $1 AND holder = $2",
        [game, holder],
      );
    },
  };
}
