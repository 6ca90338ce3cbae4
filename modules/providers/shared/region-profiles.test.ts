import { expect, test } from "vitest";
import { baseProfile, countryProfiles, profileRules, regionProfile } from "./region-profiles.ts";

test("the list of rules names each rule of a profile once, and a law or our decision for each country that has its own", () => {
  const { name: _name, ...rules } = baseProfile;
  expect(profileRules.map(({ rule }) => rule).toSorted()).toEqual(Object.keys(rules).toSorted());
  for (const { laws } of profileRules) expect(Object.keys(laws)).toEqual(Object.keys(countryProfiles));
});

test("a country without a profile of its own has the base profile", () => {
  expect(regionProfile("KZ", "slots")).toBe(baseProfile);
  expect(regionProfile("GB", "slots")).toMatchObject({ min_round_ms: 2500, autoplay: false, chat: false });
  expect(regionProfile("GB", "live-casino")).toMatchObject({ min_round_ms: 5000, autoplay: false });
});
