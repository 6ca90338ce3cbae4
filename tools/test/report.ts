import { readFileSync } from "node:fs";
import { relative } from "node:path";

export interface Sum {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The parts of Vitest's JSON report that are read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

/** Undefined if the run wrote none. */
export function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}

export function sumOf(report: Report | undefined): Sum {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  // A file that could not even be loaded has no tests to count.
  const unloaded = report.testResults.filter(file => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const failedOf = ({ testResults }: Report) => testResults.filter(({ status }) => status === "failed");

/** Paths from the root of the files in which a test, or a hook, failed. */
export function failedFiles(report: Report | undefined, root: string): readonly string[] {
  return report ? failedOf(report).map(({ name }) => relative(root, name)) : [];
}

/** The tests that failed and passed when their files ran again. */
export function passedNow(first: Report, again: Report, root: string): readonly string[] {
  const now = new Map(again.testResults.map(file => [file.name, file.assertionResults]));
  return failedOf(first).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .filter(({ fullName }) => now.get(name)?.some(each => each.fullName === fullName && each.status === "passed"))
      .map(({ fullName }) => `${relative(root, name)} > ${fullName}`),
  );
}

/** The sum of a run in which the files that failed count as they ended the second time. */
export function withSecondAttempt(first: Report, again: Report): Sum {
  const replaced = failedOf(first).flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: string) => replaced.filter(({ status }) => status === wanted).length;
  const unreplaced = sumOf(first);
  const second = sumOf(again);
  const unloaded = failedOf(first).filter(({ assertionResults }) => assertionResults.length === 0).length;
  const neither = replaced.length - count("passed") - count("failed");
  return {
    passed: unreplaced.passed - count("passed") + second.passed,
    failed: unreplaced.failed - count("failed") - unloaded + second.failed,
    skipped: unreplaced.skipped - neither + second.skipped,
  };
}
