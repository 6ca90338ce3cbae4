import type { FeedView, MarketView } from "../shared/contract.ts";

/** Whether a market takes no bet: closed, or its producer is down. */
export function isShut({ open, producer }: Pick<MarketView, "open" | "producer">, feed: readonly FeedView[]): boolean {
  return !open || feed.find(each => each.producer === producer)?.up !== true;
}
