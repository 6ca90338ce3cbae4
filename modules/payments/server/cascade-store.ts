import type { Queryable, Tx } from "#kit/db/db.ts";

/** Every SQL statement about the order of providers, and about those that get no new orders. */

/** What an order is for. `country`: "" for all. */
export interface CascadeScope {
  readonly method: string;
  readonly currency: string;
  readonly country: string;
}

export interface CascadeOrder extends CascadeScope {
  readonly providers: readonly string[];
}

export interface SuspendedProvider {
  readonly provider: string;
  readonly since: Date;
  readonly operator: string;
  readonly reason: string;
}

/** The order that operators have set for a deposit: that of the country, else that of all countries. */
export async function cascadeOrderOf(
  on: Queryable,
  { method, currency, country }: CascadeScope,
): Promise<readonly string[]> {
  const { rows } = await on.query<{ providers: string[] }>(
    `SELECT providers FROM payments.cascade_orders WHERE method = $1 AND currency = $2 AND country IN ('', $3)
     ORDER BY country DESC LIMIT 1`,
    [method, currency, country],
  );
  return rows[0]?.providers ?? [];
}

export async function cascadeOrders(on: Queryable): Promise<readonly CascadeOrder[]> {
  const { rows } = await on.query<CascadeOrder>(
    "SELECT method, currency, country, providers FROM payments.cascade_orders ORDER BY method, currency, country",
  );
  return rows;
}

/** Without providers the order is removed. @returns what it was before */
export async function setCascadeOrder(
  tx: Tx,
  { method, currency, country, providers }: CascadeOrder,
): Promise<readonly string[]> {
  const scope = [method, currency, country];
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('cascade ' || $1, 0))", [scope.join(" ")]);
  const { rows } = await tx.query<{ providers: string[] }>(
    "DELETE FROM payments.cascade_orders WHERE method = $1 AND currency = $2 AND country = $3 RETURNING providers",
    scope,
  );
  if (providers.length > 0)
    await tx.query(
      "INSERT INTO payments.cascade_orders (method, currency, country, providers) VALUES ($1, $2, $3, $4)",
      [...scope, [...providers]],
    );
  return rows[0]?.providers ?? [];
}

export async function suspendedProviders(on: Queryable): Promise<ReadonlyMap<string, SuspendedProvider>> {
  const { rows } = await on.query<SuspendedProvider>(
    "SELECT provider, since, operator_name AS operator, reason FROM payments.suspended_providers",
  );
  return new Map(rows.map(row => [row.provider, row]));
}

export async function isSuspended(tx: Tx, provider: string): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM payments.suspended_providers WHERE provider = $1", [provider]);
  return rowCount > 0;
}

/** False when nothing changed. */
export async function suspendProvider(tx: Tx, row: SuspendedProvider): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO payments.suspended_providers (provider, since, operator_name, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [row.provider, row.since, row.operator, row.reason],
  );
  return rowCount > 0;
}

/** False when nothing changed. */
export async function resumeProvider(tx: Tx, provider: string): Promise<boolean> {
  const { rowCount } = await tx.query("DELETE FROM payments.suspended_providers WHERE provider = $1", [provider]);
  return rowCount > 0;
}
