import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import type { FactValue } from "#modules/conditions/shared/fact.ts";
import english from "../locale/facts/en.json" with { type: "json" };
import { type Scored, type SignalName, signalNames } from "../shared/signals.ts";

type SignalFact = `signal_${SignalName}`;
const factOf = (name: SignalName): SignalFact => `signal_${name}`;

/** The last score of an account and its signals. Nothing of player protection is a fact here. */
export const riskFacts: FactSource = {
  name: "risk",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [
    { name: "risk_score", type: "number", missing: 0, current: true },
    ...signalNames.map(name => ({ name: factOf(name), type: "flag", missing: false, current: true }) as const),
  ],
  sql: () => `
    SELECT player_id, score::int AS risk_score,
      ${signalNames.map(name => `signals @> '[{"name":"${name}"}]' AS "${factOf(name)}"`).join(", ")}
    FROM risk.scores`,
};

/** These facts as a case recorded them when it was opened. */
export function factsOfCase({ score, signals }: Scored): Readonly<Record<string, FactValue>> {
  const flags = signalNames.map(name => [factOf(name), signals.some(signal => signal.name === name)] as const);
  return { risk_score: score, ...Object.fromEntries(flags) };
}
