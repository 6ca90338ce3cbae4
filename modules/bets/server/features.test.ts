import { expect, test } from "vitest";
import { configSchema } from "#kit/host/config.ts";
import { featuresOf } from "./features.ts";

const settings = (text: Record<string, string>) => {
  const { AUTOBET_OFF_COUNTRIES, TURBO_OFF_COUNTRIES } = configSchema.shape;
  return {
    AUTOBET_OFF_COUNTRIES: AUTOBET_OFF_COUNTRIES.parse(text.AUTOBET_OFF_COUNTRIES),
    TURBO_OFF_COUNTRIES: TURBO_OFF_COUNTRIES.parse(text.TURBO_OFF_COUNTRIES),
  };
};

test("by default the United Kingdom has neither autobet nor instant mode, Kazakhstan both", () => {
  const config = settings({});
  expect(featuresOf(config, "GB")).toEqual({ autobet: false, turbo: false });
  expect(featuresOf(config, "KZ")).toEqual({ autobet: true, turbo: true });
  expect(featuresOf(config, null)).toEqual({ autobet: true, turbo: true });
});

test("each is switched off separately, and an invalid list prevents the start", () => {
  const config = settings({ AUTOBET_OFF_COUNTRIES: "GB, DE", TURBO_OFF_COUNTRIES: "" });
  expect(featuresOf(config, "DE")).toEqual({ autobet: false, turbo: true });
  expect(featuresOf(config, "GB")).toEqual({ autobet: false, turbo: true });
  expect(() => settings({ AUTOBET_OFF_COUNTRIES: "Germany" })).toThrow();
});
