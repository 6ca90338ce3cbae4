import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTranslate, type Texts } from "#kit/i18n/translate.ts";
import { marketKinds } from "./market-kinds.ts";
import { type MarketSides, marketName, outcomeName } from "./market-names.ts";

const textsOf = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../locale/${file}.json`), "utf8")) as Texts;
const languages = { en: "en", ru: "ru", kz: "kk" } as const;
const translate = (file: keyof typeof languages) => createTranslate(languages[file], "odds", () => textsOf(file));
const sides: MarketSides = { sport: "football", home: "Ravenmoor", away: "Saltby", entrant: id => `Player ${id}` };

/** A value that fits each key of a specifier. */
const values: Readonly<Record<string, string>> = { hcp: "-0.25", total: "2.5", score: "1:0", side: "away", half: "1" };
const specOf = (keys: readonly string[]) => keys.map(key => `${key}=${values[key] ?? "2"}`).join("|");

describe.each(["en", "ru", "kz"] as const)("in %s", file => {
  const t = translate(file);
  test.each(marketKinds)("$id and its outcomes have names without gaps", kind => {
    const market = { kind: kind.id, spec: specOf(kind.keys) };
    const outcomes = typeof kind.outcomes === "string" ? ["none", "2:1", "7"] : kind.outcomes;
    const names = [marketName(t, sides, market), ...outcomes.map(id => outcomeName(t, sides, market, id))];
    for (const name of names) {
      expect(name).not.toMatch(/\{\{|undefined|markets\.|outcomes\.|parts\.|units\.| {2}|^\s|\s$/);
      expect(name).not.toBe("");
    }
    expect(new Set(names.slice(1)).size).toBe(outcomes.length);
  });
});

test.each([
  ["en", "total", "total=2.5", "over", "Total goals", "Over 2.5"],
  ["ru", "total", "total=2.5", "under", "Тотал голов", "Меньше 2,5"],
  ["kz", "total", "total=2.5", "over", "Голдар тоталы", "Көп 2,5"],
  ["en", "hcp", "hcp=-0.25", "away", "Handicap", "Saltby +0.25"],
  ["en", "hcp", "hcp=0", "home", "Handicap", "Ravenmoor 0"],
  ["en", "hcp_3way", "hcp=1", "draw", "Three-way handicap", "Draw (Ravenmoor +1)"],
  ["en", "double_chance", "", "draw_away", "Double chance", "Saltby or draw"],
  ["ru", "double_chance", "", "home_away", "Двойной шанс", "Ravenmoor или Saltby"],
  ["en", "ht_ft", "", "draw_home", "Half-time/full-time", "Draw / Ravenmoor"],
  ["en", "correct_score", "", "other", "Correct score", "Any other score"],
  ["en", "next_goal", "goal=3", "none", "Goal No. 3", "No goal"],
  ["en", "first_scorer", "", "none", "First goalscorer", "No goalscorer"],
  ["kz", "half_total", "half=2|total=1", "under", "2-тайм: голдар тоталы", "Аз 1"],
  ["en", "team_total", "side=away|total=1.5", "over", "Saltby: total goals", "Over 1.5"],
] as const)("%s: %s %s, %s is named", (file, kind, spec, outcome, market, name) => {
  const decimal = (text: string) => (file === "en" ? text : text.replace(".", ","));
  expect(marketName(translate(file), sides, { kind, spec })).toBe(market);
  expect(outcomeName(translate(file), sides, { kind, spec }, outcome, decimal)).toBe(name);
});

test("a kind that we do not list is shown by its id", () => {
  expect(marketName(translate("en"), sides, { kind: "moon", spec: "" })).toBe("moon");
  expect(outcomeName(translate("en"), sides, { kind: "moon", spec: "" }, "full")).toBe("full");
});

test("beside short names of both sides a draw with a handicap says the handicap alone", () => {
  const short: MarketSides = Object.assign({}, sides, { home: "RAV", away: "SAL", isShort: true });
  const named = ["home", "draw", "away"].map(id =>
    outcomeName(translate("ru"), short, { kind: "hcp_3way", spec: "hcp=-2" }, id),
  );
  expect(named).toEqual(["RAV \u22122", "Ничья (\u22122)", "SAL +2"]);
});
