/** `module.behaviour`, once in the whole program. */
export type FlagName = `${string}.${string}`;

interface Declared {
  readonly name: FlagName;
}

/** Behaviour that is on or off. */
export interface BooleanFlag extends Declared {
  readonly type: "boolean";
  /** Applies where no value is set, and again when one has expired. */
  readonly initial: boolean;
}

/** A whole number within bounds. */
export interface IntegerFlag extends Declared {
  readonly type: "integer";
  readonly initial: number;
  readonly least: number;
  readonly most: number;
}

/** A flag as the module that reads it declares it. */
export type FlagSpec = BooleanFlag | IntegerFlag;
export type FlagValue = boolean | number;
export type ValueOf<S extends FlagSpec> = S extends IntegerFlag ? number : boolean;

/** In the place of a country: every one that has no value of its own. */
export const everywhere = "*";

/** The longest time for which a value can be set, in milliseconds. After it the default applies again, so no flag is forgotten. */
export const longestFlagMs = 366 * 86_400_000;

/** Whether a value has the type of a flag and is within its bounds. */
export function fits<S extends FlagSpec>(spec: S, value: unknown): value is ValueOf<S> {
  if (spec.type === "boolean") return typeof value === "boolean";
  return Number.isInteger(value) && Number(value) >= spec.least && Number(value) <= spec.most;
}
