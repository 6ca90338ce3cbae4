import * as z from "zod/mini";
import { amountField, currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { jackpotState } from "#modules/jackpots/shared/errors.ts";
import { jackpotKinds, mostEdgeShare } from "#modules/jackpots/shared/rules.ts";
import { idParams, namesInAll, officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const terms = {
  games: z
    .array(z.string("game_invalid").check(z.regex(/^[a-z][a-z0-9-]{1,29}$/, "game_invalid")), "game_invalid")
    .check(z.minLength(1, "game_invalid"), z.maxLength(50, "game_invalid")),
  /** Thousandths of the edge of each bet. */
  edge_share: z
    .int("edge_share_invalid")
    .check(z.gte(1, "edge_share_invalid"), z.lte(mostEdgeShare, "edge_share_invalid")),
  seed: amountField,
  /** What the pot never passes, or the stakes in which it is won once on average. */
  bound: amountField,
} as const;

const jackpot = z.object({
  id: uuidField,
  title: z.string(),
  kind: z.enum(jackpotKinds),
  currency: currencyField,
  state: z.enum(["draft", "on", "off"]),
  /** Terms of the next pot. */
  games: z.array(z.string()),
  edge_share: z.int(),
  seed: moneyField,
  bound: moneyField,
  /** The current pot; null before the first. */
  current: z.nullable(
    z.object({
      pot: z.int(),
      amount: moneyField,
      bound: moneyField,
      edge_share: z.int(),
      games: z.array(z.string()),
    }),
  ),
  reserve: moneyField,
  entries: z.int(),
  created_by: z.string(),
});
export type OfficeJackpot = z.output<typeof jackpot>;

export const readJackpots = route({
  ...officeRead("jackpots"),
  path: "/api/office/jackpots",
  permission: "campaigns.read",
  summary: "Jackpots, the latest first: terms, what the pots and reserves hold, entries",
  output: dataOf(z.array(jackpot)),
});

export const draftJackpot = route({
  ...officeChange("jackpots"),
  method: "POST",
  path: "/api/office/jackpots",
  permission: "campaigns.write",
  summary: "Drafts a jackpot; players don't see it before a second person has approved its start",
  body: z.object({
    title: namesInAll(60),
    kind: z.enum(jackpotKinds, "kind_invalid"),
    currency: currencyField,
    ...terms,
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
});

const asked = dataOf(z.object({ request: z.nullable(uuidField), expires_at: z.nullable(timeField) }));

export const startJackpot = route({
  ...officeChange("jackpots"),
  method: "POST",
  path: "/api/office/jackpots/:id/start",
  permission: "campaigns.start",
  summary: "Requests the start of a drafted jackpot: its first pot is seeded when a second person approves",
  params: idParams,
  body: withReason,
  output: asked,
  errors: [jackpotState],
});

export const changeJackpotTerms = route({
  ...officeChange("jackpots"),
  method: "POST",
  path: "/api/office/jackpots/:id/terms",
  permission: "campaigns.start",
  summary: "Requests new terms, which begin with the next pot; those of a draft change immediately",
  params: idParams,
  body: z.object({ ...terms, reason: reasonField }),
  output: asked,
  errors: [jackpotState],
});

export const switchJackpot = route({
  ...officeChange("jackpots"),
  method: "POST",
  path: "/api/office/jackpots/:id/switch",
  permission: "campaigns.start",
  summary: "Whether bets placed from now on take part; the pot is kept",
  params: idParams,
  body: z.object({ on: z.boolean("on_invalid"), reason: reasonField }),
  status: 204,
  errors: [jackpotState],
});
