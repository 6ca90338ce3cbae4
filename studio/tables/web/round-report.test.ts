import { expect, test } from "vitest";
import { createRoundReport } from "./round-report.ts";

const reports = (isDemo: boolean) => {
  const sent: object[] = [];
  return { sent, report: createRoundReport({ send: message => void sent.push(message) }, isDemo) };
};

test("the page receives one beginning and one end of a round, whatever is bet in between", () => {
  const { sent, report } = reports(false);
  report.ended("r0");
  report.started();
  report.started();
  report.ended("r1");
  report.ended("r1");
  expect(sent).toEqual([
    { type: "round", state: "started" },
    { type: "round", state: "ended", round: "r1" },
    { type: "balance-changed" },
  ]);
});

test("a round of play chips is not the page's business", () => {
  const { sent, report } = reports(true);
  report.started();
  report.ended(null);
  expect(sent).toEqual([]);
});
