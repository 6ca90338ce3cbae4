import { createHmac, hkdfSync } from "node:crypto";
import type { Tx } from "#kit/db/db.ts";
import { type BeaconRound, dueAt, roundAt } from "#kit/fair/beacon.ts";
import { type Entry, entryListHash, entryListText } from "#kit/fair/entries.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { Beacon } from "#kit/http/beacon-client.ts";
import { createBeaconValues } from "#kit/http/beacon-values.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { multiplayerStream } from "../shared/multiplayer.ts";
import type { MultiplayerProof } from "../shared/proof.ts";
import * as store from "./multiplayer-draw-store.ts";

/** From the close record to the beacon's value, so that the value is unknown when the record is written. */
export const beaconAheadMs = 2_000;
/** A value that is not there so long after it was due voids the round. */
export const beaconTimeoutMs = 60_000;

/** The beacon round that was named when entry closed. */
export interface NamedBeacon {
  readonly round: number;
  /** When it was named: entry had closed by then. Milliseconds since 1970, as is `dueAt`. */
  readonly namedAt: number;
  readonly dueAt: number;
  /** Name and public key of the beacon's chain. */
  readonly chain: string;
  readonly publicKey: string;
}

/** The part of a round's proof record that fairness supplies. What is not public yet is null or empty. */
export type MultiplayerFacts = Pick<
  MultiplayerProof,
  "round" | "commitment" | "secret" | "entries" | "entries_hash" | "beacon"
>;

/**
 * Rounds between players, many side by side. A game opens a round, closes it with its entries, publishes the close
 * record, confirms that it was published in time, waits for the beacon's value, and reveals secret and value in the transaction that decides.
 * Everything works on several rounds at once.
 */
export interface MultiplayerDraws {
  /** Makes the secrets in the transaction that opens the rounds. Returns the SHA-256 of each, hex, in order. */
  open(tx: Tx, game: string, rounds: readonly bigint[]): Promise<string[]>;
  /** The first beacon round due at least 2 s from now. Throws when the beacon's configuration cannot be fetched. */
  nameBeacon(): Promise<NamedBeacon>;
  /** Writes the close records. Returns the hashes of the entry lists, hex, in order. */
  close(
    tx: Tx,
    game: string,
    beacon: NamedBeacon,
    closes: readonly { readonly round: bigint; readonly entries: readonly Entry[] }[],
  ): Promise<string[]>;
  /** Records that the close records were published. Returns the rounds for which that was before the value was due; all others are void. */
  confirm(game: string, rounds: readonly bigint[]): Promise<readonly bigint[]>;
  /** The value of a beacon round, with its signature checked. Throws while it cannot be had. */
  value(beaconRound: number): Promise<BeaconRound>;
  /**
   * Reveals the rounds in the transaction that ends them: with the beacon's value, which must be that of their close record, or
   * void without one. Returns the words that decide each round; none for void ones.
   */
  reveal(
    tx: Tx,
    game: string,
    rounds: readonly bigint[],
    value: BeaconRound | null,
  ): Promise<ReadonlyMap<bigint, WordStream>>;
  /** The public facts by round. */
  facts(game: string, rounds: readonly bigint[]): Promise<ReadonlyMap<bigint, MultiplayerFacts>>;
  /** The beacon rounds named in the close records, for an owner that takes rounds over. */
  beacons(game: string, rounds: readonly bigint[]): Promise<ReadonlyMap<bigint, Pick<NamedBeacon, "round" | "dueAt">>>;
  /**
   * The public id of a player in one round: 32 hex digits that are unlinkable to other rounds, so that an entry list can
   * be published permanently and players can still choose to be hidden later.
   */
  publicId(game: string, round: bigint, player: PlayerId): string;
}

export function createMultiplayerDraws(host: Host, seal: SecretSeal, beacon: Beacon): MultiplayerDraws {
  const values = createBeaconValues(beacon);
  const root = Buffer.from(host.config.SECRET_KEY, "hex");
  const idKey = new Uint8Array(hkdfSync("sha256", root, "", "fairhouse players between", 32));
  const label = (game: string, round: bigint) => `between:${game}:${round}`;
  const now = () => new Date(host.clock.now());

  return {
    async open(tx, game, rounds) {
      const made = rounds.map(round => {
        const secret = host.random.bytes(32);
        return { round, sealed: seal.seal(secret, label(game, round)), commitment: nobleHashes.sha256(secret) };
      });
      await store.insertRounds(tx, game, now(), made);
      return made.map(({ commitment }) => toHex(commitment));
    },

    async nameBeacon() {
      const info = await beacon.info();
      const namedAt = host.clock.now();
      const round = roundAt(info, namedAt + beaconAheadMs - 1) + 1;
      return { round, namedAt, dueAt: dueAt(info, round), chain: info.hash, publicKey: info.public_key };
    },

    async close(tx, game, named, closes) {
      const rows = closes.map(({ round, entries }) => {
        return { round, entries: entryListText(entries), hash: entryListHash(nobleHashes, entries) };
      });
      const closedAt = new Date(named.namedAt);
      const to = { ...named, dueAt: new Date(named.dueAt), test: beacon.test };
      const written = await store.writeClose(tx, game, closedAt, to, rows);
      invariant(written === rows.length, `${game}: a round that is closed or over cannot be closed`);
      return rows.map(({ hash }) => toHex(hash));
    },

    confirm: (game, rounds) => store.writeConfirmed(host.db, game, now(), rounds),

    value: values,

    async reveal(tx, game, rounds, value) {
      const rows = await store.lockSecrets(tx, game, rounds);
      invariant(rows.length === rounds.length, `${game}: a round without a secret`);
      const opened = rows.map(row => ({ row, secret: seal.open(row.encryptedSecret, label(game, row.round)) }));
      if (value) for (const { row } of opened) checkConfirmed(game, row, value);
      const given = value && {
        value: Buffer.from(value.randomness, "hex"),
        signature: Buffer.from(value.signature, "hex"),
      };
      await store.writeReveal(
        tx,
        game,
        now(),
        given,
        opened.map(({ row, secret }) => ({ round: row.round, secret })),
      );
      if (!value) return new Map();
      return new Map(
        opened.map(({ row, secret }) => [
          row.round,
          multiplayerStream(nobleHashes, secret, {
            game,
            round: row.round,
            beaconRound: value.round,
            beaconValue: value.randomness,
            entriesHash: toHex(required(row.entriesHash, "a closed round has its entries")),
          }),
        ]),
      );
    },

    async facts(game, rounds) {
      const rows = await store.readRounds(host.db, game, rounds);
      return new Map(rows.map(row => [row.round, factsOf(row)]));
    },

    async beacons(game, rounds) {
      const rows = await store.readRounds(host.db, game, rounds);
      return new Map(
        rows.flatMap(row =>
          row.beaconRound === null || row.beaconDueAt === null
            ? []
            : [[row.round, { round: Number(row.beaconRound), dueAt: row.beaconDueAt.getTime() }] as const],
        ),
      );
    },

    publicId: (game, round, player) =>
      createHmac("sha256", idKey).update(`${game}:${round}:${player}`).digest("hex").slice(0, 32),
  };
}

/** A round is decided only by the beacon round of a close record that was published in time. */
function checkConfirmed(game: string, row: store.MultiplayerDrawRow, value: BeaconRound): void {
  const right = row.publishedAt !== null && row.secret === null && Number(row.beaconRound) === value.round;
  invariant(right, `${game} ${row.round} is not to be decided by beacon round ${value.round}`);
}

function factsOf(row: store.MultiplayerDrawRow): MultiplayerFacts {
  const hex = (bytes: Uint8Array | null) => bytes && toHex(bytes);
  return {
    round: Number(row.round),
    commitment: toHex(row.commitment),
    secret: hex(row.secret),
    entries: (row.entries ?? "")
      .split("\n")
      .filter(line => line !== "")
      .map(line => {
        const [seat = "", player = "", stake = ""] = line.split(":");
        return { seat: Number(seat), player, stake };
      }),
    entries_hash: hex(row.entriesHash),
    beacon:
      row.beaconRound === null
        ? null
        : {
            round: Number(row.beaconRound),
            chain: row.beaconChain ?? "",
            public_key: row.beaconPublicKey ?? "",
            test: row.testBeacon === true,
            due_at: required(row.beaconDueAt, "a closed round names a time").toISOString(),
            value: hex(row.beaconValue),
            signature: hex(row.beaconSignature),
          },
  };
}
