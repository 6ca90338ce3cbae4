import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { hitsOf, isPlayable, kenoRules, type Risk, risks } from "./rules.ts";
import { verifyKeno } from "./verify.ts";

/** Numbers with spaces or commas between them, ascending as a bet keeps them. */
const numbersOf = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
    .sort((a, b) => a - b);

const picksIn = (picks: unknown): number[] => (Array.isArray(picks) ? picks.map(Number) : []);

/** Keno for the verifiers. */
export const kenoProof: GameProof = {
  game: "keno",
  kind: "seeds",
  version: kenoRules.current.version,
  verify: verifyKeno,
  numberFormat: "long",
  fields: [
    {
      name: "picks",
      label: "fairness:page.picks",
      initial: "1",
      pattern: /^([1-9]|[1-3][0-9]|40)([\s,]+([1-9]|[1-3][0-9]|40)){0,9}$/,
    },
    {
      name: "risk",
      label: "keno:risk.label",
      initial: "medium",
      choices: risks.map(value => ({ value, text: `keno:risk.${value}` })),
    },
  ],
  inputs({ picks = "", risk }) {
    const bet = { picks: numbersOf(picks), risk: risk as Risk };
    return isPlayable(kenoRules.current, bet) ? bet : undefined;
  },
  values: ({ picks, risk }) => ({ picks: picksIn(picks).join(" "), risk: String(risk) }),
  outcome(result, { picks }) {
    const drawn = result.split(" ").map(Number);
    return { drawn, hits: hitsOf(picksIn(picks), drawn) };
  },
  title: ({ picks, risk }, say) =>
    say("keno:bet", { risk: say.in("keno:risk", String(risk)), picks: picksIn(picks).join(" ") }),
  stated: ({ drawn }) => (Array.isArray(drawn) ? drawn.join(" ") : null),
};
