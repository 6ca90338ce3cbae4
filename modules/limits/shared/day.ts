/** Days since 1970 in UTC. */
export function dayOf(at: Date): number {
  return Math.floor(at.getTime() / 86_400_000);
}
