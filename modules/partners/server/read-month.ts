import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameNumbers } from "#modules/ledger/shared/chart.ts";
import { type PlayedGameDay, playedOnDays } from "#modules/projections/server/index.ts";
import { noRates, pricesOfPastDays } from "#modules/rates/server/index.ts";
import { converted, type DayPrices } from "#modules/rates/shared/day-prices.ts";
import { addLines, type Lines, lineNames, noLines } from "../shared/statement.ts";
import { dateOf } from "./months.ts";
import { type MoneyDay, moneyOf } from "./player-store.ts";

/** What players brought on one day in one currency, and the same in the partner's. */
export interface DayLines {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly currency: Currency;
  readonly own: Lines;
  readonly lines: Lines;
  /** How many players they are of: figures of few players are not shown to partners. */
  readonly players: ReadonlySet<PlayerId>;
}

/** Games between players, by their number: the fee is all that they bring. */
export type FeeGames = ReadonlySet<number>;

const lossScale = 1_000_000n;

/** The lines of these players from day `from` to the day before `before`, by day and currency. Fails with `rates_unavailable`. */
export async function readLines(
  on: Queryable,
  players: readonly PlayerId[],
  { from, before, to, feeGames }: { from: number; before: number; to: Currency; feeGames: FeeGames },
): Promise<readonly DayLines[]> {
  if (players.length === 0) return [];
  const played = await playedOnDays(on, players, { from: dateOf(from), to: dateOf(before - 1) });
  const money = await moneyOf(on, players, from, before);
  const found = new Map<string, Omit<DayLines, "lines">>();
  const add = ({ playerId, currency, day }: Pick<MoneyDay, "playerId" | "currency" | "day">, lines: Lines) => {
    const key = `${day} ${currency}`;
    const before = found.get(key);
    const own = addLines(before?.own ?? noLines, lines);
    found.set(key, { day, currency, own, players: new Set([...(before?.players ?? []), playerId]) });
  };
  for (const each of played) add(each, linesOfPlay(each, feeGames));
  for (const each of money) add(each, linesOfMoney(each));
  const days = [...found.values()].sort((a, b) => a.day - b.day || (a.currency < b.currency ? -1 : 1));
  const prices = await pricesOfPastDays(
    on,
    days.map(({ day }) => day),
  );
  return days.map(day => {
    const loss = day.own.loss / lossScale;
    const own = { ...day.own, loss };
    return { ...day, own, lines: convertedLines(own, day.currency, to, prices.get(day.day)) };
  });
}

/** What a player deposited from day `from` to the day before `before`, less what was refunded on these days. Days without prices count nothing. */
export async function depositedOf(
  on: Queryable,
  player: PlayerId,
  { from, before, to }: { readonly from: number; readonly before: number; readonly to: Currency },
): Promise<bigint> {
  const money = await moneyOf(on, [player], from, before);
  const prices = await pricesOfPastDays(
    on,
    money.map(({ day }) => day),
  );
  return money.reduce(
    (sum, { currency, deposited: amount, day }) => sum + (converted({ currency, amount }, to, prices.get(day)) ?? 0n),
    0n,
  );
}

/** The theoretical loss is in millionths of a micro-unit here. */
function linesOfPlay({ game, realStaked, realPaid, bonusPaid, loss }: PlayedGameDay, feeGames: FeeGames): Lines {
  if (feeGames.has(game)) return { ...noLines, fees: loss / lossScale, loss };
  // What betting paid for free bets is real. What it paid in bonus money is taken out by `moneyOfFlow`.
  const bonuses = game === gameNumbers.betting ? bonusPaid : 0n;
  return { ...noLines, staked: realStaked, paid: realPaid, bonuses, loss };
}

function linesOfMoney({ bonuses, jackpots, payment, recalled }: MoneyDay): Lines {
  return { ...noLines, bonuses, jackpots, payment, recalled };
}

function convertedLines(own: Lines, currency: Currency, to: Currency, prices: DayPrices | undefined): Lines {
  const entries = lineNames.map(name => [
    name,
    own[name] === 0n ? 0n : (converted({ currency, amount: own[name] }, to, prices) ?? noRates()),
  ]);
  return Object.fromEntries(entries) as unknown as Lines;
}
