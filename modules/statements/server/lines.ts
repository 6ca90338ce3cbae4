import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { csvLine } from "#kit/std/csv.ts";
import { type Balances, changeOf, type StatementRow } from "#modules/ledger/server/index.ts";
import { type Account, accountName } from "#modules/ledger/shared/chart.ts";
import english from "../locale/file/en.json" with { type: "json" };
import type { BalancesView, StatementLine } from "../shared/contract.ts";

/** The balances after a movement; before it with -1. */
export function moved(balances: Balances, row: StatementRow, direction: 1n | -1n = 1n): Balances {
  const change = changeOf(row);
  const sum = (kind: keyof Balances) => micros(balances[kind] + direction * change[kind]);
  return { real: sum("real"), bonus: sum("bonus"), vault: sum("vault") };
}

export function balancesView({ real, bonus, vault }: Balances): BalancesView {
  return { balance: formatAmount(real), bonus_balance: formatAmount(bonus), vault_balance: formatAmount(vault) };
}

/** Titles of providers' games by the reference of a movement. */
export type Titles = ReadonlyMap<Uuid, NonNullable<StatementLine["title"]>>;

export function lineView(row: StatementRow, after: Balances, titles: Titles): StatementLine {
  const change = changeOf(row);
  return {
    number: `${row.seq}`,
    at: row.at.toISOString(),
    kind: row.kind,
    game: gameOfAccount(row.debit) ?? gameOfAccount(row.credit),
    title: titles.get(row.reference) ?? null,
    amount: formatAmount(row.amount),
    change: formatAmount(change.real + change.bonus),
    ...balancesView(after),
  };
}

function gameOfAccount(account: Account): string | null {
  const [, game] = /^(?:in play|result):(.+)$/.exec(accountName(account)) ?? [];
  return game ?? null;
}

const heads = readLocale<readonly string[]>(english, join(import.meta.dirname, "../locale/file"));

/** The header row of a file, in the reader's language. */
export const csvHead = (locale: Locale): string => csvLine(heads[locale]);

export function csvOf(row: StatementRow, after: Balances, currency: string, titles: Titles, locale: Locale): string {
  const line = lineView(row, after, titles);
  const { number, at, kind, game, title, amount, change, balance, bonus_balance, vault_balance } = line;
  return csvLine([
    number,
    at,
    kind,
    title?.[languageOf(locale)] ?? game ?? "",
    amount,
    change,
    balance,
    bonus_balance,
    vault_balance,
    currency,
    row.reference,
  ]);
}

/** The first or last row of a file: a balance without a movement. */
export function csvSum(kind: "opening" | "closing", at: Date, balances: Balances, currency: string): string {
  const { balance, bonus_balance, vault_balance } = balancesView(balances);
  return csvLine(["", at.toISOString(), kind, "", "", "", balance, bonus_balance, vault_balance, currency, ""]);
}
