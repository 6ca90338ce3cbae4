import type { RequestContext } from "#kit/web/context.ts";
import type { EventView, FeedView, SportCount } from "#modules/odds/shared/contract.ts";

export interface Overview {
  readonly sports: readonly SportCount[];
  readonly feed: readonly FeedView[];
}

export interface EventPage {
  readonly items: readonly EventView[];
  readonly feed: readonly FeedView[];
  readonly next_cursor: string | null;
}

/** Null if the request fails. */
export async function readOverview({ get }: RequestContext): Promise<Overview | null> {
  const { status, body } = await get("/api/v1/betting/sports");
  return status === 200 ? (body as { data: Overview }).data : null;
}

export async function readEvents(
  { get }: RequestContext,
  query: Readonly<Record<string, string>>,
): Promise<EventPage | null> {
  const { status, body } = await get(`/api/v1/betting/events?${new URLSearchParams(query)}`);
  return status === 200 ? (body as { data: EventPage }).data : null;
}
