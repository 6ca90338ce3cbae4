import type { Queryable } from "#kit/db/db.ts";
import type { Permission } from "#modules/operators/shared/permissions.ts";
import type { RequestNeeds } from "./decide-request.ts";
import { type ApprovalRow, approvalsOf, type RequestRow } from "./store.ts";

/** A request in its current state. */
export interface SeenRequest extends Omit<RequestRow, "status"> {
  /** `stale`: its subject has changed, so it can only be declined. */
  readonly status: RequestRow["status"] | "stale";
  readonly approvals: readonly ApprovalRow[];
  /** The permission that the kind requires of approvers. */
  readonly permission: Permission;
}

export async function seenRequests(
  needs: RequestNeeds,
  on: Queryable,
  rows: readonly RequestRow[],
): Promise<readonly SeenRequest[]> {
  const ids = rows.map(({ id }) => id);
  const given = await approvalsOf(on, ids);
  const seen: SeenRequest[] = [];
  for (const row of rows)
    seen.push({
      ...row,
      status: await statusOf(needs, on, row),
      approvals: given.filter(({ requestId }) => requestId === row.id),
      permission: needs.kindOf(row.kind).permission,
    });
  return seen;
}

async function statusOf(
  { host, kindOf }: RequestNeeds,
  on: Queryable,
  row: RequestRow,
): Promise<SeenRequest["status"]> {
  if (row.status !== "waiting") return row.status;
  if (row.expiresAt.getTime() <= host.clock.now()) return "expired";
  return (await kindOf(row.kind).versionOf(on, row)) === row.subjectVersion ? "waiting" : "stale";
}
