import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";

const nothing = () => undefined;

/** A log that writes nothing. */
export const quietLog: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  child: () => quietLog,
};

/** Metrics that count nothing. */
export const quietMetrics: Metrics = {
  counter: () => ({ inc: nothing }),
  gauge: () => ({ set: nothing }),
  histogram: () => ({ observe: nothing }),
  print: async () => "",
};
