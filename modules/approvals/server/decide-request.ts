import { fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Actor } from "#modules/audit/server/index.ts";
import type { Approvers, RequestKind } from "#modules/operators/server/index.ts";
import { requestApprovedAlready, requestClosed, requestExpired, requestStale } from "../shared/errors.ts";
import { approvalsOf, decideRequest, insertApproval, lockRequest, type RequestRow } from "./store.ts";

export interface RequestNeeds {
  readonly host: Host;
  readonly approvers: Pick<Approvers, "check" | "mayDecline">;
  readonly kindOf: (name: string) => RequestKind;
}

/** The deciding operator, as the audit log names them. */
export type Decider = Actor & { readonly id: Uuid };

/** One approval, and with the last one the requested action, all under the request's lock. */
export async function approveRequest(
  needs: RequestNeeds,
  tx: Tx,
  id: Uuid,
  payloadHash: Uint8Array,
  by: Decider,
): Promise<void> {
  const { host, approvers, kindOf } = needs;
  const request = await openRequest(needs, tx, id);
  const kind = kindOf(request.kind);
  const earlier = (await approvalsOf(tx, [id])).map(({ operatorId }) => operatorId);
  const count = await approvers.check(tx, {
    subject: `request:${id}`,
    approver: by.id,
    permission: kind.permission,
    askedBy: request.askedBy,
    askedWith: kind.asksWith,
    askedAt: request.askedAt,
    earlier,
  });
  const isSame = Buffer.compare(request.payloadHash, payloadHash) === 0;
  if (!isSame || (await kind.versionOf(tx, request)) !== request.subjectVersion) fail(requestStale);
  const at = new Date(host.clock.now());
  if (!(await insertApproval(tx, request, by, at))) fail(requestApprovedAlready);
  if (count < request.needs) return;
  await decideRequest(tx, id, { status: "approved", by, at, reason: null });
  const { subject, payload, reason, askedBy, askedName } = request;
  await kind.run(tx, { id, subject, payload, reason, askedBy, askedName }, by);
}

export async function declineRequest(
  needs: RequestNeeds,
  tx: Tx,
  id: Uuid,
  reason: string,
  by: Decider,
): Promise<void> {
  const request = await openRequest(needs, tx, id);
  const isOwn = request.askedBy === by.id;
  if (!isOwn && !(await needs.approvers.mayDecline(tx, by.id, needs.kindOf(request.kind).permission))) fail(forbidden);
  const at = new Date(needs.host.clock.now());
  await decideRequest(tx, id, { status: "declined", by, at, reason });
}

async function openRequest({ host }: RequestNeeds, tx: Tx, id: Uuid): Promise<RequestRow> {
  const request = (await lockRequest(tx, id)) ?? fail(notFound);
  const isOver = request.status === "expired" || request.expiresAt.getTime() <= host.clock.now();
  if (request.status !== "expired" && request.status !== "waiting")
    fail(requestClosed, { data: { status: request.status } });
  if (isOver) fail(requestExpired);
  return request;
}
