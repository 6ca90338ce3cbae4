import type { Mutation, RedTests } from "./mutation.ts";

export type Verdict = "killed" | "survived" | "broken" | "does not apply" | "not run";

/** The parts of vitest's JSON report that are read here. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

export interface TestResult {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[] | null;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** Why it is not killed. */
  readonly because?: string;
}

/** Matches the titles that a source title stands for: `%s` and the like may be anything. */
export function titlePattern(title: string): string {
  return title
    .split(/%[a-z]|%%/)
    .map(part => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("[\\s\\S]*");
}

/** What the report of the named tests says of a planted bug. */
export function judge({ red }: Pick<Mutation, "red">, report: Report): Judgement {
  const judgements = red.flatMap(({ file, titles }) => titles.map(title => judgeTest(file, title, report)));
  const broken = judgements.find(({ verdict }) => verdict === "broken");
  const survived = judgements.find(({ verdict }) => verdict === "survived");
  return (
    broken ??
    survived ??
    (judgements.length > 0 ? { verdict: "killed" } : { verdict: "broken", because: "no test is named" })
  );
}

function judgeTest(file: string, title: string, report: Report): Judgement {
  const of = report.testResults.find(({ name }) => name.endsWith(file));
  if (!of) return { verdict: "broken", because: `${file} did not run` };
  const pattern = new RegExp(`^${titlePattern(title)}$`);
  const results = of.assertionResults.filter(each => pattern.test(each.title) && hasRun(each));
  if (results.length === 0)
    return { verdict: "broken", because: `${file}: "${title}" did not run. ${firstLine(of.message)}` };
  const failed = results.filter(({ status }) => status === "failed");
  if (failed.length === 0) return { verdict: "survived", because: `"${title}" passed` };
  if (failed.some(isAssertion)) return { verdict: "killed" };
  return { verdict: "broken", because: `"${title}": ${firstLine(failed[0]?.failureMessages?.[0])}` };
}

const hasRun = ({ status }: TestResult) => status === "passed" || status === "failed";

/**
 * A failed expectation, also within a property, an invariant or a constraint of the database, as against a timeout, another exception of the patched code, or a
 * failure to load it.
 */
function isAssertion({ failureMessages }: TestResult): boolean {
  return (failureMessages ?? []).some(message =>
    /^(AssertionError|InvariantError|Error: (Property failed|expected |promise resolved ))|violates (check|unique|not-null|foreign key|exclusion) constraint/.test(
      firstLine(message),
    ),
  );
}

function firstLine(text: string | undefined): string {
  return (text ?? "").split("\n", 1)[0]?.slice(0, 200) ?? "";
}

/** The named tests that do not pass although nothing is planted. */
export function notGreen(red: readonly RedTests[], report: Report): readonly string[] {
  return red.flatMap(({ file, titles }) =>
    titles.flatMap(title => {
      const { verdict, because } = judgeTest(file, title, report);
      return verdict === "survived" ? [] : [`${file}: "${title}" ${because ?? "fails"}`];
    }),
  );
}
