import type { Uuid } from "#kit/std/brand.ts";
import type { PlayerTask } from "../player-task.ts";
import type {
  CloseSlip,
  EditSlip,
  EditSlipAnswer,
  PlaceSlip,
  PlaceSlipAnswer,
  ReviseAnswer,
  SlipRevision,
} from "./port.ts";

interface Answerable<Answer> extends PlayerTask {
  answer(value: Answer): void;
}

export interface SlipTask extends Answerable<PlaceSlipAnswer> {
  readonly kind: "slip";
  readonly bet: PlaceSlip;
  readonly key: Uuid;
}

export interface ReviseTask extends Answerable<readonly ReviseAnswer[]> {
  readonly kind: "revise";
  readonly revisions: readonly SlipRevision[];
}

/** Sent alone: it is a transaction of several statements. */
export interface CloseTask extends Answerable<ReviseAnswer> {
  readonly kind: "close";
  /** Id of the revision. */
  readonly key: Uuid;
  readonly slip: Uuid;
  readonly close: CloseSlip["close"];
}

/** Sent alone: it is a transaction of several statements. */
export interface EditTask extends Answerable<EditSlipAnswer> {
  readonly kind: "edit";
  readonly bet: PlaceSlip;
  readonly key: Uuid;
  readonly close: EditSlip["close"];
}
