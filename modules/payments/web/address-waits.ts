/**
 * Whether a saved address has still to wait, as its row says. Only for the eye: what is allowed is decided with the payout.
 * @param isListOn the allow-list is on; without it no address waits
 */
export function addressWaits(usableFrom: string, isListOn: boolean, nowMs: number): boolean {
  return isListOn && Date.parse(usableFrom) > nowMs;
}
