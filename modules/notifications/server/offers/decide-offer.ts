import { isZone } from "#kit/std/is-zone.ts";
import { instantOf, wallOf } from "#kit/std/wall-time.ts";
import { type OfferChannel, offerCaps, quietHours } from "../../shared/offers.ts";

const dayMs = 86_400_000;
/** No offer for a day after the player asked for a payout or had a deposit declined. */
export const pauseMs = dayMs;

/** Facts about an offer and its player, read in the transaction that sends it. */
export interface OfferFacts {
  readonly channel: OfferChannel;
  /** Milliseconds since 1970, like every time here. */
  readonly now: number;
  readonly endsAt: number;
  /** What keeps the player out of everything that is sent, such as a self-exclusion. */
  readonly blockedBy: string | undefined;
  readonly isAllowed: boolean;
  /** Why it cannot reach the player, such as an address that was never confirmed. */
  readonly unreachable: string | undefined;
  /** The last payout request or declined deposit. */
  readonly lastMoneyTroubleAt: number | undefined;
  /** When offers were sent by this channel, within its period. */
  readonly sentAt: readonly number[];
  /** IANA name; null if the player has none. */
  readonly zone: string | null;
}

export type OfferDecision =
  | { readonly kind: "send" }
  | { readonly kind: "drop"; readonly why: string }
  | { readonly kind: "wait"; readonly until: number };

const drop = (why: string): OfferDecision => ({ kind: "drop", why });

/** Whether an offer is sent, now or later. Asked right before it is sent, and again after each wait. */
export function decideOffer(facts: OfferFacts): OfferDecision {
  const { channel, now, endsAt, blockedBy, isAllowed, unreachable, lastMoneyTroubleAt, sentAt, zone } = facts;
  if (blockedBy !== undefined) return drop(blockedBy);
  if (!isAllowed) return drop("no_consent");
  if (unreachable !== undefined) return drop(unreachable);
  if (now >= endsAt) return drop("over");
  if (lastMoneyTroubleAt !== undefined && now < lastMoneyTroubleAt + pauseMs) return drop("bad_moment");
  const { most, days } = offerCaps[channel];
  if (sentAt.filter(at => at > now - days * dayMs).length >= most) return drop("cap");
  const until = endOfQuiet(now, zone !== null && isZone(zone) ? zone : "Etc/UTC");
  if (until === undefined) return { kind: "send" };
  return until >= endsAt ? drop("over") : { kind: "wait", until };
}

/** The end of the current quiet hours; undefined outside of them. */
function endOfQuiet(now: number, zone: string): number | undefined {
  const wall = wallOf(now, zone);
  const hour = Number(wall.slice(11, 13));
  if (hour >= quietHours.to && hour < quietHours.from) return undefined;
  const today = wall.slice(0, 10);
  const day = hour < quietHours.to ? today : new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10);
  return instantOf(day, `${String(quietHours.to).padStart(2, "0")}:00`, zone);
}
