import { event } from "#kit/contract/event.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { OperatorLimitKind, OperatorLimitValue } from "./operator-limits.ts";

export const selfExcluded = event<{ player: PlayerId; until: Date }>({
  name: "selfExcluded",
  module: "limits",
  summary: "a player has excluded themselves: their open rounds are closed for them",
});

/** A player changed limits or began a break. `until`: the end of the break. */
export const limitsChanged = event<{
  player: PlayerId;
  what: "money" | "play_time" | "break";
  until?: Date;
}>({
  name: "limitsChanged",
  module: "limits",
  summary: "A player changed their limits or began a break",
});

/** `limit`: null for one that was removed. */
export const operatorLimitChanged = event<{
  player: PlayerId;
  kind: OperatorLimitKind;
  limit: OperatorLimitValue | null;
  loosened: boolean;
}>({
  name: "operatorLimitChanged",
  module: "limits",
  summary: "An operator set a limit on a player's account, or two operators loosened one",
});
