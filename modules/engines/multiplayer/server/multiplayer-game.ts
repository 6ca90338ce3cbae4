import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Bets, GameRegistration } from "#modules/bets/server/index.ts";
import { createBatch } from "#modules/bets/server/index.ts";
import type { LeaderLock } from "#modules/engines/shared-rounds/server/index.ts";
import { createRoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import { blockedAmong as readBlocked } from "#modules/limits/server/index.ts";
import { limitsChanged } from "#modules/limits/shared/events.ts";
import type { Bet, BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import type { MultiplayerPlayNeeds, MultiplayerPlayRules } from "./multiplayer-play.ts";
import { closeOf, freeSeat, type LiveRound, type MultiplayerRound } from "./multiplayer-round.ts";
import type { MultiplayerRules } from "./multiplayer-rules.ts";
import { createMultiplayerViews, type MultiplayerProofSpec, type MultiplayerViews } from "./multiplayer-views.ts";
import { isBusy, type RunNeeds, runMultiplayer } from "./run-multiplayer.ts";
import type { SeatQueue } from "./seat-queue.ts";
import { withdrawOffers } from "./withdraw-round.ts";

export interface MultiplayerNeeds {
  readonly wallet: WalletPort & BettingWindows;
  readonly draws: MultiplayerDraws;
  readonly bets: Bets;
  /** How long a drain waits for rounds that are being drawn. */
  readonly drainMs: number;
  readonly lock?: LeaderLock;
  /** Who of these players is in a break; as the database says unless given. */
  readonly blockedAmong?: RunNeeds<MultiplayerRound>["blockedAmong"];
}

export interface MultiplayerSpec<R extends MultiplayerRound, Result, Row> extends MultiplayerProofSpec<R> {
  readonly rules: MultiplayerRules<R, Result>;
  readonly play: MultiplayerPlayRules<R>;
  readonly rtpPercent: number;
  /** The game whose page it belongs to. */
  readonly playedAs: string;
  /** The public view of a round. */
  readonly row: (round: ShownRound<R>, views: MultiplayerViews<R>) => Row;
  /** Publishes to the game's channel. */
  readonly publish: (rows: Row[]) => void;
}

export type ShownRound<R extends MultiplayerRound> = Pick<
  LiveRound<R>,
  "stored" | "publicProfiles" | "commitment" | "close"
>;

/** A game of rounds with seats: its leader loop, player actions and views. */
export interface MultiplayerGame<R extends MultiplayerRound, Row> {
  readonly registration: GameRegistration;
  /** For `openRound`, `joinRound` and `withdrawRound`. */
  readonly play: MultiplayerPlayNeeds<R>;
  readonly views: MultiplayerViews<R>;
  /** Unfinished rounds, newest first. */
  live(): readonly LiveRound<R>[];
  /** Rounds that can still be joined. */
  open(): readonly LiveRound<R>[];
  /** The latest paid ones. */
  ended(): readonly Row[];
  rowOf(round: ShownRound<R>): Row;
  /** A player's seats in unfinished rounds. */
  seatsOf(player: PlayerId | undefined): { id: string; seat: number }[];
  /** One round, live or over, and the player's seat in it. Fails with `not_found`. */
  read(number: bigint, player: PlayerId | undefined): Promise<{ readonly row: Row; readonly seat: number | null }>;
  readonly service: Required<Pick<ServerModule, "start" | "drain" | "stop">>;
}

const ofDatabase =
  ({ db }: Pick<Host, "db">): RunNeeds<MultiplayerRound>["blockedAmong"] =>
  (players, now) =>
    readBlocked(db, players, now);

/** Paid rounds in the first snapshot. */
const endedShown = 20;

/** `duels-12` or `12`. */
export const roundNumber = (id: string): bigint => BigInt(id.slice(id.lastIndexOf("-") + 1));

export function openMultiplayerGame<R extends MultiplayerRound, Result, Row>(
  host: Host,
  { wallet, draws, bets, drainMs, lock, blockedAmong = ofDatabase(host) }: MultiplayerNeeds,
  spec: MultiplayerSpec<R, Result, Row>,
): MultiplayerGame<R, Row> {
  const { name, rules } = spec;
  const { store } = rules;
  const views = createMultiplayerViews<R>(spec, bets.ids, draws);
  let queue: SeatQueue<R> | undefined;
  let ended: Row[] = [];
  let wake = () => {};
  let stopListening = () => {};

  const registration = bets.registerGame({
    game: name,
    playedAs: spec.playedAs,
    limits: spec.play.limits,
    rtpPercent: spec.rtpPercent,
    rulesVersion: spec.versions.current.version,
    async proof(bet) {
      const stored = (await store.roundOf(bet.player, bet.key)) ?? (await ofChoice(bet)) ?? fail(notFound);
      return views.betProof(bet, stored, await promiseOf(stored.number));
    },
    async round(number) {
      const [stored] = await store.rounds([number]);
      return stored && views.record(stored, await promiseOf(number));
    },
  });

  /** A stake refunded because its seat was taken names its round only in its choice; a stake without a round has no proof. */
  async function ofChoice({ choice }: Bet): Promise<R | undefined> {
    const { round } = choice as { round?: string };
    return round === undefined ? undefined : (await store.rounds([BigInt(round)]))[0];
  }

  async function promiseOf(number: bigint) {
    return required((await draws.facts(name, [number])).get(number), "a round that was opened has a commitment");
  }

  async function readRow(stored: R): Promise<Row> {
    const facts = await promiseOf(stored.number);
    const publicProfiles: LiveRound<R>["publicProfiles"] = new Map();
    for (const { seat, player } of stored.seats)
      if (player) publicProfiles.set(seat, await bets.publicProfileOf(player));
    return rowOf({ stored, publicProfiles, commitment: facts.commitment, close: closeOf(facts) });
  }

  const rowOf = (round: ShownRound<R>) => spec.row(round, views);
  const live = () => [...(queue?.liveRounds.live.values() ?? [])].reverse();
  // Each round once, in its current state.
  const feed = createBatch<LiveRound<R>>(host.clock, rounds => spec.publish([...new Set(rounds)].map(rowOf)));

  function changed(round: LiveRound<R>): void {
    feed.add(round);
    if (round.stored.state === "paid") ended = [rowOf(round), ...ended].slice(0, endedShown);
  }

  const owner = createRoundOwner({
    host,
    wallet,
    bettingWindow: name,
    drainMs,
    ...(lock && { lock }),
    givesUp: true,
    lead: (leadership, turn) => {
      const run = { host, wallet, draws, publicProfileOf: bets.publicProfileOf, isTestBeacon: host.config.BEACON_TEST };
      const publishQueue = (made: SeatQueue<R>) => {
        queue = made;
      };
      const onReady = (notify: () => void) => {
        wake = notify;
      };
      const needs = { ...run, changed, flush: feed.flush, decided: registration.decided, publishQueue, blockedAmong };
      return runMultiplayer(needs, rules, leadership, turn, onReady).finally(() => {
        queue = undefined;
      });
    },
    hasOpenBets: () => isBusy(queue?.liveRounds.live.values() ?? []),
  });
  const play: MultiplayerPlayNeeds<R> = {
    host,
    wallet,
    draws,
    rules,
    views,
    winCap: registration.winCap,
    play: spec.play,
    queue: () => (owner.isDraining ? undefined : queue),
  };

  return {
    registration,
    play,
    views,
    live,
    rowOf,
    open: () => live().filter(round => freeSeat(round) !== undefined),
    ended: () => ended,
    seatsOf: player =>
      live().flatMap(({ stored }) => {
        const own = stored.seats.find(each => player !== undefined && each.player === player);
        return own ? [{ id: `${name}-${stored.number}`, seat: own.seat }] : [];
      }),
    async read(number, player) {
      const round = queue?.liveRounds.live.get(number);
      const stored = round?.stored ?? (await store.rounds([number]))[0] ?? fail(notFound);
      const own = stored.seats.find(each => player !== undefined && each.player === player);
      return { row: round ? rowOf(round) : await readRow(stored), seat: own?.seat ?? null };
    },
    service: {
      async start() {
        ended = await Promise.all((await store.latest(endedShown)).map(readRow));
        stopListening = host.bus.on(limitsChanged, ({ player, what }) => {
          if (what === "break" && queue) withdrawOffers(queue.liveRounds, opener => opener === player);
        });
        await owner.start();
      },
      async drain() {
        const drained = owner.drain();
        wake();
        await drained;
      },
      async stop() {
        stopListening();
        await owner.stop();
      },
    },
  };
}
