import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { choices, hiloRules } from "./rules.ts";
import { cardName, choicesOf, endsOf, verifyHilo } from "./verify.ts";

/** Every card of the deck by its name. */
const cardsByName = new Map(Array.from({ length: 52 }, (_, card) => [cardName(card), card]));
const wordsOf = (text: string): string[] => (text.trim() === "" ? [] : text.trim().split(/[\s,]+/));
const cardsIn = (text: string): number[] => wordsOf(text).map(name => cardsByName.get(name) ?? -1);
const word = `(${choices.join("|")})`;

/** HiLo for the verifiers. */
export const hiloProof: GameProof = {
  game: "hilo",
  kind: "seeds",
  version: hiloRules.current.version,
  verify: verifyHilo,
  numberFormat: "long",
  fields: [
    { name: "choices", label: "hilo:choices", initial: "", pattern: new RegExp(`^(${word}([\\s,]+|$)){0,99}$`) },
  ],
  inputs({ choices: text = "" }) {
    const chosen = choicesOf(hiloRules.current, { choices: wordsOf(text) });
    return chosen && { choices: [...chosen] };
  },
  values: inputs => ({ choices: (choicesOf(hiloRules.current, inputs) ?? []).join(" ") }),
  outcome(result, inputs) {
    const cards = cardsIn(result);
    return { cards, end: endsOf(choicesOf(hiloRules.current, inputs) ?? [], cards)[0] ?? null };
  },
  title: (inputs, say) =>
    say("hilo:proof_title", {
      choices:
        (choicesOf(hiloRules.current, inputs) ?? []).map(choice => say(`hilo:choice.${choice}`)).join(", ") || "–",
    }),
  stated: ({ cards }) => (Array.isArray(cards) ? cards.map(card => cardName(Number(card))).join(" ") : null),
};
