import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { limitsAt, type SetLimit } from "../shared/daily-limits.ts";
import { lockDailyLimit } from "./daily-limits-store.ts";

/**
 * The player's daily deposit limit in force at `now`, null for none. Locks their deposits of every currency and changes of the
 * limit until `tx` ends, so that decisions based on it stay valid.
 */
export async function holdDepositLimit(tx: Tx, player: PlayerId, now: Date): Promise<SetLimit | null> {
  return limitsAt(await lockDailyLimit(tx, player, "deposit"), now).limit;
}
