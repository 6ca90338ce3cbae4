import { counted, type SlotProof } from "#studio/engine/proof/figures.ts";
import { playBook } from "./engine.ts";
import { books, mothAndFlame } from "./game.ts";

/** Every book with its weight. */
export const proof: SlotProof = () => {
  const weights = new Map<number, number>();
  let raw = 0;
  for (let stream = 0; stream < books.count; stream++) {
    const units = playBook(stream);
    const weight = books.weightOf(stream);
    weights.set(units, (weights.get(units) ?? 0) + weight);
    raw += (units * weight) / books.total / mothAndFlame.units;
  }
  const base = counted(mothAndFlame, [...weights], books.total, 1);
  return { base: { ...base, parts: [{ name: "clusters", rtp: raw }], features: [] } };
};
