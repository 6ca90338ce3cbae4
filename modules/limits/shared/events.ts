import { event } from "#kit/contract/event.ts";
import type { PlayerId } from "#kit/std/brand.ts";

export const selfExcluded = event<{ player: PlayerId; until: Date }>({
  name: "selfExcluded",
  module: "limits",
  summary: "a player has excluded himself: rounds he has open are closed for him",
});
