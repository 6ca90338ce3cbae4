import type { ChannelSnapshot } from "#kit/contract/channel.ts";
import type { Session } from "#kit/http/handler.ts";
import { roundSnapshot } from "#modules/engines/shared-rounds/server/index.ts";
import type { rouletteChannel } from "../shared/contract.ts";
import type { RouletteRounds, WinCaps } from "./live-round.ts";
import { spinTimes } from "./round-loop.ts";
import { ownBetView } from "./views.ts";

/** Ended rounds that a newcomer is shown; the numbers of more are counted. */
const historyShown = 12;

/** What a new watcher needs. */
export function snapshotOf(
  roulette: RouletteRounds,
  winCaps: () => WinCaps,
  session: Session | null,
): ChannelSnapshot<typeof rouletteChannel> {
  const round = roulette.live();
  const past = roulette.history();
  return {
    ...roundSnapshot(round, session, bet => ownBetView(roulette.bets.ids, bet)),
    rules_version: round ? roulette.rulesVersion : null,
    rests_at: round?.startedAt ? spinTimes(round.startedAt).rests_at : null,
    pocket: round?.revealed?.result ?? null,
    bets: round?.feed.rows() ?? [],
    history: past.slice(0, historyShown),
    pockets: past.map(({ pocket }) => pocket),
    win_caps: winCaps(),
  };
}
