import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type {
  Approvals,
  ApprovedRequest,
  AskedRequest,
  Asker,
  RequestContent,
} from "#modules/approvals/server/index.ts";
import { type Actor, type Audit, type AuditAction, requestAction } from "#modules/audit/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { DebtNeeds } from "#modules/debts/server/index.ts";
import type { DecidedBy } from "#modules/odds/server/index.ts";
import type { SlipBooks } from "#modules/wallet/server/index.ts";
import type { LinkedAccounts } from "../office/linked-slips.ts";

export interface TradingNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "signals" | "bus">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  readonly bets: Pick<Bets, "ids">;
  readonly wallet: DebtNeeds["wallet"] & { readonly slipBooks: SlipBooks };
  readonly linkedAccounts: LinkedAccounts;
  /** Judges the slips on these markets again, once `tx` has committed. */
  judgeAgain(tx: Tx, markets: readonly bigint[]): Promise<void>;
}

/** What came of an operator's decision: done, or requested from a second person. */
export interface Decided {
  readonly request: AskedRequest | null;
  /** Null for a request that was made before. */
  readonly auditAction: AuditAction | null;
}

export const done = (auditAction: AuditAction): Decided => ({ request: null, auditAction });

/** Stores a request for a second person. */
export async function requested(
  { approvals }: Pick<TradingNeeds, "approvals">,
  tx: Tx,
  content: RequestContent & { readonly kind: string },
  by: Asker,
): Promise<Decided> {
  const request = await approvals.ask(tx, content, by);
  const { reason, ...after } = content;
  return { request, auditAction: requestAction(request, reason, after) };
}

/** Who decided alone. */
export function decidedBy({ host }: Pick<TradingNeeds, "host">, by: Asker, reason: string): DecidedBy {
  return { at: new Date(host.clock.now()), reason, askedBy: by.name };
}

/** Who decided together. */
export function approvedBy({ host }: Pick<TradingNeeds, "host">, request: ApprovedRequest, by: Actor) {
  const { id, reason, askedName } = request;
  return { at: new Date(host.clock.now()), reason, askedBy: askedName, approvedBy: by.name, request: id };
}

interface Kind {
  readonly kind: string;
  versionOf(db: Queryable, payload: unknown): Promise<string>;
  /** Returns what the audit log says of it. */
  run(tx: Tx, request: ApprovedRequest, by: Actor): Promise<AuditAction>;
}

/** A kind of request that one other trader approves, with its entry in the audit log. */
export function registerKind({ approvals, audit }: Pick<TradingNeeds, "approvals" | "audit">, kind: Kind): void {
  approvals.register({
    kind: kind.kind,
    permission: "betting.write",
    reads: "betting.read",
    needs: 1,
    versionOf: (db, { payload }) => kind.versionOf(db, payload),
    async run(tx, request, by) {
      const { after, ...action } = await kind.run(tx, request, by);
      const facts = { asked_by: request.askedName, request: request.id };
      await audit.record(
        tx,
        by,
        Object.assign(action, { reason: request.reason, after: Object.assign({}, after, facts) }),
      );
    },
  });
}
