import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { tableName } from "./round.ts";
import { rouletteRules } from "./rules.ts";
import { verifyRoulette } from "./verify.ts";

const common = {
  game: "roulette",
  version: rouletteRules.current.version,
  verify: verifyRoulette,
  numberFormat: "plain",
} as const;
const outcome = (pocket: string) => ({ pocket: Number(pocket) });
const stated: GameProof["stated"] = ({ pocket }) => (typeof pocket === "number" ? String(pocket) : null);

/** A private spin for the verifiers: a manual check computes its number; chips are read from a record. */
export const rouletteProof: GameProof = {
  ...common,
  kind: "seeds",
  outcome,
  stated,
  fields: [{ name: "chips", label: "roulette:proof.chips", initial: "", pattern: /^[a-z0-9:., -]{0,12000}$/ }],
  inputs: ({ chips = "" }) => ({ chips: chipsIn(chips) }),
  values: ({ chips }) => ({ chips: chipsText(chips) }),
  title: (_inputs, say) => say("roulette:private"),
};

/** A spin of the shared table: a number is computed from its link alone. */
export const rouletteTableProof: GameProof = {
  ...common,
  kind: "chain",
  sequence: tableName,
  name: "roulette:table",
  outcome,
  stated,
  fields: [],
  inputs: () => ({}),
  values: () => ({}),
  title: (_inputs, say) => say("roulette:table"),
};

/** Chips are typed as `red 5, split-17-20 1`. */
function chipsIn(text: string): { spot: string; stake: string }[] {
  const parts = text.split(",").map(part => part.trim());
  return parts.filter(Boolean).map(part => {
    const [spot = "", stake = ""] = part.split(/\s+/);
    return { spot, stake };
  });
}

function chipsText(chips: unknown): string {
  if (!Array.isArray(chips)) return "";
  return chips.map(({ spot, stake }: { spot: unknown; stake: unknown }) => `${spot} ${stake}`).join(", ");
}
