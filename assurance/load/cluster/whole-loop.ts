import { type Load, percentile } from "../figures.ts";

/**
 * A closed loop that counts to its last response: each client sends the next request after the response to the last one, none after `seconds`. On a busy machine
 * every client has one response at least, where a window that closes would have counted none. The first quarter is warm-up and not counted.
 */
export async function wholeLoop<Client>(
  clients: readonly Client[],
  seconds: number,
  send: (client: Client) => Promise<unknown>,
): Promise<Load> {
  const measureFrom = performance.now() + (seconds * 1000) / 4;
  const lastSent = measureFrom + seconds * 1000;
  const times: number[] = [];
  let last = measureFrom;
  await Promise.all(
    clients.map(async client => {
      for (let sent = performance.now(); sent < lastSent; ) {
        await send(client);
        const answered = performance.now();
        if (answered >= measureFrom) times.push(answered - sent);
        last = Math.max(last, answered);
        sent = answered;
      }
    }),
  );
  const sorted = Float64Array.from(times).sort();
  const perSecond = Math.round(times.length / ((last - measureFrom) / 1000));
  return { perSecond, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}
