import { useState } from "react";
import { useChannel } from "#kit/web/use-api.ts";
import { type JackpotView, jackpotChannel, type Pot } from "../shared/contract.ts";

/** The loader's jackpots, then the channel's updates of their pots. */
export function usePots(first: readonly JackpotView[]): readonly JackpotView[] {
  const [pots, setPots] = useState<readonly Pot[]>([]);
  useChannel(jackpotChannel, {
    snapshot: ({ pots: all }) => setPots(all),
    event: (_name, { pots: changed }) => setPots(before => withChanges(before, changed)),
  });
  return first.map(jackpot => ({ ...jackpot, ...newerOf(jackpot, pots) }));
}

/** If the loader ran again in the meantime, the later of the two is shown. */
function newerOf(jackpot: JackpotView, pots: readonly Pot[]): Pot | undefined {
  const live = pots.find(({ id }) => id === jackpot.id);
  return live && live.entries >= jackpot.entries ? live : undefined;
}

export function withChanges(before: readonly Pot[], changed: readonly Pot[]): readonly Pot[] {
  const byId = new Map(before.map(pot => [pot.id, pot]));
  for (const pot of changed) byId.set(pot.id, pot);
  return [...byId.values()];
}
