import type { Clock, Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { createLeader, type Leadership } from "#kit/leadership/leader.ts";
import { createLeaderLock, type LeaderLock } from "#kit/leadership/leader-lock.ts";
import type { BettingWindows } from "#modules/wallet/server/port.ts";

/** Runs shared rounds in one process. Its three functions are those of a module. */
export interface RoundOwner extends Required<Pick<ServerModule, "start" | "drain" | "stop">> {
  /** True when no new round may start. */
  readonly isDraining: boolean;
}

export interface RoundOwnerNeeds {
  readonly host: Pick<Host, "clock" | "log" | "metrics" | "db" | "leaderships">;
  /** The name of the betting window and of the lock. */
  readonly bettingWindow: string;
  readonly wallet: Pick<BettingWindows, "takeEpoch">;
  /** How long a drain waits for open bets. */
  readonly drainMs: number;
  /** PostgreSQL's unless given. */
  readonly lock?: LeaderLock;
  /** Runs rounds until `isDraining` is true: for good, or because this node leads more than its share. First ends what an earlier leader left. */
  readonly lead: (leadership: Leadership, owner: Pick<RoundOwner, "isDraining">) => Promise<void>;
  /** Whether these rounds go to another node when this one leads more than its share. */
  readonly givesUp: boolean;
  /** Whether a player has a stake in a round of this process whose end is not published yet. */
  readonly hasOpenBets: () => boolean;
}

/** One leader with a standby, and a drain that plays a round with stakes in it to its end. */
export function createRoundOwner({ host, bettingWindow, wallet, drainMs, ...needs }: RoundOwnerNeeds): RoundOwner {
  let draining = false;
  const leader = createLeader({
    host,
    name: bettingWindow,
    lock: needs.lock ?? createLeaderLock(host, bettingWindow),
    takeEpoch: () => wallet.takeEpoch(bettingWindow),
    givesUp: needs.givesUp,
    lead: leadership => needs.lead(leadership, turn),
  });
  const turn: Pick<RoundOwner, "isDraining"> = {
    get isDraining() {
      return draining || (needs.givesUp && host.leaderships?.shouldGiveUp(bettingWindow) === true);
    },
  };
  const owner: RoundOwner = {
    get isDraining() {
      return draining;
    },
    async start() {
      leader.start();
    },
    async drain() {
      draining = true;
      // Also without bets: a process that ends must not take the rounds again and again from those that go on.
      const retired = leader.retire();
      if (needs.hasOpenBets()) await withinTime(host.clock, drainMs, retired);
      else retired.catch(error => host.log.warn({ rounds: bettingWindow, err: error }, "leaving the rounds failed"));
    },
    async stop() {
      draining = true;
      await leader.stop();
    },
  };
  return owner;
}

/** Waits for the work, but no longer than `ms`. */
function withinTime(clock: Clock, ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, resolve);
    work.then(resolve, reject).finally(cancel);
  });
}
