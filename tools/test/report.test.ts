import { expect, test } from "vitest";
import { failedFiles, passedNow, type Report, sumOf, withSecondAttempt } from "./report.ts";
import { mayRunAgain } from "./second-attempt-files.ts";

type Statuses = Readonly<Record<string, "passed" | "failed" | "pending">>;

function report(files: Readonly<Record<string, Statuses>>): Report {
  const statuses = Object.values(files).flatMap(file => Object.values(file));
  const count = (wanted: string) => statuses.filter(status => status === wanted).length;
  return {
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("pending"),
    numTodoTests: 0,
    testResults: Object.entries(files).map(([name, tests]) => ({
      name: `/root/${name}`,
      status: Object.values(tests).includes("failed") || Object.keys(tests).length === 0 ? "failed" : "passed",
      assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
    })),
  };
}

const first = report({
  "kit/a.it.test.ts": { one: "passed", two: "failed", three: "pending" },
  "kit/b.it.test.ts": { four: "passed" },
  "kit/c.it.test.ts": {},
});

test("a file that could not be loaded is one failure, and so is a run without a report", () => {
  expect(sumOf(first)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  expect(sumOf(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(failedFiles(first, "/root")).toEqual(["kit/a.it.test.ts", "kit/c.it.test.ts"]);
});

test("files that ran again count as they ended the second time, and what passed only then is named", () => {
  const again = report({
    "kit/a.it.test.ts": { one: "passed", two: "passed", three: "pending" },
    "kit/c.it.test.ts": { five: "passed" },
  });
  expect(withSecondAttempt(first, again)).toEqual({ passed: 4, failed: 0, skipped: 1 });
  expect(passedNow(first, again, "/root")).toEqual(["kit/a.it.test.ts > two"]);
  const worse = report({
    "kit/a.it.test.ts": { one: "failed", two: "failed", three: "pending" },
    "kit/c.it.test.ts": { five: "passed" },
  });
  expect(withSecondAttempt(first, worse)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  expect(passedNow(first, worse, "/root")).toEqual([]);
});

test.each([
  [true, ["modules/odds/server/show/show.it.test.ts"]],
  [true, ["kit/host/signals.it.test.ts", "modules/support/server/support.it.test.ts"]],
  [false, []],
  [false, ["modules/wallet/server/wallet.it.test.ts"]],
  [false, ["modules/odds/server/show/show.it.test.ts", "modules/betting/server/accepting.it.test.ts"]],
  [false, ["modules/notifications/server/kill.it.test.ts"]],
  [false, ["apps/server/invariants.it.test.ts"]],
  [false, ["modules/providers/server/wallet-calls.it.test.ts"]],
  [false, Array.from({ length: 4 }, (_, i) => `kit/db/${i}.it.test.ts`)],
])("it is %s that these may run again: %j", (may, files) => {
  expect(mayRunAgain(files)).toBe(may);
});
