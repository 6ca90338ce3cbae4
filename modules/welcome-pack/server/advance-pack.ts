import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { recalledDeposits } from "#modules/payments/server/index.ts";
import type { PackNeeds } from "./needs.ts";
import { delayDue, endPlayerPack, freePlace, lockDue, moveOn, packOf } from "./store.ts";

/** How a step ended whose deposit was not made in time. */
export const unclaimed = "unclaimed";

/** During a break, and after an error, the next step is tried again after this long. */
const retryMs = 600_000;

/**
 * Opens the next step when the one before has ended; one whose free rounds cannot be given is skipped. A first step whose deposit was not made ends the pack; so does the end of the last one, a recalled
 * deposit, and a step that operators forfeited, but for a mistake of ours. We may stop it.
 */
export async function advancePack({ host, bonuses }: PackNeeds, player: PlayerId): Promise<void> {
  await host.db.tx(async tx => {
    const now = host.clock.now();
    const of = await lockDue(tx, player);
    if (!of) return;
    const pack = await packOf(tx, of.pack);
    invariant(pack, "a player's pack exists");
    if (of.step === 1 && of.endedAs === unclaimed) {
      await freePlace(tx, pack.id);
      return endPlayerPack(tx, player, "expired");
    }
    if ((await recalledDeposits(tx, [player])).size > 0 || (await bonuses.steps.isAbused(tx, of.bonus)))
      return endPlayerPack(tx, player, "stopped");
    const { currency } = pack;
    for (const next of pack.steps.filter(({ step }) => step > of.step)) {
      const until = new Date(now + next.windowHours * 3_600_000);
      const bonus = await bonuses.steps.offer(tx, { player, currency, campaign: next.campaign, until });
      if (bonus === "skipped") continue;
      if (bonus === "blocked") return delayDue(tx, player, new Date(now + retryMs));
      if (bonus === "stopped") return endPlayerPack(tx, player, "stopped");
      return moveOn(tx, { player, step: next.step, bonus });
    }
    await endPlayerPack(tx, player, "finished");
  });
}

/** The pack of one player, followed by a job: after an error it is tried again later, so that it keeps no other player waiting. */
export async function advanceDuePack(needs: PackNeeds, player: PlayerId): Promise<void> {
  const { db, clock, log } = needs.host;
  try {
    await advancePack(needs, player);
  } catch (err) {
    log.error({ err, player }, "Failed to open the next step of a welcome pack; a job tries again");
    await db.tx(tx => delayDue(tx, player, new Date(clock.now() + retryMs)));
  }
}
