import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { invariant } from "#kit/std/invariant.ts";
import type { Metrics } from "./metrics.ts";

type Instrument = Counter | Gauge | Histogram;

/** Prometheus metrics of this process; with `process`, also memory, event loop and garbage collection of Node. */
export function createMetrics(options: { process: boolean }): Metrics {
  const registry = new Registry();
  if (options.process) collectDefaultMetrics({ register: registry });
  const instruments = new Map<string, Instrument>();

  function once<T extends Instrument>(name: string, kind: new (...args: never[]) => T, make: () => T): T {
    const found = instruments.get(name);
    if (found) {
      invariant(found instanceof kind, `the metric ${name} is of two kinds`);
      return found;
    }
    const made = make();
    instruments.set(name, made);
    return made;
  }

  return {
    counter(name, help, labels = []) {
      const make = () => new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      const counter = once(name, Counter, make);
      return { inc: (values = {}, by = 1) => counter.inc(values, by) };
    },
    gauge(name, help, labels = []) {
      const gauge = once(name, Gauge, () => new Gauge({ name, help, labelNames: [...labels], registers: [registry] }));
      return { set: (value, values = {}) => gauge.set(values, value) };
    },
    histogram(name, help, buckets, labels = []) {
      const make = () =>
        new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers: [registry] });
      const histogram = once(name, Histogram, make);
      return { observe: (value, values = {}) => histogram.observe(values, value) };
    },
    print: () => registry.metrics(),
  };
}
