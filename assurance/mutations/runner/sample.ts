import { commitHash } from "#kit/testing/commit-sample.ts";
import { chooseMutations, readMutations } from "./mutation.ts";
import { type Outcome, runMutations } from "./run.ts";

const howMany = 6;
const mostMs = 80_000;

/**
 * The part of `npm test`: six mutations, chosen by the hash of the commit so that a run can be repeated. After 80 seconds the rest is
 * left out, so that all of it takes at most 90 with start and end. The tests that must turn red have run green before this.
 */
export async function runSample(): Promise<{
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}> {
  const suitable = readMutations().filter(({ isSampled }) => isSampled);
  const outcomes = await runMutations(chooseMutations(suitable, howMany, commitHash()), {
    atOnce: 2,
    isBaselineChecked: false,
    mostMs,
    onOutcome: print,
  });
  const count = (verdict: Outcome["verdict"]) => outcomes.filter(outcome => outcome.verdict === verdict).length;
  const [passed, skipped] = [count("killed"), count("not run")];
  return { passed, skipped, failed: outcomes.length - passed - skipped };
}

function print({ mutation, verdict, because }: Outcome): void {
  const is = verdict === "killed" ? "passed" : verdict === "not run" ? "left out" : "FAILED";
  console.log(`  ${is}  ${mutation.id}${verdict === "killed" ? "" : `: ${verdict}, ${because ?? ""}`}`);
}
