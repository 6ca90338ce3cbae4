import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Account, accountName } from "../shared/chart.ts";

export interface AccountBalance {
  readonly currency: Currency;
  readonly account: Account;
  readonly name: string;
  /** Credits minus debits, micro-units: positive is a liability, negative is an asset. */
  readonly balance: Micros;
}

const sums = `SELECT currency, account, sum(amount)::bigint AS balance FROM (
    SELECT currency, debit AS account, -amount AS amount FROM ledger.all_transfers
    UNION ALL SELECT currency, credit, amount FROM ledger.all_transfers) AS sides`;

interface Row {
  currency: Currency;
  account: Account;
  balance: bigint;
}

/** The balance of every account in every currency, from the transfers alone, in one snapshot. Sums to zero a currency. */
export async function trialBalance(on: Queryable): Promise<readonly AccountBalance[]> {
  const { rows } = await on.query<Row>(`${sums} GROUP BY currency, account ORDER BY currency, account`);
  return rows.map(row => ({ ...row, name: accountName(row.account), balance: micros(row.balance) }));
}

/** The balance of one house account in one currency, from all transfers: scans the whole ledger, for reports. */
export async function accountBalance(on: Queryable, currency: Currency, account: Account): Promise<Micros> {
  const { rows } = await on.query<Row>(`${sums} WHERE currency = $1 AND account = $2 GROUP BY currency, account`, [
    currency,
    account,
  ]);
  return micros(rows[0]?.balance ?? 0n);
}

/** The balance of an account from one owner's transfers: read by primary key, independent of the number of other owners. */
export async function ownerBalance(
  on: Queryable,
  owner: PlayerId,
  currency: Currency,
  account: Account,
): Promise<Micros> {
  const { rows } = await on.query<{ balance: bigint }>(
    `SELECT coalesce(sum(CASE WHEN credit = $3 THEN amount ELSE -amount END), 0)::bigint AS balance FROM ledger.all_transfers
     WHERE player_id = $1 AND currency = $2 AND (debit = $3 OR credit = $3)`,
    [owner, currency, account],
  );
  return micros(rows[0]?.balance ?? 0n);
}
