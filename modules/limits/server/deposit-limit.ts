import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { limitsAt, type SetLimit } from "../shared/daily-limits.ts";
import { lockDailyLimit } from "./daily-limits-store.ts";

/**
 * The player's daily limit of deposits in force at `now`, null for none. Holds his deposits of every currency and changes of the
 * limit until `tx` ends, so that what is decided by it stays right.
 */
export async function holdDepositLimit(tx: Tx, player: PlayerId, now: Date): Promise<SetLimit | null> {
  return limitsAt(await lockDailyLimit(tx, player, "deposit"), now).limit;
}
