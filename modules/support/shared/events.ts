import { event } from "#kit/contract/event.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** A signed-in player wrote to support. `text`: as it is stored, with secrets masked. */
export const playerWrote = event<{ player: PlayerId; text: string }>({
  name: "playerWrote",
  module: "support",
  summary: "A signed-in player wrote to support",
});
