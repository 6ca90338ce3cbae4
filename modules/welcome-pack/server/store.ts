import type { Queryable } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { WelcomePack } from "../shared/contract.ts";

/** Every SQL statement of the welcome pack. */

type Step = WelcomePack["steps"][number];
interface Row extends Omit<Step, "max_amount" | "min_deposit"> {
  readonly id: string;
  readonly publicTitle: string;
  readonly maxAmount: Micros | null;
  readonly minDeposit: Micros | null;
}

/** Open packs of the region, their steps in the currency. A pack without steps in it is not offered. */
export async function openPacks(
  db: Queryable,
  asked: { readonly region: string; readonly currency: Currency; readonly locale: Locale },
): Promise<WelcomePack[]> {
  const { rows } = await db.query<Row>(
    `SELECT p.id, p.public_title ->> $3 AS "publicTitle", s.step, s.kind, s.currency, s.percent, s.max_amount AS "maxAmount",
      s.min_deposit AS "minDeposit", s.wager, s.spins
     FROM welcome_pack.packs p JOIN welcome_pack.steps s ON s.pack_id = p.id AND s.currency = $2
     WHERE p.is_open AND (p.region IS NULL OR p.region = $1) ORDER BY p.position, p.id, s.step`,
    [asked.region, asked.currency, asked.locale],
  );
  const packs = new Map<string, WelcomePack>();
  for (const { id, publicTitle, maxAmount, minDeposit, ...step } of rows) {
    const pack = packs.get(id) ?? { id, publicTitle, steps: [] };
    packs.set(id, pack);
    pack.steps.push({ ...step, max_amount: shown(maxAmount), min_deposit: shown(minDeposit) });
  }
  return [...packs.values()];
}

function shown(amount: Micros | null): string | null {
  return amount === null ? null : formatAmount(amount);
}
