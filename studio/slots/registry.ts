import type { SlotGame } from "#studio/engine/shared/types.ts";
import { sevenStruck } from "./seven-struck/game.ts";

/** Every slot of the studio; pages, proofs, simulations and builds read this list. */
export const slots: readonly SlotGame[] = [sevenStruck];

export function slotOf(slug: string): SlotGame | undefined {
  return slots.find(game => game.slug === slug);
}
