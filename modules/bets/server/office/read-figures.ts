import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { exchanged, type Rate } from "#modules/rates/shared/rate.ts";
import {
  type GameReturn,
  type GameTurnover,
  gameDaysCountedAt,
  lastBetOfGames,
  openBetsByGame,
  returnsByDay,
  returnsByVersion,
  turnoverOfGames,
  type VersionReturn,
} from "#modules/wallet/server/index.ts";
import { measuredReturn } from "../../shared/measured-return.ts";
import { type DaysOfPeriod, daysOf, type Period } from "./days-of.ts";
import type { BetsOfficeNeeds, RegisteredGame } from "./needs.ts";

export interface FiguresQuery extends Period {
  readonly currency?: string | undefined;
  readonly tests?: "with" | "without" | undefined;
}

interface GamesFigures extends FiguresQuery {
  readonly games: readonly RegisteredGame[];
}

/** Figures of games in a period. */
export interface Figures {
  readonly period: DaysOfPeriod;
  readonly turnover: readonly GameTurnover[];
  readonly versions: readonly VersionReturn[];
  readonly openBets: ReadonlyMap<string, number>;
  readonly lastBets: ReadonlyMap<string, Date>;
  readonly countedAt: Date | undefined;
  /** The currency of sums, and the rates of others in it; a currency without a rate is left out. */
  readonly shown: Currency;
  readonly rates: ReadonlyMap<string, Rate | "same">;
  readonly isComplete: boolean;
  readonly withTests: boolean;
}

/** Reads all figures at one moment; sums of several currencies are at the current rates. */
export async function readFigures(needs: BetsOfficeNeeds, query: GamesFigures): Promise<Figures> {
  const { host, people } = needs;
  const period = daysOf(query, host.clock.now());
  const currency = query.currency as Currency | undefined;
  const shown = currency ?? "EUR";
  const rates = await ratesTo(needs, shown, currency ? [currency] : currencyCodes);
  const withTests = query.tests === "with";
  const games = query.games.map(({ game }) => game);
  const which = { games, from: period.from, to: period.to, withTests };
  return host.db.tx(
    async tx => {
      const except: readonly PlayerId[] = withTests ? [] : await people.testPlayers(tx);
      return {
        period,
        turnover: await turnoverOfGames(tx, which),
        versions: await returnsByVersion(tx, which),
        openBets: await openBetsByGame(tx, except),
        lastBets: await lastBetOfGames(tx, games, except),
        countedAt: await gameDaysCountedAt(tx),
        shown,
        rates,
        isComplete: currency !== undefined || rates.size === currencyCodes.length,
        withTests,
      };
    },
    { isolation: "repeatable read", readOnly: true },
  );
}

async function ratesTo(
  { rates }: BetsOfficeNeeds,
  to: Currency,
  from: readonly Currency[],
): Promise<ReadonlyMap<string, Rate | "same">> {
  const known = new Map<string, Rate | "same">();
  for (const currency of from) {
    const rate = currency === to ? ("same" as const) : await rates.rate(currency, to).catch(() => undefined);
    if (rate) known.set(currency, rate);
  }
  return known;
}

/** What all answers say of their figures. */
export function aboutFigures({ period, countedAt, shown, isComplete }: Figures) {
  return {
    from: period.from,
    to: period.to,
    at: countedAt?.toISOString() ?? null,
    in: shown,
    complete: isComplete,
  };
}

/** The sums of a game in the shown currency, and its bets in all currencies that are counted. */
export function turnoverOf({ turnover, rates }: Figures, game: string) {
  const sum = { bets: 0, voided: 0, stake: 0n, payout: 0n, refunded: 0n };
  for (const each of turnover) {
    const rate = rates.get(each.currency);
    if (each.game !== game || !rate) continue;
    sum.bets += each.bets;
    sum.voided += each.voided;
    sum.stake += converted(each.stakes, rate);
    sum.payout += converted(each.payouts, rate);
    sum.refunded += converted(each.refunded, rate);
  }
  const money = moneyView(micros(sum.stake), micros(sum.payout), micros(sum.refunded));
  return { bets: sum.bets, voided: sum.voided, money };
}

export const moneyView = (stake: Micros, payout: Micros, refunded: Micros) => ({
  stake: formatAmount(stake),
  payout: formatAmount(payout),
  refunded: formatAmount(refunded),
});

const converted = (amount: Micros, rate: Rate | "same"): bigint => (rate === "same" ? amount : exchanged(amount, rate));

/** The return of bets in all currencies: a bet's share does not depend on its currency. */
export function returnView(counted: Pick<GameReturn, "bets" | "mean" | "deviation"> | undefined) {
  const { bets, mean, deviation } = counted ?? { bets: 0, mean: 0, deviation: 0 };
  return { bets, result: measuredReturn(bets, mean, deviation) };
}

/** Under the rules in force. */
export function currentReturn({ versions }: Figures, { game, rulesVersion }: RegisteredGame) {
  return returnView(versions.find(each => each.game === game && each.rulesVersion === rulesVersion));
}

const gameDaysRead: OlderRead = { name: "returns_by_day", tables: ["wallet.game_days"] };

/** Each day with bets, all versions together. */
export async function daysView({ host }: BetsOfficeNeeds, { period, withTests }: Figures, game: string) {
  const which = { games: [game], from: period.from, to: period.to, withTests };
  const days = await readOlder(host, gameDaysRead, on => returnsByDay(on, which));
  return days.map(each => ({ day: each.day, mean: (each.mean * 100).toFixed(2), return: returnView(each) }));
}
