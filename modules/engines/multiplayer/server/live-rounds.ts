import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { PublicProfileOf, ShownPlayer } from "#modules/bets/server/index.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import type { Bet, BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import { createRoundEnds } from "./end-rounds.ts";
import { endingRounds } from "./ending-rounds.ts";
import { createRoundInserter } from "./insert-rounds.ts";
import { createLiveIndex } from "./live-index.ts";
import type { Fresh, LiveRound, MultiplayerRound, Reason, Seat } from "./multiplayer-round.ts";
import type { MultiplayerRules } from "./multiplayer-rules.ts";
import { refundOrphans, type StakesUnderWay } from "./refund-orphans.ts";
import { createRoundRestorer } from "./restore-rounds.ts";
import { createSeatTaker } from "./take-seats.ts";

export interface LiveRoundsNeeds<R extends MultiplayerRound> {
  readonly host: Pick<Host, "clock" | "log" | "failpoints">;
  readonly wallet: WalletPort & BettingWindows;
  readonly draws: MultiplayerDraws;
  readonly publicProfileOf: PublicProfileOf;
  readonly isTestBeacon: boolean;
  /** Called with a round that has changed, after the commit. */
  readonly changed: (round: LiveRound<R>) => void;
  /** Sends pending messages: before the time of a close record is written. */
  readonly flush: () => void;
  readonly decided: (bet: Bet) => void;
  /** Called when a background step has failed. */
  readonly failed: (error: unknown) => void;
}

export type LiveRounds<R extends MultiplayerRound> = ReturnType<typeof createLiveRounds<R, unknown>>;

/** The rounds of one leadership: every step on them, batched, written under its epoch. */
export function createLiveRounds<R extends MultiplayerRound, Result>(
  needs: LiveRoundsNeeds<R>,
  rules: MultiplayerRules<R, Result>,
  leadership: Leadership,
) {
  type Live = LiveRound<R>;
  const { host, wallet, draws } = needs;
  const { clock, failpoints } = host;
  const { name, store } = rules;
  const index = createLiveIndex<R>();
  const ending = endingRounds({ failpoints, rules, index, changed: needs.changed }, leadership);
  const ends = createRoundEnds({ clock, wallet, draws, decided: needs.decided }, ending, leadership);
  const storing = { clock, failpoints, draws, name, store };
  const insert = createRoundInserter<R, Result>(storing, leadership);
  const restoreAll = createRoundRestorer<R>({ wallet, draws, name, store, index, publicProfileOf }, leadership);
  const takeSeats = createSeatTaker<R, Result>(
    {
      ...storing,
      ends,
      isTestBeacon: needs.isTestBeacon,
      isLive: round => index.live.has(round.stored.number),
      changed: needs.changed,
      closed(rounds) {
        needs.flush();
        failpoints.hit(`${name}.closed`);
        ends.draw(rounds).catch(needs.failed);
      },
    },
    leadership,
  );

  /** If the profile lookup fails, show the player as hidden. */
  async function publicProfileOf(player: PlayerId): Promise<ShownPlayer> {
    return needs.publicProfileOf(player).catch((error: unknown) => {
      host.log.warn({ err: error }, "profile lookup failed; player shown as hidden");
      return { face: null, test: false };
    });
  }

  /** Any failure other than the end of leadership leaves rounds unfinished: the next leadership resumes them. */
  function guarded<T>(work: Promise<T>): Promise<T> {
    work.catch(needs.failed);
    return work;
  }

  async function takeSeat(round: Live, seat: number, bet: Bet | null): Promise<void> {
    failpoints.hit(`${name}.seating`);
    if (bet) {
      round.bets.set(seat, bet);
      index.keepBet(round, bet);
      round.publicProfiles.set(seat, await publicProfileOf(bet.player));
    }
    const taken: Seat = { seat, player: bet?.player ?? null, key: bet?.key ?? null };
    const seats = [...round.stored.seats, taken].sort((a, b) => a.seat - b.seat);
    round.stored = { ...round.stored, seats };
    round.taking.delete(seat);
    await takeSeats(round);
  }

  return {
    live: index.live,
    isFull: (player: PlayerId, most: number) => index.openedBy(player) >= most,
    ofBet: index.ofBet,

    /** Stores a round whose opener's stake was placed. */
    async open(fresh: Fresh<R>, bet: Bet): Promise<Live> {
      const [profile, created] = await Promise.all([publicProfileOf(bet.player), insert(fresh)]);
      const seats = { taking: new Map(), bets: new Map([[1, bet]]), publicProfiles: new Map([[1, profile]]) };
      const round = index.keep({ ...created, ...seats, withdrawn: false, close: null });
      needs.changed(round);
      return round;
    },

    /**
     * Takes a seat, for this stake or for the casino. Resolves once that is committed; for the last seat, once the close record is committed and
     * published.
     */
    async join(round: Live, seat: number, bet: Bet | null): Promise<void> {
      invariant(round.taking.has(seat), "seat is already being taken");
      await guarded(takeSeat(round, seat, bet));
    },

    refundRounds: (rounds: readonly Live[], reason: Reason) => guarded(ends.refundRounds(rounds, reason)),

    /** Finishes or resumes what an earlier leader left, by its stored state. */
    async recover(): Promise<void> {
      const left = await restoreAll();
      const inState = (state: MultiplayerRound["state"]) => left.filter(({ stored }) => stored.state === state);
      if (inState("refunding").length > 0) await ends.refundStakes(inState("refunding"));
      if (inState("drawn").length > 0) await ends.payOut(inState("drawn"));
      if (inState("drawing").length > 0) ends.draw(inState("drawing")).catch(needs.failed);
    },

    /** Refunds stakes of a betting window's round that belong to no round of the game. */
    sweep: (windowRound: bigint, olderThan: Date, queue?: StakesUnderWay): Promise<void> =>
      refundOrphans({ wallet, name, index, ends }, leadership, { windowRound, olderThan, queue }),
  };
}
