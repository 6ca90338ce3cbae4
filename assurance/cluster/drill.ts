import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "#kit/db/create-db.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import type { Cluster } from "#tools/cluster/open-cluster.ts";
import { numberOf, textOf } from "#tools/cluster/settings.ts";
import { apiClient } from "#tools/demo/api-client.ts";
import { payIn } from "#tools/demo/moves.ts";
import { compareWithBooks, type Findings } from "./compare.ts";
import { startCrowd } from "./crowd.ts";
import { type Fault, faults } from "./faults.ts";
import { longestSilence, openJournal } from "./journal.ts";
import { type Player, registerPlayer } from "./player.ts";
import type { Field } from "./probes.ts";
import { watchEvents } from "./watch-events.ts";

interface Row {
  readonly fault: Fault;
  readonly silenceMs: number;
  readonly confirmed: number;
  readonly complaints: readonly string[];
}

const registrationsAtOnce = 4;
const warmMs = 10_000;

/**
 * `npm run cluster -- drill [--only=play,bus] [--players=200] [--pause=2000] [--previous=HEAD]`: takes parts away under load, then compares every movement that players
 * saw confirmed with the books. Prints a table and one last line; false if anything was lost, doubled, failed or wrong.
 */
export async function runDrill(
  cluster: Cluster,
  args: readonly string[],
  say: (text: string) => void,
): Promise<boolean> {
  const chosen = chooseFaults(textOf(args, "only"));
  const count = numberOf(args, "players", 200, 10_000);
  const pauseMs = numberOf(args, "pause", 2_000, 60_000);
  const endpoint = { port: cluster.port, host: cluster.host };
  const journal = openJournal(join(cluster.folder, "journal.jsonl"));
  let db = createDb(cluster.databases.primaryUrl(), { pool: 2 });
  say(`registering ${count} players`);
  const [prober, ...players] = (await registerAll(endpoint, count + 1)) as [Player, ...Player[]];
  await Promise.all([prober, ...players].map(player => fund(cluster, player)));
  const watch = watchEvents(cluster.nodes, cluster.host);
  const crowd = startCrowd(endpoint, cluster.sandboxPort, players, journal, pauseMs);
  const field: Field = {
    cluster,
    endpoint,
    journal,
    prober,
    watch,
    previous: textOf(args, "previous") ?? "HEAD",
    db: () => db,
    async reconnect() {
      await db.end().catch(() => undefined);
      db = createDb(cluster.databases.primaryUrl(), { pool: 2 });
    },
  };
  await sleep(warmMs);
  const rows: Row[] = [];
  for (const fault of chosen) {
    say(fault.title);
    const row = await runFault(field, fault);
    rows.push(row);
    say(lineOf(row));
    await sleep(warmMs / 2);
  }
  say("waiting for the last answers");
  await crowd.stop();
  watch.close();
  await db.end();
  // As npm run audit: reading all books of a busy machine takes longer than any other statement.
  const books = createDb(cluster.databases.primaryUrl(), { pool: 1, statementTimeoutMs: 0 });
  const findings = await compareWithBooks(books, journal.entries, cluster, [prober, ...players]);
  await books.end();
  journal.close();
  return report(rows, findings);
}

function chooseFaults(only: string | undefined): readonly Fault[] {
  if (only === undefined) return faults;
  return only.split(",").map(name => {
    const found = faults.find(fault => fault.name === name);
    if (!found)
      throw new StartFailure(`--only: ${name} is no fault; known: ${faults.map(fault => fault.name).join(", ")}`);
    return found;
  });
}

async function registerAll(endpoint: Field["endpoint"], count: number): Promise<Player[]> {
  const players: Player[] = [];
  let begun = 0;
  const one = async () => {
    while (begun < count) players.push(await registerPlayer(endpoint, begun++));
  };
  await Promise.all(Array.from({ length: registrationsAtOnce }, one));
  return players;
}

/** Pays a deposit through a webhook of the provider, as any deposit is paid. */
async function fund({ port, host, sandboxPort }: Cluster, player: Player): Promise<void> {
  const client = apiClient(port, `api.${host}`);
  for (let attempt = 0; ; attempt++) {
    try {
      return await payIn(client, player, "1000", sandboxPort, () => randomUUID());
    } catch (error) {
      if (attempt === 5) throw error;
      await sleep(1_000);
    }
  }
}

async function runFault(field: Field, fault: Fault): Promise<Row> {
  const from = performance.now();
  const complaints = await fault.run(field);
  await sleep(2_000);
  const to = performance.now();
  const { confirmed } = field.journal;
  const silenceMs = longestSilence(confirmed, from, to);
  const isLong = fault.silenceMs !== undefined && silenceMs > fault.silenceMs;
  const tooLong = `nothing was confirmed for ${(silenceMs / 1000).toFixed(1)} s`;
  return {
    fault,
    silenceMs,
    confirmed: confirmed.filter(at => at >= from && at <= to).length,
    complaints: isLong ? [...complaints, tooLong] : complaints,
  };
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

const lineOf = ({ fault, silenceMs, confirmed, complaints }: Row) =>
  `| ${fault.title} | ${seconds(silenceMs)} | ${confirmed} | ${complaints.length === 0 ? "yes" : complaints.join("; ")} |`;

function report(
  rows: readonly Row[],
  { acked, lost, doubled, failed, wrong, otherAnswers, details }: Findings,
): boolean {
  console.log(`\n${availableParallelism()} processors for nodes, databases, proxy, bus and players\n`);
  console.log("| fault | longest silence, s | confirmed meanwhile | held |\n|---|---|---|---|");
  for (const row of rows) console.log(lineOf(row));
  for (const line of details) console.log(line);
  const longest = Math.max(
    0,
    ...rows.filter(({ fault }) => fault.silenceMs !== undefined).map(({ silenceMs }) => silenceMs),
  );
  console.log(
    `\nacked ${acked}, lost ${lost}, doubled ${doubled}, failed ${failed}, wrong books ${wrong}, longest silence ${seconds(longest)} s`,
  );
  return (
    lost + doubled + failed + wrong + otherAnswers === 0 && rows.every(({ complaints }) => complaints.length === 0)
  );
}
