import { capped, fraction, mean, type SlotProof } from "#studio/engine/proof/figures.ts";
import { add, createTransform, multiply, type Sparse } from "#studio/engine/proof/spectrum.ts";
import { playFreeBook, playSpinBook } from "./engine.ts";
import { crownAssay, freeBooks, spinBooks } from "./game.ts";

const cap = crownAssay.maxWin * crownAssay.units;

/** Every book with its weight; a spin that starts free spins is followed by one of their books. */
export const proof: SlotProof = () => {
  const [plain, triggering] = [new Map<number, number>(), new Map<number, number>()];
  let lost = 0;
  for (let stream = 0; stream < spinBooks.count; stream++) {
    const weight = spinBooks.weightOf(stream);
    const { units, triggers } = playSpinBook(stream);
    collect(triggers ? triggering : plain, units, weight / spinBooks.total);
    if (units === 0 && !triggers) lost += weight;
  }
  const free = new Map<number, number>();
  let raw = 0;
  for (let stream = 0; stream < freeBooks.count; stream++) {
    const share = freeBooks.weightOf(stream) / freeBooks.total;
    const units = playFreeBook(stream);
    raw += units * share;
    collect(free, Math.min(units, cap), share);
  }
  const worth = raw / crownAssay.units;
  const trigger = [...triggering.values()].reduce((sum, share) => sum + share, 0);
  const transform = createTransform(1 << 18);
  const followed = multiply(transform.of(triggering, cap), transform.of(free, cap));
  const price = crownAssay.modes.buy?.price ?? 1;
  const hit = fraction(freeBooks.total - zeroWeight(free), freeBooks.total);
  return {
    base: {
      distribution: capped(transform.back(add(transform.of(plain, cap), followed)), cap),
      parts: [
        { name: "spins", rtp: (mean(plain) + mean(triggering)) / crownAssay.units },
        { name: "free spins", rtp: trigger * worth },
      ],
      hit: fraction(spinBooks.total - lost, spinBooks.total),
      features: [{ name: "free spins", probability: trigger, worth }],
    },
    buy: {
      distribution: free,
      parts: [{ name: "free spins", rtp: worth / price }],
      hit,
      features: [{ name: "free spins", probability: 1, worth }],
    },
  };
};

function collect(into: Map<number, number>, units: number, share: number): void {
  into.set(units, (into.get(units) ?? 0) + share);
}

const zeroWeight = (free: Sparse): number => Math.round((free.get(0) ?? 0) * freeBooks.total);
