import { createHash } from "node:crypto";
import { type Entry, entryListHash } from "#kit/fair/entries.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { beaconAheadMs, type MultiplayerDraws, type MultiplayerFacts } from "../server/multiplayer-draws.ts";
import { multiplayerStream } from "../shared/multiplayer.ts";

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
  isConfirmed: boolean;
  isOver: boolean;
  value: string | null;
}

export interface MemoryDrawsNeeds {
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
export function createMemoryDraws({ now, bytes, beacon }: MemoryDrawsNeeds): MultiplayerDraws {
  const rounds = new Map<string, MemoryRound>();
  const find = (game: string, number: bigint) => required(rounds.get(`${game}/${number}`), "a round that was opened");

  return {
    open: async (_tx, game, numbers) =>
      numbers.map(number => {
        const secret = bytes(32);
        const commitment = toHex(nobleHashes.sha256(secret));
        const fresh = { close: null, isConfirmed: false, isOver: false, value: null };
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

    async confirm(game, numbers) {
      const confirmed = numbers.map(number => find(game, number));
      for (const round of confirmed) round.isConfirmed ||= now() < required(round.close, "a closed round").dueAt;
      return confirmed.filter(round => round.isConfirmed).map(({ number }) => number);
    },

    async value(round) {
      const value = round * beaconPeriodMs <= now() ? beacon(round) : undefined;
      if (value === undefined) throw new Error("the beacon does not answer");
      return { round, randomness: value, signature: value };
    },

    async reveal(_tx, game, numbers, value) {
      const streams = new Map<bigint, ReturnType<typeof multiplayerStream>>();
      for (const number of numbers) {
        const round = find(game, number);
        invariant(!value || !round.isOver, `${game} ${number} was revealed before`);
        round.isOver = true;
        if (!value) continue;
        const { hash: entriesHash, beaconRound } = required(round.close, "a closed round has its entries");
        invariant(
          round.isConfirmed && beaconRound === value.round,
          `${game} ${number} is not to be decided by this value`,
        );
        round.value = value.randomness;
        const context = { game, round: number, beaconRound, beaconValue: value.randomness, entriesHash };
        streams.set(number, multiplayerStream(nobleHashes, round.secret, context));
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

function factsOf({ number, secret, commitment, close, isOver, value }: MemoryRound): MultiplayerFacts {
  return {
    round: Number(number),
    commitment,
    secret: isOver ? toHex(secret) : null,
    entries: (close?.entries ?? []).map(({ seat, player, stake }) => ({ seat, player, stake: String(stake) })),
    entries_hash: close?.hash ?? null,
    beacon: close && {
      round: close.beaconRound,
      chain: "memory",
      public_key: "",
      test: true,
      due_at: new Date(close.dueAt).toISOString(),
      value,
      signature: value,
    },
  };
}
