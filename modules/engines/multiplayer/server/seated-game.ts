import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import type { Desk, Table } from "#modules/bets/server/index.ts";
import { createBatch } from "#modules/bets/server/index.ts";
import type { LeaderLock } from "#modules/engines/shared-rounds/server/index.ts";
import { createRoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import type { BetweenRounds } from "#modules/fairness/server/index.ts";
import type { Bet, WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
import { isBusy, runSeated } from "./run-seated.ts";
import { createSeatedPlay, type SeatedPlay, type SeatedPlayRules } from "./seated-play.ts";
import { closeOf, freeSeat, type LiveRound, type SeatedRound, type SeatedRules } from "./seated-round.ts";
import { createSeatedViews, type SeatedProofs, type SeatedViews } from "./seated-views.ts";
import type { Sitting } from "./sitting.ts";

export interface SeatedNeeds {
  readonly wallet: WalletPort & WalletGates;
  readonly between: BetweenRounds;
  readonly desk: Desk;
  /** How long a drain waits for rounds that are being drawn. */
  readonly drainMs: number;
  readonly lock?: LeaderLock;
}

export interface SeatedSpec<R extends SeatedRound, Result, Row> extends SeatedProofs<R> {
  readonly rules: SeatedRules<R, Result>;
  readonly play: SeatedPlayRules<R>;
  readonly rtpPercent: number;
  /** The game of the page from which it is reached. */
  readonly playedAs: string;
  /** A round as everybody sees it. */
  readonly row: (round: ShownRound<R>, views: SeatedViews<R>) => Row;
  /** Tells the game's channel. */
  readonly tell: (rows: Row[]) => void;
}

export type ShownRound<R extends SeatedRound> = Pick<LiveRound<R>, "stored" | "faces" | "commitment" | "close">;

/** A game of rounds with seats: who runs it, what its players do, what is shown of it. */
export interface SeatedGame<R extends SeatedRound, Row> {
  readonly table: Table;
  readonly play: SeatedPlay<R>;
  readonly views: SeatedViews<R>;
  /** The rounds that are not over, newest first. */
  live(): readonly LiveRound<R>[];
  /** Those that still take somebody. */
  open(): readonly LiveRound<R>[];
  /** The latest paid ones. */
  ended(): readonly Row[];
  rowOf(round: ShownRound<R>): Row;
  /** The seats of a player in rounds that are not over. */
  seatsOf(player: PlayerId | undefined): { id: string; seat: number }[];
  /** One round, live or over, and the seat of this player in it. Fails `not_found`. */
  read(number: bigint, player: PlayerId | undefined): Promise<{ readonly row: Row; readonly seat: number | null }>;
  readonly service: Required<Pick<ServerModule, "start" | "drain" | "stop">>;
}

/** Paid rounds that a newcomer is shown. */
const endedShown = 20;

/** `duels-12` or `12`. */
export const roundNumber = (id: string): bigint => BigInt(id.slice(id.lastIndexOf("-") + 1));

export function openSeatedGame<R extends SeatedRound, Result, Row>(
  host: Host,
  { wallet, between, desk, drainMs, lock }: SeatedNeeds,
  spec: SeatedSpec<R, Result, Row>,
): SeatedGame<R, Row> {
  const { name, rules } = spec;
  const { store } = rules;
  const views = createSeatedViews<R>(spec, desk.ids, between);
  let sitting: Sitting<R> | undefined;
  let ended: Row[] = [];
  let wake = () => {};

  const table = desk.openTable({
    game: name,
    playedAs: spec.playedAs,
    limits: spec.play.limits,
    rtpPercent: spec.rtpPercent,
    rulesVersion: spec.rulesVersion,
    async proof(bet) {
      const stored = (await store.roundOf(bet.player, bet.key)) ?? (await ofChoice(bet)) ?? fail(notFound);
      return views.betProof(bet, stored, await promiseOf(stored.number));
    },
    async round(number) {
      const [stored] = await store.rounds([number]);
      return stored && views.record(stored, await promiseOf(number));
    },
  });

  /** A stake that went back because its seat was taken names its round in its choice only; one without a round has no proof. */
  async function ofChoice({ choice }: Bet): Promise<R | undefined> {
    const { round } = choice as { round?: string };
    return round === undefined ? undefined : (await store.rounds([BigInt(round)]))[0];
  }

  async function promiseOf(number: bigint) {
    return must((await between.facts(name, [number])).get(number), "a round that was opened has its promise");
  }

  async function readRow(stored: R): Promise<Row> {
    const facts = await promiseOf(stored.number);
    const faces: LiveRound<R>["faces"] = new Map();
    for (const { seat, player } of stored.seats) if (player) faces.set(seat, await desk.faceOf(player));
    return rowOf({ stored, faces, commitment: facts.commitment, close: closeOf(facts) });
  }

  const rowOf = (round: ShownRound<R>) => spec.row(round, views);
  const live = () => [...(sitting?.table.live.values() ?? [])].reverse();
  // Each round once, as it is now.
  const feed = createBatch<LiveRound<R>>(host.clock, rounds => spec.tell([...new Set(rounds)].map(rowOf)));

  function changed(round: LiveRound<R>): void {
    feed.add(round);
    if (round.stored.state === "paid") ended = [rowOf(round), ...ended].slice(0, endedShown);
  }

  const owner = createRoundOwner({
    ...{ host, wallet, gate: name, drainMs },
    ...(lock && { lock }),
    lead: (reign, self) => {
      const run = { host, wallet, between, faceOf: desk.faceOf, isTestBeacon: host.config.BEACON_TEST };
      const seat = (made: Sitting<R>) => {
        sitting = made;
      };
      const hear = (ring: () => void) => {
        wake = ring;
      };
      const needs = { ...run, changed, flush: feed.flush, decided: table.decided, seat };
      return runSeated(needs, rules, reign, self, hear).finally(() => {
        sitting = undefined;
      });
    },
    hasOpenBets: () => isBusy(sitting?.table.live.values() ?? []),
  });
  const play = createSeatedPlay<R>({
    ...{ host, wallet, between, rules, views, winCap: table.winCap, play: spec.play },
    sitting: () => (owner.isDraining ? undefined : sitting),
  });

  return {
    ...{ table, play, views, live, rowOf },
    open: () => live().filter(round => freeSeat(round) !== undefined),
    ended: () => ended,
    seatsOf: player =>
      live().flatMap(({ stored }) => {
        const own = stored.seats.find(each => player !== undefined && each.player === player);
        return own ? [{ id: `${name}-${stored.number}`, seat: own.seat }] : [];
      }),
    async read(number, player) {
      const round = sitting?.table.live.get(number);
      const stored = round?.stored ?? (await store.rounds([number]))[0] ?? fail(notFound);
      const own = stored.seats.find(each => player !== undefined && each.player === player);
      return { row: round ? rowOf(round) : await readRow(stored), seat: own?.seat ?? null };
    },
    service: {
      async start() {
        ended = await Promise.all((await store.latest(endedShown)).map(readRow));
        await owner.start();
      },
      async drain() {
        const drained = owner.drain();
        wake();
        await drained;
      },
      stop: owner.stop,
    },
  };
}
