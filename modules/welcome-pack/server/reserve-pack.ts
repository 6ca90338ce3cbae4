import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { reserveRounds } from "#modules/free-spins/server/index.ts";
import { packsToReserve, roundSteps, roundsNeeded } from "./store.ts";

/**
 * Reserves the free rounds that the steps of a pack may still give: for places that are left while new players get it, and for players who have not reached the step.
 *
 * @returns the first step with less than it needs, if any
 */
export async function reservePack(tx: Tx, pack: Uuid, now: Date): Promise<number | undefined> {
  let lacking: number | undefined;
  for (const { step, holder, campaign } of await roundSteps(tx, pack)) {
    let wanted = 0n;
    const reserved = await reserveRounds(tx, { campaign, holder }, async () => {
      wanted = await roundsNeeded(tx, holder, now);
      return wanted;
    });
    if (reserved < wanted) lacking ??= step;
  }
  return lacking;
}

/** Packs whose time is over, players who left theirs: what they no longer need is free for others. */
export async function reserveDuePacks({ db, clock }: Pick<Host, "db" | "clock">): Promise<void> {
  const now = new Date(clock.now());
  for (const pack of await packsToReserve(db, now)) await db.tx(tx => reservePack(tx, pack, now));
}
