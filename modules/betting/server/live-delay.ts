import { fail } from "#kit/contract/error-code.ts";
import type { Clock } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { BettingEvent } from "#modules/odds/server/index.ts";
import { tooManyWaiting } from "../shared/errors.ts";
import { liveDelayMs } from "../shared/live-delays.ts";

/** Slips of one player that may wait at once. */
const mostWaiting = 4;

/** Slips that wait for their live delay in this process. */
export interface WaitingSlips {
  /** Runs `begin` now and `end` after the delay. Fails with `too_many_waiting`. */
  after<T>(player: PlayerId, delayMs: number, begin: () => Promise<void>, end: () => Promise<T>): Promise<T>;
}

export function createWaitingSlips(clock: Clock): WaitingSlips {
  const counts = new Map<PlayerId, number>();
  return {
    async after(player, delayMs, begin, end) {
      const waiting = counts.get(player) ?? 0;
      if (waiting >= mostWaiting) fail(tooManyWaiting);
      counts.set(player, waiting + 1);
      try {
        await begin();
        await new Promise<void>(resolve => clock.after(delayMs, resolve));
        return await end();
      } finally {
        const left = (counts.get(player) ?? 1) - 1;
        if (left > 0) counts.set(player, left);
        else counts.delete(player);
      }
    },
  };
}

/** The longest delay of the events that are being played, with what operators added. */
export function delayOf(events: readonly BettingEvent[]): number {
  return Math.max(
    0,
    ...events
      .filter(({ status }) => status === "live")
      .map(event => liveDelayMs(event.sport) + event.addedDelayS * 1000),
  );
}
