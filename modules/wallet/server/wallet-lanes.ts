import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { DbConnection } from "#kit/db/db.ts";
import { isCheckViolation } from "#kit/db/errors.ts";
import { createLane } from "#kit/db/lane.ts";
import { awaitStandby, requireSync } from "#kit/db/require-sync.ts";
import { isRunning, whileRunning } from "#kit/db/running-backend.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { laneMetrics } from "./lane-metrics.ts";
import { laneTraces } from "./lane-traces.ts";
import { type PlaceNeeds, placeBatch } from "./place-batch.ts";
import { placeInRounds } from "./provider-rounds/place-in-round.ts";
import { rollBackBets } from "./provider-rounds/rollback-batch.ts";
import type { RollbackTask, RoundTask, WinTask } from "./provider-rounds/tasks.ts";
import { type EndNeeds, payWins } from "./provider-rounds/win-batch.ts";
import { finishBatch, type SettleNeeds, settleBatch } from "./settle-batch.ts";
import { type ShardOf, shardsOfOnePrimary } from "./shard.ts";
import { closeSlips } from "./slips/close-slips.ts";
import { editSlips } from "./slips/edit-slips.ts";
import { placeSlips, type SlipNeeds } from "./slips/place-slips.ts";
import { reviseSlips } from "./slips/revise-slips.ts";
import type { CloseTask, EditTask, ReviseTask, SlipTask } from "./slips/tasks.ts";
import { type StepNeeds, stepBatch } from "./step-batch.ts";
import type { FinishTask, PlaceTask, SettleTask, StepTask, WalletTask } from "./task.ts";

export interface WalletOptions {
  /** Queues with a connection each; a player is always assigned to the same one. */
  readonly lanes?: number;
  /** Maximum number of bets in one statement. */
  readonly maxBatch?: number;
  /** Maximum number of operations waiting in one lane; above it callers get `unavailable`. */
  readonly capacity?: number;
  /** Shards of a database that has its own; unless given, a lane is a shard. */
  readonly shardOf?: ShardOf;
}

/** The queues of the wallet: operations on a player's wallet are batched, one lane after the other. */
export interface WalletLanes {
  enqueue(task: WalletTask): void;
  /** Emits an event of a statement in flight, as a step of the trace of its player's operation. */
  emit(player: PlayerId, event: string, emit: () => void): void;
  stop(): Promise<void>;
}

/** A batch that waits for a standby for longer is answered `unavailable`. */
const longestBatchMs = 5_000;

/**
 * A balance below zero. The statement judges the locked row, but PostgreSQL checks constraints of an update on the row as it was when the statement
 * began, before it finds that another transaction has changed it (a deposit that the stake waited for). Sent again, it begins with that change.
 */
const isOfEarlierBalance = (error: unknown): boolean =>
  ["wallets_real_check", "wallets_bonus_check"].some(name => isCheckViolation(error, name));

export type BatchNeeds = PlaceNeeds & SettleNeeds & StepNeeds & EndNeeds;

/** @param slipNeeds undefined in a wallet without slips */
export function createWalletLanes(
  host: Host,
  batchNeeds: BatchNeeds,
  slipNeeds: SlipNeeds | undefined,
  { lanes: laneCount = 2, maxBatch = 512, capacity = 4096, shardOf: ownShardOf }: WalletOptions,
): WalletLanes {
  const shardOf = ownShardOf ?? shardsOfOnePrimary(laneCount);
  const metrics = laneMetrics(host);
  const traces = laneTraces(host);
  const slipsOf = () => required(slipNeeds, "slips in a wallet without markets");
  let stopping = false;

  /** A batch has one kind, that of its first task. */
  function runBatch(connection: DbConnection, tasks: readonly WalletTask[]): Promise<readonly WalletTask[]> {
    switch (tasks[0]?.kind) {
      case "settle":
        return settleBatch(connection, tasks as readonly SettleTask[], batchNeeds);
      case "step":
        return stepBatch(connection, tasks as readonly StepTask[], batchNeeds);
      case "finish":
        return finishBatch(connection, tasks as readonly FinishTask[], batchNeeds);
      case "round":
        return placeInRounds(connection, tasks as readonly RoundTask[], batchNeeds);
      case "win":
        return payWins(connection, tasks as readonly WinTask[], batchNeeds);
      case "slip":
        return placeSlips(connection, tasks as readonly SlipTask[], slipsOf());
      case "edit":
        return editSlips(connection, tasks as readonly EditTask[], slipsOf());
      case "close":
        return closeSlips(connection, tasks as readonly CloseTask[], slipsOf());
      case "revise":
        return reviseSlips(connection, tasks as readonly ReviseTask[], slipsOf());
      case "rollback":
        return rollBackBets(connection, tasks as readonly RollbackTask[], batchNeeds);
      default:
        return placeBatch(connection, tasks as readonly PlaceTask[], batchNeeds);
    }
  }

  const lanes = Array.from({ length: laneCount }, (_, index) =>
    createLane<WalletTask>({
      keyOf: task => task.player,
      ...(ownShardOf && { shardOf: task => ownShardOf(task.player) }),
      mayPass: isOfEarlierBalance,
      maxBatch,
      capacity,
      connect: () => openLaneConnection(host),
      run: (connection, tasks) =>
        metrics.timed(tasks.length, () => traces.statement(tasks, () => runBatch(connection, tasks))),
      ...(host.config.DATABASE_SYNC === "required" && {
        inFlight: {
          mostMs: longestBatchMs,
          after: host.clock.after,
          isRunning: connection => isRunning(host.db, connection, host.clock.after),
        },
      }),
      onDepth: depth => metrics.depth(index, depth),
      onFault: error => host.log.warn({ err: error, lane: index }, "a wallet batch failed; it is retried"),
    }),
  );

  return {
    enqueue(task) {
      traces.entered(task);
      const lane = lanes[shardOf(task.player) % laneCount];
      invariant(lane, "a wallet without lanes");
      if (stopping || !lane.push(task)) task.reject(new Failure(unavailable, { retryAfter: 1 }));
    },
    emit: traces.emit,
    async stop() {
      stopping = true;
      await Promise.all(lanes.map(lane => lane.stop()));
    },
  };
}

/** Plans are generic and for big tables, whatever the size of the tables when the connection began. */
async function openLaneConnection(host: Host) {
  const connection = await host.db.connect();
  if (host.config.DATABASE_SYNC === "required")
    // The connection before may have been lost with commits that no standby had; their repeats are only read, and must not confirm them.
    await whileRunning(host.db, connection, standbyHasAll(connection), host.clock.after).catch(closing(connection));
  await connection.query(`SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off;
    -- PostgreSQL 18.4 ends with a segmentation fault when a statement waits for a row that another one changes (it checks the row again, and
    -- frees what pruning at run time shares with that check) and then reads a partitioned table: two lanes that settle slips on one outcome.
    SET enable_partition_pruning = off`);
  return connection;
}

async function standbyHasAll(connection: DbConnection): Promise<void> {
  await requireSync(connection);
  await awaitStandby(connection);
}

const closing = (connection: DbConnection) => async (error: unknown) => {
  await connection.end();
  throw error;
};
