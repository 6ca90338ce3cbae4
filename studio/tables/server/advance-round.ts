import type { Beacon } from "#kit/http/beacon-client.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { graceMs, type TableTiming } from "../shared/table-game.ts";
import { createCompleteVoids } from "./complete-voids.ts";
import type { Lease } from "./lease.ts";
import { pendingMoves } from "./plays.ts";
import { createPublishCrowd } from "./publish-crowd.ts";
import type { Rounds } from "./rounds.ts";
import { forgetEvents, type RoundRow } from "./table-store.ts";

/** Takes the step of a table's newest round that is due. @returns milliseconds until the next one */
export type AdvanceRound = (round: RoundRow | undefined) => Promise<number>;

export interface AdvanceNeeds {
  readonly game: string;
  readonly timing: TableTiming;
  readonly beacon: Beacon;
  /** A value that the beacon has not given by then voids the round. */
  readonly beaconWaitMs?: number | undefined;
  readonly lease: Lease;
  readonly rounds: Rounds;
  /** After each step. */
  readonly changed: () => Promise<void>;
}

const pollMs = 100;
const usualBeaconWaitMs = 60_000;
const keepEventsMs = 600_000;

export function createAdvanceRound(host: StudioHost, needs: AdvanceNeeds): AdvanceRound {
  const { db, clock, log } = host;
  const { game, timing, beacon, rounds, beaconWaitMs = usualBeaconWaitMs } = needs;
  const publishCrowd = createPublishCrowd(host, needs);
  const completeVoids = createCompleteVoids(host, needs);

  const until = (date: Date | null) => Math.max(0, (date?.getTime() ?? 0) - clock.now());
  const soon = (ms: number) => Math.min(pollMs, ms);

  /** A turn lasts until its deadline; while the casino has not answered about a stake, the table waits. */
  async function playing(round: RoundRow): Promise<number> {
    const waiting = await pendingMoves(db, round);
    if (waiting.length > 0) return pollMs;
    const isOver = round.turnEndsAt === null;
    const left = until(isOver ? round.turnStartsAt : round.turnEndsAt);
    if (left > 0) return soon(left);
    if (isOver) await rounds.finish(round);
    else await rounds.expire(round);
    return 0;
  }

  async function begin(): Promise<number> {
    return (await rounds.open()) ? 0 : pollMs;
  }

  async function ended(round: RoundRow): Promise<number> {
    const restsUntil = new Date((round.endedAt?.getTime() ?? 0) + timing.restMs);
    if (until(restsUntil) > 0) {
      await completeVoids();
      return soon(until(restsUntil));
    }
    await forgetEvents(db, game, new Date(clock.now() - keepEventsMs));
    return begin();
  }

  async function closed(round: RoundRow): Promise<number> {
    const now = clock.now();
    const due = round.beaconDueAt.getTime();
    const isPublished = round.publishedAt !== null && round.publishedAt.getTime() < due;
    if (!isPublished && now >= due) {
      await rounds.void(round, "closed_late");
      return 0;
    }
    const fixesAt = new Date(round.closesAt.getTime() + graceMs);
    if (!round.frozenAt) {
      if (until(fixesAt) > 0) return showCrowd(round);
      await rounds.freeze(round);
      return 0;
    }
    if (!isPublished) {
      await rounds.publish(round);
      return 0;
    }
    if (now < due) return soon(due - now);
    return dealOrWait(round, now - due);
  }

  async function dealOrWait(round: RoundRow, waitedMs: number): Promise<number> {
    const value = await beacon.round(Number(round.beaconRound)).catch((error: unknown) => {
      log.warn({ err: error, table: game, round: Number(round.number) }, "the beacon's value is not there yet");
      return undefined;
    });
    if (value) await rounds.deal(round, value);
    else if (waitedMs >= beaconWaitMs) await rounds.void(round, "no_beacon");
    else return pollMs;
    return 0;
  }

  async function showCrowd(round: RoundRow): Promise<number> {
    await publishCrowd(round);
    return soon(until(round.closesAt) || pollMs);
  }

  return async round => {
    if (!round) return begin();
    switch (round.state) {
      case "betting":
        if (until(round.closesAt) > 0) return showCrowd(round);
        await rounds.close(round);
        return 0;
      case "closed":
        return closed(round);
      case "playing":
        return playing(round);
      case "dealing":
        if (until(round.settlesAt) > 0) return soon(until(round.settlesAt));
        await rounds.settle(round);
        return 0;
      default:
        return ended(round);
    }
  };
}
