import type { Translate } from "#kit/i18n/translate.ts";
import { colourOf, spotOf } from "../shared/cloth.ts";
import { numbersText } from "./cloth-cells.ts";

/** A spot's accessible name. */
export function spotName(id: string, t: Translate<"roulette">): string {
  const spot = spotOf(id);
  if (!spot) return id;
  if (spot.kind === "even_chance") return t.in("spot", id);
  if (spot.kind === "column" || spot.kind === "dozen") return t(`spot.${spot.kind}`, { number: id.slice(-1) });
  return t(`spot.${spot.kind}`, { numbers: numbersText(id) });
}

/** A number's properties, in two lines: "Red, even", "1 to 18, dozen 2, column 2". */
export function numberInWords(number: number, t: Translate<"roulette">): { name: string; position: string } {
  const colour = t(`colour.${colourOf(number)}`);
  if (number === 0) return { name: colour, position: t("zero_place") };
  return {
    name: t("named", { colour, parity: t(number % 2 === 0 ? "parity.even" : "parity.odd") }),
    position: t("place", {
      half: t(number <= 18 ? "short.low" : "short.high"),
      dozen: Math.ceil(number / 12),
      column: ((number - 1) % 3) + 1,
    }),
  };
}
