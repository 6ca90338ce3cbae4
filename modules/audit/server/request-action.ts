import type { Json } from "#kit/std/json.ts";
import type { AuditAction } from "./entry.ts";

/** The entry of a request for approval; null if the same request was already waiting. */
export function requestAction(
  { id, isNew }: { readonly id: string; readonly isNew: boolean },
  reason: string,
  after: Json,
): AuditAction | null {
  return isNew ? { action: "approval.ask", subject: `request:${id}`, reason, after } : null;
}
