import { expect, test } from "vitest";
import { findLine, hasOutcome } from "../../shared/market-kinds.ts";
import { ourLine, theirSelection, uofMarkets } from "./market-ids.ts";

const example: Readonly<Record<string, string>> = {
  total: "2.5",
  hcp: "-0.25",
  goalnr: "2",
  setnr: "1",
  gamenr: "3",
  quarternr: "4",
};

test.each(uofMarkets)("market $id is `$kind` both ways, with every outcome", market => {
  const specifiers = Object.keys(market.keys)
    .sort()
    .map(key => `${key}=${example[key]}`)
    .join("|");
  const { id, spec } = ourLine(market.id, specifiers);
  const line = findLine(id, spec);
  expect(line).toMatchObject({ spec });
  for (const [theirs, ours] of Object.entries(market.outcomes)) {
    expect(line && hasOutcome(line.kind, ours)).toBe(true);
    const back = theirSelection(market.sports?.[0] ?? "football", id, spec, ours);
    expect(back).toEqual({ market: market.id, specifiers, outcome: theirs });
  }
});

test("a specifier in any order and notation is one line; what is not mapped keeps its number", () => {
  expect(ourLine("204", "total=9.50|setnr=1")).toMatchObject({ id: "set_games_total", spec: "set=1|total=9.5" });
  expect(ourLine("21", "variant=sr:exact_goals:4+")).toMatchObject({ id: "uof:21", market: undefined });
  expect(ourLine("18", "total=2.5|other=1")).toMatchObject({ id: "uof:18", market: undefined });
  expect(theirSelection("football", "anytime_scorer", "", "p1")).toBeUndefined();
});
