import type { Clock } from "#kit/host/host.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { Chance } from "../chance.ts";

/** The connection broke, or the commit was not confirmed: the statement may have been executed or not. */
export class Unconfirmed extends Error {
  override readonly name = "Unconfirmed";
}

/** A statement or a transaction: one step on the state, repeated in the same order where the state is built again. */
export type Statement<S, T> = (state: S) => T | Promise<T>;

interface Waiting {
  readonly position: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface Holder {
  readonly node: string;
  beatAt: number;
  readonly lost: () => void;
}

const standbys = 2;
/** A standby ends the session of a leader that is silent for so long (kit/leadership/stale-holder.ts). */
const staleAfterMs = 5_000;

/**
 * A PostgreSQL primary with two synchronous standbys, of which one has to confirm (`ANY 1`). What was executed is a log; a standby has a prefix of
 * it. A promotion builds the state again from what the standby has: the rest is gone.
 */
export class SimulatedDatabase<S> {
  readonly name: string;
  state: S;
  /** Rises with each promotion. */
  timeline = 1;
  isUp = true;
  /** The disk is full: writes are refused. */
  isFull = false;
  /** A repeat that is answered from its row without the wait for a standby: a planted bug. */
  readonly answersRepeatsAtOnce: boolean;
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #create: (now: () => number) => S;
  readonly #log: { readonly at: number; readonly run: Statement<S, unknown> }[] = [];
  readonly #positions = Array.from({ length: standbys }, () => ({ has: 0, isUp: true }));
  #confirmed = 0;
  #waiting: Waiting[] = [];
  #replaying: number | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #pumping = false;
  readonly #locks = new Map<string, Holder>();

  constructor(
    name: string,
    { clock, chance }: { readonly clock: Clock; readonly chance: Chance },
    create: (now: () => number) => S,
    answersRepeatsAtOnce: boolean,
  ) {
    this.name = name;
    this.#clock = clock;
    this.#chance = chance;
    this.#create = create;
    this.answersRepeatsAtOnce = answersRepeatsAtOnce;
    this.state = create(() => this.#now());
  }

  #now(): number {
    return this.#replaying ?? this.#clock.now();
  }

  /** Executes it, and resolves when a standby has confirmed everything up to it. */
  async run<T>(statement: Statement<S, T>, isRepeat: (answer: T) => boolean): Promise<T> {
    this.#requireUp();
    if (this.isFull) throw new Unconfirmed(`${this.name}: no space left on device`);
    const { timeline } = this;
    const executed = this.#tail.then(async () => {
      if (!this.isUp || this.timeline !== timeline) throw new Unconfirmed(`${this.name} ended the connection`);
      const answer = await statement(this.state);
      this.#log.push({ at: this.#clock.now(), run: statement });
      return { answer, position: this.#log.length };
    });
    this.#tail = executed.catch(() => undefined);
    const { answer, position } = await executed;
    if (!(this.answersRepeatsAtOnce && isRepeat(answer))) await this.#confirm(position);
    return answer;
  }

  /** What writes nothing and is not read again: sessions, locks, the unlogged directory of nodes. */
  ask<T>(question: () => T): T {
    this.#requireUp();
    return question();
  }

  #requireUp(): void {
    if (!this.isUp) throw new Unconfirmed(`${this.name} is away`);
  }

  #confirm(position: number): Promise<void> {
    if (!this.isUp) return Promise.reject(new Unconfirmed(`${this.name} ended the connection`));
    if (this.#confirmed >= position) return Promise.resolve();
    this.#pump();
    return new Promise((resolve, reject) => this.#waiting.push({ position, resolve, reject }));
  }

  /** Sends what is new to the standbys that are up. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    this.#clock.after(2 + this.#chance.below(12), () => {
      this.#pumping = false;
      if (!this.isUp) return;
      for (const standby of this.#positions) if (standby.isUp) standby.has = this.#log.length;
      const has = this.#positions.filter(({ isUp }) => isUp).map(standby => standby.has);
      this.#confirmed = Math.max(this.#confirmed, ...has);
      const confirmed = this.#waiting.filter(({ position }) => position <= this.#confirmed);
      this.#waiting = this.#waiting.filter(({ position }) => position > this.#confirmed);
      for (const { resolve } of confirmed) resolve();
    });
  }

  stopStandbys(count: number): void {
    for (const standby of this.#positions.slice(0, count)) standby.isUp = false;
  }

  startStandbys(): void {
    for (const standby of this.#positions) standby.isUp = true;
    this.#pump();
  }

  /** As an administrator does in SyncRep: what was executed stays, and it may not be counted as confirmed. Returns how many waited. */
  cancelWaits(): number {
    const cancelled = this.#waiting.splice(0);
    for (const { reject } of cancelled) reject(new Unconfirmed(`${this.name}: wait for a standby cancelled`));
    return cancelled.length;
  }

  kill(): void {
    this.isUp = false;
    for (const { reject } of this.#waiting.splice(0)) reject(new Unconfirmed(`${this.name} was killed`));
    for (const { lost } of this.#locks.values()) lost();
    this.#locks.clear();
  }

  /** Only a standby that has everything confirmed may lead: false while none is up. Returns how many statements are gone. */
  async promote(): Promise<number | undefined> {
    const best = Math.max(-1, ...this.#positions.filter(({ isUp }) => isUp).map(({ has }) => has));
    if (best < this.#confirmed) return undefined;
    const gone = this.#log.length - best;
    await this.#tail;
    this.#log.length = best;
    this.state = this.#create(() => this.#now());
    for (const { at, run } of this.#log) {
      this.#replaying = at;
      await run(this.state);
    }
    this.#replaying = undefined;
    this.timeline += 1;
    for (const standby of this.#positions) Object.assign(standby, { has: best, isUp: true });
    this.isUp = true;
    return gone;
  }

  /** An advisory lock of a session; the session of a silent holder is ended. */
  tryLock(lock: string, node: string, lost: () => void): boolean {
    this.#requireUp();
    const holder = this.#locks.get(lock);
    if (holder && this.#clock.monotonic() - holder.beatAt < staleAfterMs) return false;
    holder?.lost();
    this.#locks.set(lock, { node, beatAt: this.#clock.monotonic(), lost });
    return true;
  }

  /** Throws where the session was ended. */
  beat(lock: string, node: string): void {
    this.#requireUp();
    const holder = this.#locks.get(lock);
    if (holder?.node !== node) throw new Unconfirmed("the session was ended");
    holder.beatAt = this.#clock.monotonic();
  }

  unlock(node: string): void {
    for (const [lock, holder] of this.#locks) if (holder.node === node) this.#locks.delete(lock);
  }

  /** How many statements no standby has. */
  get unconfirmed(): number {
    return this.#log.length - this.#confirmed;
  }
}

/** The message of the statement for what was done before. */
export const isRepeated = (answer: unknown): boolean => {
  const { replayed } = (answer ?? {}) as { readonly replayed?: unknown };
  return replayed === true;
};

export function oneOf<T>(list: readonly T[], chance: Chance): T {
  invariant(list.length > 0, "one of nothing");
  return required(list[chance.below(list.length)], "within the list");
}
