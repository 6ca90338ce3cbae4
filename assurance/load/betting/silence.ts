import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#kit/db/db.ts";
import { readLegs } from "#modules/odds/server/index.ts";
import type { BenchRow } from "../bench-suite.ts";
import { round } from "../figures.ts";
import { withProvider } from "./provider.ts";
import { withBettingDatabase } from "./server.ts";

const longestMs = 60_000;
const pollMs = 10;

/** What is between a feed that fails and a bet that is refused: a provider that falls silent, a reader that is killed while another stands by. */
export async function benchSilence(): Promise<readonly BenchRow[]> {
  console.log("betting: a silent provider and a killed reader");
  return withBettingDatabase(({ db, url }) =>
    withProvider(["league1"], async provider => {
      const readers: ChildProcess[] = [];
      const read = () =>
        readers.push(fork(join(import.meta.dirname, "reader-process.ts"), [url, provider.url, provider.publicKey]));
      try {
        read();
        const closed = await feedProbe(db);
        const silenced = performance.now();
        provider.silence();
        const silence = await until(closed, true, silenced);
        const spoken = performance.now();
        provider.speak();
        const open = await until(closed, false, spoken);
        read();
        // The second one stands by once it asks for the lock.
        await sleep(2_000);
        const [leader] = readers;
        const killed = performance.now();
        leader?.kill("SIGKILL");
        const lost = await until(closed, true, killed);
        const standby = await until(closed, false, killed);
        const row = (figure: string, measured: number, note: string): BenchRow => ({
          figure,
          measured,
          baseline: "-",
          times: "-",
          note,
        });
        return [
          row(
            "silence of the provider to the first refused bet, s",
            silence,
            `open again ${open} s after its next frame`,
          ),
          row("kill -9 of the reader to the first refused bet, s", lost, "another process stands by"),
          row("kill -9 of the reader to bets through the other, s", standby, "recovered by it"),
        ];
      } finally {
        await Promise.all(readers.map(end));
      }
    }),
  );
}

async function end(reader: ChildProcess): Promise<void> {
  if (reader.exitCode !== null || reader.signalCode !== null) return;
  const exit = once(reader, "exit");
  reader.kill("SIGKILL");
  await exit;
}

type Closed = () => Promise<boolean>;

/** Waits for a match that takes bets; the result tells whether the feed closes it. */
async function feedProbe(db: Db): Promise<Closed> {
  for (const began = performance.now(); performance.now() - began < longestMs; await sleep(50)) {
    const { rows } = await db.query<{ event: string }>(
      `SELECT m.event FROM odds.markets m JOIN odds.events e ON e.id = m.event
       WHERE m.kind = '1x2' AND m.status = 'active' AND m.producer = 'pre' AND e.planned_start > now() + interval '1 hour' LIMIT 1`,
    );
    const [row] = rows;
    if (!row) continue;
    const leg = { event: row.event, kind: "1x2", spec: "", outcome: "home" };
    const closed = async () => (await readLegs(db, [leg], new Date()))[0]?.refusal === "feed_down";
    await until(closed, false, began);
    return closed;
  }
  throw new Error("no match of the provider became open");
}

/** Seconds from `since` until `closed` returns `wanted`. */
async function until(closed: Closed, wanted: boolean, since: number): Promise<number> {
  while ((await closed()) !== wanted) {
    if (performance.now() - since > longestMs)
      throw new Error(wanted ? "bets were never refused" : "bets never opened");
    await sleep(pollMs);
  }
  return round((performance.now() - since) / 1000, 2);
}
