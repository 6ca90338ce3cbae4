import type { Queryable } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { byteOrderMark, csvLine } from "#kit/std/csv.ts";
import { leastPlayers, type PartnerFigures } from "../shared/contract.ts";
import { addLines, netRevenueOf, noLines } from "../shared/statement.ts";
import { contentOf, readMonth } from "./close-month.ts";
import { dateOf, dayOf, daysOf } from "./months.ts";
import { type ClickRow, clicksOf, firstDepositsOf, playersOf, type ReferredPlayer } from "./player-store.ts";
import { type DayLines, type FeeGames, readLines } from "./read-month.ts";
import { statementsOf } from "./statement-store.ts";
import type { PartnerRow } from "./store.ts";
import { statementView } from "./views.ts";

type Figures = PartnerFigures["totals"];

interface Facts {
  readonly clicks: readonly ClickRow[];
  readonly players: readonly ReferredPlayer[];
  readonly firstDeposits: ReadonlyMap<PlayerId, number>;
  readonly lines: readonly DayLines[];
  /** Thousandths. */
  readonly rate: number;
}

/** A month as the partner sees it, by day and by link. */
export async function readFigures(
  feeGames: FeeGames,
  on: Queryable,
  partner: PartnerRow,
  month: string,
  at: Date,
): Promise<PartnerFigures> {
  const { first, next } = daysOf(month);
  const before = Math.min(next, dayOf(at.getTime()) + 1);
  const players = (await playersOf(on, partner.id)).filter(({ excluded }) => excluded === null);
  const now = await readMonth({ feeGames }, on, partner, month, { at, decided: false });
  const closed = (await statementsOf(on, partner.id)).some(each => each.month === month);
  const linesOf = (some: readonly ReferredPlayer[]) =>
    readLines(
      on,
      some.map(({ playerId }) => playerId),
      { from: first, before: next, to: partner.currency, feeGames },
    );
  const firstDeposits = await firstDepositsOf(
    on,
    players.map(({ playerId }) => playerId),
  );
  const clicks = await clicksOf(on, partner.id, first, next);
  const rate = now?.result.rate ?? 0;
  const all: Facts = { clicks, players, firstDeposits, lines: await linesOf(players), rate };
  const days = Array.from({ length: Math.max(0, before - first) }, (_, n) => first + n);
  const stags = [...new Set([...clicks.map(({ stag }) => stag), ...players.map(({ stag }) => stag)])].sort();
  const links = [];
  for (const stag of stags) {
    const own = players.filter(each => each.stag === stag);
    const facts = {
      ...all,
      players: own,
      clicks: clicks.filter(each => each.stag === stag),
      lines: await linesOf(own),
    };
    links.push({ stag, ...figuresOf(facts, first, next) });
  }
  const placements = [];
  for (const adplace of [...new Set(players.map(placeOf))].sort()) {
    const own = players.filter(each => placeOf(each) === adplace);
    const { clicks: _clicks, ...figures } = figuresOf({ ...all, players: own, lines: await linesOf(own) }, first, next);
    placements.push({ adplace, ...figures });
  }
  return {
    month,
    currency: partner.currency,
    rate: now ? rate : null,
    totals: figuresOf(all, first, next),
    days: days.map(day => ({ day: dateOf(day), ...figuresOf(all, day, day + 1) })),
    links,
    placements,
    open: now && !closed ? statementView(contentOf(now), null) : null,
  };
}

const placeOf = ({ adplace }: ReferredPlayer): string => adplace ?? "";

const columns = ["by", "name", "clicks", "registrations", "first_deposits", "net_revenue", "commission"] as const;

/** The month as a file with English column names for programs. What fewer than five players made is empty. */
export async function* figuresFile({ days, links, placements }: PartnerFigures): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  const rows = [
    ...days.map(each => ({ by: "day", name: each.day, ...each })),
    ...links.map(each => ({ by: "stag", name: each.stag, ...each })),
    ...placements.map(each => ({ by: "adplace", name: each.adplace, clicks: "", ...each })),
  ];
  yield rows.map(row => csvLine(columns.map(name => String(row[name] ?? "")))).join("");
}

/** From day `from` to the day before `before`. */
function figuresOf({ clicks, players, firstDeposits, lines, rate }: Facts, from: number, before: number): Figures {
  const within = (day: number | undefined) => day !== undefined && day >= from && day < before;
  const own = lines.filter(({ day }) => within(day));
  const isEnough = new Set(own.flatMap(each => [...each.players])).size >= leastPlayers;
  const revenue = netRevenueOf(own.reduce((sum, each) => addLines(sum, each.lines), noLines));
  return {
    clicks: Number(clicks.reduce((sum, each) => (within(each.day) ? sum + each.clicks : sum), 0n)),
    registrations: players.filter(({ registeredAt }) => within(dayOf(registeredAt.getTime()))).length,
    first_deposits: players.filter(({ playerId }) => within(firstDeposits.get(playerId))).length,
    net_revenue: isEnough ? formatAmount(revenue) : null,
    commission: isEnough ? formatAmount((revenue * BigInt(rate)) / 1000n) : null,
  };
}
