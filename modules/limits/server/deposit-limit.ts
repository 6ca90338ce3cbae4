import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { SetLimit } from "../shared/daily-limits.ts";
import { limitsInForce, lockDailyLimit } from "./daily-limits-store.ts";

/**
 * The daily deposit limits in force at `now`, the player's own and an operator's: each of them holds. Locks the player's deposits of every
 * currency and changes of both limits until `tx` ends, so that decisions based on them stay valid.
 */
export async function holdDepositLimits(tx: Tx, player: PlayerId, now: Date): Promise<readonly SetLimit[]> {
  await lockDailyLimit(tx, player, "deposit");
  return (await limitsInForce(tx, [player], now)).get(player)?.deposit ?? [];
}
