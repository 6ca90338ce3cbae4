import { setTimeout as sleep } from "node:timers/promises";

/** What a closed loop did: each client sends the next request after the response to the last one. */
export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Runs the clients side by side; `send` resolves with the response. The first quarter is warm-up and not counted. */
export async function closedLoop<Client>(
  clients: readonly Client[],
  seconds: number,
  send: (client: Client) => Promise<unknown>,
): Promise<Load> {
  const measureFrom = performance.now() + (seconds * 1000) / 4;
  const end = measureFrom + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    clients.map(async client => {
      for (let sent = performance.now(); sent < end; sent = performance.now()) {
        await send(client);
        const answered = performance.now();
        if (sent >= measureFrom && answered < end) times.push(answered - sent);
      }
    }),
  );
  const sorted = Float64Array.from(times).sort();
  return { perSecond: Math.round(times.length / seconds), p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** What an open loop did: requests are sent at planned times, whether earlier ones were answered or not. */
export interface OpenLoad extends Load {
  /** Milliseconds. */
  readonly p95: number;
  /** Of the planned requests, those that were not answered when the loop ended. */
  readonly unanswered: number;
}

/** A loop with more unanswered requests than it sends in so many seconds is ended: the server does not keep up. */
const mostBehindSeconds = 2;

/** Times count from the planned moment, so a slow server does not slow its client down. The first quarter is warm-up and not counted. One that ends earlier, once `isOver`, is counted as a whole: another one precedes it. */
export async function openLoop(
  perSecond: number,
  seconds: number,
  send: (number: number) => Promise<unknown>,
  isOver?: () => boolean,
): Promise<OpenLoad> {
  const [began, warmMs] = [performance.now(), isOver ? 0 : (seconds * 1000) / 4];
  const planned = Math.ceil(perSecond * seconds * 1.25);
  const times: number[] = [];
  let [sent, waiting] = [0, 0];
  let failure: unknown;
  const sendOne = async (number: number) => {
    const at = began + (number * 1000) / perSecond;
    waiting += 1;
    await send(number).catch((error: unknown) => {
      failure ??= error;
    });
    waiting -= 1;
    if (at - began >= warmMs) times.push(performance.now() - at);
  };
  while (sent < planned && failure === undefined && waiting <= perSecond * mostBehindSeconds && !isOver?.()) {
    const due = Math.min(planned, Math.floor(((performance.now() - began) * perSecond) / 1000) + 1);
    for (; sent < due; sent++) void sendOne(sent);
    await sleep(1);
  }
  const measuredSeconds = Math.max((performance.now() - began - warmMs) / 1000, 0.001);
  const counted = times.length;
  if (sent < planned && failure === undefined && !isOver?.())
    console.log(`ended after ${round((performance.now() - began) / 1000)} s: ${waiting} of ${sent} had no response`);
  for (let tries = 0; waiting > 0 && tries < 500; tries++) await sleep(10);
  if (failure !== undefined) throw failure;
  const sorted = Float64Array.from(times).sort();
  return {
    perSecond: Math.round(counted / measuredSeconds),
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    unanswered: (isOver?.() ? 0 : planned - sent) + waiting,
  };
}

/** The value below which this share of the sorted values lies, to a tenth. */
export function percentile(sorted: Float64Array, share: number): number {
  return round(sorted[Math.floor(sorted.length * share)] ?? 0);
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Times as fast, or as much. Throws where the baseline finished nothing: such a comparison is meaningless. */
export function times(value: number, baseline: number): number {
  if (!(baseline > 0)) throw new Error("the baseline finished nothing, so there is nothing to compare with");
  return round(value / baseline);
}
