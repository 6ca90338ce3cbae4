import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { diceRules } from "./rules.ts";
import { verifyDice } from "./verify.ts";

/** Dice for the verifiers. */
export const diceProof: GameProof = {
  game: "dice",
  kind: "seeds",
  version: diceRules.current.version,
  verify: verifyDice,
  numberFormat: "plain",
  fields: [
    {
      name: "direction",
      label: "fairness:page.direction",
      initial: "over",
      choices: [
        { value: "over", text: "fairness:page.over" },
        { value: "under", text: "fairness:page.under" },
      ],
    },
    {
      name: "target",
      label: "fairness:page.target",
      initial: "49.99",
      pattern: /^(0|[1-9][0-9]?)\.[0-9]{2}$/,
    },
  ],
  inputs: ({ direction, target }) => ({ direction, target }),
  values: ({ direction, target }) => ({ direction: String(direction), target: String(target) }),
  outcome: roll => ({ roll }),
  title(inputs, say, number) {
    const direction = say(inputs.direction === "under" ? "fairness:page.under" : "fairness:page.over");
    return say("dice:bet", { direction, target: number(String(inputs.target)) });
  },
  stated: ({ roll }) => (typeof roll === "string" ? roll : null),
};
