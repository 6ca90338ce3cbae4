import { expect, test } from "vitest";
import { shownMarkets } from "./pinned-markets.ts";

const markets = [
  { kind: "1x2", group: "main" },
  { kind: "hcp", group: "main" },
  { kind: "next_goal", group: "goals" },
  { kind: "both_score", group: "goals" },
];
const kinds = (group: string, isFirst: boolean, pinned: readonly string[]) =>
  shownMarkets(markets, group, isFirst, pinned).map(({ kind }) => kind);

test("pinned kinds come first, in the order in which they were pinned; the first group has those of all groups", () => {
  expect(kinds("main", true, [])).toEqual(["1x2", "hcp"]);
  expect(kinds("main", true, ["next_goal", "hcp"])).toEqual(["next_goal", "hcp", "1x2"]);
  expect(kinds("goals", false, ["both_score", "hcp"])).toEqual(["both_score", "next_goal"]);
  expect(kinds("main", true, ["tie_break"])).toEqual(["1x2", "hcp"]);
});
