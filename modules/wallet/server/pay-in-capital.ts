import { createHash } from "node:crypto";
import type { Db, Queryable } from "#kit/db/db.ts";
import { type Micros, micros, microsPerUnit } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { houseOwner, ownerBalance } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { moveMoney } from "./move-money.ts";

/** Initial capital in major units. Changed later only by further booked movements. */
const firstCapital: Readonly<Record<Currency, bigint>> = {
  USD: 100_000_000n,
  EUR: 100_000_000n,
  RUB: 10_000_000_000n,
  INR: 10_000_000_000n,
  KZT: 50_000_000_000n,
};

/** Books the initial capital of every currency, once: its reference is derived from the currency. */
export async function payInCapital(db: Db, at: Date): Promise<void> {
  for (const currency of currencyCodes) {
    const amount = micros(firstCapital[currency] * microsPerUnit);
    const movement = {
      owner: houseOwner,
      currency,
      amount,
      kind: "capital",
      reference: referenceOf(currency),
    } as const;
    const accounts = { debit: account("bank"), credit: account("capital") };
    await db.tx(tx => moveMoney(tx, movement, accounts, at));
  }
}

/** The paid-in bankroll in this currency, micro-units: the basis of win caps. Read at every start and midnight. */
export function capital(on: Queryable, currency: Currency): Promise<Micros> {
  return ownerBalance(on, houseOwner, currency, account("capital"));
}

function referenceOf(currency: Currency) {
  const hex = createHash("sha256").update(`first capital ${currency}`).digest("hex");
  const text = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return required(parseUuid(text), "a reference made from a hash");
}
