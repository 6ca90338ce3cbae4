import { type Factor, lost, voided, won } from "./factor.ts";
import type { Facts } from "./facts.ts";

/** A place among the first `places` of an outright; entrants that share the last ones share them as a dead heat. Who never took part is void. */
export function entrantFactor(
  { standings }: Pick<Facts, "standings">,
  places: number,
  entrant: string,
): Factor | undefined {
  if (!standings) return undefined;
  const own = standings.find(each => each.entrant === entrant);
  if (!own) return voided;
  const before = standings.filter(each => each.place < own.place).length;
  const tied = standings.filter(each => each.place === own.place).length;
  const left = places - before;
  if (left <= 0) return lost;
  return left >= tied ? won : { result: 1, voidFactor: 0, deadHeat: [left, tied] };
}
