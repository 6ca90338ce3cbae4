import type { Tx } from "#kit/db/db.ts";
import { dueAt, roundAt } from "#kit/fair/beacon.ts";
import { type Checkpoints, linkAt } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { Beacon } from "#kit/http/beacon-client.ts";
import { toHex } from "#kit/std/bytes.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { PublishedChain } from "../shared/contract.ts";
import { buildInTheBackground, type ChainShape, joinLinks, splitLinks } from "./chain-build.ts";
import { type ChainFacts, ChainRound } from "./chain-round.ts";
import * as store from "./chain-store.ts";

/** The next chain is published before the last so many links of the present one are used. */
const publishedAhead = 10_000;
/** From publishing a head to the beacon round that salts it, so that the value is unknown at that time. */
const beaconMarginMs = 5_000;
const retryMs = 1_000;

/** Public facts of one round of a sequence, hex. */
export interface RoundFacts extends ChainFacts {
  /** SHA-256 of the round's link; null while the round before it is not over. */
  readonly commitment: string | null;
  /** Null until revealed. */
  readonly link: string | null;
}

/** The hash chains of shared sequences. Each sequence has one owner at a time, who opens its rounds strictly in order. */
export interface ChainSequences {
  /**
   * Does what the sequence's next round still needs: publishes a chain, fetches its salt. Returns the milliseconds to wait
   * before asking again, 0 when the next round can be opened. To be called before every round. A chain takes seconds to build:
   * `onStep` is called again and again meanwhile.
   */
  prepare(sequence: string, onStep?: () => void): Promise<number>;
  /** The number of the round that is to be opened next, or is open: one more than the last revealed. */
  nextRound(sequence: string): Promise<number>;
  /** For the sequence's owner: the round with its secret. Only after {@link prepare} and only for the next round. */
  open(sequence: string, round: number): Promise<ChainRound>;
  /** Reveals the link in the transaction that ends the round, finished or voided alike. Returns it in hex. */
  reveal(tx: Tx, round: ChainRound): Promise<string>;
  /** For proofs. Undefined for a round of no published chain. */
  facts(sequence: string, round: number): Promise<RoundFacts | undefined>;
  /** What anyone may see of the sequence. */
  published(sequence: string): Promise<PublishedSequence>;
}

export interface PublishedSequence {
  readonly chains: PublishedChain[];
  readonly revealed_round: number;
  readonly revealed_link: string | null;
}

export function createChainSequences(host: Host, seal: SecretSeal, beacon: Beacon, shape: ChainShape): ChainSequences {
  const checkpoints = new Map<string, Checkpoints>();
  /** Sequences that are waiting for what they need: each is logged when it begins to wait and when it is over. */
  const waiting = new Set<string>();
  const label = (sequence: string, number: number) => `chain:${sequence}:${number}`;

  async function publish(sequence: string, number: number, firstRound: bigint, onStep?: () => void): Promise<void> {
    const info = await beacon.info();
    const built = await buildInTheBackground(host.random.bytes(32), shape, onStep);
    const now = host.clock.now();
    await store.insertChain(host.db, sequence, {
      number,
      firstRound,
      length: shape.length,
      checkpointInterval: shape.interval,
      encryptedCheckpoints: seal.seal(joinLinks(built.links), label(sequence, number)),
      head: required(built.links[0], "head"),
      beaconRound: BigInt(roundAt(info, now + beaconMarginMs) + 1),
      testBeacon: beacon.test,
      publishedAt: new Date(now),
    });
    host.log.info({ sequence, chain: number, firstRound: Number(firstRound) }, "chain published");
  }

  /** Milliseconds until the salt can be had; 0 when it is written. */
  async function salt(sequence: string, chain: store.ChainRow): Promise<number> {
    if (chain.salt) return 0;
    const round = Number(chain.beaconRound);
    const wait = dueAt(await beacon.info(), round) - host.clock.now();
    if (wait > 0) return wait;
    const { randomness } = await beacon.round(round);
    await store.writeSalt(host.db, sequence, chain.number, Buffer.from(randomness, "hex"));
    return 0;
  }

  async function nextRound(sequence: string): Promise<number> {
    const last = await store.readLastLink(host.db, sequence);
    return Number(last?.round ?? 0n) + 1;
  }

  async function checkpointsOf(sequence: string, chain: store.ChainRow): Promise<Checkpoints> {
    const name = label(sequence, chain.number);
    const known = checkpoints.get(name);
    if (known) return known;
    const sealed = required(await store.readCheckpoints(host.db, sequence, chain.number), "the chain is there");
    const opened = { interval: chain.checkpointInterval, links: splitLinks(seal.open(sealed, name)) };
    checkpoints.set(name, opened);
    return opened;
  }

  return {
    async prepare(sequence, onStep) {
      try {
        const round = BigInt(await nextRound(sequence));
        const [newest] = await store.readChains(host.db, sequence);
        const end = newest ? newest.firstRound + BigInt(newest.length) : 1n;
        if (end - round <= BigInt(Math.min(publishedAhead, shape.length / 2))) {
          await publish(sequence, (newest?.number ?? 0) + 1, end, onStep);
        }
        const present = required(
          await store.readChainOf(host.db, sequence, Number(round)),
          "a chain for the next round",
        );
        const wait = await salt(sequence, present);
        if (waiting.delete(sequence)) host.log.info({ sequence }, "the sequence can be prepared again");
        return wait;
      } catch (error) {
        if (!waiting.has(sequence)) host.log.warn({ sequence, error }, "the sequence cannot be prepared yet");
        waiting.add(sequence);
        return retryMs;
      }
    },

    nextRound,

    async open(sequence, round) {
      invariant(round === (await nextRound(sequence)), `${sequence} ${round} is not the next round`);
      const chain = required(await store.readChainOf(host.db, sequence, round), `no chain for ${sequence} ${round}`);
      const index = round - Number(chain.firstRound) + 1;
      const link = linkAt(nobleHashes, await checkpointsOf(sequence, chain), index);
      return new ChainRound(factsOf(sequence, chain), round, link);
    },

    async reveal(tx, round) {
      const { sequence } = round.chain;
      const link = round.giveAway(tx);
      const written = await store.insertLink(tx, sequence, round.round, link, new Date(host.clock.now()));
      invariant(written, `${sequence} ${round.round} cannot be revealed: it is not its turn`);
      return toHex(link);
    },

    async facts(sequence, round) {
      const chain = await store.readChainOf(host.db, sequence, round);
      if (!chain?.salt) return undefined;
      const links = new Map(
        (await store.readLinks(host.db, sequence, [round - 1, round])).map(row => [Number(row.round), toHex(row.link)]),
      );
      const facts = factsOf(sequence, chain);
      const commitment = round === facts.firstRound ? facts.head : (links.get(round - 1) ?? null);
      return { ...facts, commitment, link: links.get(round) ?? null };
    },

    async published(sequence) {
      const { BEACON_CHAIN, BEACON_PUBLIC_KEY } = host.config;
      const chains = await store.readChains(host.db, sequence);
      const last = await store.readLastLink(host.db, sequence);
      return {
        chains: chains.map(chain => publishedView(sequence, chain, BEACON_CHAIN, BEACON_PUBLIC_KEY)),
        revealed_round: Number(last?.round ?? 0n),
        revealed_link: last ? toHex(last.link) : null,
      };
    },
  };
}

function factsOf(sequence: string, chain: store.ChainRow): ChainFacts {
  return {
    sequence,
    head: toHex(chain.head),
    firstRound: Number(chain.firstRound),
    salt: toHex(required(chain.salt, "the chain has its salt")),
    testBeacon: chain.testBeacon,
  };
}

function publishedView(
  sequence: string,
  chain: store.ChainRow,
  beaconChain: string,
  publicKey: string,
): PublishedChain {
  return {
    sequence,
    chain: chain.number,
    head: toHex(chain.head),
    first_round: Number(chain.firstRound),
    length: chain.length,
    published_at: chain.publishedAt.toISOString(),
    beacon: { round: Number(chain.beaconRound), chain: beaconChain, public_key: publicKey, test: chain.testBeacon },
    salt: chain.salt && toHex(chain.salt),
  };
}
