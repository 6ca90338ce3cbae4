import { expect, test } from "vitest";
import type { Entry } from "#assurance/cluster/journal.ts";
import { type DrillResult, report } from "./report.ts";

const entry: Entry = { player: 1, key: "k", path: "", body: {}, began: 0 };
const compared = { expected: 5, lost: [], late: [], doubled: [] };
const latest = { title: "the latest", ms: 4_000, compared, wrongBooks: [] };
const good: DrillResult = {
  restored: [{ ...latest, compared: { ...compared, lost: [entry] } }, latest],
  rpoMs: 9_000,
  rtoMs: 20_000,
  holes: 0,
  failed: 0,
  confirmed: 100,
};
const quiet = () => undefined;

test("what was lost with the log that was not archived is the RPO, and no fault while it is within the target", () => {
  const lines: string[] = [];
  expect(report(good, line => lines.push(line))).toBe(true);
  expect(lines.at(-1)).toBe(
    "\nconfirmed 100, RPO 9.0 s, RTO 20.0 s, moments missed 0, holes 0, doubled 0, failed 0, wrong books 0",
  );
});

test.each<[string, Partial<DrillResult>]>([
  ["an RPO over a minute", { rpoMs: 60_001 }],
  ["an RTO over five minutes", { rtoMs: 300_001 }],
  ["a hole", { holes: 1 }],
  ["a movement without an answer", { failed: 1 }],
  ["a bet missing at a moment", { restored: [latest, { ...latest, compared: { ...compared, lost: [entry] } }] }],
  ["a bet of later than the moment", { restored: [latest, { ...latest, compared: { ...compared, late: [entry] } }] }],
  ["a bet twice", { restored: [{ ...latest, compared: { ...compared, doubled: [entry] } }] }],
  ["wrong books", { restored: [{ ...latest, wrongBooks: ["BROKEN I1"] }] }],
])("%s fails the drill", (_fault, change) => {
  expect(report({ ...good, ...change }, quiet)).toBe(false);
});
