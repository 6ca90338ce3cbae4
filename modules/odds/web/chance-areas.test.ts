import { expect, test } from "vitest";
import { chanceAreas } from "./chance-areas.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();

test("areas lie above each other, by time from left to right and by chance from the bottom", () => {
  const areas = chanceAreas(
    [
      { at: at(0), home: 0.5, draw: 0.25, away: 0.25 },
      { at: at(15), home: 0.75, draw: 0.25, away: 0 },
      { at: at(60), home: 1, draw: 0, away: 0 },
    ],
    600,
    100,
  );
  expect(areas.map(({ side }) => side)).toEqual(["home", "draw", "away"]);
  expect(areas[0]?.points).toBe("0.0,100.0 150.0,100.0 600.0,100.0 600.0,0.0 150.0,25.0 0.0,50.0");
  expect(areas[2]?.points).toBe("0.0,25.0 150.0,0.0 600.0,0.0 600.0,0.0 150.0,0.0 0.0,0.0");
});

test("a sport without a draw has two areas, and chances that do not add up to one fill the picture", () => {
  const areas = chanceAreas(
    [
      { at: at(0), home: 0.3, draw: null, away: 0.3 },
      { at: at(1), home: 0.4, draw: null, away: 0.1 },
    ],
    100,
    10,
  );
  expect(areas.map(({ side, points }) => [side, points])).toEqual([
    ["home", "0.0,10.0 100.0,10.0 100.0,2.0 0.0,5.0"],
    ["away", "0.0,5.0 100.0,2.0 100.0,0.0 0.0,0.0"],
  ]);
});
