import { algorithm } from "#kit/fair/stream.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";

interface ProvenRound {
  readonly game: string;
  readonly rulesVersion: string;
  /** Absent for rules of a version that this process does not run. */
  readonly configHash?: string | undefined;
  readonly number: number;
  readonly chain: RoundFacts;
  /** Null while the round is not over, and wherever the answer must never change. */
  readonly link: Uint8Array | null;
}

/** The part of a shared round's proof that all games have: its position in the published chain. */
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
