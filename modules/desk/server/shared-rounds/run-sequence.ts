import type { ChainSequences } from "#modules/fairness/server/index.ts";
import type { Reign } from "./leader.ts";
import type { RoundOwner } from "./round-owner.ts";

interface Steps {
  readonly sequences: Pick<ChainSequences, "prepare">;
  readonly sequence: string;
  /** Ends what an earlier leader left behind. */
  readonly recover: () => Promise<void>;
  /** One round from its first bet to its end. */
  readonly play: () => Promise<void>;
}

/** Plays the rounds of one strict sequence one after the other while the reign lasts. */
export async function runSequence(
  { sequences, sequence, recover, play }: Steps,
  reign: Reign,
  owner: Pick<RoundOwner, "isDraining">,
): Promise<void> {
  await recover();
  while (!owner.isDraining) {
    const wait = await sequences.prepare(sequence);
    if (wait > 0) await reign.wait(wait);
    else await play();
  }
}
