import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Clock, Host } from "#kit/host/host.ts";
import { quietLog, quietMetrics } from "#kit/test/quiet.ts";
import type { LeaderLock } from "#modules/desk/server/index.ts";
import type { WalletModel } from "#modules/wallet/server/index.ts";
import type { Chance } from "./chance.ts";

/** A server process that can be killed at any moment, and be asleep for a while without knowing it. */
export interface Mortal {
  alive(): boolean;
  kill(): void;
  /** Its timers stand still so long, as on a machine that was stopped; its locks are lost meanwhile. */
  sleep(ms: number): void;
  readonly host: Host;
  /** Everything the process does through this: nothing once it is dead, and no answer to what was under way. */
  mortal<T extends object>(target: T): T;
  /** The wallet as a process sees it over a bad line to its database. */
  wallet(model: WalletModel): WalletModel;
  lock(shared: LeaderLock): LeaderLock;
}

const never = new Promise<never>(() => undefined);

/** In percent of the operations of a bet. */
const lostBefore = 2;
const lostAfter = 2;
const slow = 10;

export function createMortal(
  clock: Clock,
  chance: Chance,
  faults: () => boolean,
  note: (text: string) => void,
): Mortal {
  let isAlive = true;
  let wakesAt = 0;
  const leases = new Set<{ release(): Promise<void> }>();

  function after(ms: number, run: () => void): () => void {
    let cancelled = false;
    const due = () => {
      if (!isAlive || cancelled) return;
      if (clock.monotonic() < wakesAt) clock.after(wakesAt - clock.monotonic(), due);
      else run();
    };
    const cancel = clock.after(ms, due);
    return () => {
      cancelled = true;
      cancel();
    };
  }

  function loseLocks(): void {
    for (const lease of leases) void lease.release();
    leases.clear();
  }

  function kill(): void {
    if (!isAlive) return;
    isAlive = false;
    loseLocks();
  }

  function mortal<T extends object>(target: T): T {
    return new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (!isAlive) return never;
          const answer: unknown = Reflect.apply(value, object, given);
          return answer instanceof Promise ? answer.then(known => (isAlive ? known : never)) : answer;
        };
      },
    });
  }

  const wait = (ms: number) => new Promise<void>(resolve => after(ms, resolve));

  /** An operation of a bet: it may be slow, may not arrive, and may be committed without anybody hearing of it. */
  function unreliable<Given, Answer>(name: string, operation: (given: Given) => Promise<Answer>) {
    return async (given: Given): Promise<Answer> => {
      if (!isAlive) return never;
      if (faults() && chance.happens(slow)) await wait(chance.below(400));
      if (faults() && chance.happens(lostBefore)) throw new Failure(unavailable, { retryAfter: 1 });
      const answer = await operation(given);
      if (!isAlive) return never;
      if (faults() && chance.happens(slow)) await wait(chance.below(400));
      if (faults() && chance.happens(lostAfter)) {
        note(`${name}: committed, and nobody heard of it`);
        throw new Failure(unavailable, { retryAfter: 1 });
      }
      return answer;
    };
  }

  const host = {
    clock: { now: clock.now, monotonic: clock.monotonic, after },
    log: quietLog,
    metrics: quietMetrics,
    failpoints: {
      hit(point: string) {
        if (!faults() || !chance.happens(1)) return;
        note(`killed at ${point}`);
        kill();
        throw new Error(`killed at ${point}`);
      },
    },
  } as unknown as Host;

  return {
    ...{ host, kill, mortal },
    alive: () => isAlive,
    sleep(ms) {
      wakesAt = clock.monotonic() + ms;
      loseLocks();
    },
    wallet: model => ({
      ...mortal(model),
      place: unreliable("place", model.place),
      settle: unreliable("settle", model.settle),
      step: unreliable("step", model.step),
      finish: unreliable("finish", model.finish),
    }),
    lock(shared) {
      return {
        async tryTake() {
          if (!isAlive || clock.monotonic() < wakesAt) return undefined;
          const lease = await shared.tryTake();
          if (!lease) return undefined;
          leases.add(lease);
          return lease;
        },
        close: async () => undefined,
      };
    },
  };
}
