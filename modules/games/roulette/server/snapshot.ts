import type { ChannelSnapshot } from "#kit/contract/channel.ts";
import type { Session } from "#kit/http/handler.ts";
import type { BetIds } from "#modules/bets/server/index.ts";
import type { RoulettePastRound, rouletteChannel } from "../shared/contract.ts";
import type { WinCaps } from "./feed.ts";
import type { LiveRound } from "./live-round.ts";
import { spinTimes } from "./round-loop.ts";
import { ownBetView } from "./views.ts";

/** What is known of the spins that have ended. */
export interface History {
  readonly rounds: readonly RoulettePastRound[];
  /** Of more spins than are listed, newest first. */
  readonly pockets: readonly number[];
}

/** What a new watcher needs. Built from an allow list: the round's secret is not in its input. */
export function snapshotOf(
  ids: BetIds,
  round: LiveRound | undefined,
  { rounds, pockets }: History,
  dayCaps: () => WinCaps,
  session: Session | null,
): ChannelSnapshot<typeof rouletteChannel> {
  const past = { history: [...rounds], pockets: [...pockets] };
  if (!round) return { ...noPlayer, ...past, win_caps: dayCaps() };
  const { landing, startedAt, bettingEndsAt } = round;
  return {
    round: Number(round.number),
    state: round.state,
    commitment: round.chain.commitment,
    salt: round.chain.salt,
    betting_ends_at: bettingEndsAt === null ? null : new Date(bettingEndsAt).toISOString(),
    ...(startedAt === null ? { started_at: null, rests_at: null } : spinTimes(startedAt)),
    pocket: landing?.pocket ?? null,
    link: landing?.link ?? null,
    bets: round.feed.rows(),
    bet_count: round.feed.betCount,
    mine: session ? round.roster.of(session.player).map(bet => ownBetView(ids, bet)) : [],
    ...past,
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
  rests_at: null,
  pocket: null,
  link: null,
  bets: [],
  bet_count: 0,
  mine: [],
};
