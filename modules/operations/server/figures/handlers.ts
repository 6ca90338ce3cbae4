import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import {
  type ClosedDay,
  type ClosedRow,
  closedDay,
  closedRows,
  countActive,
  listActive,
  listClosedDays,
} from "#modules/projections/server/index.ts";
import * as contract from "../../office/figures-contract.ts";
import { readFigureRows } from "./figure-rows.ts";
import { periodOf } from "./period.ts";
import { figuresRead, readFigures } from "./read-figures.ts";

const playersAtOnce = 50;
const closedDaysShown = 31;
const closedRowsShown = 50;

const closedDaysRead: OlderRead = {
  name: "closed_days",
  tables: ["projections.closed_days", "projections.closed_rows"],
};

interface Needs {
  readonly host: Host;
  readonly people: Pick<Accounts["people"], "of">;
}

/** Figures of the business, from projections: no call reads bets or the ledger. */
export function figureHandlers({ host, people }: Needs): readonly Handler[] {
  const figures = remembered(host.clock, (query: Parameters<typeof readFigures>[1]) => readFigures(host, query));
  return [
    handle(contract.readFigures, async ({ input: { query } }) => ({ data: await figures(query) })),
    handle(contract.readFigureRows, async ({ input: { params, query } }) => ({
      data: await readFigureRows(host, params.figure, query),
    })),
    handle(contract.readActivePlayers, async ({ input: { query } }) => {
      const after = query.cursor === undefined ? null : parseUuid(query.cursor);
      if (after === undefined) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
      const { from, to, zone, found, count } = await readOlder(host, figuresRead, async on => {
        const { from, to, zone, ...period } = await periodOf(on, query, host.clock.now());
        const page = { after: after as PlayerId | null, limit: playersAtOnce + 1 };
        return { from, to, zone, found: await listActive(on, period, page), count: await countActive(on, period) };
      });
      const page = found.slice(0, playersAtOnce);
      const names = await people.of(page);
      const items = page.map(id => {
        const person = names.get(id);
        return { id, name: person?.name ?? "", test: person?.isTest ?? false };
      });
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

function closedDayView({ closedAt, ...day }: ClosedDay) {
  return { ...day, closed_at: closedAt.toISOString() };
}

function closedRowView({ ofDay, isLate, isTest, amount, ...row }: ClosedRow) {
  return { ...row, of_day: ofDay, is_late: isLate, test: isTest, amount: formatAmount(amount) };
}

/** Results are cached for several viewers: a month of half hours takes a second or two to add up. */
const freshMs = 2_000;
const mostRemembered = 100;

function remembered<Q, R>(clock: Host["clock"], read: (query: Q) => Promise<R>): (query: Q) => Promise<R> {
  const cache = new Map<string, { readonly until: number; readonly made: Promise<R> }>();
  return query => {
    const name = JSON.stringify(query);
    const known = cache.get(name);
    if (known && known.until > clock.monotonic()) return known.made;
    if (cache.size >= mostRemembered) cache.clear();
    const made = read(query);
    cache.set(name, { until: clock.monotonic() + freshMs, made });
    made.catch(() => cache.delete(name));
    return made;
  };
}
