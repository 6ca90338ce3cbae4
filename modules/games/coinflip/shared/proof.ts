import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { coinflipRules, type Side, sides } from "./rules.ts";
import { type Called, calledIn, endsOf, verifyCoinflip } from "./verify.ts";

const { current: rules } = coinflipRules;
const wordsOf = (text: string): Side[] => (text.trim() === "" ? [] : (text.trim().split(/[\s,]+/) as Side[]));
const inputsOf = ({ ladder, called }: Called) => (ladder ? { ladder, called: [...called] } : { side: called[0] });

/** Coinflip for the verifiers. */
export const coinflipProof: GameProof = {
  game: "coinflip",
  kind: "seeds",
  version: rules.version,
  verify: verifyCoinflip,
  numberFormat: "long",
  fields: [
    {
      name: "way",
      label: "coinflip:way.label",
      initial: "flip",
      choices: (["flip", "ladder"] as const).map(value => ({ value, text: `coinflip:way.${value}` as const })),
    },
    {
      name: "called",
      label: "coinflip:called",
      initial: "heads",
      pattern: new RegExp(`^((heads|tails)([\\s,]+|$)){0,${rules.most_flips}}$`),
    },
  ],
  inputs({ way, called = "" }) {
    const bet = { ladder: way === "ladder", called: wordsOf(called) };
    const valid = bet.called.every(side => sides.includes(side)) && (bet.ladder || bet.called.length === 1);
    return valid ? inputsOf(bet) : undefined;
  },
  values(inputs) {
    const bet = calledIn(rules, inputs);
    return { way: bet?.ladder ? "ladder" : "flip", called: (bet?.called ?? []).join(" ") };
  },
  outcome(result, inputs) {
    const landed = wordsOf(result);
    const bet = calledIn(rules, inputs);
    return { landed, ...(bet?.ladder && { end: endsOf(bet, landed)[0] ?? null }) };
  },
  title(inputs, say) {
    const bet = calledIn(rules, inputs);
    const called = (bet?.called ?? []).map(side => say(`coinflip:${side}`)).join(", ");
    return say(bet?.ladder ? "coinflip:ladder_bet" : "coinflip:flip_bet", { called: called || "–" });
  },
  stated: ({ landed }) => (Array.isArray(landed) ? landed.join(" ") : null),
  shown: (result, say) =>
    wordsOf(result)
      .map(side => say(`coinflip:${side}`))
      .join(", "),
};
