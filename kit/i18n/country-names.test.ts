import { afterEach, expect, test, vi } from "vitest";
import { countryCodes, loadCountryNames, ownCountryNames, regionCodes } from "./country-names.ts";
import names from "./country-names-kk.json" with { type: "json" };

test("the Kazakh names of countries are those of Unicode CLDR, as Node has them", () => {
  const cldr = new Intl.DisplayNames("kk", { type: "region", fallback: "none" });
  expect(regionCodes().length).toBeGreaterThan(240);
  expect(names).toEqual(Object.fromEntries(regionCodes().map(code => [code, cldr.of(code)])));
});

afterEach(() => vi.unstubAllGlobals());

test("a runtime that answers in English for Kazakh, as Chromium does, has no names of its own", async () => {
  class ChromiumNames extends Intl.DisplayNames {
    readonly #asked: string;
    constructor(language: string, options: Intl.DisplayNamesOptions) {
      super(language === "kk" ? "en" : language, options);
      this.#asked = language;
    }
    override resolvedOptions() {
      return Object.assign(super.resolvedOptions(), { locale: this.#asked });
    }
  }
  vi.stubGlobal("Intl", { DisplayNames: ChromiumNames });
  expect(ownCountryNames("kk")).toBeUndefined();
  expect((await loadCountryNames("kk"))("KZ")).toBe("Қазақстан");
  expect(ownCountryNames("ru")?.("DE")).toBe("Германия");
  expect(ownCountryNames("en")?.("DE")).toBe("Germany");
});

test("countries are those of today, without unions and parts of the world", () => {
  const codes = countryCodes();
  expect(codes).toEqual(expect.arrayContaining(["KZ", "RU", "GB", "XK", "IN", "US"]));
  for (const code of ["SU", "UK", "DD", "YU", "EU", "UN", "ZZ", "XA"]) expect(codes).not.toContain(code);
});
