import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { rowCounts } from "./odds.ts";
import { isPlayable, plinkoRules, type Risk, risks, slotOf } from "./rules.ts";
import { verifyPlinko } from "./verify.ts";

/** Plinko for the verifiers. */
export const plinkoProof: GameProof = {
  game: "plinko",
  kind: "seeds",
  version: plinkoRules.current.version,
  verify: verifyPlinko,
  numberFormat: "long",
  fields: [
    {
      name: "rows",
      label: "plinko:rows",
      initial: "16",
      pattern: new RegExp(`^(${rowCounts.join("|")})$`),
    },
    {
      name: "risk",
      label: "plinko:risk.label",
      initial: "medium",
      choices: risks.map(value => ({ value, text: `plinko:risk.${value}` })),
    },
  ],
  inputs({ rows, risk }) {
    const bet = { rows: Number(rows), risk: risk as Risk };
    return isPlayable(plinkoRules.current, bet) ? bet : undefined;
  },
  values: ({ rows, risk }) => ({ rows: String(rows), risk: String(risk) }),
  outcome: path => ({ path, slot: slotOf(path) }),
  title: ({ rows, risk }, say) => say("plinko:bet", { rows: String(rows), risk: say.in("plinko:risk", String(risk)) }),
  stated: ({ path }) => (typeof path === "string" ? path : null),
};
