import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { PersonRow } from "#modules/accounts/server/index.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import { lastDeclinedDeposit } from "#modules/payments/server/index.ts";
import { type OfferChannel, offerCaps } from "../../shared/offers.ts";
import type { OfferFacts } from "./decide-offer.ts";
import { allowedAmong, lastPayoutRequests, sentSince } from "./store.ts";

const dayMs = 86_400_000;

interface Needs {
  readonly host: Pick<Host, "clock">;
  readonly conditions: Pick<Conditions, "guards" | "rowsFor">;
}

interface Offered {
  readonly people: ReadonlyMap<PlayerId, PersonRow | undefined>;
  readonly channel: OfferChannel;
  readonly endsAt: Date;
}

/** What is known of these players before something is offered to them through a channel. */
export async function offerFacts(
  { host: { clock }, conditions }: Needs,
  on: Queryable,
  { people, channel, endsAt }: Offered,
): Promise<ReadonlyMap<PlayerId, OfferFacts>> {
  const now = clock.now();
  const players = [...people.keys()];
  const rows = await conditions.rowsFor(on, [{ all: [] }], players, { now: new Date(now), prices: undefined });
  const allowed = await allowedAmong(on, players, channel);
  const sent = await sentSince(on, players, channel, new Date(now - offerCaps[channel].days * dayMs));
  const requests = await lastPayoutRequests(on, players);
  const facts = new Map<PlayerId, OfferFacts>();
  for (const [player, person] of people) {
    const row = rows.get(player);
    const troubles = [requests.get(player), await lastDeclinedDeposit(on, player)];
    const times = troubles.flatMap(at => (at ? [at.getTime()] : []));
    facts.set(player, {
      channel,
      now,
      endsAt: endsAt.getTime(),
      blockedBy: row ? conditions.guards.find(({ name }) => row[name] === true)?.name : "account_closed",
      isAllowed: allowed.has(player),
      unreachable: channel === "email" && !isMailable(person) ? "no_address" : undefined,
      lastMoneyTroubleAt: times.length === 0 ? undefined : Math.max(...times),
      sentAt: (sent.get(player) ?? []).map(at => at.getTime()),
      zone: person?.timezone ?? null,
    });
  }
  return facts;
}

/** Mails go to confirmed addresses only. */
export const isMailable = (person: PersonRow | undefined): boolean => Boolean(person?.email && person.emailVerified);
