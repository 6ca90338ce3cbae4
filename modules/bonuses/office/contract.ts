import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  dataOf,
  instantField,
  moneyField,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { bonusView } from "#modules/bonuses/shared/contract.ts";
import {
  campaignClosed,
  freeBetsBlocked,
  freeBetsFull,
  otherProfile,
  promoCodeTaken,
} from "#modules/bonuses/shared/errors.ts";
import { forfeitCauses } from "#modules/bonuses/shared/forfeit-causes.ts";
import { foldCode } from "#modules/bonuses/shared/promo-code.ts";
import { bonusProducts, mostWager } from "#modules/bonuses/shared/terms.ts";
import { idParams, namesInAll, officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { bonusEnded } from "#modules/payments/shared/errors.ts";

/** Uses of a word, or codes of a batch. */
export const mostCodes = 10_000;

const campaign = z.object({
  id: uuidField,
  name: z.string(),
  kind: z.enum(["deposit", "manual"]),
  product: z.enum(bonusProducts),
  currency: currencyField,
  percent: z.nullable(z.int()),
  amount: moneyField,
  min_deposit: z.nullable(moneyField),
  wager: z.int(),
  /** The most that a gift releases; null for all. */
  cap: z.nullable(moneyField),
  /** The free rounds that it gives; `amount` is then what their stakes cost. */
  rounds: z.nullable(z.object({ game: z.string(), count: z.int(), bet: moneyField })),
  hours: z.int(),
  budget: moneyField,
  /** Claimed with a promo code only. */
  by_code: z.boolean(),
  /** Given by campaigns to players of a segment only. */
  targeted: z.boolean(),
  /** Words for many; the single-use codes are one row without a word. */
  codes: z.array(z.object({ word: z.nullable(z.string()), codes: z.int(), uses: z.int(), used: z.int() })),
  /** The most that all claims may give. */
  held: moneyField,
  claims: z.int(),
  /** What was given as bonus money, and what of it became real. */
  given: moneyField,
  released: moneyField,
  ends_at: timeField,
  state: z.enum(["draft", "active", "paused", "over"]),
  created_by: z.string(),
  activated_by: z.nullable(z.string()),
  /** The budget requires a second person to activate. */
  needs_approval: z.boolean(),
});
export type CampaignView = z.output<typeof campaign>;

export const readBonusCampaigns = route({
  ...officeRead("bonuses"),
  path: "/api/office/bonuses",
  reads: ["bonuses", "wagering", "approvals"],
  permission: "campaigns.read",
  summary: "Bonus campaigns, the newest first: terms, budget, claims and cost",
  output: dataOf(z.array(campaign)),
});

export const createBonusCampaign = route({
  ...officeChange("bonuses"),
  method: "POST",
  path: "/api/office/bonuses",
  permission: "campaigns.write",
  summary: "Drafts a bonus campaign: a share of a deposit, an amount for claiming it, or what free rounds win",
  body: z
    .object({
      name: namesInAll(60),
      kind: z.enum(["deposit", "manual"], "kind_invalid"),
      /** Games unless given: a bonus is for one product. */
      product: z.optional(z.enum(bonusProducts, "product_invalid")),
      currency: currencyField,
      percent: z.optional(z.int("percent_invalid").check(z.gte(1, "percent_invalid"), z.lte(500, "percent_invalid"))),
      /** Of free rounds it follows from them. */
      amount: z.optional(amountField),
      min_deposit: z.optional(amountField),
      wager: z.int("wager_invalid").check(z.gte(1, "wager_invalid"), z.lte(mostWager, "wager_invalid")),
      hours: z.int("hours_invalid").check(z.gte(1, "hours_invalid"), z.lte(2160, "hours_invalid")),
      budget: amountField,
      /** The most that a gift for games releases: at least five times the gift. */
      cap: z.optional(amountField),
      /** A campaign of free spins whose wins become the bonus. */
      free_spins: z.optional(uuidField),
      by_code: z.optional(z.boolean("by_code_invalid")),
      targeted: z.optional(z.boolean("targeted_invalid")),
      ends_at: instantField,
      reason: reasonField,
    })
    .check(
      z.refine(body => (body.kind === "deposit") === (body.percent !== undefined && body.min_deposit !== undefined), {
        path: ["percent"],
        error: "percent_invalid",
      }),
      z.refine(body => (body.amount === undefined) === (body.free_spins !== undefined), {
        path: ["amount"],
        error: "amount_invalid",
      }),
      z.refine(body => body.free_spins === undefined || (body.kind === "manual" && body.product !== "betting"), {
        path: ["free_spins"],
        error: "free_spins_not_allowed",
      }),
      z.refine(body => body.cap === undefined || body.free_spins === undefined, {
        path: ["cap"],
        error: "cap_not_allowed",
      }),
      z.refine(body => body.cap === undefined || (body.kind === "manual" && body.product !== "betting"), {
        path: ["cap"],
        error: "cap_not_allowed",
      }),
      z.refine(body => !(body.by_code && body.targeted), { path: ["targeted"], error: "targeted_invalid" }),
    ),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
});

export const makePromoCodes = route({
  ...officeChange("bonuses"),
  method: "POST",
  path: "/api/office/bonuses/:id/codes",
  permission: "campaigns.write",
  summary:
    "Creates promo codes of a campaign: a word with a number of uses, or a batch of single-use codes, which only this response contains",
  params: idParams,
  body: z.object({
    /** Absent: a batch. */
    word: z.optional(
      z.string("code_invalid").check(z.refine(word => foldCode(word) !== undefined, { error: "code_invalid" })),
    ),
    /** Uses of the word, or codes of the batch. */
    count: z.int("count_invalid").check(z.gte(1, "count_invalid"), z.lte(mostCodes, "count_invalid")),
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ codes: z.array(z.string()) })),
  errors: [promoCodeTaken],
});

export const activateBonusCampaign = route({
  ...officeChange("bonuses"),
  method: "POST",
  path: "/api/office/bonuses/:id/activate",
  permission: "campaigns.start",
  summary: "Offers a campaign to players; a large budget needs approval",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ request: z.nullable(uuidField), expires_at: z.nullable(timeField) })),
  errors: [campaignClosed, otherProfile],
});

export const pauseBonusCampaign = route({
  ...officeChange("bonuses"),
  method: "POST",
  path: "/api/office/bonuses/:id/pause",
  permission: "campaigns.write",
  summary: "Stops claims of a campaign immediately; claimed bonuses are unaffected",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ state: z.enum(["paused"]) })),
  errors: [campaignClosed],
});

export const readPlayerBonuses = route({
  ...officeRead("bonuses"),
  method: "GET",
  path: "/api/office/player-bonuses",
  permission: "campaigns.read",
  summary: "A player's bonuses: the active one, the waiting ones, then the last twenty that ended",
  query: z.object({ player: uuidField }),
  output: dataOf(z.array(bonusView)),
});

export const forfeitBonus = route({
  ...officeChange("bonuses"),
  method: "POST",
  path: "/api/office/players/:id/bonuses/:bonus/forfeit",
  permission: "campaigns.start",
  summary: "Requests to forfeit a bonus: a second person approves; the player reads the cause and how to object",
  params: z.object({ id: uuidField, bonus: uuidField }),
  body: z.object({ cause: z.enum(forfeitCauses, "cause_invalid"), reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [bonusEnded],
});

const freeBet = z.object({ id: uuidField, amount: moneyField, currency: currencyField, expires_at: timeField });

export const readFreeBets = route({
  ...officeRead("bonuses"),
  method: "GET",
  path: "/api/office/players/:id/free-bets",
  permission: "campaigns.read",
  summary: "A player's free bets that no slip has staked, in every currency of theirs",
  params: idParams,
  output: dataOf(z.array(freeBet)),
});

export const giveFreeBet = route({
  ...officeChange("bonuses"),
  method: "POST",
  path: "/api/office/players/:id/free-bets",
  stepUp: true,
  permission: "campaigns.start",
  summary:
    "Requests a free bet of the sportsbook for a player, in a currency of theirs; another operator has to approve",
  params: idParams,
  body: z.object({
    currency: currencyField,
    amount: amountField,
    days: z.int("days_invalid").check(z.gte(1, "days_invalid"), z.lte(30, "days_invalid")),
    reason: reasonField,
  }),
  status: 202,
  output: dataOf(z.object({ request: uuidField, expires_at: timeField })),
  errors: [freeBetsBlocked, freeBetsFull],
});
