import type { Micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { PlayerTask } from "../player-task.ts";
import type { RollbackAnswer, RoundAnswer, RoundBet, RoundRollback, RoundWin, WinAnswer } from "./port.ts";

interface Answerable<Answer> extends PlayerTask {
  answer(value: Answer): void;
}

export interface RoundTask extends Answerable<RoundAnswer> {
  readonly kind: "round";
  readonly bet: RoundBet;
  readonly key: Uuid;
}

export interface WinTask extends Answerable<WinAnswer> {
  readonly kind: "win";
  readonly win: RoundWin;
  /** Paid out of the pot before it. */
  readonly pot: Micros | null;
  readonly key: Uuid;
}

export interface RollbackTask extends Answerable<RollbackAnswer> {
  readonly kind: "rollback";
  readonly rollback: RoundRollback;
  readonly key: Uuid;
}

export type ProviderTask = RoundTask | WinTask | RollbackTask;
