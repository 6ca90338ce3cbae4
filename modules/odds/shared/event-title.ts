import type { EventView } from "./contract.ts";

/** The name of an event: both sides, or the tournament and the part of it that an outright is about. `t` of the namespace `odds`. */
export function eventTitle(
  t: (key: "page.outright_of" | "page.outright_of_quarter", values: { league: string; n: string }) => string,
  { home, away, league, outright }: Pick<EventView, "home" | "away" | "league" | "outright">,
): string {
  if (home && away) return `${home.name} \u2013 ${away.name}`;
  const key = outright?.section ? "page.outright_of_quarter" : "page.outright_of";
  return t(key, { league: league.name, n: `${outright?.section ?? ""}` });
}
