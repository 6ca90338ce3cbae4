/** A player who closes the browser's passkey window has cancelled: no error is shown. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}
