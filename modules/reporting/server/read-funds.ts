import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { accountsAt } from "#modules/projections/server/index.ts";
import { type Hosted, type Report, type ReportQuery, readReport } from "./read-reports.ts";

const owed = ["real", "bonus", "vault", "in_play", "payouts", "pots", "held", "partners"] as const;
const covering = ["bank", "providers", "chain"] as const;
type Part = (typeof owed)[number] | (typeof covering)[number];

export type FundsRow = Readonly<Record<Part | "owed" | "surplus", string>> & { readonly currency: Currency };

const single: Readonly<Record<string, Part>> = {
  "player:real": "real",
  "player:bonus": "bonus",
  "player:vault": "vault",
  "to be returned": "held",
  quarantine: "held",
  partner: "partners",
  "partner payouts": "partners",
  bank: "bank",
};
const families: Readonly<Record<string, Part>> = {
  "in play": "in_play",
  payouts: "payouts",
  jackpot: "pots",
  "jackpot reserve": "pots",
  deposits: "providers",
};
/** Where deposits are coins: their clearing accounts hold what is on the chain. */
const chains: ReadonlySet<string> = new Set(["deposits:usdt", "deposits:eth", "deposits:reserve"]);

/** The part that an account of the books belongs to; undefined: neither owed to players or partners nor money that covers it. */
export function partOf(account: string): Part | undefined {
  if (chains.has(account)) return "chain";
  return single[account] ?? families[account.slice(0, Math.max(0, account.indexOf(":")))];
}

/** What is owed to players, compared with the money that covers it: by the books, at the end of the last day. */
export const fundsReport = (host: Hosted, query: ReportQuery): Promise<Report<FundsRow>> =>
  readReport(host, query, async (on, period) => {
    const currencies = new Map<Currency, Record<Part, bigint>>();
    for (const { account, currency, balance } of await accountsAt(on, period)) {
      const part = partOf(account);
      if (part === undefined) continue;
      const sums = currencies.get(currency) ?? nothing();
      currencies.set(currency, sums);
      sums[part] += isCovering(part) ? -balance : balance;
    }
    return [...currencies]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sums]) => {
        const total = owed.reduce((sum, part) => sum + sums[part], 0n);
        const surplus = covering.reduce((sum, part) => sum + sums[part], 0n) - total;
        return { currency, ...written(sums), owed: formatAmount(total), surplus: formatAmount(surplus) };
      });
  });

const isCovering = (part: Part) => covering.some(each => each === part);

const nothing = () => Object.fromEntries([...owed, ...covering].map(part => [part, 0n])) as Record<Part, bigint>;

const written = (sums: Readonly<Record<Part, bigint>>) =>
  Object.fromEntries(Object.entries(sums).map(([part, sum]) => [part, formatAmount(sum)])) as Record<Part, string>;
