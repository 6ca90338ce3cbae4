import { benchVerifier as measure } from "#tools/verify/bench.ts";
import { randomRounds } from "../second-verifier/random-rounds.ts";
import { checkWithSecondVerifier } from "../second-verifier/second-verifier.ts";
import type { BenchSuite } from "./bench-suite.ts";

const linesForPython = 100_000;

/** Whole proofs a second by the verifier, beside bare rounds a second by the independent one in Python. */
export const benchVerifier: BenchSuite = async ({ seconds }) => {
  const rows = measure(seconds).map(({ game, perSecond }) => ({ verifier: "TypeScript", game, "rounds/s": perSecond }));
  const lines = [...randomRounds(linesForPython)];
  const began = performance.now();
  const { code, text } = await checkWithSecondVerifier(lines);
  if (code !== 0) throw new Error(text);
  const perSecond = Math.round(linesForPython / ((performance.now() - began) / 1000));
  return [...rows, { verifier: "Python", game: "dice and crash", "rounds/s": perSecond }];
};
