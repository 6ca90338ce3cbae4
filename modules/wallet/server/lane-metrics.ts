import type { Host } from "#kit/host/host.ts";

/** Lane metrics: queue length, batch size, commit latency. */
export function laneMetrics(host: Pick<Host, "metrics" | "clock">) {
  const depth = host.metrics.gauge("wallet_lane_depth", "Operations waiting in a wallet lane", ["lane"]);
  const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
  const size = host.metrics.histogram("wallet_batch_size", "Operations committed by one statement", sizes);
  const times = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 1, 4];
  const commit = host.metrics.histogram("wallet_commit_seconds", "Time from sending a batch to its response", times);
  return {
    depth: (lane: number, waiting: number) => depth.set(waiting, { lane: String(lane) }),
    async timed<T>(operations: number, work: () => Promise<T>): Promise<T> {
      const begin = host.clock.monotonic();
      size.observe(operations);
      const result = await work();
      commit.observe((host.clock.monotonic() - begin) / 1000);
      return result;
    },
  };
}
