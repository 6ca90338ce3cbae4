import type { Host } from "#kit/host/host.ts";
import { type Room, rooms } from "../shared/contract.ts";

const topic = "community-chat.present";
const tickMs = 5_000;
/** A node repeats its counts this often although nothing has changed: other nodes have just started. */
const repeatMs = 30_000;
/** A node that was not heard of for longer has ended. */
const silentMs = 75_000;

type Counts = Readonly<Partial<Record<Room, number>>>;

interface Needs {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "signals" | "log">;
  /** Who follows a room at this node. */
  followers(room: Room): number;
  /** The number of a room has changed, over all nodes. */
  changed(room: Room, present: number): void;
}

/** How many follow each room. A node counts its own every few seconds while it has any, and sends the counts to the others. */
export class Presence {
  readonly #needs: Needs;
  readonly #node: string;
  readonly #others = new Map<string, { readonly counts: Counts; readonly at: number }>();
  readonly #shown = new Map<Room, number>();
  #sent = { text: "{}", at: 0 };
  #cancelTick: (() => void) | undefined;
  #cancelListener = () => {};

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#node = needs.host.ids.next();
  }

  start(): void {
    this.#cancelListener = this.#needs.host.signals.on(topic, text => {
      const { node, counts } = JSON.parse(text) as { readonly node: string; readonly counts: Counts };
      if (node !== this.#node) this.#others.set(node, { counts, at: this.#needs.host.clock.now() });
    });
  }

  stop(): void {
    this.#cancelListener();
    this.#cancelTick?.();
  }

  /** Over all nodes; a reader is there themself. */
  of(room: Room): number {
    const since = this.#needs.host.clock.now() - silentMs;
    const others = [...this.#others.values()].filter(({ at }) => at >= since);
    const sum = others.reduce((all, { counts }) => all + (counts[room] ?? 0), this.#needs.followers(room));
    return Math.max(1, sum);
  }

  /** Somebody follows a room at this node. */
  wake(): void {
    this.#cancelTick ??= this.#needs.host.clock.after(tickMs, () => {
      this.#cancelTick = undefined;
      this.#tick().catch((error: unknown) =>
        this.#needs.host.log.warn({ err: error }, "Failed to send how many follow the chat rooms"),
      );
    });
  }

  async #tick(): Promise<void> {
    const { db, clock, signals } = this.#needs.host;
    const counts = Object.fromEntries(
      rooms.map(room => [room, this.#needs.followers(room)] as const).filter(([, count]) => count > 0),
    );
    const text = JSON.stringify(counts);
    // A node without followers sends its empty counts once.
    if (text !== "{}") this.wake();
    for (const room of rooms) {
      const present = this.of(room);
      if (counts[room] === undefined || this.#shown.get(room) === present) continue;
      this.#shown.set(room, present);
      this.#needs.changed(room, present);
    }
    if (text === this.#sent.text && (text === "{}" || clock.now() - this.#sent.at < repeatMs)) return;
    this.#sent = { text, at: clock.now() };
    await db.tx(tx => signals.send(tx, topic, JSON.stringify({ node: this.#node, counts })));
  }
}
