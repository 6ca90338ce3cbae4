import { event } from "#kit/contract/event.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { bonusStatuses } from "./contract.ts";

export type BonusEnd = Exclude<(typeof bonusStatuses)[number], "waiting" | "active" | "wagered">;

/** A bonus of a player has ended, whether or not it was ever active. Published in the transaction that ends it. */
export const bonusEnded = event<{
  readonly player: PlayerId;
  readonly id: Uuid;
  readonly end: BonusEnd;
  /** The bonus's money was given; false for one that only waited. */
  readonly started: boolean;
}>({
  name: "bonusEnded",
  module: "bonuses",
  summary: "a bonus ended: completed, lost, expired, canceled or forfeited",
});
