import type { Uuid } from "#kit/std/brand.ts";
import type { TradingOfficeNeeds } from "./needs.ts";

/** Requests of trading that wait for a second person, by subject. */
export type WaitingRequests = ReadonlyMap<string, Uuid>;

export async function waitingRequests(
  { approvals }: TradingOfficeNeeds,
  permissions: ReadonlySet<string>,
): Promise<WaitingRequests> {
  const requests = await approvals.list(permissions, { waitingOnly: true, limit: 200 });
  const own = requests.filter(({ kind, status }) => kind.startsWith("betting.") && status === "waiting");
  return new Map(own.map(({ subject, id }) => [subject, id]));
}
