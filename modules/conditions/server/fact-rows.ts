import type { SqlValue } from "#kit/db/db.ts";
import { writeDecimal } from "../shared/decimal.ts";
import type { Fact, Prices } from "../shared/fact.ts";
import type { FactSource } from "./fact-source.ts";

/** The parameters that every statement over rows of facts begins with. */
export const rowParameters = 2;

const at = {
  now: "$1::timestamptz",
  today: "($1::timestamptz AT TIME ZONE 'UTC')::date",
  price: (currency: string) => `(($2::jsonb) ->> ${currency})::numeric`,
};

/**
 * One row per player with these facts, from the sources that have them: `player_id` and a column for each.
 * `players`: a parameter; then every source reads these players only.
 */
export function factRowsSql(
  population: FactSource,
  sources: readonly FactSource[],
  names: ReadonlySet<string>,
  players?: string,
): string {
  const rowsOf = (source: FactSource) =>
    players === undefined ? source.sql(at) : `SELECT * FROM (${source.sql(at)}) s WHERE s.player_id = ANY (${players})`;
  const wanted = ({ facts }: FactSource) => facts.filter(({ name }) => names.has(name));
  const joined = sources.filter(source => source !== population && wanted(source).length > 0);
  const columns = [population, ...joined].flatMap(source => wanted(source).map(fact => columnOf(source, fact)));
  const joins = joined.map(
    source => `LEFT JOIN (${rowsOf(source)}) "${source.name}" ON "${source.name}".player_id = people.player_id`,
  );
  return `SELECT ${["people.player_id", ...columns].join(", ")} FROM (${rowsOf(population)}) people ${joins.join(" ")}
    WHERE $1::timestamptz IS NOT NULL AND $2::jsonb IS NOT NULL`;

  function columnOf(source: FactSource, { name, missing }: Fact): string {
    const column = `"${source === population ? "people" : source.name}"."${name}"`;
    return missing === undefined ? column : `coalesce(${column}, ${missing}) AS "${name}"`;
  }
}

export function rowValues(now: Date, prices: Prices | undefined): readonly SqlValue[] {
  const texts = Object.entries(prices ?? {}).map(([currency, price]) => [currency, writeDecimal(price)]);
  return [now, JSON.stringify(Object.fromEntries(texts))];
}
