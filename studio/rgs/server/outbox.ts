import { abandonedRounds } from "./round-store.ts";
import { leaseMs, type SettleRound } from "./settle-round.ts";
import type { StudioHost } from "./studio-host.ts";
import { leaseDue } from "./tx-store.ts";
import { answerWithinMs } from "./wallet.ts";

/**
 * Finishes what no caller waits for: wins and rollbacks whose casino has not answered yet, and rounds whose bet was on its way when the process
 * ended. After a restart it continues where the former one stopped.
 */
export interface Outbox {
  start(): void;
  /** Waits for what is being sent. */
  stop(): Promise<void>;
  /** One look, for tests. */
  sweep(): Promise<void>;
}

const everyMs = 250;
const atOnce = 50;
/** A bet that is older was abandoned by its process: the call alone ends after {@link answerWithinMs}. */
const abandonedAfterMs = answerWithinMs + 2_000;

export function createOutbox({ db, clock, log }: StudioHost, settle: SettleRound): Outbox {
  let cancel = () => {};
  let running: Promise<void> = Promise.resolve();
  let stopped = true;

  async function sweep(): Promise<void> {
    const now = clock.now();
    for (const round of await abandonedRounds(db, new Date(now - abandonedAfterMs))) {
      await settle.void(round, "restarted");
    }
    const due = await db.tx(tx => leaseDue(tx, new Date(clock.now()), new Date(clock.now() + leaseMs), atOnce));
    // One that fails waits for the end of its lease; the others go on.
    const failed = (await Promise.allSettled(due.map(tx => settle.deliver(tx)))).filter(
      end => end.status === "rejected",
    );
    for (const { reason } of failed) log.warn({ err: reason }, "a tx of the outbox could not be sent");
  }

  function next(): void {
    if (stopped) return;
    cancel = clock.after(everyMs, () => {
      running = sweep()
        .catch(error => log.warn({ err: error }, "the outbox could not be read"))
        .then(next);
    });
  }

  return {
    start() {
      stopped = false;
      next();
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
    sweep,
  };
}
