import type { Queryable, Tx } from "#kit/db/db.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type DepositLimits, type DepositMethod, depositMethods, isOffered, limitsOf } from "../shared/methods.ts";
import { type ApprovalRule, approvalRules } from "../shared/payouts.ts";

/** Every SQL statement of limits and thresholds that operators have set; unset ones have their defaults. */

/** The current limits of a method in a currency. */
export type LimitsNow = (method: DepositMethod, currency: Currency) => DepositLimits;

export async function limitsNow(on: Queryable): Promise<LimitsNow> {
  const { rows } = await on.query<{ hash: string; currency: Currency; least: Micros; usual: Micros; most: Micros }>(
    "SELECT hash, currency, least, usual, most FROM payments.method_limits",
  );
  const set = new Map(
    rows.map(({ hash, currency, least, usual, most }) => [
      `${hash} ${currency}`,
      { min: formatAmount(least), usual: formatAmount(usual), max: formatAmount(most) },
    ]),
  );
  return (method, currency) => set.get(`${method.hash} ${currency}`) ?? limitsOf(method, currency);
}

/** The smallest deposit of each method that is offered for a currency. */
export async function leastDeposits(on: Queryable, currency: Currency): Promise<readonly Micros[]> {
  const limits = await limitsNow(on);
  const offered = depositMethods.filter(method => isOffered(method, currency));
  return offered.map(method => parseDecimal(limits(method, currency).min));
}

export async function setMethodLimits(
  tx: Tx,
  method: DepositMethod,
  currency: Currency,
  { min, usual, max }: DepositLimits,
): Promise<void> {
  await tx.query(
    `INSERT INTO payments.method_limits VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (hash, currency) DO UPDATE SET least = excluded.least, usual = excluded.usual, most = excluded.most`,
    [method.hash, currency, parseDecimal(min), parseDecimal(usual), parseDecimal(max)],
  );
}

/** The current approval thresholds of a currency. */
export async function approvalRuleNow(on: Queryable, currency: Currency): Promise<ApprovalRule> {
  const { rows } = await on.query<{ automatic: Micros; automaticDay: Micros; onePerson: Micros }>(
    `SELECT automatic, automatic_day AS "automaticDay", one_person AS "onePerson" FROM payments.approval_rules WHERE currency = $1`,
    [currency],
  );
  const [set] = rows;
  if (!set) return approvalRules[currency];
  return {
    automatic: formatAmount(set.automatic),
    automaticDay: formatAmount(set.automaticDay),
    onePerson: formatAmount(set.onePerson),
  };
}

export async function setApprovalRule(
  tx: Tx,
  currency: Currency,
  { automatic, automaticDay, onePerson }: ApprovalRule,
): Promise<void> {
  await tx.query(
    `INSERT INTO payments.approval_rules VALUES ($1, $2, $3, $4) ON CONFLICT (currency) DO UPDATE
     SET automatic = excluded.automatic, automatic_day = excluded.automatic_day, one_person = excluded.one_person`,
    [currency, parseDecimal(automatic), parseDecimal(automaticDay), parseDecimal(onePerson)],
  );
}
