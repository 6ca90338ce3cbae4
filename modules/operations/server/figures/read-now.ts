import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import { readOlder } from "#kit/db/read-older.ts";
import type { Host } from "#kit/host/host.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { countActive, dayOf, gamesIn, type Span } from "#modules/projections/server/index.ts";
import type { readNow as contract } from "../../office/figures-contract.ts";
import { type PeriodQuery, periodOf } from "./period.ts";
import { figuresRead } from "./read-figures.ts";

type View = RouteOutput<typeof contract>["data"];
type Query = Pick<PeriodQuery, "zone" | "currency" | "tests">;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Before, the hour says little about its rate. */
const leastMs = 5 * 60_000;

/** What happens now: who plays, and what the hour has brought so far, beside the same hour of yesterday and a week ago. */
export async function readNow(
  { host, bets }: { readonly host: Pick<Host, "db" | "replica" | "clock">; readonly bets: Pick<Bets, "playing"> },
  query: Query,
): Promise<View> {
  const now = host.clock.now();
  const playing = await bets.playing.count();
  return readOlder(host, figuresRead, async on => {
    const today = await periodOf(on, query, now);
    const begins = hourAt(today.span.begins.getTime(), now);
    const ends = Math.min(now, begins + hourMs);
    const [here, yesterday, week] = [
      await hourly(on, query, begins, ends),
      await hourly(on, query, begins - dayMs, begins - dayMs + hourMs),
      await hourly(on, query, begins - 7 * dayMs, begins - 7 * dayMs + hourMs),
    ];
    const beside = (value: (hour: Hour) => number) => ({
      now: value(here),
      yesterday: value(yesterday),
      last_week: value(week),
    });
    return {
      at: new Date(now).toISOString(),
      playing,
      hour: {
        day: await dayOf(on, new Date(begins), today.zone),
        begins: new Date(begins).toISOString(),
        ends: new Date(ends).toISOString(),
      },
      players: beside(({ players }) => players),
      bets: beside(({ bets: n }) => n),
      bets_per_second: beside(({ bets: n, ms }) => Math.round((n / ms) * 1_000_000) / 1_000),
    };
  });
}

/** The hour of the day in which we are; the one before in its first five minutes. */
function hourAt(dayBegins: number, now: number): number {
  const begun = dayBegins + Math.floor((now - dayBegins) / hourMs) * hourMs;
  return now - begun < leastMs ? begun - hourMs : begun;
}

interface Hour {
  readonly players: number;
  readonly bets: number;
  readonly ms: number;
}

async function hourly(on: Queryable, query: Query, begins: number, ends: number): Promise<Hour> {
  const span: Span = { begins: new Date(begins), ends: new Date(begins + hourMs) };
  const zone = query.zone ?? "UTC";
  const sums = { span, zone, by: "half_hour", withTests: query.tests === "with", currency: query.currency } as const;
  const games = await gamesIn(on, sums as Parameters<typeof gamesIn>[1]);
  return {
    players: await countActive(on, sums as Parameters<typeof countActive>[1]),
    bets: games.reduce((sum, { bets }) => sum + bets, 0),
    ms: ends - begins,
  };
}
