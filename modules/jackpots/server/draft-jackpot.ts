import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { type Micros, parseAmount } from "#kit/money/amount.ts";
import { seedPart } from "../shared/limits.ts";
import type { JackpotKind } from "../shared/rules.ts";
import type { JackpotFacts } from "./jackpot-facts.ts";
import type { PotTerms } from "./store.ts";

/** Terms as the office sends them; the contract has checked their grammar. */
export interface DraftedTerms {
  readonly games: readonly string[];
  readonly edge_share: number;
  readonly seed: string;
  readonly bound: string;
}

/** The terms of a pot. Fails with `validation_failed`. */
export function readTerms(body: DraftedTerms, kind: JackpotKind, counts: JackpotFacts["counts"]): PotTerms {
  const games = [...new Set(body.games)];
  if (games.length === 0 || !games.every(counts)) refuse("games", "game_invalid");
  const [seed, bound] = [sumOf("seed", body.seed), sumOf("bound", body.bound)];
  if (seed * seedPart[kind] > bound) refuse("seed", "seed_too_large");
  return { games, edgeShare: body.edge_share, seed, bound };
}

function sumOf(field: string, text: string): Micros {
  const sum = parseAmount(text);
  return sum === undefined || sum === 0n ? refuse(field, "amount_invalid") : sum;
}

function refuse(field: string, key: string): never {
  return fail(validationFailed, { errors: { [field]: [key] } });
}
