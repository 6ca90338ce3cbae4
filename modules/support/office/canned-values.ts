import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMoney } from "#kit/money/show.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import { payoutStatus } from "#modules/payments/shared/payouts.ts";
import english from "../locale/values/en.json" with { type: "json" };
import type { ConversationRow } from "../server/index.ts";

/** What a canned answer may contain, and nothing else. */
export const cannedVariables = ["name", "operator", "page", "payout.sum", "payout.status"] as const;

interface Needs {
  readonly people: Pick<Accounts["people"], "of">;
  readonly payments: { readonly office: Pick<Payments["office"], "payouts"> };
}

const texts = readLocale(english, join(import.meta.dirname, "../locale/values"));
const statusNames = new Map(
  Object.entries(payoutStatus).map(([name, value]) => [value, name as keyof typeof payoutStatus]),
);

/** The values of a conversation's own visitor; a variable without one is absent. */
export async function cannedValues(
  { people, payments }: Needs,
  { playerId, locale, page }: Pick<ConversationRow, "playerId" | "locale" | "page">,
  operator: { readonly name: string },
): Promise<Readonly<Record<string, string | undefined>>> {
  const known = { operator: operator.name.split(/\s/, 1)[0], page: page ?? undefined };
  if (!playerId) return known;
  const name = (await people.of([playerId])).get(playerId)?.name ?? undefined;
  const [payout] = await payments.office.payouts({ waitingOnly: false, player: playerId, limit: 1 });
  const status = payout && statusNames.get(payout.status);
  if (!payout || !status) return { operator: known.operator, page: known.page, name };
  return {
    operator: known.operator,
    page: known.page,
    name,
    "payout.sum": showMoney(payout.amount, payout.currency, languageOf(locale)),
    "payout.status": texts[locale].payout_status[status],
  };
}
