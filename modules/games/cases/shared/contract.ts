import * as z from "zod/mini";
import { amountField, cursorField, dataOf, moneyField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  betAnswer,
  betsChannel,
  gameInfoShape,
  multiplierField,
  ownRoundsAnswer,
  seedsProof,
  stakeCurrencyField,
} from "#modules/bets/shared/contract.ts";
import { stakeErrors } from "#modules/bets/shared/errors.ts";
import { priceChanged } from "./errors.ts";
import { casesRules } from "./rules.ts";

const { cases, most_at_once: mostAtOnce } = casesRules.current;
const slugs = cases.map(({ slug }) => slug) as [string, ...string[]];

const choiceShape = {
  slug: z.enum(slugs, "case_invalid"),
  /** How many are opened at once, 1 to 5. */
  count: z.int("count_invalid").check(z.gte(1, "count_invalid"), z.lte(mostAtOnce, "count_invalid")),
};
const outcomeShape = {
  /** The ticket of each opened case, in order: 0 to 999,999. */
  tickets: z.array(z.int()),
  /** The prize of each, as a multiple of the price. */
  multipliers: z.array(multiplierField),
};

export const getCases = route({
  method: "GET",
  path: "/api/v1/games/cases",
  module: "cases",
  caller: "anyone",
  moves: "nothing",
  summary: "The cases with their prices in the caller's currency, their prizes and exact odds",
  output: dataOf(
    z.object({
      ...gameInfoShape,
      cases: z.array(
        z.object({
          slug: z.string(),
          price: moneyField,
          prizes: z.array(
            z.object({
              item: z.string(),
              multiplier: multiplierField,
              worth: moneyField,
              /** How many of a million tickets win it. */
              odds: z.int(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const openCases = route({
  method: "POST",
  path: "/api/v1/games/cases/bets",
  module: "cases",
  caller: "player",
  moves: "wager",
  summary: "Opens 1 to 5 of one case: takes their price and pays their prizes at once",
  /** `stake`, if given, must equal the price of all of them: players pay only the price they were shown. */
  body: z.object({ ...choiceShape, currency: stakeCurrencyField, stake: z.optional(amountField) }),
  status: 201,
  output: betAnswer(z.object(outcomeShape), seedsProof),
  errors: [priceChanged, ...stakeErrors],
  socket: true,
});

export const getCasesRounds = route({
  method: "GET",
  path: "/api/v1/games/cases/rounds",
  module: "cases",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own openings, newest first",
  query: z.object({ cursor: cursorField }),
  output: ownRoundsAnswer({ slug: z.string(), count: z.int(), ...outcomeShape }),
});

export const casesChannel = betsChannel("cases", "Cases that were opened");

export type CasesChoice = Pick<z.output<typeof openCases.body>, "slug" | "count">;
