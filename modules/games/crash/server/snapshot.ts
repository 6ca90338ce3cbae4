import type { ChannelSnapshot } from "#kit/contract/channel.ts";
import type { Session } from "#kit/http/handler.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { BetIds } from "#modules/bets/server/index.ts";
import type { CrashPastRound, crashChannel } from "../shared/contract.ts";
import { feedRowOf } from "../shared/feed-row.ts";
import type { WinCaps } from "./feed.ts";
import type { LiveRound } from "./live-round.ts";
import { ownBetView } from "./views.ts";

/** What a new watcher needs. Built from an allow list: the round's secret is not in its input. */
export function snapshotOf(
  ids: BetIds,
  round: LiveRound | undefined,
  history: readonly CrashPastRound[],
  dayCaps: () => WinCaps,
  session: Session | null,
): ChannelSnapshot<typeof crashChannel> {
  if (!round) return { ...noPlayer, history: [...history], win_caps: dayCaps() };
  const { crash } = round;
  return {
    round: Number(round.number),
    state: round.state,
    commitment: round.chain.commitment,
    salt: round.chain.salt,
    betting_ends_at: timeText(round.bettingEndsAt),
    started_at: timeText(round.startedAt),
    point: crash && formatHundredths(crash.point),
    link: crash?.link ?? null,
    bets: round.feed.rows().map(feedRowOf),
    bet_count: round.feed.betCount,
    still_in: round.feed.stillIn,
    mine: session ? round.roster.of(session.player).map(seat => ownBetView(ids, seat.ended ?? seat.bet)) : [],
    history: [...history],
    win_caps: round.winCaps(),
  };
}

const noPlayer = {
  round: null,
  state: null,
  commitment: null,
  salt: null,
  betting_ends_at: null,
  started_at: null,
  point: null,
  link: null,
  bets: [],
  bet_count: 0,
  still_in: 0,
  mine: [],
};

const timeText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
