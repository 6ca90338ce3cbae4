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
import { isZone } from "#kit/std/is-zone.ts";
import { campaignState, segmentChanged } from "#modules/campaigns/shared/errors.ts";
import { giftKinds, mostFreeBetDays } from "#modules/campaigns/shared/gift.ts";
import { campaignEvents } from "#modules/campaigns/shared/schedule.ts";
import { explainedFields, factFields, ruleField, ruleQuery } from "#modules/conditions/office/fields.ts";
import { ruleInvalid } from "#modules/conditions/shared/errors.ts";
import { longestTexts, textsField, textsView } from "#modules/notifications/office/fields.ts";
import { offerChannels } from "#modules/notifications/shared/offers.ts";
import { idParams, nameField, officeChange, officeRead, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { ratesUnavailable } from "#modules/rates/shared/errors.ts";

const segment = z.object({
  id: uuidField,
  name: z.string(),
  rule: z.unknown(),
  /** Null if a fact of it no longer exists. */
  sentence: z.nullable(z.string()),
  version: z.int(),
  changed_by: z.string(),
  changed_at: timeField,
});
export type SegmentView = z.output<typeof segment>;

const preview = z.object({
  sentence: z.string(),
  /** Players whom the rule matches, and those of them whom a campaign reaches. */
  matched: z.int(),
  reached: z.int(),
  blocked: z.array(z.object({ why: z.string(), players: z.int() })),
  samples: z.array(z.extend(explainedFields, { player: z.string() })),
});
export type PreviewView = z.output<typeof preview>;

export const readSegments = route({
  ...officeRead("campaigns"),
  path: "/api/office/segments",
  permission: "campaigns.read",
  summary: "Segments, the last changed first, and the facts that rules are made of",
  output: dataOf(z.object({ segments: z.array(segment), facts: z.array(factFields) })),
});

export const createSegment = route({
  ...officeChange("campaigns"),
  method: "POST",
  path: "/api/office/segments",
  permission: "campaigns.write",
  summary: "Saves a new segment",
  body: z.object({ name: nameField(80), rule: ruleField, reason: reasonField }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
  errors: [ruleInvalid],
});

export const changeSegment = route({
  ...officeChange("campaigns"),
  method: "POST",
  path: "/api/office/segments/:id",
  permission: "campaigns.write",
  summary: "Saves a new version of a segment; campaigns keep the rule they were drafted with",
  params: idParams,
  body: z.object({ name: nameField(80), rule: ruleField, version: z.int("version_invalid"), reason: reasonField }),
  output: dataOf(z.object({ version: z.int() })),
  errors: [ruleInvalid, segmentChanged],
});

export const previewSegment = route({
  ...officeRead("campaigns"),
  path: "/api/office/segment-preview",
  permission: "campaigns.read",
  summary:
    "Exact counts of a rule at this moment: players it matches, those the guard keeps out, and 20 of the others with reasons",
  query: z.object({ rule: ruleQuery }),
  output: dataOf(preview),
  errors: [ruleInvalid, ratesUnavailable],
});

export const explainPlayer = route({
  ...officeRead("campaigns"),
  path: "/api/office/segment-player",
  permission: "players.read",
  summary: "Why one player is in a segment or out of it: each condition with what it found",
  query: z.object({ rule: ruleQuery, player: uuidField }),
  output: dataOf(explainedFields),
  errors: [ruleInvalid, ratesUnavailable],
});

const timeOfDay = z.string("time_invalid").check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "time_invalid"));
const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) === day;
const schedule = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("once"),
    day: z.string("day_invalid").check(z.refine(isDay, "day_invalid")),
    time: timeOfDay,
  }),
  z.object({ kind: z.literal("daily"), time: timeOfDay }),
  z.object({
    kind: z.literal("weekly"),
    weekday: z.int("weekday_invalid").check(z.gte(1, "weekday_invalid"), z.lte(7, "weekday_invalid")),
    time: timeOfDay,
  }),
  z.object({ kind: z.literal("entered") }),
  z.object({ kind: z.literal("event"), on: z.enum(campaignEvents, "event_invalid") }),
]);

const bonus = z.object({
  id: uuidField,
  name: z.string(),
  currency: currencyField,
  percent: z.nullable(z.int()),
  amount: moneyField,
  wager: z.int(),
  /** What its own budget has left. */
  left: moneyField,
  ends_at: timeField,
});
export type TargetedBonus = z.output<typeof bonus>;

const freeSpins = z.object({
  id: uuidField,
  title: z.string(),
  currency: currencyField,
  count: z.int(),
  bet: moneyField,
  /** What its cost cap has left. */
  left: moneyField,
  ends_at: timeField,
});
export type TargetedFreeSpins = z.output<typeof freeSpins>;

const mission = z.object({
  id: uuidField,
  title: z.string(),
  currency: currencyField,
  prize: moneyField,
  /** The prizes of the places that nobody has. */
  left: moneyField,
  ends_at: timeField,
});
export type TargetedMission = z.output<typeof mission>;

const days = z.int("days_invalid").check(z.gte(1, "days_invalid"), z.lte(mostFreeBetDays, "days_invalid"));
/** What each player gets. */
const wantedGift = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("bonus"), id: uuidField }),
    z.object({ kind: z.literal("free_spins"), id: uuidField }),
    z.object({ kind: z.literal("mission"), id: uuidField }),
    z.object({ kind: z.literal("free_bet"), amount: amountField, currency: currencyField, days }),
    z.object({ kind: z.literal("message"), texts: textsField }),
  ],
  "gift_invalid",
);
export type GiftBody = z.output<typeof wantedGift>;

const gift = z.object({
  kind: z.enum(giftKinds),
  /** Of the bonus, of the free spins or of the mission. */
  name: z.string(),
  id: z.optional(uuidField),
  /** Of a free bet: how long it can be staked. */
  days: z.optional(z.int()),
  /** Of a message. */
  texts: z.optional(textsView),
});

const campaign = z.object({
  id: uuidField,
  name: z.string(),
  segment: z.object({ id: uuidField, name: z.string(), version: z.int() }),
  sentence: z.nullable(z.string()),
  gift,
  currency: currencyField,
  per_player: moneyField,
  budget: moneyField,
  /** What grants hold or have used. */
  held: moneyField,
  /** Thousandths. */
  control: z.int(),
  sample: z.int(),
  schedule,
  zone: z.string(),
  ends_at: timeField,
  state: z.enum(["draft", "active", "paused", "finished", "stopped", "over"]),
  next_at: z.nullable(timeField),
  players: z.object({ due: z.int(), granted: z.int(), refused: z.int(), control: z.int() }),
  /** How players are notified, and how many messages were sent or dropped. */
  announce: z.array(z.enum(offerChannels)),
  messages: z.object({ waiting: z.int(), sent: z.int(), dropped: z.int() }),
  created_by: z.string(),
  started_by: z.nullable(z.string()),
  /** The budget requires a second person to start. */
  needs_approval: z.boolean(),
});
export type CampaignView = z.output<typeof campaign>;

export const readCampaigns = route({
  ...officeRead("campaigns"),
  path: "/api/office/campaigns",
  permission: "campaigns.read",
  summary: "Campaigns, the newest first, and the bonuses, free spins and missions that a new one can give",
  output: dataOf(
    z.object({
      campaigns: z.array(campaign),
      bonuses: z.array(bonus),
      free_spins: z.array(freeSpins),
      missions: z.array(mission),
    }),
  ),
});

const upTo = (least: number, most: number, key: string) => z.int(key).check(z.gte(least, key), z.lte(most, key));

export const createCampaign = route({
  ...officeChange("campaigns"),
  method: "POST",
  path: "/api/office/campaigns",
  permission: "campaigns.write",
  summary:
    "Drafts a campaign: a targeted bonus, free spins, a free bet, a mission or a message for the players of a segment, on a schedule in a time zone, when they enter the segment, or at an event",
  body: z.object({
    name: nameField(80),
    segment: uuidField,
    gift: wantedGift,
    /** Absent for a message. */
    budget: z.optional(amountField),
    control: upTo(0, 500, "control_invalid"),
    sample: upTo(2, 1_000_000, "sample_invalid"),
    schedule,
    zone: z.string("zone_invalid").check(
      z.maxLength(64, "zone_invalid"),
      z.refine(zone => zone.includes("/") && isZone(zone), "zone_invalid"),
    ),
    ends_at: instantField,
    /** How players are notified, each by the channels they allow; by default not at all. */
    announce: z._default(
      z.array(z.enum(offerChannels, "channel_invalid")).check(z.maxLength(offerChannels.length, "channel_invalid")),
      [],
    ),
    reason: reasonField,
  }),
  maxBody: longestTexts,
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
  errors: [ruleInvalid],
});

export const startCampaign = route({
  ...officeChange("campaigns"),
  method: "POST",
  path: "/api/office/campaigns/:id/start",
  permission: "campaigns.start",
  summary: "Starts a campaign, or resumes a paused one; a large budget and a message need approval to start",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ request: z.nullable(uuidField), expires_at: z.nullable(timeField) })),
  errors: [campaignState],
});

export const changeCampaign = route({
  ...officeChange("campaigns"),
  method: "POST",
  path: "/api/office/campaigns/:id/state",
  permission: "campaigns.write",
  summary: "Pauses a campaign (no grant from that moment), or stops it permanently; granted bonuses are unaffected",
  params: idParams,
  body: z.object({ to: z.enum(["paused", "stopped"], "state_invalid"), reason: reasonField }),
  output: dataOf(z.object({ state: z.enum(["paused", "stopped"]) })),
  errors: [campaignState],
});

const group = z.object({ players: z.int(), mean: z.string() });

export const readReport = route({
  ...officeRead("campaigns"),
  path: "/api/office/campaigns/:id/report",
  permission: "campaigns.read",
  summary:
    "NGR per player since they were chosen, in the campaign's currency, beside the control group with a 95 % interval",
  params: idParams,
  output: dataOf(
    z.object({
      currency: currencyField,
      treated: group,
      control: group,
      /** Null below two players in either group. */
      difference: z.nullable(z.object({ mean: z.string(), low: z.string(), high: z.string() })),
      verdict: z.enum(["too_few", "no_difference", "more", "less"]),
      sample: z.int(),
    }),
  ),
  errors: [ratesUnavailable],
});
