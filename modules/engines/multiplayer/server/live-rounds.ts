import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { PublicProfileOf, ShownPlayer } from "#modules/bets/server/index.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws, MultiplayerFacts } from "#modules/fairness/server/index.ts";
import type { Bet, BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import { createRoundEnds, type EndingRounds } from "./end-rounds.ts";
import { createRoundInserter } from "./insert-rounds.ts";
import { createLiveIndex, stakeName } from "./live-index.ts";
import {
  closeOf,
  type Fresh,
  factsIn,
  type LiveRound,
  type MultiplayerRound,
  type Reason,
  type Seat,
} from "./multiplayer-round.ts";
import type { MultiplayerRules } from "./multiplayer-rules.ts";
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

/** Stakes that a player's request or an action without one is working on. */
export interface StakesUnderWay {
  isUnderWay(bet: Pick<Bet, "player" | "key">): boolean;
  /** Runs an action on a stake without a player's request: requests under its key wait until it is done. */
  runExclusive<T>(bet: Pick<Bet, "player" | "key">, work: () => Promise<T>): Promise<T>;
}

export type LiveRounds<R extends MultiplayerRound> = ReturnType<typeof createLiveRounds<R, unknown>>;

const readAtOnce = 20;

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
  const ends = createRoundEnds({ clock, wallet, draws, decided: needs.decided }, endingRounds(), leadership);
  const storing = { clock, failpoints, draws, name, store };
  const insert = createRoundInserter<R, Result>(storing, leadership);
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

  /** What the engine needs to end these rounds. A seat of the casino has no bet, so nothing is paid for it. */
  function endingRounds(): EndingRounds<Live, Result, Reason> {
    const readRows = async (what: string, rounds: readonly Live[]) => {
      const numbers = rounds.map(({ stored }) => stored.number);
      const rows = await leadership.untilDone(what, () => store.rounds(numbers));
      return new Map(rows.map(row => [row.number, row]));
    };
    return {
      name,
      store,
      numberOf: ({ stored }) => stored.number,
      beaconOf: ({ close }) => required(close, "a closed round has a beacon").beacon,
      draw: (stream, { stored }) => rules.draw(stream, stored),
      async payouts(rounds) {
        const rows = await readRows("read decisions", rounds);
        return rounds.flatMap(({ stored, bets }) => {
          const row = required(rows.get(stored.number), "a decided round");
          return rules.ends(row).flatMap(({ seat, payout, outcome }) => {
            const bet = bets.get(seat);
            return bet ? [{ bet, result: { kind: "paid", payout, outcome } } as const] : [];
          });
        });
      },
      stakes: async rounds => rounds.flatMap(({ bets }) => [...bets.values()]),
      refundedAs: rules.refundedAs,
      async ended(rounds) {
        const rows = await readRows("read ended rounds", rounds);
        for (const round of rounds) {
          round.stored = required(rows.get(round.stored.number), "an ended round");
          index.forget(round);
          needs.changed(round);
        }
      },
      reached: {
        decided: () => failpoints.hit(`${name}.decided`),
        settled: () => failpoints.hit(`${name}.settled`),
        refunding: () => failpoints.hit(`${name}.refunding`),
      },
    };
  }

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

  /** Rebuilds the in-memory state of a stored round. */
  async function restore(stored: R, facts: MultiplayerFacts): Promise<Live> {
    const round: Live = {
      stored,
      commitment: facts.commitment,
      close: closeOf(facts),
      withdrawn: false,
      taking: new Map(),
      bets: new Map(),
      publicProfiles: new Map(),
    };
    for (const { seat, player, key } of stored.seats) {
      if (!player || !key) continue;
      round.bets.set(seat, required(await wallet.bet(player, key), "the stake of a seat"));
      round.publicProfiles.set(seat, await publicProfileOf(player));
    }
    return round;
  }

  async function restoreAll(): Promise<Live[]> {
    const rows = await leadership.untilDone("read unfinished rounds", store.unfinished);
    const numbers = rows.map(row => row.number);
    const facts = await leadership.untilDone("read their commitments", () => draws.facts(name, numbers));
    const left: Live[] = [];
    for (let i = 0; i < rows.length; i += readAtOnce) {
      const some = rows.slice(i, i + readAtOnce).map(async stored => {
        const known = factsIn(facts, stored.number);
        return index.keep(await leadership.untilDone("read a round", () => restore(stored, known)));
      });
      left.push(...(await Promise.all(some)));
    }
    return left;
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

    /**
     * Refunds stakes of a betting window's round that belong to no round of the game: their process died before the round was stored, or the response
     * was lost. Only those placed before `olderThan`: a younger stake may still be on its way to its seat. Refunds use the seat queue: a player who
     * retries under the same key meanwhile must not take a seat with a stake that is being refunded.
     */
    async sweep(windowRound: bigint, olderThan: Date, queue?: StakesUnderWay): Promise<void> {
      const before = index.namesOfStakes();
      const bets = await leadership.untilDone("find stakes without a seat", () => wallet.openBets(name, windowRound));
      const isOrphan = (bet: Bet) => !before.has(stakeName(bet)) && !index.ofBet(bet.player, bet.key);
      const refundOrphan = async (bet: Bet) => {
        const now = await leadership.untilDone("read a stake", () => wallet.bet(bet.player, bet.key));
        if (now?.status === "open" && isOrphan(bet)) await ends.voidBets([bet]);
      };
      const orphans = bets.filter(bet => bet.placedAt < olderThan && isOrphan(bet) && !queue?.isUnderWay(bet));
      await Promise.all(
        orphans.map(bet => (queue ? queue.runExclusive(bet, () => refundOrphan(bet)) : refundOrphan(bet))),
      );
    },
  };
}
