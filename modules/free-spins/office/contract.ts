import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  dataOf,
  instantField,
  moneyField,
  plainText,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { mostPlayersAtOnce, mostRounds, winKinds } from "#modules/free-spins/shared/campaign.ts";
import { campaignClosed, campaignOverCap } from "#modules/free-spins/shared/errors.ts";
import { idParams, officeChange, officeRead, player, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const slugField = z
  .string("game_unknown")
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "game_unknown"), z.maxLength(80, "game_unknown"));
const titleField = z
  .string("title_invalid")
  .check(z.regex(plainText, "title_invalid"), z.minLength(1, "title_invalid"), z.maxLength(80, "title_invalid"));

const campaign = z.object({
  id: uuidField,
  title: z.string(),
  provider: z.string(),
  game: z.string(),
  currency: currencyField,
  bet: moneyField,
  count: z.number(),
  /** `bonus`: wins are collected, and given as bonus money by the bonus campaign that gives the rounds. */
  wins: z.enum(winKinds),
  cost_cap: moneyField,
  /** Stakes of the rounds granted so far, and what they cost on average. */
  granted: moneyField,
  expected_cost: moneyField,
  /** Stakes of rounds that welcome packs have promised, a part of the cost cap. While there are any, nobody else gets rounds of it. */
  reserved: moneyField,
  /** Players, their rounds that are left, and what the others have won. */
  players: z.number(),
  left: z.number(),
  won: moneyField,
  expires_at: timeField,
  state: z.enum(["draft", "open", "cancelled", "expired"]),
  created_by: z.string(),
  opened_by: z.nullable(z.string()),
  /** The cost cap requires a second person to start. */
  needs_approval: z.boolean(),
});
export type CampaignView = z.output<typeof campaign>;

export const readCampaigns = route({
  ...officeRead("free-spins"),
  path: "/api/office/free-spins",
  permission: "campaigns.read",
  summary: "Campaigns of free spins, the newest first, and the games and stakes that a new one may have",
  output: dataOf(
    z.object({
      campaigns: z.array(campaign),
      games: z.array(
        z.object({
          provider: z.string(),
          slug: z.string(),
          title: z.string(),
          stakes: z.record(z.string(), z.array(z.string())),
        }),
      ),
    }),
  ),
});

export const createCampaign = route({
  ...officeChange("free-spins"),
  method: "POST",
  path: "/api/office/free-spins",
  permission: "campaigns.write",
  summary: "Drafts a campaign of free spins on one game, at one of its stakes, until a time and up to a cost",
  body: z.object({
    title: titleField,
    provider: slugField,
    game: slugField,
    currency: currencyField,
    bet: amountField,
    count: z.int("count_invalid").check(z.gte(1, "count_invalid"), z.lte(mostRounds, "count_invalid")),
    cost_cap: amountField,
    /** Real money unless given. */
    wins: z.optional(z.enum(winKinds, "wins_invalid")),
    expires_at: instantField,
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
});

export const startCampaign = route({
  ...officeChange("free-spins"),
  method: "POST",
  path: "/api/office/free-spins/:id/start",
  permission: "campaigns.start",
  summary: "Starts a campaign; a large cost cap needs approval",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ request: z.nullable(uuidField), expires_at: z.nullable(timeField) })),
  errors: [campaignClosed],
});

export const grantFreeSpins = route({
  ...officeChange("free-spins"),
  method: "POST",
  path: "/api/office/free-spins/:id/grants",
  permission: "campaigns.start",
  summary: "Grants a campaign's free spins to players, once each; over the cost cap it grants none",
  params: idParams,
  body: z.object({
    players: z
      .array(uuidField, "players_invalid")
      .check(z.minLength(1, "players_invalid"), z.maxLength(mostPlayersAtOnce, "players_invalid")),
    reason: reasonField,
  }),
  output: dataOf(
    z.object({
      granted: z.number(),
      skipped: z.array(
        z.object({ player: uuidField, why: z.enum(["unknown", "granted_before", "blocked", "currency"]) }),
      ),
    }),
  ),
  errors: [campaignClosed, campaignOverCap],
});

export const cancelCampaign = route({
  ...officeChange("free-spins"),
  method: "POST",
  path: "/api/office/free-spins/:id/cancel",
  permission: "campaigns.write",
  summary: "Ends a campaign: no further round starts, rounds that have started end and are paid",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ ended: z.number() })),
  errors: [campaignClosed],
});

export const readGrants = route({
  ...officeRead("free-spins"),
  path: "/api/office/free-spins/:id/grants",
  permission: "campaigns.read",
  summary: "Players of a campaign: rounds left, what the others won, and what the provider has confirmed",
  params: idParams,
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        player,
        left: z.nullable(z.number()),
        won: moneyField,
        confirmed: z.enum(["nothing", "granted", "cancelled", "refused", "lapsed"]),
        granted_at: timeField,
        ended_at: z.nullable(timeField),
      }),
    ),
  ),
});
export type CampaignsView = z.output<typeof readCampaigns.output>["data"];
