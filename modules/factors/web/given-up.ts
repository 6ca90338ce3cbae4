/** Whoever closes the browser's own window for passkeys has changed his mind: nothing to complain of. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}
