import { createHash, createHmac } from "node:crypto";
import { dueAt, roundAt } from "#kit/fair/beacon.ts";
import { buildChain, type Checkpoints, linkAt } from "#kit/fair/chain.ts";
import type { Hashes } from "#kit/fair/hashes.ts";
import type { Beacon } from "#kit/http/beacon-client.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";

/** The hash chains of a table. Links leave this file only for a round that ends. */

export interface Chain {
  readonly id: number;
  readonly length: number;
  readonly head: string;
  readonly salt: string | null;
  readonly saltRound: number;
  readonly saltSignature: string | null;
  readonly publishedAt: Date;
  /** Link `index` of the chain, 32 bytes. */
  link(index: number): Uint8Array;
}

export interface Chains {
  byId(id: number): Promise<Chain>;
  /** The chain that the next round of a table is played with; undefined while its salt is not due. Makes the next one in time. */
  current(game: string): Promise<{ readonly chain: Chain; readonly index: number } | undefined>;
}

export interface ChainSizes {
  readonly length: number;
  readonly interval: number;
  /** So many rounds before the end of a chain the next one is published. */
  readonly aheadBy: number;
}

export const usualSizes: ChainSizes = { length: 200_000, interval: 1_000, aheadBy: 2_000 };

/** The platform's own: a chain takes a fifth of a second. */
const hashes: Hashes = {
  sha256: data => new Uint8Array(createHash("sha256").update(data).digest()),
  hmacSha256: key => message => new Uint8Array(createHmac("sha256", key).update(message).digest()),
};

export function createChains(host: StudioHost, beacon: Beacon, sizes: ChainSizes = usualSizes): Chains {
  const { db, clock, random, seal } = host;
  const known = new Map<number, Chain>();

  function chainOf(row: ChainRow): Chain {
    const checkpoints = unpack(seal.open(row.checkpoints, labelOf(row)), row.interval);
    return {
      id: row.id,
      length: row.length,
      head: row.head,
      salt: row.salt,
      saltRound: Number(row.saltRound),
      saltSignature: row.saltSignature,
      publishedAt: row.publishedAt,
      link: index => linkAt(hashes, checkpoints, index),
    };
  }

  async function byId(id: number): Promise<Chain> {
    const cached = known.get(id);
    if (cached?.salt) return cached;
    const { rows } = await db.query<ChainRow>(`SELECT ${columns} FROM tables.chains WHERE id = $1`, [id]);
    const chain = chainOf(required(rows[0], "chains stay"));
    known.set(id, chain);
    return chain;
  }

  async function build(): Promise<Checkpoints> {
    const steps = buildChain(hashes, random.bytes(32), sizes.length, sizes.interval);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      // The table keeps running meanwhile.
      await new Promise(resolve => clock.after(0, () => resolve(undefined)));
    }
  }

  /** Publishes a chain: its head, and the beacon round whose value will be its salt. */
  async function add(game: string): Promise<void> {
    const info = await beacon.info();
    const checkpoints = await build();
    const head = toHex(required(checkpoints.links[0], "a chain has a head"));
    const now = clock.now();
    let saltRound = roundAt(info, now) + 1;
    while (dueAt(info, saltRound) <= now + 1_000) saltRound += 1;
    await db.query(
      `INSERT INTO tables.chains (game, length, interval, head, checkpoints, salt_round, published_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        game,
        sizes.length,
        sizes.interval,
        head,
        seal.seal(pack(checkpoints), labelOf({ game, head })),
        BigInt(saltRound),
        new Date(now),
      ],
    );
  }

  /** Writes the salt of a chain whose beacon round is due. */
  async function salted(row: ChainRow): Promise<boolean> {
    if (row.salt !== null) return true;
    if (clock.now() < dueAt(await beacon.info(), Number(row.saltRound))) return false;
    const { randomness, signature } = await beacon.round(Number(row.saltRound));
    await db.query("UPDATE tables.chains SET salt = $2, salt_signature = $3 WHERE id = $1 AND salt IS NULL", [
      row.id,
      randomness,
      signature,
    ]);
    return true;
  }

  async function used(id: number): Promise<number> {
    const { rows } = await db.query<{ index: number | null }>(
      "SELECT max(index) AS index FROM tables.rounds WHERE chain = $1",
      [id],
    );
    return rows[0]?.index ?? 0;
  }

  return {
    byId,
    async current(game) {
      const { rows } = await db.query<ChainRow>(
        `SELECT ${columns} FROM tables.chains WHERE game = $1 ORDER BY id DESC LIMIT 2`,
        [game],
      );
      const [newest, former] = rows;
      const last = newest ? await used(newest.id) : 0;
      if (!newest || last + sizes.aheadBy >= newest.length) await add(game);
      if (!newest) return undefined;
      const [isSalted, formerUsed] = [await salted(newest), former ? await used(former.id) : 0];
      // A chain is played to its end before the next one begins.
      if (former && last === 0 && formerUsed < former.length)
        return { chain: await byId(former.id), index: formerUsed + 1 };
      if (!isSalted || last >= newest.length) return undefined;
      return { chain: await byId(newest.id), index: last + 1 };
    },
  };
}

const labelOf = ({ game, head }: { readonly game: string; readonly head: string }) => `chain:${game}:${head}`;

function pack({ links }: Checkpoints): Uint8Array {
  const bytes = new Uint8Array(links.length * 32);
  for (const [i, link] of links.entries()) bytes.set(link, i * 32);
  return bytes;
}

function unpack(bytes: Uint8Array, interval: number): Checkpoints {
  const links = Array.from({ length: bytes.length / 32 }, (_, i) => bytes.slice(i * 32, i * 32 + 32));
  return { interval, links };
}

interface ChainRow {
  readonly id: number;
  readonly game: string;
  readonly length: number;
  readonly interval: number;
  readonly head: string;
  readonly checkpoints: Uint8Array;
  readonly saltRound: bigint;
  readonly salt: string | null;
  readonly saltSignature: string | null;
  readonly publishedAt: Date;
}

const columns = `id, game, length, interval, head, checkpoints, salt_round AS "saltRound", salt,
  salt_signature AS "saltSignature", published_at AS "publishedAt"`;
