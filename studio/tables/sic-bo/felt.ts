import { faces } from "./rules.ts";

/** Which spots are in which rows of the felt: wide, and upright on a phone. */
export const totals = Array.from({ length: 14 }, (_, index) => `total-${index + 4}`);
export const pairs = faces.flatMap(low => faces.filter(high => high > low).map(high => `pair-${low}-${high}`));
export const ofFaces = (kind: "single" | "double" | "triple") => faces.map(face => `${kind}-${face}`);
