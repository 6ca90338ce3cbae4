import { createHash } from "node:crypto";
import { type Entry, entryListHash } from "#kit/fair/entries.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import { type BetweenFacts, type BetweenRounds, beaconAheadMs } from "../server/between-rounds.ts";
import { betweenStream } from "../shared/between.ts";

interface MemoryRound {
  readonly number: bigint;
  readonly secret: Uint8Array;
  readonly commitment: string;
  close: {
    readonly entries: readonly Entry[];
    readonly hash: string;
    readonly beaconRound: number;
    readonly dueAt: number;
  } | null;
  isTold: boolean;
  isOver: boolean;
  value: string | null;
}

export interface MemoryBetweenNeeds {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly bytes: (length: number) => Uint8Array;
  /** The value of a beacon round that is due, hex; undefined while it cannot be had. */
  readonly beacon: (round: number) => string | undefined;
}

const beaconPeriodMs = 1_000;

/**
 * Rounds between players as maps, for simulators: the same promises, close records and words as in the books, and a beacon of
 * one second that signs nothing. Every operation is one synchronous step.
 */
export function createMemoryBetween({ now, bytes, beacon }: MemoryBetweenNeeds): BetweenRounds {
  const rounds = new Map<string, MemoryRound>();
  const find = (game: string, number: bigint) => must(rounds.get(`${game}/${number}`), "a round that was opened");

  return {
    open: async (_tx, game, numbers) =>
      numbers.map(number => {
        const secret = bytes(32);
        const commitment = toHex(nobleHashes.sha256(secret));
        const fresh = { close: null, isTold: false, isOver: false, value: null };
        rounds.set(`${game}/${number}`, { number, secret, commitment, ...fresh });
        return commitment;
      }),

    async nameBeacon() {
      const namedAt = now();
      const round = Math.ceil((namedAt + beaconAheadMs) / beaconPeriodMs);
      return { round, namedAt, dueAt: round * beaconPeriodMs, chain: "memory", publicKey: "" };
    },

    close: async (_tx, game, named, closes) =>
      closes.map(({ round, entries }) => {
        const known = find(game, round);
        invariant(!known.close && !known.isOver, `${game}: a round that is closed or over cannot be closed`);
        const hash = toHex(entryListHash(nobleHashes, entries));
        known.close = { entries, hash, beaconRound: named.round, dueAt: named.dueAt };
        return hash;
      }),

    async told(game, numbers) {
      const told = numbers.map(number => find(game, number));
      for (const round of told) round.isTold ||= now() < must(round.close, "a closed round").dueAt;
      return told.filter(round => round.isTold).map(({ number }) => number);
    },

    async value(round) {
      const value = round * beaconPeriodMs <= now() ? beacon(round) : undefined;
      if (value === undefined) throw new Error("the beacon does not answer");
      return { round, randomness: value, signature: value };
    },

    async reveal(_tx, game, numbers, value) {
      const streams = new Map<bigint, ReturnType<typeof betweenStream>>();
      for (const number of numbers) {
        const round = find(game, number);
        invariant(!value || !round.isOver, `${game} ${number} was revealed before`);
        round.isOver = true;
        if (!value) continue;
        const { hash: entriesHash, beaconRound } = must(round.close, "a closed round has its entries");
        invariant(round.isTold && beaconRound === value.round, `${game} ${number} is not to be decided by this value`);
        round.value = value.randomness;
        const context = { game, round: number, beaconRound, beaconValue: value.randomness, entriesHash };
        streams.set(number, betweenStream(nobleHashes, round.secret, context));
      }
      return streams;
    },

    facts: async (game, numbers) => new Map(numbers.map(number => [number, factsOf(find(game, number))])),

    beacons: async (game, numbers) =>
      new Map(
        numbers.flatMap(number => {
          const { close } = find(game, number);
          return close ? [[number, { round: close.beaconRound, dueAt: close.dueAt }] as const] : [];
        }),
      ),

    publicId: (game: string, number: bigint, player: PlayerId) =>
      createHash("sha256").update(`${game}:${number}:${player}`).digest("hex").slice(0, 32),
  };
}

function factsOf({ number, secret, commitment, close, isOver, value }: MemoryRound): BetweenFacts {
  return {
    ...{ round: Number(number), commitment, secret: isOver ? toHex(secret) : null },
    entries: (close?.entries ?? []).map(({ seat, player, stake }) => ({ seat, player, stake: String(stake) })),
    entries_hash: close?.hash ?? null,
    beacon: close && {
      ...{ round: close.beaconRound, chain: "memory", public_key: "", test: true },
      due_at: new Date(close.dueAt).toISOString(),
      ...{ value, signature: value },
    },
  };
}
