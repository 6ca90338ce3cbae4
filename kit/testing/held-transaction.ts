import type { Db, Queryable, Tx } from "../db/db.ts";

interface HeldTransaction {
  /** Does the rest and commits. */
  release(): Promise<void>;
}

/** A transaction that has done its first part and waits, so that what runs beside it meets its locks. */
export async function heldTransaction(
  db: Pick<Db, "tx">,
  first: (tx: Tx) => Promise<unknown>,
  rest: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<HeldTransaction> {
  let release = () => {};
  let begun = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const hasBegun = new Promise<void>(resolve => {
    begun = resolve;
  });
  const done = db.tx(async tx => {
    await first(tx);
    begun();
    await held;
    await rest(tx);
  });
  await Promise.race([hasBegun, done]);
  return {
    release() {
      release();
      return done;
    },
  };
}

/** How many statements wait for a lock now. */
export async function lockWaits(on: Queryable): Promise<number> {
  const { rowCount } = await on.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rowCount;
}
