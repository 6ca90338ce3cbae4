import type { SlotGame } from "#studio/engine/shared/types.ts";
import { altynDala } from "./altyn-dala/game.ts";
import { codexZenith } from "./codex-zenith/game.ts";
import { crownAssay } from "./crown-assay/game.ts";
import { lanternHarbour } from "./lantern-harbour/game.ts";
import { loom } from "./loom/game.ts";
import { masque } from "./masque/game.ts";
import { mothAndFlame } from "./moth-and-flame/game.ts";
import { nightForge } from "./night-forge/game.ts";
import { plumb } from "./plumb/game.ts";
import { saltCaravan } from "./salt-caravan/game.ts";
import { sevenStruck } from "./seven-struck/game.ts";
import { winterFair } from "./winter-fair/game.ts";

/** Every slot of the studio; pages, proofs, simulations and builds read this list. */
export const slots: readonly SlotGame[] = [
  sevenStruck,
  altynDala,
  lanternHarbour,
  codexZenith,
  plumb,
  saltCaravan,
  masque,
  nightForge,
  loom,
  crownAssay,
  mothAndFlame,
  winterFair,
];

export function slotOf(slug: string): SlotGame | undefined {
  return slots.find(game => game.slug === slug);
}
