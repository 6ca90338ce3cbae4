import type { Db } from "#kit/db/db.ts";
import { auditPayments } from "#modules/payments/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import type { Cluster } from "#tools/cluster/open-cluster.ts";
import type { Entry } from "./journal.ts";
import { call, type Endpoint, type Player } from "./player.ts";

export interface Findings {
  readonly acked: number;
  /** Confirmed, and not in the books. */
  readonly lost: number;
  /** In the books twice, or refused and in the books. */
  readonly doubled: number;
  /** Without a final answer. */
  readonly failed: number;
  /** Invariants of the books that do not hold. */
  readonly wrong: number;
  /** Repeats by key that got another answer than the first. */
  readonly otherAnswers: number;
  readonly details: readonly string[];
}

/** Calls whose key is that of a bet. */
export const placesBet = /\/(dice|crash|miner)\/bets$/;
const mostDetails = 20;
const mostRepeats = 200;

/** Compares what players saw with what is booked. */
export async function compareWithBooks(
  db: Db,
  entries: readonly Entry[],
  { nodes, host }: Cluster,
  players: readonly Player[],
): Promise<Findings> {
  const booked = await countsByKey(db);
  const final = entries.filter(({ status }) => status !== undefined);
  const bets = final.filter(({ path }) => placesBet.test(path));
  const isAcked = ({ status = 0 }: Entry) => status < 300;
  const lost = bets.filter(entry => isAcked(entry) && !booked.has(entry.key));
  const doubled = bets.filter(entry => (isAcked(entry) ? (booked.get(entry.key) ?? 0) > 1 : booked.has(entry.key)));
  const failed = entries.filter(entry => entry.failed);
  const books = [...(await auditBooks(db)), ...(await auditPayments(db))];
  const endpoints = nodes.map(({ port }) => ({ port, host }));
  const other = await repeatsThatDiffer(bets.filter(isAcked), players, endpoints);
  const line = (what: string) => (entry: Entry) =>
    `${what}: ${entry.path} ${entry.key} (${entry.status ?? "no answer"})`;
  const details = [
    ...lost.map(line("lost")),
    ...doubled.map(line("doubled")),
    ...failed.map(line("failed")),
    ...other.map(line("another answer")),
    ...books.map(
      each => `books: ${JSON.stringify(each, (_, value) => (typeof value === "bigint" ? `${value}` : value))}`,
    ),
  ];
  return {
    acked: final.filter(isAcked).length,
    lost: lost.length,
    doubled: doubled.length,
    failed: failed.length,
    wrong: books.length,
    otherAnswers: other.length,
    details: details.slice(0, mostDetails),
  };
}

/** Sends a share of the bets again, each at another node than before or after it. */
async function repeatsThatDiffer(
  bets: readonly Entry[],
  players: readonly Player[],
  endpoints: readonly Endpoint[],
): Promise<Entry[]> {
  const every = Math.max(1, Math.floor(bets.length / mostRepeats));
  const found: Entry[] = [];
  for (const [index, entry] of bets.filter((_, number) => number % every === 0).entries()) {
    const player = players.find(({ id }) => id === entry.player);
    const endpoint = endpoints[index % endpoints.length];
    if (!player || !endpoint) continue;
    const { token, ip } = player;
    const answer = await call(endpoint, "POST", entry.path, { token, ip, key: entry.key, body: entry.body });
    if (answer.text !== entry.text) found.push(entry);
  }
  return found;
}

/** How many bets are booked under each key. */
export async function countsByKey(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ key: string; count: bigint }>(
    "SELECT key::text AS key, count(*) AS count FROM wallet.bets GROUP BY key",
  );
  return new Map(rows.map(({ key, count }) => [key, Number(count)]));
}
