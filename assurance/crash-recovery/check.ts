import type { Db } from "#kit/db/db.ts";
import { cryptoInvariants } from "#modules/crypto/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { auditPayments } from "#modules/payments/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import type { Load } from "./load.ts";
import type { RunningProvider } from "./provider.ts";

const betCalls = /games\/(dice|crash|roulette|miner)\/bets$/;

/** Checks what must hold after any kill; returns a line for each violation. */
export async function violations(db: Db, load: Load, provider: RunningProvider): Promise<string[]> {
  const books = [
    ...(await auditBooks(db)),
    ...(await auditPayments(db)),
    ...(await differencesOf(db, cryptoInvariants)),
  ];
  return [
    ...books.map(
      difference =>
        `books: ${JSON.stringify(difference, (_, value) => (typeof value === "bigint" ? `${value}` : value))}`,
    ),
    ...(await againstJournal(db, load)),
    ...(await againstPayments(db, load)),
    ...(await againstProvider(db, provider)),
    ...(await againstChain(db)),
  ];
}

/** Each accepted call has exactly one row, each refused one has none. */
async function againstJournal(db: Db, { journal }: Load): Promise<string[]> {
  const bets = await keys(db, "SELECT player_id || ' ' || key AS name, stake AS amount FROM wallet.bets");
  const payouts = await keys(db, "SELECT player_id || ' ' || idempotency_key AS name, amount FROM payments.payouts");
  const invoices = await keys(
    db,
    "SELECT player_id || ' ' || idempotency_key AS name, 1::bigint AS amount FROM payments.invoices",
  );
  const found: string[] = [];
  for (const line of journal) {
    if (line.status === undefined) continue;
    const rows = betCalls.test(line.name)
      ? bets
      : line.name.endsWith("billing/payouts")
        ? payouts
        : line.name.endsWith("billing/payments")
          ? invoices
          : undefined;
    const isThere = rows?.has(`${line.player} ${line.key}`);
    if (rows && isThere !== line.status < 300)
      found.push(`journal: ${line.name} ${line.key} was answered ${line.status} and is ${isThere ? "" : "not "}there`);
  }
  return found;
}

/** Each reported payment is one receipt of its amount, whatever its outcome. */
async function againstPayments(db: Db, { payments }: Load): Promise<string[]> {
  const receipts = await keys(
    db,
    "SELECT payment_id AS name, amount FROM payments.receipts WHERE provider = 'sandbox'",
  );
  const reported = payments.filter(payment => payment.result !== undefined);
  const wrong = reported.filter(({ id, amount }) => receipts.get(id) !== BigInt(amount) * 1_000_000n);
  const names = new Set(payments.map(({ id }) => id));
  return [
    ...wrong.map(({ id }) => `payments: ${id} was acknowledged and is not booked as reported`),
    ...[...receipts.keys()].filter(id => !names.has(id)).map(id => `payments: ${id} is booked and was never reported`),
  ];
}

/** Every order at the provider exists on the server, and every paid payout was ordered. */
async function againstProvider(db: Db, { payouts, refunds }: RunningProvider): Promise<string[]> {
  const paid = await keys(
    db,
    "SELECT id::text AS name, amount FROM payments.payouts WHERE status = 3 AND provider = 'sandbox'",
  );
  const back = await keys(
    db,
    "SELECT id::text AS name, amount FROM payments.returns WHERE status = 3 AND provider = 'sandbox'",
  );
  const known = await keys(
    db,
    "SELECT id::text AS name, amount FROM payments.payouts UNION ALL SELECT id::text, amount FROM payments.returns",
  );
  return [
    ...[...payouts.keys(), ...refunds.keys()]
      .filter(id => !known.has(id))
      .map(id => `provider: ${id} is unknown to the server`),
    ...[...paid.keys()].filter(id => payouts.get(id)?.status !== "paid").map(id => `provider: ${id} was never paid`),
    ...[...back.keys()].filter(id => !refunds.has(id)).map(id => `provider: ${id} was never refunded`),
  ];
}

/** Each outgoing coin transfer is in one block and matches the requested payout or return; no alarm was raised. */
async function againstChain(db: Db): Promise<string[]> {
  const orders = await keys(db, "SELECT payout_id::text AS name, amount FROM crypto.orders WHERE state = 'final'");
  const gone = await keys(
    db,
    `SELECT id::text AS name, amount FROM payments.payouts WHERE status = 3 AND provider IN ('usdt', 'eth')
     UNION ALL SELECT id::text, amount FROM payments.returns WHERE status = 3 AND provider IN ('usdt', 'eth')`,
  );
  const { rows: alarms } = await db.query<{ what: string; facts: unknown }>("SELECT what, facts FROM crypto.alarms");
  return [
    ...[...gone].filter(([id, amount]) => orders.get(id) !== amount).map(([id]) => `chain: ${id} is in no block`),
    ...[...orders]
      .filter(([id, amount]) => gone.get(id) !== amount)
      .map(([id]) => `chain: ${id} left and is not booked`),
    ...alarms.map(({ what, facts }) => `chain: ${what} ${JSON.stringify(facts)}`),
  ];
}

async function keys(db: Db, sql: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ name: string; amount: bigint }>(sql);
  return new Map(rows.map(({ name, amount }) => [name, amount]));
}

/** The sum in play, being paid out or to be refunded, in micro-units of all currencies: 0 once everything has ended. */
export async function holds(db: Db): Promise<bigint> {
  const { rows } = await db.query<{ held: bigint }>(
    `SELECT coalesce(sum(abs(balance)), 0)::bigint AS held FROM (
       SELECT account, currency, sum(amount) AS balance FROM (
         SELECT credit AS account, currency, amount FROM ledger.transfers
         UNION ALL SELECT debit, currency, -amount FROM ledger.transfers) t
       WHERE account = 10 OR account BETWEEN 201 AND 299 OR account BETWEEN 1001 AND 1999
       GROUP BY account, currency) b`,
  );
  return rows[0]?.held ?? 0n;
}
