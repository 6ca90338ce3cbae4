import type { Uuid } from "#kit/std/brand.ts";

/** Who decided, for the record of decisions. */
export interface DecidedBy {
  readonly at: Date;
  readonly reason: string;
  readonly askedBy: string;
  /** The second operator, for a decision that took two people. */
  readonly approvedBy?: string;
  readonly request?: Uuid;
}
