import type { Queryable } from "#kit/db/db.ts";
import type { BettingWindow } from "./port.ts";

/** Waits for the statements that read the window, as every update of a window does. */
export async function nextEpoch(on: Queryable, name: string): Promise<bigint> {
  const { rows } = await on.query<{ epoch: bigint }>(
    `INSERT INTO wallet.gates (name, epoch) VALUES ($1, 1)
     ON CONFLICT (name) DO UPDATE SET epoch = wallet.gates.epoch + 1 RETURNING epoch`,
    [name],
  );
  return rows[0]?.epoch ?? 0n;
}

export async function readBettingWindow(on: Queryable, name: string): Promise<BettingWindow | undefined> {
  const { rows } = await on.query<BettingWindow>("SELECT name, round, epoch, open FROM wallet.gates WHERE name = $1", [
    name,
  ]);
  return rows[0];
}

export async function setBettingWindowOpen(
  on: Queryable,
  name: string,
  round: bigint,
  epoch: bigint,
): Promise<boolean> {
  const { rowCount } = await on.query(
    "UPDATE wallet.gates SET open = true, round = $2 WHERE name = $1 AND epoch = $3 AND round < $2",
    [name, round, epoch],
  );
  return rowCount === 1;
}

export async function setBettingWindowClosed(on: Queryable, name: string, epoch: bigint): Promise<boolean> {
  const { rowCount } = await on.query("UPDATE wallet.gates SET open = false WHERE name = $1 AND epoch = $2", [
    name,
    epoch,
  ]);
  return rowCount === 1;
}
