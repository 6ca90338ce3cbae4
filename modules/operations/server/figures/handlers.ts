import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import {
  type ClosedDay,
  type ClosedRow,
  closedDay,
  closedRows,
  countActive,
  countFirstDeposits,
  listActive,
  listClosedDays,
  listFirstDeposits,
} from "#modules/projections/server/index.ts";
import * as contract from "../../office/figures-contract.ts";
import { readCountries } from "./by-country.ts";
import { converterTo } from "./convert.ts";
import { readFigureRows } from "./figure-rows.ts";
import { hourOf, periodOf } from "./period.ts";
import { figuresRead, readFigures } from "./read-figures.ts";
import { readNow } from "./read-now.ts";

const playersAtOnce = 50;
const playingShown = 200;
const dayMs = 86_400_000;
const closedDaysShown = 31;
const closedRowsShown = 50;

const closedDaysRead: OlderRead = {
  name: "closed_days",
  tables: ["projections.closed_days", "projections.closed_rows"],
};

interface Needs {
  readonly host: Host;
  readonly bets: Pick<Bets, "playing">;
  readonly people: Pick<Accounts["people"], "of">;
}

/** Figures of the business, from projections: no call reads bets or the ledger. */
export function figureHandlers({ host, bets, people }: Needs): readonly Handler[] {
  const figures = remembered(host.clock, (query: Parameters<typeof readFigures>[1]) => readFigures(host, query));
  const now = remembered(host.clock, (query: Parameters<typeof readNow>[1]) => readNow({ host, bets }, query));
  const countries = remembered(
    host.clock,
    (query: Parameters<typeof readCountries>[1]) => readCountries(host, query),
    countriesFreshMs,
  );
  return [
    handle(contract.readFigures, async ({ input: { query } }) => ({ data: await figures(query) })),
    handle(contract.readFigureRows, async ({ input: { params, query } }) => ({
      data: await readFigureRows(host, params.figure, query),
    })),
    handle(contract.readNow, async ({ input: { query } }) => ({ data: await now(query) })),
    handle(contract.readPlaying, async () => {
      const items = await bets.playing.list(playingShown);
      const names = await people.of(items.map(({ player }) => player));
      return {
        data: {
          count: await bets.playing.count(),
          items: items.map(({ player, games, at }) => ({
            player: playerView(player, names),
            games: [...games],
            at: at.toISOString(),
          })),
        },
      };
    }),
    handle(contract.readCountries, async ({ input: { query } }) => ({ data: await countries(query) })),
    handle(contract.readFirstDeposits, async ({ input: { query } }) => {
      const after = query.cursor === undefined ? null : cursorOf(query.cursor);
      const { period, found, count, values } = await readOlder(host, figuresRead, async on => {
        const period = await periodOf(on, query, host.clock.now());
        const found = await listFirstDeposits(on, period, { after, limit: playersAtOnce + 1 });
        const dated = found.map(({ at, currency }) => ({ currency, utcDay: Math.floor(at.getTime() / dayMs) }));
        const convert = await converterTo(on, period.shown, dated);
        const values = found.map(({ amount }, index) => convert(required(dated[index], "a day of each"), amount));
        return { period, found, values, count: await countFirstDeposits(on, period) };
      });
      const page = found.slice(0, playersAtOnce);
      const names = await people.of(page.map(({ playerId }) => playerId));
      const last = page.at(-1);
      return {
        data: {
          from: period.from,
          to: period.to,
          zone: period.zone,
          in: period.shown,
          complete: !values.includes(undefined),
          count,
          items: page.map(({ playerId, at, currency, amount }, index) => {
            const value = values[index];
            return {
              player: playerView(playerId, names),
              at: at.toISOString(),
              currency,
              amount: formatAmount(amount),
              value: value === undefined ? null : formatAmount(value),
            };
          }),
          next_cursor: found.length > playersAtOnce && last ? `${last.at.getTime()}_${last.playerId}` : null,
        },
      };
    }),
    handle(contract.readActivePlayers, async ({ input: { query } }) => {
      const after = query.cursor === undefined ? null : parseUuid(query.cursor);
      if (after === undefined) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
      const { from, to, zone, found, count } = await readOlder(host, figuresRead, async on => {
        const { from, to, zone, ...period } = hourOf(await periodOf(on, query, host.clock.now()), query.hour);
        const page = { after: after as PlayerId | null, limit: playersAtOnce + 1 };
        return { from, to, zone, found: await listActive(on, period, page), count: await countActive(on, period) };
      });
      const page = found.slice(0, playersAtOnce);
      const names = await people.of(page);
      const items = page.map(id => playerView(id, names));
      return {
        data: {
          from,
          to,
          zone,
          count,
          items,
          next_cursor: found.length > playersAtOnce ? (page.at(-1) ?? null) : null,
        },
      };
    }),
    handle(contract.readClosedDays, async () => {
      const days = await readOlder(host, closedDaysRead, on => listClosedDays(on, closedDaysShown));
      return { data: days.map(closedDayView) };
    }),
    handle(contract.readClosedDay, async ({ input: { params, query } }) => {
      const number = Number(params.number);
      const limit = Number(query.limit ?? closedRowsShown);
      const span = { after: Number(query.cursor ?? 0), limit: limit + 1 };
      const { day, rows } = await readOlder(host, closedDaysRead, async on => ({
        day: await closedDay(on, number),
        rows: await closedRows(on, number, span),
      }));
      const page = pageFrom(rows.map(closedRowView), limit, ({ place }) => String(place));
      return { data: { day: closedDayView(day ?? fail(notFound)), ...page } };
    }),
  ];
}

/** Reads the cursor of a page: when its last deposit was, and whose. Fails with `validation_failed`. */
function cursorOf(text: string): { readonly at: Date; readonly playerId: PlayerId } {
  const [ms = "", id = ""] = text.split("_");
  const playerId = parseUuid(id);
  if (!/^[0-9]{1,15}$/.test(ms) || playerId === undefined)
    return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { at: new Date(Number(ms)), playerId: playerId as string as PlayerId };
}

type Names = Awaited<ReturnType<Needs["people"]["of"]>>;

function playerView(id: PlayerId, names: Names) {
  const person = names.get(id);
  return { id, name: person?.name ?? "", test: person?.isTest ?? false };
}

function closedDayView({ closedAt, ...day }: ClosedDay) {
  return { ...day, closed_at: closedAt.toISOString() };
}

function closedRowView({ ofDay, isLate, isTest, amount, ...row }: ClosedRow) {
  return { ...row, of_day: ofDay, is_late: isLate, test: isTest, amount: formatAmount(amount) };
}

/** Results are cached for several viewers: a month of half hours takes a second or two to add up. */
const freshMs = 2_000;
const mostRemembered = 100;
/** Days of all players, which are many more rows than half hours. */
const countriesFreshMs = 30_000;

function remembered<Q, R>(
  clock: Host["clock"],
  read: (query: Q) => Promise<R>,
  forMs = freshMs,
): (query: Q) => Promise<R> {
  const cache = new Map<string, { readonly until: number; readonly made: Promise<R> }>();
  return query => {
    const name = JSON.stringify(query);
    const known = cache.get(name);
    if (known && known.until > clock.monotonic()) return known.made;
    if (cache.size >= mostRemembered) cache.clear();
    const made = read(query);
    cache.set(name, { until: clock.monotonic() + forMs, made });
    made.catch(() => cache.delete(name));
    return made;
  };
}
