import { event } from "#kit/contract/event.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** A player has reached a level by their stakes. */
export const levelReached = event<{ player: PlayerId; level: number }>({
  name: "levelReached",
  module: "vip",
  summary: "A player has reached a level of the club by their stakes",
});
