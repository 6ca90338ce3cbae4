import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

const hash = z.string();

/** What we owed all players in one currency at one moment. */
export const publication = z.object({
  /** 1, 2, 3 ... of its currency. */
  number: z.int(),
  currency: currencyField,
  taken_at: timeField,
  /** Wallets counted: one per player. */
  players: z.int(),
  /** Their total: real, bonus and vault, pending payouts and stakes of open bets. */
  total: moneyField,
  /** Hash of the tree's root; together with `total` it commits to every balance. */
  root: hash,
  /** SHA-256 of `{chain of the publication before}:{root}:{total in micro-units}`: changing an older one is detectable. */
  chain: hash,
});

export const getPublications = route({
  method: "GET",
  path: "/api/v1/solvency",
  module: "solvency",
  caller: "anyone",
  moves: "nothing",
  summary: "Total liabilities to players by currency: the latest publications, newest first",
  output: dataOf(z.array(publication)),
});

export const getOwnProof = route({
  method: "GET",
  path: "/api/v1/solvency/mine",
  module: "solvency",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own leaf in the latest publication of each currency, and its path to the root",
  output: dataOf(
    z.array(
      z.object({
        publication,
        leaf: z.object({ currency: currencyField, salt: z.string(), player: z.string(), sum: moneyField }),
        path: z.array(z.object({ side: z.enum(["left", "right"]), hash, sum: moneyField })),
      }),
    ),
  ),
});

export type Publication = z.output<typeof publication>;
export type OwnProof = z.output<(typeof getOwnProof)["output"]>["data"][number];
