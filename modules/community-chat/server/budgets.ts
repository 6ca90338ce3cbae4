import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { budgetClosed, rainOpen } from "../shared/errors.ts";
import { largestBudget } from "../shared/rain.ts";
import { type BudgetRow, insertBudget, leftOf, lockBudget, markBudgetClosed } from "./rain-store.ts";

export interface BudgetNeeds {
  readonly host: Pick<Host, "clock" | "ids" | "failpoints">;
  readonly wallet: Pick<Wallet, "move">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

export const budgetRequest = "chat.budget";
const payloadSchema = z.object({ currency: z.string(), amount: z.string() });

/** Money for the chat takes two operators. */
export function registerBudgets(needs: BudgetNeeds): void {
  needs.approvals.register({
    kind: budgetRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    versionOf: async () => "",
    async run(tx, request, by) {
      const { currency, amount } = z.parse(payloadSchema, request.payload);
      invariant(isCurrency(currency), "checked when it was asked for");
      const row = {
        id: needs.host.ids.next(),
        currency,
        amount: parseDecimal(amount),
        askedBy: request.askedName,
        approvedBy: by.name,
        reason: request.reason,
        openedAt: new Date(needs.host.clock.now()),
      };
      await openBudget(needs, tx, row);
      await needs.audit.record(tx, by, {
        action: "chat.budget",
        subject: `chat_budget:${row.id}`,
        reason: request.reason,
        before: null,
        after: { currency, amount, request: request.id, asked_by: request.askedName },
      });
    },
  });
}

/** Fails with `validation_failed`: above the largest budget of the currency. */
export function askBudget(
  { approvals }: Pick<BudgetNeeds, "approvals">,
  tx: Tx,
  { currency, amount, reason }: { readonly currency: Currency; readonly amount: Micros; readonly reason: string },
  by: Asker,
): Promise<AskedRequest> {
  if (amount === 0n || amount > largestBudget[currency])
    fail(validationFailed, { errors: { amount: ["chat_budget_amount"] } });
  const payload = { currency, amount: formatAmount(amount) };
  return approvals.ask(tx, { kind: budgetRequest, subject: "chat:budget", payload, reason }, by);
}

/** OPENED: the money leaves promotions before any of it is promised. */
export async function openBudget(
  { host, wallet }: Pick<BudgetNeeds, "host" | "wallet">,
  tx: Tx,
  row: Parameters<typeof insertBudget>[1],
): Promise<void> {
  await insertBudget(tx, row);
  await move(wallet, tx, row, { amount: row.amount, kind: "chat_budget", from: "promotions", to: "chat budget" });
  host.failpoints.hit("chat.budget");
}

/** CLOSED: what was not given is back in promotions. Fails with `not_found`, `chat_budget_closed`, `chat_rain_open`. */
export async function closeBudget(
  { host, wallet }: Pick<BudgetNeeds, "host" | "wallet">,
  tx: Tx,
  id: Uuid,
): Promise<{ readonly budget: BudgetRow; readonly returned: bigint }> {
  const budget = await lockOpenBudget(tx, id);
  if (budget.reserved > 0n) fail(rainOpen);
  const returned = leftOf(budget);
  await markBudgetClosed(tx, id, new Date(host.clock.now()));
  const step = { kind: "chat_budget_returned", from: "chat budget", to: "promotions" } as const;
  if (returned > 0n) await move(wallet, tx, budget, { ...step, amount: micros(returned) });
  return { budget, returned };
}

/** Locked until `tx` ends. Fails with `not_found`, `chat_budget_closed`. */
export async function lockOpenBudget(tx: Tx, id: Uuid): Promise<BudgetRow> {
  const budget = (await lockBudget(tx, id)) ?? fail(notFound);
  return budget.closedAt === null ? budget : fail(budgetClosed);
}

type OurAccount = "promotions" | "chat budget";

async function move(
  wallet: BudgetNeeds["wallet"],
  tx: Tx,
  { id, currency }: Pick<BudgetRow, "id" | "currency">,
  step: {
    readonly amount: Micros;
    readonly kind: "chat_budget" | "chat_budget_returned";
    readonly from: OurAccount;
    readonly to: OurAccount;
  },
): Promise<void> {
  const answer = await wallet.move(tx, {
    owner: houseOwner,
    currency,
    amount: step.amount,
    kind: step.kind,
    reference: id,
    from: account(step.from),
    to: account(step.to),
  });
  invariant(answer.kind === "moved" && !answer.replayed, "each step of a budget is booked once");
}
