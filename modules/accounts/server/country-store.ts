import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** The country of an account from a moment on. */
export interface DatedCountry {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly since: Date;
  /** Where it was read: from the address of the connection, or in a document by an operator. */
  readonly source: "registration" | "document";
}

export async function insertCountry(tx: Tx, player: PlayerId, { country, since, source }: DatedCountry): Promise<void> {
  await tx.query("INSERT INTO accounts.countries (player_id, since, country, source) VALUES ($1, $2, $3, $4)", [
    player,
    since,
    country,
    source,
  ]);
}

/** The latest first; empty for accounts that are older than the field. */
export async function countriesOf(on: Queryable, player: PlayerId): Promise<readonly DatedCountry[]> {
  const { rows } = await on.query<DatedCountry>(
    "SELECT country, since, source FROM accounts.countries WHERE player_id = $1 ORDER BY since DESC, number DESC",
    [player],
  );
  return rows;
}

/** The country that held at an instant. Both are SQL expressions. */
export const countryAt = (player: string, at: string): string =>
  `(SELECT c.country FROM accounts.countries c WHERE c.player_id = ${player} AND c.since <= ${at} ORDER BY c.since DESC, c.number DESC LIMIT 1)`;

/** Every country with the time during which it held, as a relation of SQL: `since` is part of it, `until` is not. One pass, where `countryAt` is one search a row. */
export const countrySpans = `(SELECT player_id, country, since, lead(since, 1, 'infinity') OVER (PARTITION BY player_id ORDER BY since, number) AS until
  FROM accounts.countries)`;
