const seconds: Readonly<Record<string, number>> = {
  football: 5,
  ice_hockey: 5,
  basketball: 4,
  volleyball: 4,
  tennis: 3,
  cs2: 6,
  dota2: 6,
};
const longest = 6;

/** How long a live slip waits before it is accepted, in milliseconds: seeing the match before our feed is no advantage. */
export function liveDelayMs(sport: string): number {
  return (seconds[sport] ?? longest) * 1000;
}
