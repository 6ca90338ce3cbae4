import { sourcesOfCall } from "#kit/db/confirmed-calls.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Draw, SeedPair } from "#modules/fairness/server/index.ts";
import type { PlayerTask } from "./player-task.ts";
import type {
  EndOfRound,
  FinishAnswer,
  PlaceAnswer,
  PlaceBet,
  SettleAnswer,
  Settlement,
  StepAnswer,
  StepOfRound,
} from "./port.ts";
import type { ProviderTask } from "./provider-rounds/tasks.ts";
import type { CloseTask, EditTask, ReviseTask, SlipTask } from "./slips/tasks.ts";

interface Answerable<Answer> extends PlayerTask {
  answer(value: Answer): void;
}

export interface PlaceTask extends Answerable<PlaceAnswer> {
  readonly kind: "drawn" | "begun" | "open";
  readonly bet: PlaceBet;
  readonly key: Uuid;
}

/** A bet whose outcome, or the beginning of whose round, is drawn for the nonce the statement will use. */
export interface DrawnPlace {
  readonly task: PlaceTask;
  readonly pair: SeedPair;
  /** Null for a stepwise round: it only begins. */
  readonly draw: Draw | null;
  /** The public state of a stepwise round when it begins. */
  readonly opening: Json;
}

export interface SettleTask extends Answerable<SettleAnswer> {
  readonly kind: "settle";
  readonly settlement: Settlement;
  readonly key: Uuid;
  /** The caller's key, or a generated one: it identifies our own settlement after a lost connection. */
  readonly settleKey: Uuid;
}

export interface StepTask extends Answerable<StepAnswer> {
  readonly kind: "step";
  readonly step: StepOfRound;
  readonly key: Uuid;
}

export interface FinishTask extends Answerable<FinishAnswer> {
  readonly kind: "finish";
  readonly end: EndOfRound;
  readonly key: Uuid;
  readonly settleKey: Uuid;
}

export type WalletTask =
  | PlaceTask
  | SettleTask
  | StepTask
  | FinishTask
  | ProviderTask
  | SlipTask
  | ReviseTask
  | CloseTask
  | EditTask;

interface TaskOf<Answer> {
  readonly player: PlayerId;
  faults: number;
  retries: number;
  answered: boolean;
  answer(value: Answer): void;
  reject(error: Error): void;
}

/** The common part of tasks: settles its promise once and records that it did. */
export function answerable<Answer>(
  player: PlayerId,
  resolve: (value: Answer) => void,
  reject: (error: Error) => void,
): TaskOf<Answer> {
  const note = sourcesOfCall();
  return {
    player,
    faults: 0,
    retries: 0,
    answered: false,
    answer(value) {
      this.answered = true;
      note?.(isOwnCommit(value));
      resolve(value);
    },
    reject(error) {
      this.answered = true;
      reject(error);
    },
  };
}

/** What is not said to be new was found, or is unknown. */
const isOwnCommit = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && Reflect.get(answer, "replayed") === false;
