import { expect, test } from "vitest";
import { configSchema } from "#kit/host/config.ts";
import { createPlayFeatures } from "./features.ts";

const settings = (text: Record<string, string>) => {
  const { AUTOBET_OFF_COUNTRIES, TURBO_OFF_COUNTRIES } = configSchema.shape;
  return {
    AUTOBET_OFF_COUNTRIES: AUTOBET_OFF_COUNTRIES.parse(text.AUTOBET_OFF_COUNTRIES),
    TURBO_OFF_COUNTRIES: TURBO_OFF_COUNTRIES.parse(text.TURBO_OFF_COUNTRIES),
  };
};
/** An address is its country here; `-`: unknown. */
const featuresUnder = (config: ReturnType<typeof settings>) =>
  createPlayFeatures(config, address => (address === "-" ? null : address), undefined);

test("by default the United Kingdom has neither autobet nor instant mode, Kazakhstan both", () => {
  const featuresAt = featuresUnder(settings({}));
  expect(featuresAt("GB")).toEqual({ autobet: false, turbo: false });
  expect(featuresAt("KZ")).toEqual({ autobet: true, turbo: true });
  expect(featuresAt("-")).toEqual({ autobet: true, turbo: true });
});

test("each is switched off separately, and an invalid list prevents the start", () => {
  const featuresAt = featuresUnder(settings({ AUTOBET_OFF_COUNTRIES: "GB, DE", TURBO_OFF_COUNTRIES: "" }));
  expect(featuresAt("DE")).toEqual({ autobet: false, turbo: true });
  expect(featuresAt("GB")).toEqual({ autobet: false, turbo: true });
  expect(() => settings({ AUTOBET_OFF_COUNTRIES: "Germany" })).toThrow();
});
