import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import { act } from "#modules/audit/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import * as cascade from "./cascade-contract.ts";

interface CascadeNeeds {
  readonly host: Host;
  readonly payments: Pick<Payments, "office">;
}

/** Which provider is tried first, and which get no new orders. */
export function cascadeHandlers({ host, payments: { office } }: CascadeNeeds): readonly Handler[] {
  return [
    handle(cascade.readCascade, async () => {
      const { providers, orders } = await office.cascade();
      return {
        data: {
          providers: providers.map(({ name, available, suspended }) => ({
            name,
            available,
            suspended: suspended && {
              since: suspended.since.toISOString(),
              operator: suspended.operator,
              reason: suspended.reason,
            },
          })),
          orders: orders.map(order => ({
            method: order.method,
            currency: order.currency as Currency,
            country: order.country || null,
            providers: [...order.providers],
          })),
        },
      };
    }),
    act(host, cascade.setCascadeOrder, async (tx, { input: { params, body } }) => {
      const { currency, country, providers, reason } = body;
      const before = await office.setCascadeOrder(tx, {
        method: params.hash,
        currency,
        country: country ?? "",
        providers,
      });
      const auditAction = { action: "method.cascade", subject: `method:${params.hash}`, reason };
      const facts = (order: readonly string[]) => ({ currency, country, providers: [...order] });
      const isSame = before.join(" ") === providers.join(" ");
      return {
        answer: undefined,
        auditAction: isSame ? null : { ...auditAction, before: facts(before), after: facts(providers) },
      };
    }),
    act(host, cascade.suspendProvider, async (tx, { operator, input: { params, body } }) => {
      const { provider } = params;
      const { suspended, reason } = body;
      const changed = suspended
        ? await office.suspendProvider(tx, { provider, operator: operator.name, reason })
        : await office.resumeProvider(tx, provider);
      const auditAction = { action: "provider.suspend", subject: `payment-provider:${provider}`, reason };
      return {
        answer: undefined,
        auditAction: changed ? { ...auditAction, before: { suspended: !suspended }, after: { suspended } } : null,
      };
    }),
  ];
}
