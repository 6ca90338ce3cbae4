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
