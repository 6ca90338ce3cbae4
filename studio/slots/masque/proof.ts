import { Counter } from "#studio/engine/proof/enumerate.ts";
import { counted, type SlotProof } from "#studio/engine/proof/figures.ts";
import { link, machine, masque, paylines, reels, rows, window } from "./game.ts";

/** Every stop under every link: the linked reels count as one, so that the windows are few. */
export const proof: SlotProof = () => {
  const stops = machine.strips[0]?.length ?? 0;
  // A common denominator: five free stops, one of 4, 3, 2 or 1 places of the link (all divide 12), the link's weight.
  const all = link.total * 12 * stops ** reels;
  const counts = new Map<number, number>();
  const bySize = link.table.map(({ value: size, weight }) => {
    const places = reels - size + 1;
    const scale = (weight * 12 * stops ** (size - 1)) / places;
    let units = 0;
    for (let first = 0; first < places; first++) {
      for (const [won, count] of countLink(first, size)) {
        counts.set(won, (counts.get(won) ?? 0) + count * scale);
        units += won * count * scale;
      }
    }
    return { size, probability: weight / link.total, rtp: units / all / masque.units };
  });
  return {
    base: {
      ...counted(masque, [...counts], all, 1),
      parts: bySize.map(({ size, rtp }) => ({ name: `${size} linked`, rtp })),
      features: bySize.map(({ size, probability, rtp }) => ({
        name: `${size} linked`,
        probability,
        worth: rtp / probability,
      })),
    },
  };
};

function countLink(first: number, size: number): readonly (readonly [number, number])[] {
  const counter = new Counter();
  const strip = machine.strips[0] as Int8Array;
  const turn = (reel: number): void => {
    if (reel === reels) {
      counter.add(paylines.total(window));
    } else if (reel > first && reel < first + size) {
      window.copyWithin(reel * rows, first * rows, (first + 1) * rows);
      turn(reel + 1);
    } else {
      for (let stop = 0; stop < strip.length; stop++) {
        for (let row = 0; row < rows; row++) window[reel * rows + row] = strip[(stop + row) % strip.length] as number;
        turn(reel + 1);
      }
    }
  };
  turn(0);
  return counter.entries();
}
