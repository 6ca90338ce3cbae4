import { expect, test } from "vitest";
import { readSources, type Source } from "./source.ts";

/** What axe would find only on a page that has such rows. */

const pages = () => readSources().filter(({ path }) => path.endsWith(".tsx"));

/** Heads of columns without a text: `aria-label` alone doesn't name them everywhere. */
const emptyHeads = (sources: readonly Source[]) =>
  sources.flatMap(({ path, text }) => [...text.matchAll(/<th\b[^<>]*\/>/g)].map(([head]) => `${path}: ${head}`));

/** Regions of one file with the same name: a list of landmarks shows both alike. */
const twinRegions = (sources: readonly Source[]) =>
  sources.flatMap(({ path, text }) => {
    const names = [...text.matchAll(/<section\b[^<>]*aria-label=\{t\("([^"]+)"\)\}/g)].map(([, name]) => name);
    return names.filter((name, index) => names.indexOf(name) !== index).map(name => `${path}: ${name}`);
  });

/** Percentages that no formatter wrote: "42 %" is wrong in English. Use `percent` or `percentText` in the back office, `showPercent` elsewhere. */
const unformattedPercents = (sources: readonly Source[]) =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\} %/g)].map(({ index }) => `${path}: ${text.slice(0, index).split("\n").length}`),
  );

test("every head of a column has a text", () => {
  expect(emptyHeads(pages())).toEqual([]);
  expect(emptyHeads([{ path: "a.tsx", text: '<th aria-label={t("check")} />' }])).toHaveLength(1);
});

test("the regions of a page have different names", () => {
  expect(twinRegions(pages())).toEqual([]);
  const twin = '<section aria-label={t("links")}>';
  expect(twinRegions([{ path: "a.tsx", text: `${twin}${twin}` }])).toEqual(["a.tsx: links"]);
});

test("percentages are written by the formatter", () => {
  expect(unformattedPercents(pages())).toEqual([]);
  expect(unformattedPercents([{ path: "a.tsx", text: "<b>{share} %</b>" }])).toEqual(["a.tsx: 1"]);
});
