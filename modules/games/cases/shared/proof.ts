import { formatHundredths } from "#kit/std/hundredths.ts";
import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { casesRules, prizeAt } from "./rules.ts";
import { openedIn, verifyCases } from "./verify.ts";

const { current: rules } = casesRules;
const { cases, most_at_once: mostAtOnce } = rules;

/** Cases for the verifiers. */
export const casesProof: GameProof = {
  game: "cases",
  kind: "seeds",
  version: rules.version,
  verify: verifyCases,
  numberFormat: "long",
  fields: [
    {
      name: "slug",
      label: "cases:case",
      initial: cases[0]?.slug ?? "",
      choices: cases.map(({ slug }) => ({ value: slug, text: `cases:names.${slug}` as const })),
    },
    { name: "count", label: "cases:at_once", initial: "1", pattern: new RegExp(`^[1-${mostAtOnce}]$`) },
  ],
  inputs: ({ slug, count }) => ({ slug, count: Number(count) }),
  values: ({ slug, count }) => ({ slug: String(slug), count: String(count) }),
  outcome(result, inputs) {
    const opened = openedIn(rules, inputs);
    const tickets = result.split(" ").map(Number);
    return {
      tickets,
      multipliers: opened ? tickets.map(each => formatHundredths(prizeAt(opened.of, each).multiple)) : [],
    };
  },
  title: ({ slug, count }, say) =>
    say("cases:bet", { name: say.in("cases:names", String(slug)), times: String(count) }),
  stated: ({ tickets }) => (Array.isArray(tickets) ? tickets.join(" ") : null),
};
