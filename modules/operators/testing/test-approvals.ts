import type { Db } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { systemActor } from "#modules/audit/server/index.ts";
import type { ApprovalPort, ApprovedRequest, RequestKind } from "../server/index.ts";
import type { TestOperator } from "./test-operators.ts";

/** Requests of operators in tests below the module that decides them. */
export interface TestApprovals {
  readonly port: ApprovalPort;
  /** Carries out the last request, as approved by this operator. */
  approveLast(by: Pick<TestOperator, "id" | "name">): Promise<void>;
}

export function testApprovals(host: Pick<Host, "ids" | "clock"> & { readonly db: Db }): TestApprovals {
  const kinds = new Map<string, RequestKind>();
  let last: (ApprovedRequest & { readonly kind: string }) | undefined;
  return {
    port: {
      register: kind => void kinds.set(kind.kind, kind),
      async ask(_tx, content, by) {
        const id = host.ids.next();
        last = { ...content, id, askedBy: by.id, askedName: by.name };
        return { id, expiresAt: new Date(host.clock.now()), isNew: true };
      },
    },
    async approveLast({ id, name }) {
      const request = required(last, "a request");
      const kind = required(kinds.get(request.kind), request.kind);
      const actor = { ...systemActor(name), id: id as ApprovedRequest["id"] };
      await host.db.tx(tx => kind.run(tx, request, actor));
    },
  };
}
