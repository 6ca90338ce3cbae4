import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { casesRules } from "../shared/rules.ts";

const { cases } = casesRules.current;

const css = readFileSync(new URL("case-hues.css", import.meta.url), "utf8");

test("every case has its own hue, clearly different from all others", () => {
  const hues = cases.map(({ slug }) =>
    Number(css.match(new RegExp(`\\.art\\.case-${slug}\\s*\\{\\s*--h:\\s*(\\d+);`))?.[1]),
  );
  const around = hues.sort((a, b) => a - b).map((hue, index) => (hues[(index + 1) % hues.length] ?? 0) - hue);
  expect(around.map(step => (step + 360) % 360).filter(step => !(step >= 20))).toEqual([]);
});
