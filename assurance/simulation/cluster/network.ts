import type { Clock } from "#kit/host/host.ts";
import type { Chance } from "../chance.ts";

/** Ends of links: nodes, databases and the bus, by name. */
type End = string;

/** What a machine does with what arrives. */
export interface Machine {
  alive(): boolean;
  /** Timers of a machine that is frozen run when it wakes. */
  readonly clock: Pick<Clock, "after">;
}

/** Messages take 1 to 8 ms; some take much longer. In percent, and milliseconds. */
const slow = { percent: 4, ms: 1_500 } as const;

/** Links that hold what is sent while they are cut, as TCP does: it arrives when the cut is mended, in order. */
export class Network {
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #faults: () => boolean;
  readonly #cuts = new Map<string, (() => void)[]>();
  /** Each connection delivers in order. */
  readonly #lastAt = new Map<string, number>();

  constructor(clock: Clock, chance: Chance, faults: () => boolean) {
    this.#clock = clock;
    this.#chance = chance;
    this.#faults = faults;
  }

  isCut(a: End, b: End): boolean {
    return this.#cuts.has(nameOf(a, b));
  }

  cut(a: End, b: End): void {
    if (!this.isCut(a, b)) this.#cuts.set(nameOf(a, b), []);
  }

  mend(a: End, b: End): void {
    const held = this.#cuts.get(nameOf(a, b));
    this.#cuts.delete(nameOf(a, b));
    for (const deliver of held ?? []) deliver();
  }

  /** `ordered`: on one connection, whose messages do not overtake each other. */
  send(from: End, to: End, deliver: () => void, ordered = false): void {
    const travel = () => {
      const isSlow = this.#faults() && this.#chance.happens(slow.percent);
      let at = this.#clock.monotonic() + 1 + this.#chance.below(isSlow ? slow.ms : 8);
      if (ordered) {
        const connection = `${from}>${to}`;
        at = Math.max(at, this.#lastAt.get(connection) ?? 0);
        this.#lastAt.set(connection, at);
      }
      this.#clock.after(at - this.#clock.monotonic(), deliver);
    };
    const held = this.#cuts.get(nameOf(from, to));
    if (held) held.push(travel);
    else travel();
  }

  /** Delivers to a machine: never to a dead one, to a frozen one when it wakes. */
  sendTo(from: End, to: End, machine: Machine, deliver: () => void, ordered = false): void {
    this.send(from, to, () => machine.clock.after(0, () => machine.alive() && deliver()), ordered);
  }
}

const nameOf = (a: End, b: End) => (a < b ? `${a} ${b}` : `${b} ${a}`);
