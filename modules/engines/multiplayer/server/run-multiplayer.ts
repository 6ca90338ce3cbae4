import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Leadership, RoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import { createSignal } from "#modules/engines/shared-rounds/server/index.ts";
import type { BettingWindows } from "#modules/wallet/server/port.ts";
import { createLiveRounds, type LiveRoundsNeeds } from "./live-rounds.ts";
import { freeSeat, isFull, type LiveRound, type MultiplayerRound } from "./multiplayer-round.ts";
import type { MultiplayerRules } from "./multiplayer-rules.ts";
import { createSeatQueue, type SeatQueue } from "./seat-queue.ts";
import { withdrawOffers } from "./withdraw-round.ts";

/** The longest wait of the loop: every new round wakes it. */
const idleMs = 3_600_000;
const sweepAfterMs = 10_000;
/** A leader that was suspended may have taken a stake long after its successor searched for orphaned stakes. */
const sweepAgainMs = 60_000;
const windowRound = 1n;

export interface RunNeeds<R extends MultiplayerRound> extends Omit<LiveRoundsNeeds<R>, "failed"> {
  readonly host: LiveRoundsNeeds<R>["host"] & Pick<Host, "db">;
  readonly wallet: LiveRoundsNeeds<R>["wallet"] & BettingWindows;
  /** Makes the rounds available to the handlers. */
  readonly publishQueue: (queue: SeatQueue<R>) => void;
  /** Who of these players is in a break. */
  readonly blockedAmong: (players: readonly PlayerId[], now: Date) => Promise<readonly PlayerId[]>;
}

/** Runs the rounds of a game during this leadership. First resumes what an earlier leader left. */
export async function runMultiplayer<R extends MultiplayerRound, Result>(
  needs: RunNeeds<R>,
  rules: MultiplayerRules<R, Result>,
  leadership: Leadership,
  owner: Pick<RoundOwner, "isDraining">,
  wake: (notify: () => void) => void,
): Promise<void> {
  const { host } = needs;
  const signal = createSignal();
  wake(() => signal.notify());
  let fault: { error: unknown } | undefined;
  const tableNeeds: LiveRoundsNeeds<R> = {
    ...needs,
    changed(round) {
      needs.changed(round);
      signal.notify();
    },
    failed(error) {
      fault = { error };
      signal.notify();
    },
  };
  const liveRounds = createLiveRounds(tableNeeds, rules, leadership);
  leadership.requireLeadership(await rules.store.takeLeadership(leadership.epoch));
  await openBettingWindowOnce();
  await liveRounds.recover();
  await liveRounds.sweep(windowRound, new Date(host.clock.now() + idleMs));
  // A stake that the previous process was taking may turn up after this.
  let sweepAt = host.clock.now() + sweepAfterMs;
  const queue = createSeatQueue(liveRounds, windowRound, {
    unknown() {
      sweepAt = Math.min(sweepAt, host.clock.now() + sweepAfterMs);
    },
    freed: () => signal.notify(),
  });
  needs.publishQueue(queue);

  while (!(owner.isDraining && !isBusy(liveRounds.live.values()))) {
    if (fault) throw fault.error;
    const now = host.clock.now();
    if (now >= sweepAt) {
      sweepAt = now + sweepAgainMs;
      await liveRounds.sweep(windowRound, new Date(now - sweepAfterMs / 2), queue);
      await withdrawOfBlocked();
    }
    let next = Math.min(now + idleMs, sweepAt);
    for (const round of liveRounds.live.values()) next = Math.min(next, attend(round, now));
    await signal.wait(leadership.wait(Math.max(0, next - host.clock.now())));
  }

  /** The next due action of an open round: the casino joins, or the round is refunded. Returns when the following one is due. */
  function attend(round: LiveRound<R>, now: number): number {
    const seat = freeSeat(round);
    // Nothing is due while a seat is being taken; the signal fires when that is over.
    if (seat === undefined || round.taking.size > 0) return Number.POSITIVE_INFINITY;
    const due = rules.due(round.stored);
    if (now < due.at || owner.isDraining) return due.at > now ? due.at : Number.POSITIVE_INFINITY;
    // A failure of either is reported to the loop.
    if (due.what === "house joins") {
      round.taking.set(seat, null);
      liveRounds.join(round, seat, null).catch(() => undefined);
    } else {
      round.withdrawn = true;
      liveRounds.refundRounds([round], "expired").catch(() => undefined);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Breaks that began in another process, or while the round was being stored. */
  async function withdrawOfBlocked(): Promise<void> {
    const openers = new Set<PlayerId>();
    for (const { stored } of liveRounds.live.values())
      if (stored.state === "open" && stored.seats[0]?.player) openers.add(stored.seats[0].player);
    if (openers.size === 0) return;
    const now = new Date(host.clock.now());
    const blocked = new Set(
      await leadership.untilDone("read who is in a break", () => needs.blockedAmong([...openers], now)),
    );
    withdrawOffers(liveRounds, opener => blocked.has(opener));
  }

  /**
   * The betting window stays open at its one round: multiplayer rounds outlive the process that opened them, and stakes wait for no round's end. The
   * epoch, and the row that every write reads, keep a former leader out.
   */
  async function openBettingWindowOnce(): Promise<void> {
    const bettingWindow = await leadership.untilDone("read the betting window", () =>
      needs.wallet.bettingWindow(rules.name),
    );
    if (bettingWindow?.round === windowRound) return;
    leadership.requireLeadership(
      await needs.wallet.openBettingWindow(host.db, rules.name, windowRound, leadership.epoch),
    );
  }
}

/** Stakes are being taken, drawn or refunded: a drain waits for that. */
export function isBusy(rounds: Iterable<LiveRound<MultiplayerRound>>): boolean {
  for (const { stored, taking, withdrawn } of rounds) if (withdrawn || taking.size > 0 || isFull(stored)) return true;
  return false;
}
