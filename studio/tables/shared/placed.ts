/** A stake on one spot, in micro-units. */
export interface Placed {
  readonly spot: string;
  readonly amount: bigint;
}
