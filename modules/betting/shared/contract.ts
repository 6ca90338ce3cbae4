import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  cursorField,
  dataOf,
  moneyField,
  spanFields,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { filePieces, route } from "#kit/contract/route.ts";
import { stakeCurrencyField } from "#modules/bets/shared/contract.ts";
import {
  bonusMaxBet,
  currencyChanged,
  currencyRequired,
  limitReached,
  limitUnchecked,
  playTimeOver,
  realityCheckDue,
  stakeOutOfLimits,
} from "#modules/bets/shared/errors.ts";
import { policyAcceptanceRequired } from "#modules/limits/shared/errors.ts";
import { feedId } from "#modules/odds/shared/contract.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import { cashOutErrors, cashOutRuleErrors, editErrors, quoteErrors, slipErrors, undoErrors } from "./errors.ts";
import { legCauses } from "./leg-state.ts";
import { pricePolicies } from "./read-slip.ts";
import { slipReasons } from "./reasons.ts";
import { namedSystems } from "./systems.ts";

/** 43 characters of base64url. */
export const slipIdField = z.string().check(z.maxLength(64));
/** An exact decimal of at most three places, 1.001 to 1000. */
const priceField = z.string("price_invalid").check(z.maxLength(8, "price_invalid"));
const nameField = (key: string) => z.string(key).check(z.maxLength(96, key));

/** Kinds that are accepted; `system` is any k of n, with bankers. */
const kinds = ["single", "accumulator", "builder", "system", ...namedSystems] as const;

const requestedLeg = z.object({
  event: nameField("event_invalid"),
  market: nameField("market_invalid"),
  /** `total=2.5`; keys in any order. */
  spec: z.optional(nameField("spec_invalid")),
  outcome: nameField("outcome_invalid"),
  /** The price as it was shown to the player. */
  price: priceField,
  banker: z.optional(z.boolean()),
});

const legStatuses = ["open", "won", "lost", "void", "half_won", "half_lost", "tied"] as const;
export type LegStatus = (typeof legStatuses)[number];

const leg = z.object({
  event: z.string(),
  market: z.string(),
  spec: z.string(),
  outcome: z.string(),
  /** The price at acceptance: what counts. */
  price: z.string(),
  banker: z.boolean(),
  /** Accepted while the event was being played. */
  is_live: z.boolean(),
  status: z.enum(legStatuses),
  /** Why it is decided; null while it is open. */
  cause: z.nullable(z.enum(legCauses)),
  /** Percent, "47.6": that an open leg wins, by the provider's chances now. Null where it states none, and once the leg is decided. */
  chance: z.nullable(z.string()),
  /** Each-way: the bet on a place, at one `part` of the winnings; null for a bet to win alone. */
  place: z.nullable(z.object({ places: z.int(), part: z.int(), status: z.enum(legStatuses) })),
});

const revision = z.object({
  number: z.int(),
  at: timeField,
  result: z.enum(["settled", "voided", "reopened", "cashed_out"]),
  reason: z.enum(slipReasons),
  /** What the revision pays, before the boost. */
  payout: moneyField,
  boost: moneyField,
  /** What the balance lacked for a correction, and what it repaid of an earlier lack. */
  owed: moneyField,
  repaid: moneyField,
});

const shareField = z.int("share_invalid").check(z.gte(1, "share_invalid"), z.lte(100, "share_invalid"));

/** The slip is cashed out automatically once its offer has risen or fallen to this one, after the delay of its live legs. */
const cashOutRule = z.object({
  direction: z.enum(["up", "down"], "direction_invalid"),
  /** For the whole slip. */
  offer: amountField,
  /** Percent of the stake to close. */
  share: shareField,
});
export type CashOutRule = z.output<typeof cashOutRule>;

const slip = z.object({
  id: slipIdField,
  kind: z.enum(kinds),
  /** For kind `builder`: the price of all its selections together. */
  price: z.nullable(z.string()),
  /** For kind `system` only: how many legs its combinations have. */
  folds: z.nullable(z.array(z.int())),
  policy: z.enum(pricePolicies),
  currency: currencyField,
  unit: moneyField,
  /** Staked from a free bet: the stake is no part of a return. */
  free_bet: z.boolean(),
  /** How many bets of `unit` it is. */
  bets: z.int(),
  /** Each bet is one on the winner and one on a place. */
  each_way: z.boolean(),
  stake: moneyField,
  /** What cash-outs have left of the stake. */
  open_stake: moneyField,
  placed_at: timeField,
  /** Real money right after it was accepted. */
  balance: moneyField,
  status: z.enum(["open", "settled", "voided", "cashed_out"]),
  settled_at: z.nullable(timeField),
  payout: moneyField,
  boost: moneyField,
  cashed_out: moneyField,
  /** What the balance lacked when it was corrected, as far as it has not been repaid. */
  debt: moneyField,
  /** The bonus money of the stake, and its share of everything that the slip has paid; the rest is real money. */
  from_bonus: moneyField,
  paid_bonus: moneyField,
  /** The largest return that is still possible, without the boost. */
  possible_return: moneyField,
  win_cap: moneyField,
  /** What a cash-out of the whole slip would pay now; null when there is no offer. */
  cash_out: z.nullable(moneyField),
  auto_cash_out: z.nullable(cashOutRule),
  /** Until when it can be undone while its prices stay; null when it cannot. */
  undo_until: z.nullable(timeField),
  /** The slip that was edited into this one, and the one that this one was edited into. */
  replaces: z.nullable(slipIdField),
  replaced_by: z.nullable(slipIdField),
  rules_version: z.string(),
  /** SHA-256 of the receipt that the slip was accepted with, hexadecimal. */
  receipt: z.string(),
  legs: z.array(leg),
  /** Oldest first; the last one is current. */
  revisions: z.array(revision),
});

/** What a slip is, apart from where its stake comes from. */
const slipFields = {
  kind: z.enum(kinds, "kind_invalid"),
  /** Stake of each bet of the slip. */
  unit: amountField,
  currency: stakeCurrencyField,
  /** For kind `system`: how many legs its combinations have. */
  folds: z.optional(z.array(z.int()).check(z.maxLength(20))),
  /** `none`: only the prices as shown; `better`: these or better ones; `any`. */
  policy: z.optional(z.enum(pricePolicies, "policy_invalid")),
  /** For outrights: each bet twice, on the winner and on a place. `unit` is the stake of each of them. */
  each_way: z.optional(z.boolean("each_way_invalid")),
  /** For kind `builder`: the quote of exactly these legs, in their order. */
  quote: z.optional(nameField("quote_invalid")),
  legs: z.array(requestedLeg).check(z.minLength(1), z.maxLength(100)),
};

/** In the order of the checks. */
const placeErrors = [
  currencyRequired,
  currencyChanged,
  stakeOutOfLimits,
  ...slipErrors,
  limitReached,
  limitUnchecked,
  playTimeOver,
  realityCheckDue,
  policyAcceptanceRequired,
  bonusMaxBet,
  insufficientFunds,
];

export const placeBettingSlip = route({
  method: "POST",
  path: "/api/v1/betting/slips",
  module: "betting",
  caller: "player",
  moves: "wager",
  summary:
    "Places a slip: a single, an accumulator, a builder at its quote, or a system. A slip with a live leg is answered after the delay of its sport. The price at acceptance is what counts, never a worse one than `policy` allows",
  body: z.object(
    Object.assign({}, slipFields, {
      /** For kinds `single` and `accumulator`: the free bet that is staked as a whole; `unit` is its amount. */
      free_bet: z.optional(uuidField),
    }),
  ),
  status: 201,
  output: dataOf(slip),
  errors: placeErrors,
  socket: true,
});

const quotedLeg = z.object({
  market: nameField("market_invalid"),
  /** `total=2.5`; keys in any order. */
  spec: z.optional(nameField("spec_invalid")),
  outcome: nameField("outcome_invalid"),
});

export const quoteBuilder = route({
  method: "POST",
  path: "/api/v1/betting/quotes",
  module: "betting",
  caller: "player",
  moves: "nothing",
  summary:
    "Prices two to six outcomes of one event that must all win. The quote is the caller's for ten seconds and lapses when one of the markets changes",
  body: z.object({
    event: z.string("event_invalid").check(z.regex(feedId, "event_invalid")),
    legs: z.array(quotedLeg).check(z.minLength(2, "legs_invalid"), z.maxLength(6, "legs_invalid")),
  }),
  output: dataOf(
    z.object({
      quote: z.string(),
      /** The price of all selections together. */
      price: z.string(),
      expires_at: timeField,
    }),
  ),
  errors: quoteErrors,
});

export const cashOutBettingSlip = route({
  method: "POST",
  path: "/api/v1/betting/slips/:id/cash-out",
  module: "betting",
  caller: "player",
  moves: "wager",
  continues: true,
  summary:
    "Cashes out a slip, as a whole or in part: `offer` is that for the whole slip as it was shown, `share` the percent of the stake to close, or `amount` what is to be paid. With a live leg it is answered after the delay of its sport. Pays the offer at that time, never less than the one that was accepted",
  params: z.object({ id: slipIdField }),
  body: z.object({
    /** The offer for the whole slip, as it was shown. */
    offer: amountField,
    /** Percent of the stake to close; 100 unless given. */
    share: z.optional(shareField),
    /** Instead of `share`: what is to be paid, at most the offer. */
    amount: z.optional(amountField),
  }),
  output: dataOf(
    z.object({
      id: slipIdField,
      /** The number of the revision. */
      number: z.int(),
      /** The part of the stake that is closed, and what is paid for it. */
      closed: moneyField,
      paid: moneyField,
      /** Real money right after it. */
      balance: moneyField,
    }),
  ),
  errors: cashOutErrors,
  socket: true,
});

export const editBettingSlip = route({
  method: "POST",
  path: "/api/v1/betting/slips/:id/edit",
  module: "betting",
  caller: "player",
  moves: "wager",
  summary:
    "Changes an open slip: cashes out what is open of it and places another slip, both or neither. Checked like a new slip; the cash-out pays the offer at that time, never less than the one that was accepted. With a live leg in either slip it is answered after the delay of its sport",
  params: z.object({ id: slipIdField }),
  body: z.object(
    Object.assign({}, slipFields, {
      /** For all that is open of the slip, as it was shown. */
      offer: amountField,
    }),
  ),
  status: 201,
  output: dataOf(slip),
  errors: [...placeErrors, ...editErrors],
  socket: true,
});

export const setCashOutRule = route({
  method: "PUT",
  path: "/api/v1/betting/slips/:id/auto-cash-out",
  module: "betting",
  caller: "player",
  moves: "nothing",
  summary:
    "Sets at which offer a slip is cashed out automatically, as a whole or in part: once, after the delay of its live legs. A rule that waits for a higher offer never pays less than it; above what the slip can return, `offer` is invalid. Replaces the rule before",
  params: z.object({ id: slipIdField }),
  body: cashOutRule,
  output: dataOf(slip),
  errors: cashOutRuleErrors,
});

export const removeCashOutRule = route({
  method: "DELETE",
  path: "/api/v1/betting/slips/:id/auto-cash-out",
  module: "betting",
  caller: "player",
  moves: "nothing",
  summary: "Removes the rule that cashes a slip out; one without a rule stays as it is",
  params: z.object({ id: slipIdField }),
  output: dataOf(slip),
});

export const undoBettingSlip = route({
  method: "POST",
  path: "/api/v1/betting/slips/:id/undo",
  module: "betting",
  caller: "player",
  moves: "wager",
  continues: true,
  summary:
    "Undoes a slip within ten seconds of its acceptance, before the start of its events and while its prices have not moved: it is void and the stake is returned. Three times a day (UTC)",
  params: z.object({ id: slipIdField }),
  output: dataOf(slip),
  errors: undoErrors,
  socket: true,
});

export const slipOutcomes = ["won", "lost", "voided", "cashed_out"] as const;
export type SlipOutcome = (typeof slipOutcomes)[number];
const outcomeFilter = z.optional(z.enum(slipOutcomes, "outcome_invalid"));

export const getBettingSlips = route({
  method: "GET",
  path: "/api/v1/betting/slips",
  module: "betting",
  caller: "player",
  moves: "nothing",
  summary: "The caller's slips, newest first: the open ones or those that have ended, by outcome and a span of time",
  query: z.object({
    state: z.optional(z.enum(["open", "ended"], "state_invalid")),
    outcome: outcomeFilter,
    ...spanFields,
    cursor: cursorField,
  }),
  output: pageOf(slip),
});

export const getBettingSlipsFile = route({
  method: "GET",
  path: "/api/v1/betting/slips.csv",
  module: "betting",
  caller: "player",
  moves: "nothing",
  summary: "All of the caller's slips as a CSV file",
  query: z.object({ outcome: outcomeFilter, ...spanFields }),
  file: "text/csv",
  output: filePieces,
  rate: { burst: 10, perMinute: 6 },
});

export const getBettingSlip = route({
  method: "GET",
  path: "/api/v1/betting/slips/:id",
  module: "betting",
  caller: "player",
  moves: "nothing",
  summary: "One slip of the caller, with the state of its legs and every revision",
  params: z.object({ id: slipIdField }),
  output: dataOf(slip),
});

export type BettingSlip = z.output<typeof slip>;
export type BettingLeg = z.output<typeof leg>;
