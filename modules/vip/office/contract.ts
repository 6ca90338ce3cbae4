import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { idParams, officeChange, officeRead, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { vipRequestStatuses, vipRequestTypes } from "#modules/vip/shared/contract.ts";

const answerText = z
  .string("answer_invalid")
  .check(z.trim(), z.minLength(3, "answer_invalid"), z.maxLength(500, "answer_invalid"));
/** The reply to the player, in each language. */
const answerTexts = z.object(
  Object.fromEntries(locales.map(locale => [locale, answerText])) as Record<Locale, typeof answerText>,
  "answer_invalid",
);

export const readVipRequests = route({
  ...officeRead("vip"),
  path: "/api/office/vip",
  permission: "vip.read",
  summary: "Requests to the VIP club: open ones first",
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        player,
        request_type: z.enum(vipRequestTypes),
        status: z.enum(vipRequestStatuses),
        created_at: timeField,
        answered_at: z.nullable(timeField),
        answered_by: z.nullable(z.string()),
      }),
    ),
  ),
});

export const answerVipRequest = route({
  ...officeChange("vip"),
  method: "POST",
  path: "/api/office/vip/:id/answer",
  permission: "vip.decide",
  summary:
    "Accepts or declines a request to the VIP club, once, with a reply to the player; `host`, or else the operator who accepts a personal host, becomes the host",
  params: idParams,
  body: z.object({
    accept: z.boolean("accept_invalid"),
    reason: reasonField,
    answer: answerTexts,
    /** For a request for a personal host: another operator than the caller, who answers support. */
    host: z.optional(uuidField),
  }),
  status: 204,
});

export const readVipHosts = route({
  ...officeRead("vip"),
  path: "/api/office/vip/hosts",
  permission: "vip.read",
  summary: "Players with a personal host, and the operators who may be one: those who answer support",
  output: dataOf(
    z.object({
      hosted: z.array(
        z.object({
          player,
          host: z.object({ id: uuidField, name: z.string() }),
          /** Still works here and answers support. */
          active: z.boolean(),
        }),
      ),
      operators: z.array(z.object({ id: uuidField, name: z.string() })),
    }),
  ),
});

export const setVipHost = route({
  ...officeChange("vip"),
  method: "PUT",
  path: "/api/office/vip/hosts/:id",
  permission: "vip.decide",
  summary:
    "Gives a player a personal host, another one, or none; the player's new conversations go to the host while on shift",
  params: idParams,
  body: z.object({ host: z.nullable(uuidField), reason: reasonField }),
  status: 204,
});

const rate = z.int("rate_invalid").check(z.gte(0, "rate_invalid"), z.lte(1_000, "rate_invalid"));

/** Rates in thousandths, sums in roubles. */
const terms = z.object({
  levels: z
    .array(
      z.object({
        rakeback: rate,
        cashback: rate,
        levelUp: z.int("rate_invalid").check(z.gte(0, "rate_invalid"), z.lte(1_000_000, "rate_invalid")),
        payoutFactor: z.int("rate_invalid").check(z.gte(1, "rate_invalid"), z.lte(10, "rate_invalid")),
      }),
      "terms_invalid",
    )
    .check(z.length(5, "terms_invalid")),
  cashbackShare: rate,
  levelUpShare: rate,
});

export const readVipTerms = route({
  ...officeRead("vip"),
  path: "/api/office/vip/terms",
  permission: "vip.read",
  summary: "Every version of the rewards' terms, the newest first",
  output: dataOf(
    z.array(
      z.object({
        version: z.int(),
        /** The first day (UTC) that counts by them. */
        from: z.string(),
        state: z.enum(["past", "in_force", "upcoming"]),
        terms,
        /** The most that each level's rewards are of its theoretical loss, percent. */
        shares: z.array(z.string()),
        asked_by: z.nullable(z.string()),
        approved_by: z.nullable(z.string()),
        reason: z.string(),
      }),
    ),
  ),
});

export const draftVipTerms = route({
  ...officeChange("vip"),
  method: "POST",
  path: "/api/office/vip/terms",
  permission: "vip.decide",
  summary: "New terms of the rewards from the next midnight (UTC); those that give more take another person's approval",
  body: z.object({ terms, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: z.nullable(uuidField), from: z.nullable(z.string()) })),
});

export type VipTermsVersion = z.output<typeof readVipTerms.output>["data"][number];
