import { bannerSeconds } from "#kit/contract/site-cookies.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { offeredAt } from "#modules/bonuses/server/index.ts";
import type { PackNeeds } from "./needs.ts";
import { freePlace, insertPlayer, openPack, takePlace } from "./store.ts";

export interface NewPlayer {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly test: boolean;
  /** When the offer ends that they saw as a guest. */
  readonly offerEnds: Date | null;
}

/**
 * OFFERED: a new player gets the pack of their currency with the registration; its first step waits for a deposit until the countdown ends that they saw. One that
 * had ended stays ended.
 */
export async function offerPack({ host, bonuses }: PackNeeds, tx: Tx, of: NewPlayer): Promise<void> {
  const now = host.clock.now();
  const latest = now + bannerSeconds.welcome * 1000;
  const until = Math.min(latest, of.offerEnds?.getTime() ?? latest);
  if (of.test || until <= now) return;
  const pack = await openPack(tx, of.currency, offeredAt(host));
  const [first] = pack?.steps ?? [];
  if (!pack || !first || !(await takePlace(tx, pack.id, new Date(now)))) return;
  const { player, currency } = of;
  const bonus = await bonuses.steps.offer(tx, { player, currency, campaign: first.campaign, until: new Date(until) });
  if (bonus === "blocked" || bonus === "stopped" || bonus === "skipped") return freePlace(tx, pack.id);
  await insertPlayer(tx, { player, pack: pack.id, bonus }, new Date(now));
}
