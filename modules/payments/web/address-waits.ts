/**
 * Whether a saved address is still cooling, by its row. For display only: the server decides with the payout.
 * @param isListOn the allow-list is on; without it no address waits
 */
export function addressWaits(usableFrom: string, isListOn: boolean, nowMs: number): boolean {
  return isListOn && Date.parse(usableFrom) > nowMs;
}
