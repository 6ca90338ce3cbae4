import type { Clock } from "#kit/host/host.ts";
import type { Witness } from "./cells.ts";
import type { EventWitness } from "./node.ts";
import type { CellState } from "./state.ts";

interface Needs {
  readonly clock: Pick<Clock, "monotonic">;
  /** Whether what this node sends to the bus arrives. */
  readonly isOnBus: (node: string) => boolean;
  readonly fail: (error: Error) => void;
}

/** By this time after publication, an event has reached every node that is connected to the bus. */
const deliveredMs = 6_000;

/** The high bits of an event's sequence number are the epoch of the leader that published it. */
const epochOf = (seq: number) => Math.floor(seq / 2 ** 31);

/** Checks the cluster's invariants against the events it observes, not against the state that a node claims. */
export function createWitness({ clock, isOnBus, fail }: Needs) {
  const closedRounds = new Map<bigint, ReadonlySet<number>>();
  const lastOf = new Map<string, number>();
  const published: { readonly at: number; readonly seq: number }[] = [];
  /** When the current uninterrupted bus connection of each node began. */
  const healthySince = new Map<string, number>();
  let muted = false;
  /** The newest epoch that leads, by database: a cell that was disconnected has not seen a new leader yet. */
  const newest = new WeakMap<CellState, bigint>();

  const witness: Witness & EventWitness = {
    leads(epoch, of) {
      if (epoch > (newest.get(of) ?? 0n)) newest.set(of, epoch);
    },
    changedUnder(what, epoch, of) {
      const leading = newest.get(of) ?? 0n;
      if (!muted && epoch < leading)
        fail(new Error(`${what} was written under epoch ${epoch} although ${leading} leads`));
    },
    closed: (round, absent) => void (muted || closedRounds.set(round, absent)),
    taken(round, cell) {
      const absent = closedRounds.get(round);
      if (muted || !absent || absent.has(cell)) return;
      fail(new Error(`a bet was accepted into round ${round} after its betting had ended`));
    },
    published(node, frame, epoch) {
      if (epoch !== frame.epoch)
        fail(new Error(`${node} published an event of epoch ${frame.epoch} while it leads ${epoch}`));
      if (frame.seq !== undefined && isOnBus(node)) published.push({ at: clock.monotonic(), seq: frame.seq });
    },
    received(node, { seq, event }) {
      if (seq === undefined) return;
      const last = lastOf.get(node) ?? 0;
      if (event !== undefined && epochOf(seq) < epochOf(last))
        fail(new Error(`${node} delivered event ${seq} of an old epoch after ${last}`));
      lastOf.set(node, Math.max(last, seq));
    },
  };
  return {
    ...witness,
    mute: (on: boolean) => {
      muted = on;
    },
    /**
     * Every node that has been connected to the bus for `deliveredMs` must have received each event published at least that long ago. A new
     * node needs only the events published since it connected. A node that leads a later epoch drops events of former leaders: its
     * pages get a snapshot with its first event, which waits for the database.
     */
    checkEvents(nodes: readonly { readonly name: string; readonly epoch: bigint | undefined }[], isUp: boolean): void {
      const now = clock.monotonic();
      const names = nodes.map(({ name }) => name);
      for (const node of [...healthySince.keys()]) if (!isUp || !names.includes(node)) healthySince.delete(node);
      if (!isUp) return;
      const dueFrom = (since: number) =>
        published.reduce((due, { at, seq }) => (at >= since && at < now - deliveredMs ? Math.max(due, seq) : due), 0);
      const due = dueFrom(0);
      while (published.length > 200) published.shift();
      for (const { name: node, epoch = 0n } of nodes) {
        const since = healthySince.get(node) ?? now;
        healthySince.set(node, since);
        if (now - since <= deliveredMs) continue;
        const last = lastOf.get(node) ?? 0;
        const expected = last === 0 ? dueFrom(since) : due;
        if (last < expected && epoch <= epochOf(expected))
          fail(new Error(`${node} has had event ${last} for ${deliveredMs} ms although ${expected} was published`));
      }
    },
  };
}
