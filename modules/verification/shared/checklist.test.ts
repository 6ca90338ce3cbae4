import { expect, test } from "vitest";
import { checklistOf } from "./checklist.ts";

test.each([
  [
    ["identity", "selfie"],
    ["readable", "name", "birth_date", "valid", "face"],
  ],
  [
    ["address", "identity_back", "identity"],
    ["readable", "name", "birth_date", "valid", "address"],
  ],
  [[], []],
] as const)("documents %j are checked for %j", (kinds, asked) => {
  expect(checklistOf(kinds)).toEqual(asked);
});
