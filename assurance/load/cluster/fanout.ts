import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { systemClock } from "#kit/host/system.ts";
import type { Fanout } from "#kit/live/server/fanout/fanout.ts";
import { createMemoryBroker } from "#kit/live/server/fanout/memory-fanout.ts";
import { openFanout } from "#kit/live/server/fanout/open-fanout.ts";
import { busServers, startBusServer } from "#kit/live/testing/bus-server.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import type { BenchRow } from "../bench-suite.ts";
import { percentile, round, times } from "../figures.ts";

const listenerCounts = [2, 10, 50];
const frameBytes = 600;
/** Frames that are under way at once. */
const window = 16;
const subject = "bench";

/** Frames to every listener. */
interface Bus {
  listen(listener: (frame: Buffer) => void): Promise<void>;
  publish(frame: Buffer): void;
  close(): Promise<void>;
}

/** Frames of 600 bytes from one node to the others over each bus, beside NOTIFY of the database; all listeners in this process. */
export async function benchFanout(seconds: number): Promise<readonly BenchRow[]> {
  const buses: Readonly<Record<string, (() => Promise<Bus>) | undefined>> = {
    notify: openNotify,
    memory: async () => {
      const broker = createMemoryBroker();
      return overFanouts(
        async () => broker.connect(),
        () => undefined,
      );
    },
    redis: busServers.redis === undefined ? undefined : () => openBroker("redis"),
    nats: busServers.nats === undefined ? undefined : () => openBroker("nats"),
  };
  const rows: BenchRow[] = [];
  for (const listeners of listenerCounts) {
    let notified = 0;
    for (const [name, open] of Object.entries(buses)) {
      if (!open) continue;
      const { frames, p99 } = await measure(open, listeners, seconds);
      if (name === "notify") notified = frames;
      rows.push({
        figure: `frames/s over ${name}, of NOTIFY`,
        listeners,
        value: frames,
        baseline: notified,
        "of baseline": times(frames, notified),
        "deliveries/s": frames * listeners,
        "p99 ms": p99,
      });
    }
  }
  return rows;
}

async function measure(open: () => Promise<Bus>, listeners: number, seconds: number) {
  const bus = await open();
  const took: number[] = [];
  const missing = new Map<number, number>();
  const filler = randomBytes(frameBytes / 2)
    .toString("hex")
    .slice(8);
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  let done = () => {};
  const finished = new Promise<void>(resolve => {
    done = resolve;
  });
  const send = () => {
    missing.set(++sent, listeners);
    bus.publish(Buffer.from(`${`${sent}`.padStart(8, "0")}${performance.now()} ${filler}`));
  };
  const receive = (frame: Buffer) => {
    const text = frame.toString("latin1", 0, 40);
    const now = performance.now();
    took.push(now - Number.parseFloat(text.slice(8)));
    const number = Number(text.slice(0, 8));
    const left = (missing.get(number) ?? 0) - 1;
    if (left > 0) missing.set(number, left);
    else {
      missing.delete(number);
      if (now < end) send();
      else if (missing.size === 0) done();
    }
  };
  for (let listener = 0; listener < listeners; listener++) await bus.listen(receive);
  const began = performance.now();
  for (let frame = 0; frame < window; frame++) send();
  await finished;
  const frames = Math.round(sent / ((performance.now() - began) / 1000));
  await bus.close();
  return { frames, p99: round(percentile(Float64Array.from(took).sort(), 0.99), 2) };
}

async function openBroker(kind: "redis" | "nats"): Promise<Bus> {
  const server = await startBusServer(kind, await ownFolder("fairhouse-bus-"));
  return overFanouts(() => openFanout(server.url, { log: quietLog, clock: systemClock }), server.stop);
}

/** A connection for each listener, as each would be a node. */
async function overFanouts(connect: () => Promise<Fanout>, stop: () => void): Promise<Bus> {
  const publisher = await connect();
  const all = [publisher];
  return {
    async listen(listener) {
      const fanout = await connect();
      all.push(fanout);
      await fanout.subscribe(subject, listener);
    },
    publish: frame => publisher.publish(subject, frame),
    async close() {
      for (const fanout of all) await fanout.close();
      stop();
    },
  };
}

async function openNotify(): Promise<Bus> {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const connect = async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    return client;
  };
  const publisher = await connect();
  const all = [publisher];
  let last: Promise<unknown> = Promise.resolve();
  return {
    async listen(listener) {
      const client = await connect();
      all.push(client);
      client.on("notification", ({ payload = "" }) => listener(Buffer.from(payload)));
      await client.query(`LISTEN ${subject}`);
    },
    publish(frame) {
      last = last.then(() => publisher.query("SELECT pg_notify($1, $2)", [subject, frame.toString()]));
    },
    async close() {
      await last;
      for (const client of all) await client.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
