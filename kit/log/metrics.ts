/** Prometheus metrics by name; the same name twice gives the same instrument. Labels have few, fixed values. */
export interface Metrics {
  counter(
    name: string,
    help: string,
    labels?: readonly string[],
  ): { inc(labels?: Record<string, string>, by?: number): void };
  gauge(
    name: string,
    help: string,
    labels?: readonly string[],
  ): { set(value: number, labels?: Record<string, string>): void };
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly string[],
  ): { observe(value: number, labels?: Record<string, string>): void };
  /** The text of GET /metrics. */
  print(): Promise<string>;
}
