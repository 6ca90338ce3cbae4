import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { dayField, periodDays } from "#modules/bets/office/contract.ts";
import { officeRead, player } from "#modules/operators/office/fields.ts";
import { gameField } from "#modules/providers/shared/wire.ts";

/** Whole days of UTC, as of our own games. */
const period = {
  from: z.optional(dayField),
  to: z.optional(dayField),
  days: z.optional(z.enum(periodDays, "days_invalid")),
  /** Whether rounds of test accounts count. */
  tests: z.optional(z.enum(["with", "without"], "tests_invalid")),
};

const providerField = z.string("provider_invalid").check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, "provider_invalid"));
const named = z.object({ provider: providerField, slug: gameField });

/** Each round with a stake counts once; pots aside. Percent with 95 % confidence bounds, null with fewer than a thousand rounds. */
const returned = z.object({
  bets: z.number(),
  result: z.nullable(z.object({ measured: z.string(), low: z.string(), high: z.string() })),
});

const kind = z.object({
  /** Kind of the first bet: stake, buy, free or side. */
  kind: z.string(),
  /** Percent, as the provider states it; null of live tables, whose bets have a return each, and of several modes of one kind. */
  stated: z.nullable(z.string()),
  rounds: z.number(),
  voids: z.number(),
  /** Null without the permission `bets.figures.read`. */
  return: z.nullable(returned),
});

const game = z.object({
  provider: z.string(),
  slug: z.string(),
  /** Titles by language. */
  title: z.record(z.string(), z.string()),
  kind: z.enum(["slots", "live-casino"]),
  /** Ended in the period. */
  rounds: z.number(),
  voids: z.number(),
  /** Whether so many void rounds are more than one in 10,000 would leave by chance. */
  has_too_many_voids: z.boolean(),
  /** Now. */
  open: z.number(),
  kinds: z.array(kind),
});

export type ProviderGameView = z.output<typeof game>;

const shared = {
  from: z.string(),
  to: z.string(),
  /** When rounds were counted last; null before the first time. */
  at: z.nullable(timeField),
};

export const readGamesOfProviders = route({
  ...officeRead("providers"),
  path: "/api/office/provider-games",
  reads: ["providers", "wallet.provider_round_days", "wallet.provider_round_count"],
  permission: "bets.read",
  summary: "Slots and live tables: rounds, voids, open rounds, and measured returns beside the stated ones",
  query: z.object(period),
  output: dataOf(z.object({ ...shared, games: z.array(game) })),
});

export const readGameOfProvider = route({
  ...officeRead("providers"),
  path: "/api/office/provider-games/:provider/:slug",
  reads: ["providers", "wallet.provider_round_days", "wallet.provider_round_count"],
  permission: "bets.read",
  summary: "One slot or live table: rounds, voids, open rounds, and measured returns beside the stated ones",
  params: named,
  query: z.object(period),
  output: dataOf(z.object({ ...shared, game })),
});

export const readProviderGameFigures = route({
  ...officeRead("providers"),
  path: "/api/office/provider-games/:provider/:slug/figures",
  reads: ["wallet.provider_round_days", "wallet.provider_round_count"],
  permission: "bets.figures.read",
  summary: "Stakes, wins, jackpots and returns of one slot or live table in a period, by currency, kind of bet and day",
  params: named,
  query: z.object(period),
  output: dataOf(
    z.object({
      from: shared.from,
      to: shared.to,
      currencies: z.array(
        z.object({
          currency: currencyField,
          kind: z.string(),
          stated: z.nullable(z.string()),
          rounds: z.number(),
          voids: z.number(),
          stake: moneyField,
          win: moneyField,
          jackpot: moneyField,
          return: returned,
        }),
      ),
      days: z.array(
        z.object({
          day: z.string(),
          /** Percent, however few rounds there are. */
          mean: z.string(),
          return: returned,
        }),
      ),
    }),
  ),
});

export const roundStates = ["ended", "closed", "void", "open"] as const;

export const readRoundsOfProvider = route({
  ...officeRead("providers"),
  path: "/api/office/provider-games/:provider/:slug/rounds",
  reads: ["wallet.ended_provider_rounds", "wallet.provider_rounds"],
  permission: "bets.read",
  summary: "Rounds of one slot or live table, newest first: ended ones up to the last count, open ones as of now",
  params: named,
  query: z.object({
    state: z.optional(z.enum(roundStates, "state_invalid")),
    player: z.optional(uuidField),
    from: period.from,
    to: period.to,
    days: period.days,
    tests: period.tests,
    cursor: z.optional(z.string("cursor_invalid").check(z.regex(/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/, "cursor_invalid"))),
  }),
  output: pageOf(
    z.object({
      /** Id of the round, and of its public record. */
      id: z.string(),
      player,
      currency: currencyField,
      bets: z.number(),
      stake: moneyField,
      win: moneyField,
      jackpot: moneyField,
      state: z.enum(["open", "closed", "void"]),
      /** Whether the provider's proof is stored here. */
      has_proof: z.boolean(),
      started_at: timeField,
      ended_at: z.nullable(timeField),
    }),
  ),
});
