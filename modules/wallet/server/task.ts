import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Draw, SeedPair } from "#modules/fairness/server/index.ts";
import type { LaneTask } from "./lane.ts";
import type { PlaceAnswer, PlaceBet, SettleAnswer, Settlement } from "./port.ts";

interface Answerable<Answer> extends LaneTask {
  answer(value: Answer): void;
}

export interface PlaceTask extends Answerable<PlaceAnswer> {
  readonly kind: "drawn" | "open";
  readonly bet: PlaceBet;
  readonly key: Uuid;
}

/** A place whose outcome is drawn, for the nonce the statement will use. */
export interface DrawnPlace {
  readonly task: PlaceTask;
  readonly pair: SeedPair;
  readonly draw: Draw;
}

export interface SettleTask extends Answerable<SettleAnswer> {
  readonly kind: "settle";
  readonly settlement: Settlement;
  readonly key: Uuid;
  /** The caller's key, or one of our own: by it we know our own settlement again after a lost connection. */
  readonly settleKey: Uuid;
}

export type WalletTask = PlaceTask | SettleTask;

interface TaskOf<Answer> {
  readonly player: PlayerId;
  faults: number;
  retries: number;
  answered: boolean;
  answer(value: Answer): void;
  reject(error: Error): void;
}

/** The part every task has: it settles its promise once and knows that it did. */
export function answerable<Answer>(
  player: PlayerId,
  resolve: (value: Answer) => void,
  reject: (error: Error) => void,
): TaskOf<Answer> {
  return {
    player,
    faults: 0,
    retries: 0,
    answered: false,
    answer(value) {
      this.answered = true;
      resolve(value);
    },
    reject(error) {
      this.answered = true;
      reject(error);
    },
  };
}
