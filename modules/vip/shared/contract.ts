import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { nothingToCollect, rewardsOnBreak, vipRequestOpen } from "./errors.ts";
import { vipLevels } from "./levels.ts";

/** Kinds of requests: membership, a personal manager, higher stake limits. */
export const vipRequestTypes = ["membership", "personal_host", "higher_limits"] as const;
export const vipRequestStatuses = ["open", "accepted", "declined"] as const;

const status = z.enum(vipRequestStatuses);

export const joinVip = route({
  method: "POST",
  path: "/api/v2/vip/join",
  module: "vip",
  caller: "player",
  moves: "nothing",
  summary: "Sends a request to the VIP club; one at a time",
  body: z.object({ request_type: z.enum(vipRequestTypes, "request_type_invalid") }),
  status: 201,
  output: dataOf(z.object({ id: uuidField, status })),
  errors: [vipRequestOpen],
  rate: { burst: 60, perMinute: 10 },
});

export const getVipRequest = route({
  method: "GET",
  path: "/api/v1/vip/request",
  module: "vip",
  caller: "player",
  moves: "nothing",
  summary: "The caller's last request to the VIP club, or null",
  output: dataOf(
    z.nullable(
      z.object({
        id: uuidField,
        request_type: z.enum(vipRequestTypes),
        status,
        created_at: timeField,
        answered_at: z.nullable(timeField),
        /** In the caller's language; null while it is open. */
        answer: z.nullable(z.string()),
      }),
    ),
  ),
});

export const rewardKinds = ["rakeback", "cashback", "level_up"] as const;
export type RewardKind = (typeof rewardKinds)[number];

const levelNames = vipLevels.map(({ name }) => name);
const levelName = z.enum(levelNames as [(typeof levelNames)[number], ...typeof levelNames]);
/** Percent: "7". */
const percent = z.string();

const levelTerms = z.object({
  level: levelName,
  /** Real stakes of all time that open it, roubles. */
  from: moneyField,
  rakeback: percent,
  cashback: percent,
  /** The most that reaching it gives, roubles. */
  level_up: moneyField,
  /** Times the daily limit of withdrawals. */
  payout_factor: z.int(),
});

const terms = z.object({
  version: z.int(),
  levels: z.array(levelTerms),
  /** A week's cashback is at most this share of its theoretical loss. */
  cashback_share: percent,
  /** Reaching a level gives this share of the theoretical loss made inside the level left. */
  level_up_share: percent,
});

export const getVipTerms = route({
  method: "GET",
  path: "/api/v1/vip/terms",
  module: "vip",
  caller: "anyone",
  moves: "nothing",
  summary: "What each level of the VIP club gives today",
  output: dataOf(terms),
});

const week = z.object({
  /** The Monday of the week, UTC. */
  from: z.string(),
  staked: moneyField,
  paid: moneyField,
  rakeback: moneyField,
  /** Staked less paid less rakeback, at least nothing. */
  lost: moneyField,
  theoretical_loss: moneyField,
  rate: percent,
  by_rate: moneyField,
  share: percent,
  by_share: moneyField,
  /** The smaller of the two. */
  amount: moneyField,
});

const currencyRewards = z.object({
  currency: currencyField,
  rakeback: z.object({
    /** Theoretical loss by the rate that it was made at. */
    losses: z.array(z.object({ rate: percent, theoretical_loss: moneyField })),
    collected: moneyField,
    due: moneyField,
  }),
  cashback: z.object({
    /** Weeks that are over and not collected, the newest first. */
    weeks: z.array(week),
    /** What corrections took out of weeks that were collected. */
    corrected: moneyField,
    due: moneyField,
    current: week,
    /** The next Monday, UTC. */
    next_at: timeField,
  }),
  level_up: z.object({
    gifts: z.array(z.object({ level: levelName, theoretical_loss: moneyField, share: percent, amount: moneyField })),
    collected: moneyField,
    due: moneyField,
  }),
});

const rewards = z.object({
  level: z.nullable(levelName),
  /** Real stakes of all time, roubles. */
  wagered: moneyField,
  next: z.nullable(z.object({ level: levelName, from: moneyField, left: moneyField, percent: z.int() })),
  /** Whom the player may write to by name. */
  host: z.nullable(z.object({ name: z.string() })),
  payout_factor: z.int(),
  /** Whether rewards may be collected now: not in a break. */
  may_collect: z.boolean(),
  currencies: z.array(currencyRewards),
});

export const getRewards = route({
  method: "GET",
  path: "/api/v1/rewards",
  module: "vip",
  caller: "player",
  moves: "nothing",
  summary: "The caller's level and rewards, with every figure that they are computed from",
  output: dataOf(rewards),
});

export const collectReward = route({
  method: "POST",
  path: "/api/v1/rewards/:kind",
  module: "vip",
  caller: "player",
  moves: "prize",
  summary: "Collects what is due of a reward in one currency, as real money; once per key",
  params: z.object({ kind: z.enum(rewardKinds, "reward_kind_invalid") }),
  body: z.object({ currency: currencyField }),
  output: dataOf(z.object({ kind: z.enum(rewardKinds), currency: currencyField, amount: moneyField })),
  errors: [nothingToCollect, rewardsOnBreak],
  rate: { burst: 60, perMinute: 60 },
});

export type RewardsView = z.output<typeof rewards>;
export type CurrencyRewards = z.output<typeof currencyRewards>;
export type RewardWeek = z.output<typeof week>;
export type VipTermsView = z.output<typeof terms>;
