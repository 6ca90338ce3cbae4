/** Estimates the offset between the server's clock and this one. The exchange with the shortest round trip is the most accurate. */
export interface ClockOffset {
  /** A ping was answered: both moments by this machine's clock, and the server's time in between. */
  learn(sentAt: number, receivedAt: number, serverTimeMs: number): void;
  /** The server's time now: milliseconds since 1970. */
  now(): number;
}

const exchangeLimit = 8;

export function createClockOffset(localNow: () => number): ClockOffset {
  const exchanges: { took: number; offset: number }[] = [];
  let offset = 0;
  return {
    learn(sentAt, receivedAt, serverTimeMs) {
      exchanges.push({ took: receivedAt - sentAt, offset: serverTimeMs - (sentAt + receivedAt) / 2 });
      if (exchanges.length > exchangeLimit) exchanges.shift();
      offset = exchanges.reduce((best, next) => (next.took < best.took ? next : best)).offset;
    },
    now: () => localNow() + offset,
  };
}
