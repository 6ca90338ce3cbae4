import { join } from "node:path";
import { checkLines } from "./second-verifier.ts";

export const betsVerifier = join(import.meta.dirname, "fairhouse_bets.py");

/** Sends markets with facts and claimed results to the independent verifier of bets; returns its exit code and what it printed. */
export const checkBets = (lines: Iterable<string>) => checkLines(betsVerifier, lines);
