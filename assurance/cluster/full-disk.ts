import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "./player.ts";
import { diceIsTaken, type Field, healMs, sentences, until, untilRoundTakesBets } from "./probes.ts";

const stopMs = 30_000;
/** deploy/prometheus/alerts.yaml, DatabaseTakesNoWrites. */
const alarmSeconds = 10;
const fullMs = 15_000;

/**
 * No space is left for the primary's log. PostgreSQL stops immediately rather than confirm what it cannot write, and does not start again before there is
 * space; the standbys have nothing that it lacks, so that it comes back as it was.
 */
export async function fillLog(field: Field): Promise<readonly string[]> {
  const { databases } = field.cluster;
  const disk = databases.smallLog();
  const name = databases.primary();
  if (!disk)
    return ["the primary's log has no disk of its own: run as root, and before the fault that loses the primary"];
  await disk.fill();
  const stopped = await until("the end of the primary", stopMs, async () => {
    // The segments that were written ahead are used first.
    await field
      .db()
      .query("SELECT pg_logical_emit_message(true, 'drill', 'full')")
      .catch(() => undefined);
    await field
      .db()
      .query("SELECT pg_switch_wal()")
      .catch(() => undefined);
    return !databases.isRunning(name);
  });
  await sleep(500);
  const before = field.journal.confirmed.length;
  await sleep(fullMs);
  const { status } = await probe(field);
  const ages = await Promise.all(field.cluster.nodes.map(({ port }) => silenceOf(field, port)));
  const confirmed = field.journal.confirmed.length - before;
  await disk.release();
  await databases.start(name);
  return sentences(
    stopped,
    confirmed > 0 ? `${confirmed} movements were confirmed by a database that was down` : undefined,
    status === 503 ? undefined : `a bet was answered ${status}`,
    ages.every(age => age > alarmSeconds)
      ? undefined
      : `the alarm of ${ages.length} nodes: beats ${ages.join(", ")} s old`,
    await until("a bet after there was space", healMs * 3, diceIsTaken(field)),
    await untilRoundTakesBets(field),
    await until("beats at all nodes", healMs, async () =>
      (await Promise.all(field.cluster.nodes.map(({ port }) => silenceOf(field, port)))).every(
        age => age < healMs / 1000,
      ),
    ),
  );
}

/** One bet, not in the journal: it has to be refused. */
function probe({ endpoint, prober }: Field) {
  const body = { stake: "0.10", direction: "over", target: "49.50" };
  return call(endpoint, "POST", "/api/v1/games/dice/bets", {
    token: prober.token,
    ip: prober.ip,
    key: randomUUID(),
    body,
  });
}

/** Seconds since the node's last beat, as the alert computes them. */
async function silenceOf({ endpoint }: Field, port: number): Promise<number> {
  const { text } = await call({ port, host: endpoint.host }, "GET", "/metrics");
  const [, at] = /^cluster_beat_seconds (\S+)$/m.exec(text) ?? [];
  return Math.round(Date.now() / 1000 - Number(at ?? 0));
}
