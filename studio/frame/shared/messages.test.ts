import { expect, test } from "vitest";
import { readPageMessage } from "./messages.ts";

test.each([
  { type: "pause", reason: "reality-check" },
  { type: "resume" },
  { type: "sound", on: false },
  { type: "language", language: "kk" },
  { type: "reduced-motion", on: true },
  { type: "pot", amount: "1234.5" },
  { type: "session-ended" },
])("%j is a message of the page", message => {
  expect(readPageMessage(message)).toEqual(message);
});

test.each([
  undefined,
  null,
  "pause",
  7,
  {},
  { type: "pause" },
  { type: "pause", reason: "because" },
  { type: "sound", on: "yes" },
  { type: "language", language: "de" },
  { type: "pot", amount: "1e9" },
  { type: "pot", amount: 5 },
  { type: "spin" },
  { type: "balance", amount: "1000" },
  { type: "__proto__" },
])("%j is none, and does nothing", data => {
  expect(readPageMessage(data)).toBeUndefined();
});
