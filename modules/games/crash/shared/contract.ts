import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { amountField, currencyField, cursorField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import {
  betAnswer,
  betIdField,
  betStatusField,
  chainProof,
  expectedRoundField,
  gameInfoShape,
  multiplierField,
  publicIdentity,
  stakeCurrencyField,
} from "#modules/bets/shared/contract.ts";
import { stakeErrors } from "#modules/bets/shared/errors.ts";
import { alreadyCashedOut, cashOutTooLate, notFlying, tooManyBets } from "./errors.ts";

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** From "1.01" to "1000000.00", exactly two decimals. */
const autoCashOutField = z.optional(
  z.string("target_invalid").check(z.regex(/^(?!1\.00$)([1-9][0-9]{0,5}\.[0-9]{2}|1000000\.00)$/, "target_invalid")),
);
const outcome = z.object({
  /** The multiplier of the cash-out; null for a bet that was still in at the crash. */
  cashed_out_at: z.nullable(multiplierField),
  /** The crash point; null while the round is still flying. */
  point: z.nullable(multiplierField),
});
/** Which of a player's two bet panels a bet was made in: it is shown there and nowhere else. */
const panelField = z.enum(["a", "b"]);
const answer = betAnswer(outcome, chainProof);

export const getCrash = route({
  method: "GET",
  path: "/api/v1/games/crash",
  module: "crash",
  caller: "anyone",
  moves: "nothing",
  summary: "What crash offers the caller: limits, return, win cap of a bet made now",
  output: dataOf(z.object({ ...gameInfoShape, max_multiplier: multiplierField })),
});

export const placeCrashBet = route({
  method: "POST",
  path: "/api/v1/games/crash/bets",
  module: "crash",
  caller: "player",
  moves: "wager",
  summary: "Joins the round that is taking bets; at most two bets a round",
  body: z.object({
    stake: amountField,
    currency: stakeCurrencyField,
    auto_cash_out: autoCashOutField,
    round: expectedRoundField,
    panel: z.optional(panelField),
  }),
  status: 201,
  output: answer,
  errors: [...stakeErrors, tooManyBets],
  socket: true,
});

export const cashOutCrashBet = route({
  method: "POST",
  path: "/api/v1/games/crash/bets/:id/cash-out",
  module: "crash",
  caller: "player",
  moves: "wager",
  continues: true,
  summary: "Cashes out a bet in flight at the multiplier at which the server received the request",
  params: z.object({ id: betIdField }),
  output: answer,
  errors: [notFlying, cashOutTooLate, alreadyCashedOut],
  socket: true,
});

/** A finished round as shown to everyone. A voided one shows its point too. */
export const crashPastRound = z.object({
  /** `crash-123`, for GET /api/v1/rounds/:id. */
  id: z.string(),
  round: z.int(),
  status: z.enum(["settled", "voided"]),
  /** The rules that the result was drawn under. */
  rules_version: z.string(),
  point: multiplierField,
  link: hex32,
  ended_at: timeField,
});

export const getCrashRounds = route({
  method: "GET",
  path: "/api/v1/games/crash/rounds",
  module: "crash",
  caller: "anyone",
  moves: "nothing",
  summary: "Finished rounds, newest first",
  query: z.object({ cursor: cursorField }),
  output: pageOf(crashPastRound),
});

/** One of the caller's own bets. */
export const crashOwnBet = z.object({
  id: betIdField,
  round: z.int(),
  at: timeField,
  currency: currencyField,
  stake: moneyField,
  payout: moneyField,
  multiplier: multiplierField,
  status: betStatusField,
  auto_cash_out: z.nullable(multiplierField),
  win_cap: moneyField,
  /** The panel as the bet named it; null when it named none. */
  panel: z.nullable(panelField),
});

export const getCrashBets = route({
  method: "GET",
  path: "/api/v1/games/crash/bets",
  module: "crash",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own bets, newest first",
  query: z.object({ cursor: cursorField }),
  output: pageOf(crashOwnBet),
});

/**
 * What a bet made now can win at most: the smaller of `amount` and stake times `max_multiplier`. Both fall as the round fills,
 * so that a round never risks more than a tenth of the bankroll.
 */
const winCaps = z.record(z.string(), z.object({ amount: moneyField, max_multiplier: multiplierField }));

const rowIdField = z.string().check(z.maxLength(8));
const { name: publicName, avatar: publicAvatar } = publicIdentity.shape;
/**
 * A bet of the running round as shown to everyone, its fields by position: the first eight characters of the bet's id, name and avatar
 * key of the player (null for a hidden one), 1 for a test account, currency, stake. Targets of automatic cash-outs are private.
 */
const joinFields = [
  rowIdField,
  z.nullable(publicName),
  z.nullable(publicAvatar),
  z.literal([0, 1]),
  currencyField,
  moneyField,
] as const;
export const joinRow = z.tuple([...joinFields]);
/** The first eight characters of the bet's id, multiplier, payout. */
export const cashOutRow = z.tuple([rowIdField, multiplierField, moneyField]);
/** The bet as it joined, then multiplier and payout of its cash-out; both null while the bet is in. */
export const feedRow = z.tuple([...joinFields, z.nullable(multiplierField), z.nullable(moneyField)]);

export const crashState = z.enum(["betting", "locked", "flying", "crashed", "settled", "voided"]);

/**
 * The flight. Times are of the server's clock; the browser computes the climb from `started_at`, having measured its own
 * clock's offset over the socket. `joins` and `cash_outs` come at most four times a second each.
 */
export const crashChannel = channel({
  name: "crash",
  module: "crash",
  caller: "anyone",
  summary:
    "The shared round: its states, who joins, who cashes out, the crash. Fields of a bet by position: the first eight characters of " +
    "its id, name and avatar key of the player, 1 for a test account, currency, stake; then, as in cash_outs, multiplier and payout",
  snapshot: z.object({
    /** Null only while no owner runs the rounds. */
    round: z.nullable(z.int()),
    state: z.nullable(crashState),
    /** SHA-256 of this round's link. */
    commitment: z.nullable(hex32),
    salt: z.nullable(hex32),
    /** When betting ends; null in other states. */
    betting_ends_at: z.nullable(timeField),
    /** The moment of 1.00x; null before the flight. */
    started_at: z.nullable(timeField),
    /** Both null before the crash. */
    point: z.nullable(multiplierField),
    link: z.nullable(hex32),
    /** The first 200 bets of the round: a feed has a size, however many play. */
    bets: z.array(feedRow),
    bet_count: z.int(),
    still_in: z.int(),
    /** The caller's own bets of this round. */
    mine: z.array(crashOwnBet),
    /** The latest finished rounds, newest first. */
    history: z.array(crashPastRound),
    win_caps: winCaps,
  }),
  events: {
    betting: z.object({
      round: z.int(),
      commitment: hex32,
      salt: hex32,
      betting_ends_at: timeField,
      win_caps: winCaps,
    }),
    /** `win_caps`: of the currencies in which they have changed. */
    joins: z.object({ round: z.int(), bets: z.array(joinRow), bet_count: z.int(), win_caps: winCaps }),
    locked: z.object({ round: z.int() }),
    fly: z.object({ round: z.int(), started_at: timeField }),
    cash_outs: z.object({
      round: z.int(),
      bets: z.array(cashOutRow),
      still_in: z.int(),
    }),
    /** To the player alone: one of their bets changed (placed, cashed out, settled, voided). */
    mine: z.object({ bet: crashOwnBet }),
    crash: z.object({ round: z.int(), point: multiplierField, link: hex32 }),
    settled: z.object({ round: crashPastRound }),
    voided: z.object({ round: crashPastRound }),
  },
});

export type JoinRow = z.output<typeof joinRow>;
export type CashOutRow = z.output<typeof cashOutRow>;
export type FeedRow = z.output<typeof feedRow>;
export type CrashPastRound = z.output<typeof crashPastRound>;
export type CrashOwnBet = z.output<typeof crashOwnBet>;
export type CrashState = z.output<typeof crashState>;
