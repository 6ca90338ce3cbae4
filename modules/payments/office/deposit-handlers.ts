import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import { type Accounts, idOf, type NamedPlayer, namesOf, playerOf } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import { askRefund, methodName, type Payments, type SeenInvoice } from "#modules/payments/server/index.ts";
import * as contract from "./contract.ts";
import { cursorOf, timelineView } from "./handler-views.ts";
import { refundPayment } from "./refund-contract.ts";

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly payments: Pick<Payments, "office">;
  readonly approvals: Pick<Approvals, "ask">;
}

/** Deposits and their refunds. */
export function depositHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  const { office } = needs.payments;
  return [
    handle(contract.readDeposits, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const player = query.player === undefined ? null : playerOf(query.player);
      const rows = await office.deposits({ player, before: cursorOf(query.cursor), limit: limit + 1 });
      const { items, next_cursor } = pageFrom(rows, limit, ({ id }) => id);
      const named = await namesOf(
        needs,
        items.map(row => row.playerId),
      );
      return { data: { items: items.map(row => depositView(row, named(row.playerId))), next_cursor } };
    }),
    handle(contract.readDeposit, async ({ input }) => {
      const found = (await office.depositTimeline(idOf(input.params.id))) ?? fail(notFound);
      const { id, player, provider, providerHash, method, currency, amount, credited, held, status } = found.deposit;
      const [named, payments] = [await namesOf(needs, [player]), await office.refunds.paymentsOf(id)];
      return {
        data: {
          id,
          player: named(player),
          provider,
          provider_reference: providerHash,
          method,
          method_name: methodName(method),
          currency,
          amount: formatAmount(amount),
          credited: formatAmount(credited),
          held: formatAmount(held),
          status,
          payments: payments.map(payment => ({
            id: payment.id,
            payment_id: payment.paymentId,
            credited: formatAmount(payment.credited),
            refunded: formatAmount(payment.refunded),
            left: formatAmount(payment.left),
            recalled: payment.isRecalled,
          })),
          ...timelineView(found.timeline),
        },
      };
    }),
    act(host, refundPayment, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const order = { receipt: idOf(params.id), amount: micros(parseDecimal(body.amount)), reason };
      const refunds = { approvals: needs.approvals, refunds: office.refunds };
      const { id, isNew, payment } = await askRefund(refunds, tx, order, operator);
      const facts = { payment: payment.id, deposit: payment.invoiceId, amount: formatAmount(order.amount) };
      const after = Object.assign({ kind: "deposit.refund", currency: payment.currency }, facts);
      return {
        answer: { data: { request: id } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
  ];
}

function depositView(row: SeenInvoice, player: NamedPlayer): contract.DepositRowView {
  const { id, method, currency, status } = row;
  return {
    id,
    player,
    method,
    method_name: methodName(method),
    currency,
    amount: formatAmount(row.amount),
    credited: formatAmount(row.credited),
    held: formatAmount(row.held),
    status,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
