import type { Hashes } from "#kit/fair/hashes.ts";
import { openStream, type WordStream } from "#kit/fair/stream.ts";

/** What decides a round of a live table. The beacon's value does not exist while bets are open. */
export interface RoundSource {
  readonly table: string;
  /** Number of the round, which is the index of its link in the table's chain. */
  readonly round: number;
  /** The chain's link of this round, 32 bytes. */
  readonly link: Uint8Array;
  /** Of the chain, fixed after its head was published, in hex. */
  readonly salt: string;
  readonly beaconRound: number;
  /** In hex. */
  readonly beaconValue: string;
}

/** The words of a round: `fairhouse-1:live-{table}:{round}:{salt}:{beacon round}:{value}:{block}` under the link. */
export function roundWords(hashes: Hashes, source: RoundSource): WordStream {
  const { table, round, link, salt, beaconRound, beaconValue } = source;
  return openStream(hashes, link, [`live-${table}`, round, salt, beaconRound, beaconValue]);
}
