import { createContext } from "react";

/** An outcome as calls name it. */
export interface OutcomeName {
  readonly event: string;
  readonly market: string;
  readonly spec: string;
  readonly outcome: string;
}

/** What pages of odds need of a slip: without one, prices are only shown. */
export interface Selections {
  has(of: OutcomeName): boolean;
  /** Adds the outcome at the price that is shown, or takes it out. */
  toggle(of: OutcomeName, price: string): void;
}

export const SelectionContext = createContext<Selections | null>(null);
