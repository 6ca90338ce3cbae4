import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { ApprovalPort, AskedRequest, Asker } from "#modules/operators/server/index.ts";
import { exportNotHeld } from "../shared/errors.ts";
import { playersPermission } from "./make-export.ts";
import { stateOf } from "./order-state.ts";
import { lockOrder, noteReleased, type OrderRow, orderById } from "./store.ts";

export interface ReleaseNeeds {
  readonly host: Host;
  readonly approvals: ApprovalPort;
  readonly audit: Pick<Audit, "record">;
}

const releaseRequest = "export.release";
const named = z.object({ export: uuidField });
const subjectOf = (id: Uuid) => `export:${id}`;

const payloadOf = ({ id, list, filters, rows, sha256 }: OrderRow) => ({
  export: id,
  list,
  filters: JSON.stringify(filters),
  rows: Number(rows),
  hash: toHex(required(sha256, "a file that was made has a hash")),
});

/** Requests that an own file be released. Fails with `not_found` and `file_not_held`. */
export async function askRelease(
  { host, approvals }: ReleaseNeeds,
  tx: Tx,
  id: string,
  by: Asker,
): Promise<AskedRequest & { readonly order: OrderRow; readonly kind: string }> {
  const order = (await lockOrder(tx, id, by.id)) ?? fail(notFound);
  if (stateOf(order, host.clock.now()) !== "held") fail(exportNotHeld);
  const { reason } = order;
  const content = { kind: releaseRequest, subject: subjectOf(order.id), payload: payloadOf(order), reason };
  return Object.assign(await approvals.ask(tx, content, by), { order, kind: releaseRequest });
}

/** A second operator who may have players in files themselves releases one, for who ordered it. It can be fetched for its whole time then. */
export function registerRelease({ host, approvals, audit }: ReleaseNeeds): void {
  const now = () => host.clock.now();
  approvals.register({
    kind: releaseRequest,
    permission: playersPermission,
    reads: "exports.read",
    needs: 1,
    async versionOf(on, { payload }) {
      const order = await orderById(on, z.parse(named, payload).export as Uuid);
      return order ? stateOf(order, now()) : "";
    },
    async run(tx, request, by) {
      const id = z.parse(named, request.payload).export as Uuid;
      if (!(await noteReleased(tx, id, new Date(now())))) fail(exportNotHeld);
      const { list, rows, hash } = z.parse(
        z.object({ list: z.string(), rows: z.number(), hash: z.string() }),
        request.payload,
      );
      await audit.record(tx, by, {
        action: "export.release",
        subject: request.subject,
        reason: request.reason,
        after: { list, rows, sha256: hash, request: request.id, asked_by: request.askedName },
      });
    },
  });
}
