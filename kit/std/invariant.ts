/** A programmer error. Never thrown for anything a player, operator or external provider can cause. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

/** Stops the caller when `condition` is false: programmer errors only, see {@link InvariantError}. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** The value, or an {@link InvariantError} when it is null or undefined. */
export function required<T>(value: T | null | undefined, message: string): T {
  invariant(value !== null && value !== undefined, message);
  return value;
}
