import type { PlayerId } from "#kit/std/brand.ts";
import { playersDeclined } from "#modules/payments/server/index.ts";
import type { StrongMarker } from "../shared/score.ts";
import type { HarmNeeds } from "./needs.ts";
import { openCase } from "./open-case.ts";
import { playersWithEvents } from "./store.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Declined deposits within ten minutes, looked at every minute. */
const declines = { atLeast: 5, withinMs: 10 * minuteMs };
/** Deposits that the player's own limit refused, within a week. */
const reached = { atLeast: 3, withinMs: 7 * dayMs };

/** Opens cases for what requires contact whatever the score is. */
export async function findStrongSigns(needs: HarmNeeds): Promise<void> {
  const { host, people } = needs;
  const ago = (ms: number) => new Date(host.clock.now() - ms);
  const found: readonly (readonly [StrongMarker, readonly PlayerId[]])[] = [
    ["declines", await playersDeclined(host.db, ago(declines.withinMs), declines.atLeast)],
    ["limit_reached", await playersWithEvents(host.db, "limit_reached", ago(reached.withinMs), reached.atLeast)],
  ];
  if (found.every(([, players]) => players.length === 0)) return;
  const testPlayers = new Set(await people.testPlayers(host.db));
  for (const [kind, players] of found)
    for (const player of players)
      if (!testPlayers.has(player)) await host.db.tx(async tx => void (await openCase(needs, tx, player, kind)));
}
