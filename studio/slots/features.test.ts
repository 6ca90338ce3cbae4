import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject, pagePath } from "#studio/engine/par/source.ts";
import { languages } from "#studio/engine/shared/types.ts";
import { featuresOf } from "./features-of.ts";
import { slots } from "./registry.ts";

/** Figures of a text, without the marks between groups of digits. */
const numbersIn = (text: string): readonly string[] =>
  [...text.replace(/(\d)[,\s](?=\d{3})/g, "$1").matchAll(/\d+/g)].map(([number]) => number);

test.each(slots)("the features of $slug have the same figures in every language, all of its PAR sheet", async slot => {
  const features = await featuresOf(slot.slug);
  expect(features.length).toBeGreaterThan(0);
  const sheet = new Set(numbersIn(readFileSync(inProject(pagePath(slot.slug)), "utf8")));
  for (const { symbol, title, text } of features) {
    expect(slot.symbols.map(({ name }) => name)).toContain(symbol);
    expect(existsSync(inProject(`studio/slots/${slot.slug}/art/symbols/${symbol}.svg`))).toBe(true);
    const figures = languages.map(language => numbersIn(`${title[language]} ${text[language]}`).toSorted());
    for (const language of figures) expect(language).toEqual(figures[0]);
    expect(figures[0]?.filter(figure => !sheet.has(figure))).toEqual([]);
  }
});
