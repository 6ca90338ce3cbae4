import * as z from "zod/mini";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { feedId } from "#modules/odds/shared/contract.ts";
import { maxLegs } from "./systems.ts";

/** Ten characters of Crockford's base 32, in lower case: 50 bits. */
export const shareCodePattern = /^[0-9a-hjkmnp-tv-z]{10}$/;

const nameField = (key: string) => z.string(key).check(z.maxLength(96, key));

export const shareSelections = route({
  method: "POST",
  path: "/api/v1/betting/shares",
  module: "betting",
  caller: "player",
  moves: "nothing",
  summary:
    "A code for up to twenty selections, to share; it contains neither stake nor player. It is kept for ninety days",
  body: z.object({
    legs: z
      .array(
        z.object({
          event: z.string("event_invalid").check(z.regex(feedId, "event_invalid")),
          market: nameField("market_invalid"),
          /** `total=2.5`; keys in any order. */
          spec: z.optional(nameField("spec_invalid")),
          outcome: nameField("outcome_invalid"),
        }),
      )
      .check(z.minLength(1, "legs_invalid"), z.maxLength(maxLegs, "legs_invalid")),
  }),
  status: 201,
  output: dataOf(z.object({ code: z.string() })),
  errors: [],
});

export const getShare = route({
  method: "GET",
  path: "/api/v1/betting/shares/:code",
  module: "betting",
  caller: "anyone",
  moves: "nothing",
  summary: "The selections of a code, each with its price now, in the order in which they were passed on",
  params: z.object({ code: z.string("code_invalid").check(z.maxLength(32, "code_invalid")) }),
  output: dataOf(
    z.object({
      code: z.string(),
      legs: z.array(
        z.object({
          event: z.string(),
          market: z.string(),
          spec: z.string(),
          outcome: z.string(),
          /** Decimal; null while no bet is taken on it. */
          price: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});
