import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of the wheel. */

export interface SpinRow {
  readonly id: Uuid;
  readonly day: number;
  readonly currency: Currency;
  readonly ticket: number;
  readonly prize: Micros;
  readonly seedNumber: number;
  readonly clientSeed: string;
  readonly rulesVersion: string;
  /** Canonical JSON of the prizes of that version. */
  readonly configuration: string;
  readonly spunAt: Date;
}

const columns = `id, day, currency, ticket, prize, seed_number AS "seedNumber", client_seed AS "clientSeed",
  rules_version AS "rulesVersion", spun_at AS "spunAt"`;
const withRules = `${columns}, configuration FROM wheel.spins
  JOIN (SELECT version AS rules_version, configuration FROM wheel.versions) v USING (rules_version)`;

/** Newest first. */
export async function spinsOf(db: Queryable, player: PlayerId, most: number): Promise<readonly SpinRow[]> {
  const { rows } = await db.query<SpinRow>(`SELECT ${withRules} WHERE player_id = $1 ORDER BY day DESC LIMIT $2`, [
    player,
    most,
  ]);
  return rows;
}

export async function spinOn(db: Queryable, player: PlayerId, day: number): Promise<SpinRow | undefined> {
  const { rows } = await db.query<SpinRow>(`SELECT ${withRules} WHERE player_id = $1 AND day = $2`, [player, day]);
  return rows[0];
}

/** Joined with its player. */
export async function spinNamed(db: Queryable, id: Uuid): Promise<(SpinRow & { playerId: PlayerId }) | undefined> {
  const { rows } = await db.query<SpinRow & { playerId: PlayerId }>(
    `SELECT player_id AS "playerId", ${withRules} WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export async function insertSpin(tx: Tx, player: PlayerId, row: SpinRow): Promise<void> {
  await tx.query(
    `INSERT INTO wheel.spins (player_id, id, day, currency, ticket, prize, seed_number, client_seed, rules_version, spun_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      player,
      row.id,
      row.day,
      row.currency,
      row.ticket,
      row.prize,
      row.seedNumber,
      row.clientSeed,
      row.rulesVersion,
      row.spunAt,
    ],
  );
}
