import { el } from "#studio/frame/web/dom.ts";
import one from "../art/chips/chip-1.svg";
import five from "../art/chips/chip-5.svg";
import twentyFive from "../art/chips/chip-25.svg";
import hundred from "../art/chips/chip-100.svg";
import fiveHundred from "../art/chips/chip-500.svg";
import thousand from "../art/chips/chip-1000.svg";
import fiveThousand from "../art/chips/chip-5000.svg";

/** Values of chips, in the smallest steps of the currency's stakes. */
export const chipFaces = [1, 5, 25, 100, 500, 1_000, 5_000] as const;
export type ChipFace = (typeof chipFaces)[number];

const pictures: Readonly<Record<ChipFace, string>> = {
  1: one,
  5: five,
  25: twentyFive,
  100: hundred,
  500: fiveHundred,
  1000: thousand,
  5000: fiveThousand,
};

export function chipImage(face: ChipFace): HTMLImageElement {
  return el("img", { src: pictures[face], alt: "", draggable: "false" });
}

const mostInStack = 6;
/** Bounds the chips that are counted before the stack is cut. */
const mostCounted = 40;

/** The fewest chips that make an amount, the largest at the bottom; only the top of a high stack. */
export function stackOf(amount: bigint, step: bigint): readonly ChipFace[] {
  let left = amount / step;
  const stack: ChipFace[] = [];
  for (const face of chipFaces.toReversed()) {
    for (; left >= BigInt(face) && stack.length < mostCounted; left -= BigInt(face)) stack.push(face);
  }
  return stack.slice(-mostInStack);
}
