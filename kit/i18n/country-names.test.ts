import { expect, test } from "vitest";
import { regionCodes } from "./country-names.ts";
import names from "./country-names-kk.json" with { type: "json" };

test("the Kazakh names of countries are those of Unicode CLDR, as Node has them", () => {
  const cldr = new Intl.DisplayNames("kk", { type: "region", fallback: "none" });
  expect(regionCodes().length).toBeGreaterThan(240);
  expect(names).toEqual(Object.fromEntries(regionCodes().map(code => [code, cldr.of(code)])));
});
