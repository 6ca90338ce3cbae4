import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { outcomeOf, prizeIn, prizeOf, wheelConfiguration } from "./rules.ts";
import { verifyWheel } from "./verify.ts";

/**
 * The daily wheel for verifiers: no choice and no stake; its nonce is the day. Verification from typed values uses the prizes of the
 * first version.
 */
export const wheelProof: GameProof = {
  game: "wheel",
  kind: "seeds",
  version: wheelConfiguration.version,
  verify: verifyWheel,
  numberFormat: "plain",
  fields: [],
  inputs: () => ({}),
  values: () => ({}),
  outcome: ticket => outcomeOf(wheelConfiguration, Number(ticket)),
  prize: (ticket, currency) =>
    formatAmount(prizeIn(wheelConfiguration, currency as Currency, prizeOf(wheelConfiguration, Number(ticket)))),
  title: (_inputs, say) => say("wheel:title"),
  stated: ({ ticket }) => (typeof ticket === "number" ? String(ticket) : null),
};
