import { batched } from "#kit/db/batched.ts";
import { required } from "#kit/std/invariant.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { NamedBeacon } from "#modules/fairness/server/index.ts";
import { nameBeacon, type RoundEnds } from "./end-rounds.ts";
import type { StoreNeeds } from "./insert-rounds.ts";
import {
  closeOf,
  entriesOf,
  factsIn,
  isFull,
  type LiveRound,
  type MultiplayerRound,
  type Reason,
} from "./multiplayer-round.ts";

interface Needs<R extends MultiplayerRound, Result> extends StoreNeeds<R, Result> {
  readonly ends: RoundEnds<LiveRound<R>, Reason>;
  readonly isTestBeacon: boolean;
  readonly isLive: (round: LiveRound<R>) => boolean;
  readonly changed: (round: LiveRound<R>) => void;
  /** Called with rounds whose close records are stored and published. */
  readonly closed: (rounds: readonly LiveRound<R>[]) => void;
}

const numbersOf = (rounds: readonly LiveRound<MultiplayerRound>[]) => rounds.map(({ stored }) => stored.number);

/** Stores the seats of rounds; entry closes when the last seat is taken. */
export function createSeatTaker<R extends MultiplayerRound, Result>(
  needs: Needs<R, Result>,
  leadership: Leadership,
): (round: LiveRound<R>) => Promise<LiveRound<R>> {
  type Live = LiveRound<R>;
  const { draws, name, store, ends } = needs;

  return batched(async (taken: readonly Live[]) => {
    const rounds = [...new Set(taken)];
    const full = rounds.filter(({ stored }) => isFull(stored) && stored.state === "open");
    const named = full.length === 0 ? undefined : await nameBeacon(needs.clock, draws, leadership);
    if (full.length > 0 && !named) await ends.refundRounds(full, "no_beacon");
    const closing = named ? full : [];
    const hashes = await write(rounds, closing, named);
    await readCloses(closing.filter(({ stored }) => !hashes.has(stored.number)));
    for (const round of closing) {
      const entriesHash = hashes.get(round.stored.number);
      if (entriesHash !== undefined) round.close = { entriesHash, beacon: beaconOf(named) };
      round.stored = { ...round.stored, state: "drawing" };
    }
    for (const round of rounds) if (needs.isLive(round)) needs.changed(round);
    if (closing.length > 0) needs.closed(closing);
    return taken;
  });

  function beaconOf(named: NamedBeacon | undefined) {
    const { round, dueAt } = required(named, "a close names a beacon round");
    return { round, dueAt, test: needs.isTestBeacon };
  }

  /** Returns the hashes of the entry lists of the rounds that were closed by this attempt. */
  async function write(
    rounds: readonly Live[],
    closing: readonly Live[],
    named: NamedBeacon | undefined,
  ): Promise<ReadonlyMap<bigint, string>> {
    let hashes = new Map<bigint, string>();
    await ends.write("take seats", numbersOf(rounds), async tx => {
      hashes = new Map();
      const still = await store.lockInState(tx, numbersOf(rounds), "open");
      const seats = rounds
        .filter(({ stored }) => still.has(stored.number))
        .flatMap(({ stored: { number, seats } }) => seats.map(seat => ({ ...seat, number })));
      const closed = closing.filter(({ stored }) => still.has(stored.number));
      if (seats.length > 0) await store.take(tx, seats, numbersOf(closed));
      if (!named || closed.length === 0) return;
      const closes = closed.map(({ stored }) => ({ round: stored.number, entries: entriesOf(draws, name, stored) }));
      const made = await draws.close(tx, name, named, closes);
      for (const [i, { stored }] of closed.entries()) hashes.set(stored.number, required(made[i], "a hash for each"));
    });
    return hashes;
  }

  /** For rounds closed by an earlier attempt whose response was lost. */
  async function readCloses(rounds: readonly Live[]): Promise<void> {
    if (rounds.length === 0) return;
    const facts = await leadership.untilDone("read close records", () => draws.facts(name, numbersOf(rounds)));
    for (const round of rounds) round.close = closeOf(factsIn(facts, round.stored.number));
  }
}
