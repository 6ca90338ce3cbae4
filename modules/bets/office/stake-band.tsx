import type { RouteOutput } from "#kit/contract/route.ts";
import { money } from "#modules/operators/office/parts/figures.tsx";
import type { readPlayedGame } from "./contract.ts";

type Stakes = RouteOutput<typeof readPlayedGame>["data"]["game"]["stakes"];

/** The smallest and the largest stake of one bet in a currency; one sum where they are the same. */
export function StakeBand({ of, currency }: { readonly of: Stakes; readonly currency: string }) {
  const band = of.find(each => each.currency === currency);
  if (!band) return "—";
  const [min, max] = [money(band.min, band.currency), money(band.max, band.currency)];
  return <span className="nowrap">{min === max ? min : `${min} – ${max}`}</span>;
}
