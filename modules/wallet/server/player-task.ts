import type { LaneTask } from "#kit/db/lane.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** An operation on a player's wallet, waiting in their lane. */
export interface PlayerTask extends LaneTask {
  readonly player: PlayerId;
}
