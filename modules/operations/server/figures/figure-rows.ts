import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import { readOlder } from "#kit/db/read-older.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { gamesIn, movementsIn } from "#modules/projections/server/index.ts";
import { ngrLines, partsOf, type RowKind, rowKindOf } from "#modules/projections/shared/figures.ts";
import type { readFigureRows as contract, FigureName } from "../../office/figures-contract.ts";
import { converterTo } from "./convert.ts";
import { hourOf, type Period, type PeriodQuery, periodOf } from "./period.ts";
import { figuresRead } from "./read-figures.ts";

type View = RouteOutput<typeof contract>["data"];

interface Row {
  readonly at: Date;
  readonly utcDay: number;
  readonly currency: Currency;
  readonly kind: RowKind;
  readonly game: string | null;
  readonly count: number;
  readonly amount: bigint;
}

/** The rows that a figure is the sum of, each converted as in the figure. */
export async function readFigureRows(
  host: Pick<Host, "db" | "replica" | "clock">,
  figure: FigureName,
  query: PeriodQuery & { readonly game?: string | undefined; readonly hour?: string | undefined },
): Promise<View> {
  return readOlder(host, figuresRead, async tx => {
    const period = hourOf(await periodOf(tx, query, host.clock.now()), query.hour);
    const all = figure === "wagered" ? await wageredRows(tx, period) : await moneyRows(tx, period, figure);
    const rows = query.game === undefined ? all : all.filter(({ game }) => game === query.game);
    const convert = await converterTo(tx, period.shown, rows);
    const values = rows.map(row => convert(row, row.amount));
    const { from, to, zone, shown } = period;
    return {
      from,
      to,
      zone,
      in: shown,
      complete: !values.includes(undefined),
      sum: formatAmount(values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)),
      count: rows.reduce((sum, { count }) => sum + count, 0),
      rows: joined(rows, values),
    };
  });
}

async function wageredRows(on: Queryable, period: Period): Promise<readonly Row[]> {
  const games = await gamesIn(on, period);
  return games.map(({ at, utcDay, currency, game, bets, staked }) => ({
    at,
    utcDay,
    currency,
    kind: "stakes",
    game,
    count: bets,
    amount: staked,
  }));
}

async function moneyRows(
  on: Queryable,
  period: Period,
  figure: Exclude<FigureName, "wagered">,
): Promise<readonly Row[]> {
  const wanted: readonly string[] = figure === "ngr" ? ngrLines : [figure];
  const movements = await movementsIn(on, period);
  return movements.flatMap(movement =>
    partsOf(movement)
      .filter(part => wanted.includes(part.figure))
      .map(part => ({
        at: movement.at,
        utcDay: movement.utcDay,
        currency: movement.currency,
        kind: rowKindOf(movement.kind, part),
        game: part.game,
        count: movement.transfers,
        amount: part.sign * movement.total,
      })),
  );
}

interface Joined {
  readonly row: Row;
  count: number;
  amount: bigint;
  value: bigint | undefined;
}

/** Rows of one time, currency, kind and game become one: of several accounts, and of the two days of UTC in a zone's day. */
function joined(rows: readonly Row[], values: readonly (bigint | undefined)[]): View["rows"] {
  const byKey = new Map<string, Joined>();
  for (const [index, row] of rows.entries()) {
    const key = `${row.at.getTime()} ${row.currency} ${row.kind} ${row.game}`;
    const value = values[index];
    const known = byKey.get(key);
    if (!known) byKey.set(key, { row, count: row.count, amount: row.amount, value });
    else {
      known.count += row.count;
      known.amount += row.amount;
      known.value = value === undefined || known.value === undefined ? undefined : known.value + value;
    }
  }
  return [...byKey.values()].map(({ row, count, amount, value }) => ({
    at: row.at.toISOString(),
    currency: row.currency,
    kind: row.kind,
    game: row.game,
    count,
    amount: formatAmount(amount),
    value: value === undefined ? null : formatAmount(value),
  }));
}
