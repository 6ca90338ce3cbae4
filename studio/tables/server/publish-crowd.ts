import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { Crowd } from "../shared/calls.ts";
import type { Lease } from "./lease.ts";
import { crowdOf } from "./snapshot.ts";
import { addEvent, type RoundRow } from "./table-store.ts";

/** Publishes who has bet on what, at most twice a second and only when it has changed. */
export type PublishCrowd = (round: RoundRow) => Promise<void>;

const crowdMs = 500;

export function createPublishCrowd(
  { db, clock }: StudioHost,
  needs: { readonly game: string; readonly lease: Lease; readonly changed: () => Promise<void> },
): PublishCrowd {
  const { game, lease, changed } = needs;
  let crowdAt = Number.NEGATIVE_INFINITY;
  let shownCrowd = "";

  async function publish(round: RoundRow, crowd: Crowd, players: number): Promise<void> {
    await db.tx(async tx => {
      await lease.assertHeld(tx);
      await addEvent(tx, game, { type: "crowd", round: Number(round.number), crowd, players }, new Date(clock.now()));
    });
    await changed();
  }

  return async round => {
    if (clock.monotonic() < crowdAt) return;
    crowdAt = clock.monotonic() + crowdMs;
    const { crowd, players } = await crowdOf(db, game, round.number);
    const shown = `${round.number} ${JSON.stringify([crowd, players])}`;
    if (players > 0 && shown !== shownCrowd) {
      shownCrowd = shown;
      await publish(round, crowd, players);
    }
  };
}
