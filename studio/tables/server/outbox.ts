import type * as z from "zod/mini";
import type { Casinos } from "#studio/rgs/server/casinos.ts";
import { leaseMs, retryAfterMs } from "#studio/rgs/server/settle-round.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { answerWithinMs, type Wallet } from "#studio/rgs/server/wallet.ts";
import { rollbackAnswer, winAnswer } from "#studio/rgs/server/wire.ts";
import { endEmptyRound, queueRollback } from "./bets.ts";
import { abandonedBets, betById, endTx, leaseDue, movePlayerRound, retryTx, type TxRow } from "./player-store.ts";

/** Sends wins and rollbacks until casinos respond. After a restart it continues where the former one stopped. */
export interface TableOutbox {
  start(): void;
  /** Waits for what is being sent. */
  stop(): Promise<void>;
  /** One look, for tests. */
  sweep(): Promise<void>;
  /** What is due of one round, now. */
  sendNow(round: string): void;
}

const everyMs = 200;
/** A table pays everybody at the same moment. */
const atOnce = 100;
const abandonedAfterMs = answerWithinMs + 2_000;

export function createTableOutbox(
  host: StudioHost,
  { casinos, wallet }: { readonly casinos: Casinos; readonly wallet: Wallet },
): TableOutbox {
  const { db, clock, log, failpoints } = host;
  const now = () => new Date(clock.now());
  let cancel = () => {};
  let running: Promise<void> = Promise.resolve();
  let stopped = true;

  async function won(tx: TxRow, balance: string | undefined): Promise<void> {
    const at = now();
    await db.tx(async write => {
      await endTx(write, tx.id, { state: "ok", status: "ok", balance, at });
      const changes = { state: "settled", endedAt: at, balance: balance ?? null } as const;
      await movePlayerRound(write, tx.round, ["drawn", "disputed"], changes);
    });
  }

  async function rolledBack(tx: TxRow): Promise<void> {
    const at = now();
    await db.tx(async write => {
      await endTx(write, tx.id, { state: "ok", status: "ok", at });
      await write.query(
        "UPDATE tables.txs SET state = 'rolled_back', status = 'rolled_back', answered_at = $2 WHERE id = $1",
        [tx.ref, at],
      );
      await endEmptyRound(write, tx.round, at);
    });
  }

  async function disputed(tx: TxRow, status: string): Promise<void> {
    log.error({ round: tx.round, call: tx.kind, status }, "a casino refuses what a round owes");
    const at = now();
    await db.tx(async write => {
      await endTx(write, tx.id, { state: "refused", status, at });
      await movePlayerRound(write, tx.round, ["open", "drawn", "voiding"], { state: "disputed", endedAt: at });
    });
  }

  async function deliver(tx: TxRow): Promise<void> {
    const casino = await casinos.byId(tx.casino);
    const call = tx.kind === "win" ? "win" : "rollback";
    const schema: z.ZodMiniType<{ balance?: string | undefined }> = tx.kind === "win" ? winAnswer : rollbackAnswer;
    const outcome = await wallet.send(casino, call, tx.body, schema);
    failpoints.hit("table.win.answered");
    if (outcome.kind === "ok") return tx.kind === "win" ? won(tx, outcome.value.balance) : rolledBack(tx);
    if (outcome.kind === "refused") return disputed(tx, outcome.status);
    const pause = retryAfterMs[Math.min(tx.attempts, retryAfterMs.length - 1)] ?? 60_000;
    await retryTx(db, tx.id, new Date(clock.now() + pause));
  }

  /** Bets whose process ended before the casino's answer arrived. */
  async function returnAbandoned(): Promise<void> {
    for (const { id } of await abandonedBets(db, new Date(clock.now() - abandonedAfterMs))) {
      await db.tx(async tx => {
        const bet = await betById(tx, id);
        if (bet) await queueRollback(tx, host, bet, "restarted");
      });
    }
  }

  /** @returns how many were due */
  async function send(round: string | null): Promise<number> {
    const due = await db.tx(tx => leaseDue(tx, now(), new Date(clock.now() + leaseMs), atOnce, round));
    // One that fails waits for the end of its lease; the others go on.
    const ended = await Promise.allSettled(due.map(deliver));
    for (const end of ended) {
      if (end.status === "rejected") log.warn({ err: end.reason }, "a tx of a table could not be sent");
    }
    return due.length;
  }

  async function sweep(): Promise<void> {
    await returnAbandoned();
    while ((await send(null)) === atOnce);
  }

  function next(): void {
    if (stopped) return;
    cancel = clock.after(everyMs, () => {
      running = sweep()
        .catch(error => log.warn({ err: error }, "the outbox of the tables could not be read"))
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
    sendNow(round) {
      send(round).catch(error => log.warn({ err: error, round }, "a rollback waits for the outbox"));
    },
  };
}
