import { expect, test } from "vitest";
import { slots } from "#studio/slots/registry.ts";
import { type TextKey, textsOf } from "./texts.ts";

const facts = new Proxy({}, { get: (_target, name) => `<${String(name)}>` }) as Record<string, string>;
const keys = [
  "lines",
  "ways",
  "buyConfirm",
  "errVoid",
  "errOtherRound",
  "lineWin",
  "waysWin",
  "freeRounds",
  "validUntil",
  "featureWon",
] as const satisfies TextKey[];

test.each(keys)("%s names the same facts in every language", key => {
  const named = (["en", "ru", "kk"] as const).map(language =>
    textsOf(language)(key, facts).match(/<\w+>/g)?.toSorted(),
  );
  expect(named[1]).toEqual(named[0]);
  expect(named[2]).toEqual(named[0]);
});

test("every game and symbol has its title in every language", () => {
  for (const { titles, symbols } of slots) {
    for (const each of [titles, ...symbols.map(symbol => symbol.titles)]) {
      expect([each.en, each.ru, each.kk].every(text => text.length > 0)).toBe(true);
    }
  }
});
