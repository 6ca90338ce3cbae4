import { badValues, type FieldValues, type GameProof, idOf, initialValues, proofOf } from "../shared/game-proof.ts";
import {
  type ChainProof,
  clientSeedPattern,
  type MultiplayerProof,
  type ProofRecord,
  type SeedsProof,
} from "../shared/proof.ts";

/** A record whose inputs can be typed. One between players has its whole entry list, which is read and not typed. */
export type TypedRecord = Exclude<ProofRecord, MultiplayerProof>;

/** The inputs of the page as they are typed; which of them count depends on the game. */
export interface VerifyFields {
  /** Which proof it is, see `idOf`. */
  readonly game: string;
  /** The server seed, or the link of a shared round. */
  readonly secret: string;
  /** SHA-256 of it, published before. */
  readonly hash: string;
  readonly clientSeed: string;
  readonly nonce: string;
  readonly round: string;
  readonly firstRound: string;
  readonly salt: string;
  readonly head: string;
  /** Inputs of the game itself, by field name. */
  readonly own: FieldValues;
}

const blank = { secret: "", hash: "", clientSeed: "", nonce: "0", round: "", firstRound: "1", salt: "", head: "" };

/** The fields of a game before anything is typed. */
export function emptyFields(proof: GameProof): VerifyFields {
  return { ...blank, game: idOf(proof), own: initialValues(proof) };
}

/** The fields that a record fills in. */
export function fieldsOf(record: TypedRecord, proof: GameProof): VerifyFields {
  const game = idOf(proof);
  const own = { ...initialValues(proof), ...proof.values(record.inputs ?? {}) };
  if (record.kind === "chain") {
    const { link, commitment: hash, round, first_round, salt, head } = record;
    return {
      ...blank,
      game,
      own,
      hash,
      salt,
      head,
      secret: link ?? "",
      round: String(round),
      firstRound: String(first_round),
    };
  }
  const { server_seed, server_seed_hash: hash, client_seed: clientSeed, nonce } = record;
  return { ...blank, game, own, hash, clientSeed, secret: server_seed ?? "", nonce: String(nonce) };
}

const hex = /^[0-9a-f]{64}$/;
const whole = /^(0|[1-9][0-9]{0,14})$/;
const positive = /^[1-9][0-9]{0,14}$/;
const tests: Readonly<Record<string, RegExp>> = {
  secret: hex,
  hash: hex,
  salt: hex,
  head: hex,
  clientSeed: clientSeedPattern,
  nonce: whole,
  round: positive,
  firstRound: positive,
};
const needed = {
  seeds: ["secret", "hash", "clientSeed", "nonce"],
  chain: ["secret", "hash", "round", "firstRound", "salt", "head"],
} as const;

/** The fields that cannot be read. An empty secret is none of them: it means that it is not revealed. */
export function badFields(fields: VerifyFields, proof: GameProof): readonly string[] {
  const bad = needed[proof.kind].filter(
    name => !(name === "secret" && fields.secret === "") && !tests[name]?.test(clean(name, fields[name])),
  );
  return [...bad, ...badValues(proof, fields.own)];
}

/** Hexadecimal in either case; everything else as it is. */
function clean(name: string, text: string): string {
  return tests[name] === hex ? text.trim().toLowerCase() : text.trim();
}

/**
 * The record to check: what was loaded with the fields in place of its own inputs, so that a changed field shows as a difference.
 * Without a loaded record there is nothing claimed: stake and payout are 0.
 */
export function recordOf(fields: VerifyFields, loaded: ProofRecord | null, proof: GameProof): TypedRecord {
  const of = (name: keyof typeof blank) => clean(name, fields[name]);
  const secret = fields.secret.trim() === "" ? null : of("secret");
  const common = { game: proof.game, version: "fairhouse-1", rules_version: proof.version, outcome: null };
  if (proof.kind === "chain") {
    const unread = { round: 1, first_round: 1, head: "", commitment: "", salt: "", link: null };
    const base: ChainProof =
      loaded?.kind === "chain" ? loaded : { ...common, ...unread, kind: "chain", sequence: idOf(proof) };
    return {
      ...base,
      link: secret,
      commitment: of("hash"),
      head: of("head"),
      salt: of("salt"),
      round: Number(of("round")),
      first_round: Number(of("firstRound")),
    };
  }
  const unread = { server_seed_hash: "", server_seed: null, client_seed: "", nonce: 0, inputs: {} };
  const nothing = { currency: "USD", stake: "0", payout: "0" };
  const base: SeedsProof = loaded?.kind === "seeds" ? loaded : { ...common, ...unread, ...nothing, kind: "seeds" };
  return {
    ...base,
    server_seed: secret,
    server_seed_hash: of("hash"),
    client_seed: of("clientSeed"),
    nonce: Number(of("nonce")),
    inputs: { ...proof.inputs(fields.own) },
  };
}

/** The outcome of a manually computed result, where the record claims none, in the game's own format. */
export function outcomeOf(record: TypedRecord, result: string, proofs: readonly GameProof[]): Record<string, unknown> {
  return proofOf(proofs, record)?.outcome(result, record.inputs ?? {}) ?? {};
}
