import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { limboRules } from "./rules.ts";
import { verifyLimbo } from "./verify.ts";

/** Limbo for the verifiers. */
export const limboProof: GameProof = {
  game: "limbo",
  kind: "seeds",
  version: limboRules.current.version,
  verify: verifyLimbo,
  numberFormat: "multiplier",
  fields: [
    {
      name: "target",
      label: "limbo:target",
      initial: "2.00",
      pattern: /^[1-9][0-9]{0,6}\.[0-9]{2}$/,
    },
  ],
  inputs: ({ target }) => ({ target }),
  values: ({ target }) => ({ target: String(target) }),
  outcome: result => ({ result }),
  title: ({ target }, say, number) => say("limbo:bet", { target: number(String(target)) }),
  stated: ({ result }) => (typeof result === "string" ? result : null),
};
