import { hash } from "node:crypto";

/** A player's position in a campaign, 0 to 999: `floor(first 8 bytes of SHA-256("{campaign}:{player}") * 1000 / 2^64)`. It can be recomputed from public data. */
export function placeOf(campaign: string, player: string): number {
  const digest = hash("sha256", `${campaign}:${player}`, "buffer");
  return Number((digest.readBigUInt64BE(0) * 1000n) >> 64n);
}

/** The control group gets nothing. `control`: its share in thousandths. */
export const isControl = (campaign: string, player: string, control: number): boolean =>
  placeOf(campaign, player) < control;
