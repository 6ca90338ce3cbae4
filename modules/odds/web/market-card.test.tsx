import { expect, test } from "vitest";
import type { MarketView } from "../shared/contract.ts";
import type { MarketSides } from "../shared/market-names.ts";
import { renderElement } from "../testing/render-element.tsx";
import { MarketCard } from "./market-card.tsx";

const sides: MarketSides = { sport: "football", home: "Oakworth Wanderers", away: "Salcrest", entrant: id => id };
const shortSides: MarketSides = { sport: "football", home: "OAW", away: "SAL", isShort: true, entrant: id => id };

/** The labels of the prices as they are seen. */
async function labelsOf(line: Pick<MarketView, "kind" | "spec">, ids: readonly string[]): Promise<readonly string[]> {
  const market = Object.assign({ group: "main", open: true, producer: "pre", margin: null }, line, {
    outcomes: ids.map(id => ({ id, price: "1.9" })),
  }) as MarketView;
  const element = (
    <MarketCard
      event="m:1"
      lines={[market]}
      sides={sides}
      shortSides={shortSides}
      feed={[]}
      isPinned={false}
      onPin={() => undefined}
    />
  );
  const html = await renderElement(element);
  return [...html.matchAll(/class="ellipsis"[^>]*>(?:<span aria-hidden="true">)?([^<]+)</g)]
    .map(([, text]) => text ?? "")
    .slice(1);
}

test("a handicap is beside a short name, so that no name pushes it out", async () => {
  expect(await labelsOf({ kind: "hcp", spec: "hcp=-3.75" }, ["home", "away"])).toEqual(["OAW \u22123.75", "SAL +3.75"]);
});

test("names of three outcomes are short, those of two are in full", async () => {
  expect(await labelsOf({ kind: "1x2", spec: "" }, ["home", "draw", "away"])).toEqual(["OAW", "Draw", "SAL"]);
  expect(await labelsOf({ kind: "winner", spec: "" }, ["home", "away"])).toEqual(["Oakworth Wanderers", "Salcrest"]);
});
