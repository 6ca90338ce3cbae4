import type { Uuid } from "#kit/std/brand.ts";
import type { LaneTask } from "../lane.ts";
import type { PlaceSlip, PlaceSlipAnswer, ReviseAnswer, SlipRevision } from "./port.ts";

interface Answerable<Answer> extends LaneTask {
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
