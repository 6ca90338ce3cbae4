import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { officeRead, paged, player } from "#modules/operators/office/fields.ts";

/** A day of UTC. */
export const dayField = z
  .string("day_invalid")
  .check(
    z.refine(
      text =>
        /^20\d\d-\d\d-\d\d$/.test(text) &&
        !Number.isNaN(Date.parse(text)) &&
        new Date(text).toISOString().startsWith(text),
      "day_invalid",
    ),
  );

/** Periods that are chosen by their length. */
export const periodDays = ["1", "7", "30", "90", "365"] as const;

/** Whole days of UTC, both included, at most 366: from a day to another, or a number of days up to one. The last seven if omitted. */
const period = {
  from: z.optional(dayField),
  to: z.optional(dayField),
  days: z.optional(z.enum(periodDays, "days_invalid")),
};
/** Whether bets of test accounts count. They do with demo data, whose players are test accounts. */
const tests = { tests: z.optional(z.enum(["with", "without"], "tests_invalid")) };
const gameField = z.object({
  game: z.string("game_invalid").check(z.regex(/^[a-z][a-z0-9]{1,29}$/, "game_invalid")),
});

const measured = z.object({
  bets: z.number(),
  /** Percent with its 95 % confidence bounds; null with fewer than a thousand bets. */
  result: z.nullable(z.object({ measured: z.string(), low: z.string(), high: z.string() })),
});

const money = z.object({ stake: moneyField, payout: moneyField, refunded: moneyField });

const game = z.object({
  game: z.string(),
  rules_version: z.string(),
  /** Percent, of the rules in force. */
  designed: z.string(),
  /** The smallest and the largest stake of one bet. */
  stakes: z.array(z.object({ currency: currencyField, min: moneyField, max: moneyField })),
  bets: z.number(),
  voided_bets: z.number(),
  /** Undecided now. */
  open_bets: z.number(),
  /** Of games whose rounds have many bets: under way now, voided in the period. */
  rounds: z.nullable(z.object({ open: z.number(), voided: z.number() })),
  /** When the last round began; of a game whose bets are rounds, when the last one ended. */
  last_at: z.nullable(timeField),
  /** Null without the permission `bets.figures.read`. */
  figures: z.nullable(
    z.object({
      money,
      /** Under the rules in force. */
      return: measured,
    }),
  ),
});

const shared = {
  /** The days from which figures come. */
  from: z.string(),
  to: z.string(),
  /** When bets were counted last; null before the first time. */
  at: z.nullable(timeField),
  /** The currency of the sums. */
  in: currencyField,
  /** False if amounts of other currencies are left out because they have no rate. */
  complete: z.boolean(),
};

const figuresQuery = z.object({
  from: period.from,
  to: period.to,
  days: period.days,
  tests: tests.tests,
  /** One currency; all of them in euros if omitted. Returns are of all currencies. */
  currency: z.optional(currencyField),
});

export const readPlayedGames = route({
  ...officeRead("bets"),
  path: "/api/office/games",
  reads: ["wallet.game_days", "wallet.game_day_count"],
  permission: "bets.read",
  summary: "Our own games: stakes, payouts and return of a period, with open and voided rounds",
  query: figuresQuery,
  output: dataOf(
    z.object({
      from: shared.from,
      to: shared.to,
      at: shared.at,
      in: shared.in,
      complete: shared.complete,
      games: z.array(game),
    }),
  ),
});

export const readPlayedGame = route({
  ...officeRead("bets"),
  path: "/api/office/games/:game",
  reads: ["wallet.game_days", "wallet.game_day_count"],
  permission: "bets.read",
  summary: "One of our own games: stakes, payouts and return of a period, with open and voided rounds",
  params: gameField,
  query: figuresQuery,
  output: dataOf(
    z.object({
      from: shared.from,
      to: shared.to,
      at: shared.at,
      in: shared.in,
      complete: shared.complete,
      game,
    }),
  ),
});

export const readGameFigures = route({
  ...officeRead("bets"),
  path: "/api/office/games/:game/figures",
  reads: ["wallet.game_days", "wallet.game_day_count"],
  permission: "bets.figures.read",
  summary: "Stakes and payouts of one of our own games in a period, by currency, version of the rules and day",
  params: gameField,
  query: figuresQuery,
  output: dataOf(
    z.object({
      from: shared.from,
      to: shared.to,
      currencies: z.array(z.object({ currency: currencyField, bets: z.number(), voided_bets: z.number(), money })),
      versions: z.array(z.object({ rules_version: z.string(), designed: z.nullable(z.string()), return: measured })),
      /** All versions together. */
      days: z.array(
        z.object({
          day: z.string(),
          /** Percent, however few bets there are. */
          mean: z.string(),
          return: measured,
        }),
      ),
    }),
  ),
});

export const betStates = ["ended", "settled", "voided", "open"] as const;

const stored = z.record(z.string(), z.unknown());
const bet = {
  /** Of its public record too. */
  id: z.string(),
  player,
  game: z.string(),
  at: timeField,
  ended_at: z.nullable(timeField),
  currency: currencyField,
  stake: moneyField,
  payout: moneyField,
  multiplier: z.string(),
  status: z.enum(["open", "settled", "voided"]),
  rules_version: z.string(),
  /** Of a shared round. */
  round: z.nullable(z.string()),
  /** As stored with the bet; the outcome is empty while it is open. */
  choice: stored,
  outcome: stored,
};

const betRow = z.object(bet);
export type BetRow = z.output<typeof betRow>;

export const readGameBets = route({
  ...officeRead("bets"),
  path: "/api/office/games/:game/bets",
  reads: ["wallet.ended_bets"],
  permission: "bets.read",
  summary: "Bets of one game, newest first: ended ones up to the last count, open ones as of now",
  params: gameField,
  query: z.object({
    state: z.optional(z.enum(betStates, "state_invalid")),
    player: z.optional(uuidField),
    round: z.optional(z.string("round_invalid").check(z.regex(/^[1-9][0-9]{0,14}$/, "round_invalid"))),
    from: period.from,
    to: period.to,
    days: period.days,
    tests: tests.tests,
    ...paged,
  }),
  output: pageOf(betRow),
});

export const readGameRounds = route({
  ...officeRead("bets"),
  path: "/api/office/games/:game/rounds",
  reads: ["wallet.game_days", "wallet.ended_bets"],
  permission: "bets.read",
  summary: "Shared rounds of one game, newest first; none for a game in which each bet is a round of its own",
  params: gameField,
  query: z.object({
    state: z.optional(z.enum(["all", "voided"], "state_invalid")),
    cursor: z.optional(z.string("cursor_invalid").check(z.regex(/^[1-9][0-9]{0,14}$/, "cursor_invalid"))),
  }),
  output: pageOf(
    z.object({
      /** Of its public record. */
      id: z.string(),
      number: z.string(),
      state: z.string(),
      is_voided: z.boolean(),
      rules_version: z.string(),
      opened_at: timeField,
      ended_at: z.nullable(timeField),
      /** Ended bets; null where bets are not stored with the number of their round. */
      bets: z.nullable(z.number()),
      facts: z.record(z.string(), z.nullable(z.string())),
    }),
  ),
});

export const readOfficeBet = route({
  ...officeRead("bets"),
  path: "/api/office/bets/:id",
  reads: ["wallet.ended_bets"],
  permission: "bets.read",
  summary: "One bet with its transfers",
  params: z.object({ id: z.string("id_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "id_invalid")) }),
  output: dataOf(
    z.object({
      bet: z.object(bet),
      win_cap: moneyField,
      /** Null for a bet of a shared round. */
      seed: z.nullable(z.object({ number: z.number(), client_seed: z.string(), nonce: z.number() })),
      /** Of a stepwise round. */
      steps: z.nullable(z.number()),
      transfers: z.array(
        z.object({
          number: z.string(),
          at: timeField,
          kind: z.string(),
          amount: moneyField,
          debit: z.string(),
          credit: z.string(),
          balance: moneyField,
        }),
      ),
    }),
  ),
});
