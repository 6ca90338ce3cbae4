import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import { type AuditAction, actorOf, contentOf } from "./entry.ts";
import { append } from "./store.ts";

/** An operator action's response, and its entry in the audit log. */
export interface Done<Output> {
  readonly answer: Output;
  /** Null only if nothing was done, for example on a repeat. */
  readonly auditAction: AuditAction | null;
}

/**
 * Binds an operator's call to the function that performs it, in one transaction with its entry in the audit log: neither is committed
 * without the other. `failed` names the entry of an attempt that failed where that matters; it has a transaction of its own. The dispatcher refuses to start with an operator's call that changes something and is not made here.
 */
export function act<S extends RouteSpec>(
  host: Host,
  route: Route<S>,
  run: (tx: Tx, call: Call<S>) => Promise<Done<RouteOutput<S>>>,
  failed?: (tx: Tx, call: Call<S>, error: unknown) => Promise<AuditAction | null>,
): Handler {
  const write = (tx: Tx, call: Call<S>, auditAction: AuditAction) =>
    append(tx, contentOf(actorOf(call as unknown as Call), auditAction, new Date(host.clock.now())));
  const attempt = (call: Call<S>) =>
    host.db.tx(async tx => {
      const { answer, auditAction } = await run(tx, call);
      if (auditAction) await write(tx, call, auditAction);
      return answer;
    });
  const handler = handle(route, async call => {
    try {
      return await attempt(call);
    } catch (error) {
      if (failed)
        await host.db.tx(async tx => {
          const auditAction = await failed(tx, call, error);
          if (auditAction) await write(tx, call, auditAction);
        });
      throw error;
    }
  });
  return { ...handler, audited: true };
}
