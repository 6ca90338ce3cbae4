import * as z from "zod/mini";
import { currencyField } from "#kit/contract/fields.ts";

/** The proof records: everything needed to recompute a bet or a round, as sent over the wire and as stored in files. */

export const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const clientSeedPattern = /^[A-Za-z0-9_-]{1,64}$/;
const clientSeed = z.string().check(z.regex(clientSeedPattern));
/** Money as our own answers write it. */
const amount = z.string().check(z.regex(/^[0-9]{1,20}(\.[0-9]{1,6})?$/));
const natural = z.int().check(z.gte(0));
const ordinal = z.int().check(z.gte(1));

/** How a bet of a per-player game is computed again. */
export const seedsProof = z.object({
  kind: z.literal("seeds"),
  game: z.string(),
  /** Algorithm: `fairhouse-1`. */
  version: z.string(),
  rules_version: z.string(),
  /** SHA-256 of the canonical JSON of the configuration of these rules; absent in a record that claims none. */
  config_hash: z.optional(hex32),
  /** The configuration itself, where it is set in the back office and no verifier has it. */
  configuration: z.optional(z.record(z.string(), z.unknown())),
  server_seed_hash: hex32,
  /** Null while the seed is live: it is revealed by rotation. */
  server_seed: z.nullable(hex32),
  client_seed: clientSeed,
  nonce: natural,
  /** What the player chose, in the words of the call: dice `{direction, target}`. */
  inputs: z.record(z.string(), z.unknown()),
  /** In the words of the answer: dice `{roll}`. */
  outcome: z.nullable(z.record(z.string(), z.unknown())),
  currency: currencyField,
  stake: amount,
  payout: amount,
});

/** How a round of a shared game, or a bet on it, is computed again. */
export const chainProof = z.object({
  kind: z.literal("chain"),
  game: z.string(),
  version: z.string(),
  rules_version: z.string(),
  /** SHA-256 of the canonical JSON of the configuration of these rules; absent in a record that claims none. */
  config_hash: z.optional(hex32),
  /** `crash`, `roulette-1`, ...: the sequence in the message of the stream. */
  sequence: z.string(),
  round: ordinal,
  /** Link 0 of the chain, published before its first round. */
  head: hex32,
  /** The round that uses link 1 of this chain: link number = round - first_round + 1. */
  first_round: ordinal,
  /** SHA-256 of this round's link: the link of the round before it, or the head for the chain's first round. */
  commitment: hex32,
  /** The beacon value that salts the chain. */
  salt: hex32,
  /** Null until the round has ended. */
  link: z.nullable(hex32),
  /** Of a round that was voided: how far it had come, in the game's own format. Absent for one that was played to its end. */
  voided: z.optional(z.string()),
  /** Of a bet: what the player chose, such as `{auto_cash_out}`. Absent for a round as such. */
  inputs: z.optional(z.record(z.string(), z.unknown())),
  /** Crash: `{point}` of the round, and of a bet also `{cashed_out_at}`. Null until the round has ended. */
  outcome: z.nullable(z.record(z.string(), z.unknown())),
  currency: z.optional(currencyField),
  stake: z.optional(amount),
  payout: z.optional(amount),
});

/** How a round between players, or a stake in it, is computed again. What is not known yet is null. */
export const multiplayerProof = z.object({
  kind: z.literal("between"),
  game: z.string(),
  version: z.string(),
  rules_version: z.string(),
  /** SHA-256 of the canonical JSON of the configuration of these rules; absent in a record that claims none. */
  config_hash: z.optional(hex32),
  /** The round's number in the game: the round id in the message of the stream. */
  round: ordinal,
  /** SHA-256 of the round's secret, published when it opened. */
  commitment: hex32,
  /** Null until the round is over. */
  secret: z.nullable(hex32),
  /** In order; empty until entry has closed. `player` is a name for this round only, `stake` is in micro-units. */
  entries: z.array(
    z.object({
      seat: ordinal,
      player: z.string().check(z.regex(/^[0-9a-z]{1,64}$/)),
      stake: z.string().check(z.regex(/^[1-9][0-9]{0,18}$/)),
    }),
  ),
  /** SHA-256 of the entry list as text; null until entry has closed. */
  entries_hash: z.nullable(hex32),
  /** The beacon round that decides, named when entry closed. */
  beacon: z.nullable(
    z.object({
      round: ordinal,
      /** Name of the beacon's chain, and its public key. */
      chain: z.string(),
      public_key: z.string(),
      /** A test beacon, run by the application itself. */
      test: z.boolean(),
      due_at: z.string(),
      /** Value and signature are revealed with the secret; null until then, and for a round that was refunded without them. */
      value: z.nullable(hex32),
      signature: z.nullable(z.string().check(z.regex(/^([0-9a-f]{2})+$/))),
    }),
  ),
  /** Of a stake: what the player chose, and which seat it has. Absent for a round as such. */
  inputs: z.optional(z.record(z.string(), z.unknown())),
  /** In the game's own format; null until the round is over, and for a refunded one. */
  outcome: z.nullable(z.record(z.string(), z.unknown())),
  currency: currencyField,
  stake: z.optional(amount),
  payout: z.optional(amount),
});

export const proofRecord = z.discriminatedUnion("kind", [seedsProof, chainProof, multiplayerProof]);

export type SeedsProof = z.output<typeof seedsProof>;
export type ChainProof = z.output<typeof chainProof>;
export type MultiplayerProof = z.output<typeof multiplayerProof>;
export type ProofRecord = z.output<typeof proofRecord>;
