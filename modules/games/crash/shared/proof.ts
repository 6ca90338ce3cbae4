import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { crashRules } from "./rules.ts";
import { verifyCrash } from "./verify.ts";

/** Crash for the verifiers: a round is computed from its link alone. */
export const crashProof: GameProof = {
  game: "crash",
  kind: "chain",
  version: crashRules.current.version,
  verify: verifyCrash,
  numberFormat: "multiplier",
  fields: [],
  inputs: () => ({}),
  values: () => ({}),
  outcome: point => ({ point }),
  title: (_inputs, say) => say("crash:title"),
  stated: () => null,
};
