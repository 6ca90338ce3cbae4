import { expect, test } from "vitest";
import * as provider from "#odds-sandbox/shared/markets.ts";
import { halfLost, halfWon, lost, voided, won } from "./factor.ts";
import { type Sport, sports } from "./facts.ts";
import { exampleFacts, exampleLines } from "./market-examples.ts";
import { kindsOfSport, scopeOfKind, shapeOfKind } from "./market-guide.ts";
import { findKind, findLine, marketKinds } from "./market-kinds.ts";

const kind = (id: string) => findKind(id) as NonNullable<ReturnType<typeof findKind>>;

test("every kind of market belongs to a sport, and every kind that the provider prices to its own", () => {
  const listed = new Set(sports.flatMap(sport => kindsOfSport(sport).map(({ id }) => id)));
  expect(marketKinds.filter(({ id }) => !listed.has(id))).toEqual([]);
  const priced = {
    football: [...provider.footballKinds, ...provider.outrightKinds],
    tennis: [...provider.tennisKinds],
    basketball: [...provider.basketballKinds],
  };
  for (const [sport, kinds] of Object.entries(priced)) {
    const ids = kindsOfSport(sport as Sport).map(({ id }) => id);
    expect(kinds.map(({ id }) => id).filter(id => !ids.includes(id as never))).toEqual([]);
  }
});

test.each(sports)("%s: the rules that settle bets decide every outcome of every example", sport => {
  for (const each of kindsOfSport(sport)) {
    const lines = exampleLines(each, sport);
    expect(lines.length, each.id).toBeGreaterThan(0);
    for (const { spec, outcomes } of lines) {
      expect(findLine(each.id, spec), `${each.id} ${spec}`).toBeDefined();
      expect(outcomes.length, `${each.id} ${spec}`).toBeGreaterThanOrEqual(2);
    }
  }
});

test("football's examples show whole, quarter and level lines", () => {
  expect(exampleFacts("football").score.total).toEqual([2, 1]);
  const factors = exampleLines(kind("hcp"), "football").map(({ outcomes }) => outcomes.map(({ factor }) => factor));
  expect(factors).toEqual([
    [won, lost],
    [halfWon, halfLost],
    [voided, voided],
  ]);
});

test("a kind is explained by how it compares and by what it counts in its sport", () => {
  const explained = (id: string, sport: Sport) => [shapeOfKind(kind(id)), scopeOfKind(kind(id), sport)];
  expect(explained("1x2", "football")).toEqual(["three_way", "regular_football"]);
  expect(explained("winner", "ice_hockey")).toEqual(["winner", "with_overtime"]);
  expect(explained("winner", "tennis")).toEqual(["winner", "whole_match"]);
  expect(explained("rest_hcp", "football")).toEqual(["rest_handicap", "regular_football"]);
  expect(explained("set_games_hcp", "tennis")).toEqual(["handicap", "set_games"]);
  expect(explained("set_winner", "tennis")).toEqual(["part_winner", "part"]);
  expect(explained("quarter_1x2", "basketball")).toEqual(["three_way", "part"]);
  expect(explained("half_total", "basketball")).toEqual(["total", "two_quarters"]);
  expect(explained("to_qualify", "football")).toEqual(["to_qualify", "extra_time"]);
  expect(explained("outright_top_4", "football")).toEqual(["outright", "tournament"]);
});
