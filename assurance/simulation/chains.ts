import { toHex } from "#kit/std/bytes.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { ChainRound, ChainSequences } from "#modules/fairness/server/index.ts";
import type { Chance } from "./chance.ts";

/** A chain whose links are derived from the seed. Rounds open and end strictly in order; a link is revealed at the end. */
export function sequenceOf(sequence: string, chance: Chance): ChainSequences {
  const revealed: string[] = [];
  const words = new Map<number, bigint>();
  const chain = { sequence, head: "00".repeat(32), firstRound: 1, salt: "5a".repeat(32), testBeacon: true };
  const wordOf = (round: number) => {
    const word = words.get(round) ?? BigInt(`0x${toHex(chance.bytes(8))}`);
    words.set(round, word);
    return word;
  };
  const linkOf = (round: number) => wordOf(round).toString(16).padStart(64, "0");
  return {
    prepare: async () => 0,
    nextRound: async () => revealed.length + 1,
    async open(_sequence, round) {
      invariant(round === revealed.length + 1, `${sequence} opens ${round} before its time`);
      const stream = () => ({ next: () => wordOf(round), position: 0, blocks: [] });
      return { chain, round, commitment: linkOf(round), stream } as unknown as ChainRound;
    },
    async reveal(_tx, { round }) {
      invariant(round === revealed.length + 1, `${sequence} reveals ${round} before its time`);
      revealed.push(linkOf(round));
      return linkOf(round);
    },
    facts: async (_sequence, round) => ({ ...chain, commitment: linkOf(round), link: revealed[round - 1] ?? null }),
    published: async () => ({ chains: [], revealed_round: revealed.length, revealed_link: revealed.at(-1) ?? null }),
  };
}
