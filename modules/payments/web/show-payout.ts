import type { RouteCache } from "#kit/web/query/route-cache.ts";
import { getPayouts, type PayoutView } from "../shared/payout-contract.ts";

const all = { query: {} };

/** Puts a payout that the server has just returned into the list: a new one first. One that has ended stays as it is. */
export function showPayout(payout: PayoutView, cache: RouteCache): void {
  const { items, ...rest } = cache.get(getPayouts, all) ?? { items: [], next_cursor: null };
  const isNew = items.every(({ id }) => id !== payout.id);
  const changed = items.map(each => (each.id === payout.id && each.ended_at === null ? payout : each));
  cache.set(getPayouts, all, { ...rest, items: isNew ? [payout, ...changed] : changed });
}
