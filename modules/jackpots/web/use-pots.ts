import { useState } from "react";
import { useChannel } from "#kit/web/use-api.ts";
import { type JackpotView, jackpotChannel, type Pot } from "../shared/contract.ts";

/** The jackpots of the loader, then what the channel says of their pots. */
export function usePots(first: readonly JackpotView[]): readonly JackpotView[] {
  const [pots, setPots] = useState<readonly Pot[]>([]);
  useChannel(jackpotChannel, {
    snapshot: ({ pots: all }) => setPots(all),
    event: (_name, { pots: changed }) => setPots(before => withChanges(before, changed)),
  });
  return first.map(jackpot => ({ ...jackpot, ...newerOf(jackpot, pots) }));
}

/** Of a loader that was run again meanwhile, the later of both counts. */
function newerOf(jackpot: JackpotView, pots: readonly Pot[]): Pot | undefined {
  const live = pots.find(({ id }) => id === jackpot.id);
  return live && live.entries >= jackpot.entries ? live : undefined;
}

export function withChanges(before: readonly Pot[], changed: readonly Pot[]): readonly Pot[] {
  const byId = new Map(before.map(pot => [pot.id, pot]));
  for (const pot of changed) byId.set(pot.id, pot);
  return [...byId.values()];
}
