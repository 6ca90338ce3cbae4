import { pageFrom } from "#kit/contract/page-of.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type Accounts, idOf, type NamedPlayer, namesOf } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import { askAssign, type Payments, type QuarantinedPayment } from "#modules/payments/server/index.ts";
import { cursorOf } from "./handler-views.ts";
import * as quarantine from "./quarantine-contract.ts";

interface QuarantineNeeds {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly payments: Pick<Payments, "office">;
  readonly approvals: Pick<Approvals, "ask">;
}

/** Payments whose deposit is unknown: sent back, held, or credited by two operators. */
export function quarantineHandlers({
  host,
  people,
  approvals,
  payments: { office },
}: QuarantineNeeds): readonly Handler[] {
  const entryOf = ({ id, provider, paymentId, amount, currency }: QuarantinedPayment, reason: string) => ({
    subject: `payment:${id}`,
    reason,
    before: { provider, payment: paymentId, amount: formatAmount(amount), currency },
  });
  return [
    handle(quarantine.readQuarantine, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const which = { isWaiting: query.which !== "all", before: cursorOf(query.cursor), limit: limit + 1 };
      const rows = await office.quarantine.list(which);
      const nameOf = await namesOf(
        { people },
        rows.flatMap(({ player }) => player ?? []),
      );
      const views = rows.map(row => quarantinedView(row, row.player === null ? null : nameOf(row.player)));
      return { data: pageFrom(views, limit, ({ id }) => id) };
    }),
    act(host, quarantine.returnPayment, async (tx, { input: { params, body } }) => {
      const payment = await office.quarantine.returnNow(tx, idOf(params.id));
      return { answer: undefined, auditAction: { ...entryOf(payment, body.reason), action: "payment.return" } };
    }),
    act(host, quarantine.holdPayment, async (tx, { input: { params, body } }) => {
      const { payment, until } = await office.quarantine.hold(tx, idOf(params.id), body.days);
      const returnsAt = until.toISOString();
      return {
        answer: { data: { returns_at: returnsAt } },
        auditAction: { ...entryOf(payment, body.reason), action: "payment.hold", after: { returns_at: returnsAt } },
      };
    }),
    act(host, quarantine.assignPayment, async (tx, { operator, input: { params, body } }) => {
      const { deposit, reason } = body;
      const asked = { id: idOf(params.id), invoice: deposit as Uuid, reason };
      const { id, isNew } = await askAssign({ approvals, quarantine: office.quarantine }, tx, asked, operator);
      const after = { kind: "payment.assign", payment: params.id, deposit };
      return {
        answer: { data: { request: id } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
  ];
}

const returnStates = {
  1: "waiting",
  2: "sending",
  3: "returned",
  4: "assigned",
  5: "refused",
  6: "recalled",
} as const;

function quarantinedView(row: QuarantinedPayment, player: NamedPlayer | null): quarantine.QuarantinedView {
  const { id, provider, paymentId, currency, amount, receivedAt, invoice, back } = row;
  return {
    id,
    provider,
    payment_id: paymentId,
    currency,
    amount: formatAmount(amount),
    received_at: receivedAt.toISOString(),
    deposit: invoice,
    player,
    state: back ? returnStates[back.status] : "unbooked",
    returns_at: back?.status === 1 ? new Date(back.sendAt).toISOString() : null,
  };
}
