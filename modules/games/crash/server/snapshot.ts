import type { ChannelSnapshot } from "#kit/contract/channel.ts";
import type { Session } from "#kit/http/handler.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { roundSnapshot } from "#modules/engines/shared-rounds/server/index.ts";
import type { crashChannel } from "../shared/contract.ts";
import { feedRowOf } from "../shared/feed-row.ts";
import type { CrashRounds } from "./live-round.ts";
import type { WinCaps } from "./round-caps.ts";
import { ownBetView } from "./views.ts";

/** What a new watcher needs. */
export function snapshotOf(
  crash: CrashRounds,
  winCaps: () => WinCaps,
  session: Session | null,
): ChannelSnapshot<typeof crashChannel> {
  const round = crash.live();
  return {
    ...roundSnapshot(round, session, bet => ownBetView(crash.bets.ids, bet)),
    point: round?.revealed ? formatHundredths(round.revealed.result) : null,
    bets: round?.feed.rows().map(feedRowOf) ?? [],
    still_in: round?.cashOuts.stillIn() ?? 0,
    history: [...crash.history()],
    win_caps: winCaps(),
  };
}
