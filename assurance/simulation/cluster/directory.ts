import type { Clock } from "#kit/host/host.ts";
import { invariant } from "#kit/std/invariant.ts";

interface LeaderEntry {
  readonly epoch: bigint;
  readonly timeline: number;
  readonly node: string;
  readonly address: string;
  readonly beatAt: number;
}

const silentMs = 5_000;

/** `cluster.nodes` and `cluster.leaders`, as the statements of kit/cluster/cluster-store.ts use them. Unlogged: empty after a promotion. */
export class Directory {
  readonly #clock: Clock;
  readonly #timeline: () => number;
  readonly #leaders = new Map<string, LeaderEntry>();
  readonly #nodes = new Map<string, number>();

  constructor(clock: Clock, timeline: () => number) {
    this.#clock = clock;
    this.#timeline = timeline;
  }

  answer(text: string, values: readonly unknown[], as: string | undefined): { readonly rows: readonly object[] } {
    if (as === "cluster-beat") return { rows: [this.#beat(values)] };
    if (text.includes("FROM cluster.leaders WHERE beat")) return { rows: this.#alive() };
    if (text.startsWith("UPDATE cluster.leaders")) {
      const [rounds, node, epoch] = values as [string, string, bigint];
      const entry = this.#leaders.get(rounds);
      if (entry?.node === node && entry.epoch === epoch) this.#end(rounds, entry);
      return { rows: [] };
    }
    invariant(text.includes("DELETE FROM cluster.nodes"), `a statement that the directory does not know: ${text}`);
    const [name] = values as [string];
    this.#nodes.delete(name);
    for (const [rounds, entry] of this.#leaders) if (entry.node === name) this.#end(rounds, entry);
    return { rows: [] };
  }

  #end(rounds: string, entry: LeaderEntry): void {
    this.#leaders.set(rounds, { ...entry, beatAt: Number.NEGATIVE_INFINITY });
  }

  #beat(values: readonly unknown[]): object {
    const [node, , address] = values as [string, string, string];
    const [rounds, epochs] = [values[11] as readonly string[], values[12] as readonly bigint[]];
    const before = Object.fromEntries([...this.#leaders].map(([name, { epoch }]) => [name, `${epoch}`]));
    const beatAt = this.#clock.monotonic();
    const nodes = [...this.#nodes.values()].filter(at => beatAt - at < silentMs).length;
    this.#nodes.set(node, beatAt);
    rounds.forEach((name, i) => {
      const known = this.#leaders.get(name);
      const [epoch, timeline] = [epochs[i] ?? 0n, this.#timeline()];
      const isNewer = !known || known.timeline < timeline || (known.timeline === timeline && known.epoch <= epoch);
      if (isNewer) this.#leaders.set(name, { epoch, timeline, node, address, beatAt });
    });
    return { nowMs: BigInt(this.#clock.now()), nodes, leastLed: null, timeline: this.#timeline(), epochs: before };
  }

  #alive(): readonly object[] {
    const now = this.#clock.monotonic();
    return [...this.#leaders]
      .map(([name, entry]) => ({ name, ...entry, beatAgoMs: now - entry.beatAt }))
      .filter(({ beatAgoMs }) => beatAgoMs < silentMs);
  }

  clear(): void {
    this.#leaders.clear();
    this.#nodes.clear();
  }
}
