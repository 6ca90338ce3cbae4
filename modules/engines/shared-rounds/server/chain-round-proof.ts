import { algorithm } from "#kit/fair/stream.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";

interface ProvenRound {
  readonly game: string;
  readonly rulesVersion: string;
  /** Absent for rules of another version than those of this process. */
  readonly configHash?: string | undefined;
  readonly number: number;
  readonly chain: RoundFacts;
  /** Null wherever the round is not over or the answer must never change. */
  readonly link: Uint8Array | null;
}

/** The part of a shared round's proof that is the same in every game: its place in the published chain. */
export function chainRoundProof({ game, rulesVersion, configHash, number, chain, link }: ProvenRound) {
  return {
    kind: "chain",
    game,
    version: algorithm,
    rules_version: rulesVersion,
    ...(configHash !== undefined && { config_hash: configHash }),
    sequence: chain.sequence,
    round: number,
    head: chain.head,
    first_round: chain.firstRound,
    commitment: required(chain.commitment, "a round that was opened has a commitment"),
    salt: chain.salt,
    link: link ? toHex(link) : null,
  } as const;
}
