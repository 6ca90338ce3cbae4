import { afterEach, expect, test, vi } from "vitest";
import { loadCountryNames, ownCountryNames, regionCodes } from "./country-names.ts";
import names from "./country-names-kk.json" with { type: "json" };

test("the Kazakh names of countries are those of Unicode CLDR, as Node has them", () => {
  const cldr = new Intl.DisplayNames("kk", { type: "region", fallback: "none" });
  expect(regionCodes().length).toBeGreaterThan(240);
  expect(names).toEqual(Object.fromEntries(regionCodes().map(code => [code, cldr.of(code)])));
});

afterEach(() => vi.unstubAllGlobals());

test("a runtime that answers in English for Kazakh, as Chromium does, has no names of its own", async () => {
  const { DisplayNames } = Intl;
  const chromium = (language: string, options: Intl.DisplayNamesOptions) => {
    const names = new DisplayNames(language === "kk" ? "en" : language, options);
    return { of: (code: string) => names.of(code), resolvedOptions: () => ({ locale: language }) };
  };
  vi.stubGlobal("Intl", { ...Intl, DisplayNames: chromium });
  expect(ownCountryNames("kk")).toBeUndefined();
  expect((await loadCountryNames("kk"))("KZ")).toBe("Қазақстан");
  expect(ownCountryNames("ru")?.("DE")).toBe("Германия");
  expect(ownCountryNames("en")?.("DE")).toBe("Germany");
});
