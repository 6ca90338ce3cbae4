import type { Beacon } from "#kit/http/beacon-client.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { Crowd } from "../shared/calls.ts";
import { graceMs, type TableTiming } from "../shared/table-game.ts";
import { type Lease, LeaseLost, renewMs } from "./lease.ts";
import { pendingMoves } from "./plays.ts";
import type { Rounds } from "./rounds.ts";
import { crowdOf } from "./snapshot.ts";
import { addEvent, changeRound, forgetEvents, newestRound, type RoundRow, roundColumns } from "./table-store.ts";

/** Keeps one table going: as its leader it takes every step when it is due, as a standby it waits for the lease. */
export interface TableLeader {
  start(): void;
  stop(): Promise<void>;
  /** One look, for tests. @returns milliseconds until the next */
  step(): Promise<number>;
}

const pollMs = 100;
const standbyMs = 500;
const failedMs = 500;
const crowdMs = 500;
const usualBeaconWaitMs = 60_000;
const keepEventsMs = 600_000;
const backfillMs = 30_000;
const freeSeatsMs = 2_000;

export function createTableLeader(
  host: StudioHost,
  needs: {
    readonly game: string;
    readonly timing: TableTiming;
    readonly beacon: Beacon;
    /** A value that the beacon has not given by then voids the round. */
    readonly beaconWaitMs?: number | undefined;
    readonly lease: Lease;
    readonly rounds: Rounds;
    /** Frees the seats of those who are gone. */
    readonly freeSeats: () => Promise<boolean>;
    /** After each step. */
    readonly changed: () => Promise<void>;
  },
): TableLeader {
  const { db, clock, log } = host;
  const { game, timing, beacon, lease, rounds, freeSeats, changed, beaconWaitMs = usualBeaconWaitMs } = needs;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let crowdAt = Number.NEGATIVE_INFINITY;
  let shownCrowd = "";
  let freeAt = Number.NEGATIVE_INFINITY;
  let backfillAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let running: Promise<void> = Promise.resolve();
  let stopped = true;

  async function holds(): Promise<boolean> {
    if (clock.monotonic() < heldUntil) return true;
    if (!(await lease.hold())) return false;
    heldUntil = clock.monotonic() + renewMs;
    return true;
  }

  const until = (date: Date | null) => Math.max(0, (date?.getTime() ?? 0) - clock.now());
  const soon = (ms: number) => Math.min(pollMs, ms);

  /** What is due of a round, and how long the table can wait then. */
  async function advance(round: RoundRow | undefined): Promise<number> {
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
  }

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
      await completeVoid();
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

  /** Who has bet on what, at most twice a second. */
  async function showCrowd(round: RoundRow): Promise<number> {
    if (clock.monotonic() >= crowdAt) {
      crowdAt = clock.monotonic() + crowdMs;
      const { crowd, players } = await crowdOf(db, game, round.number);
      const shown = `${round.number} ${JSON.stringify([crowd, players])}`;
      if (players > 0 && shown !== shownCrowd) {
        shownCrowd = shown;
        await publishCrowd(round, crowd, players);
      }
    }
    return soon(until(round.closesAt) || pollMs);
  }

  async function publishCrowd(round: RoundRow, crowd: Crowd, players: number): Promise<void> {
    await db.tx(async tx => {
      await lease.assertHeld(tx);
      await addEvent(tx, game, { type: "crowd", round: Number(round.number), crowd, players }, new Date(clock.now()));
    });
    await changed();
  }

  /** The value of a void round is added when the beacon has it: its record shows what it would have been. */
  async function completeVoid(): Promise<void> {
    if (clock.monotonic() < backfillAt) return;
    backfillAt = clock.monotonic() + backfillMs;
    const { rows } = await db.query<RoundRow>(
      `SELECT ${roundColumns} FROM tables.rounds WHERE game = $1 AND state = 'voided' AND beacon_value IS NULL AND beacon_due_at < $2
       ORDER BY number LIMIT 1`,
      [game, new Date(clock.now())],
    );
    const [round] = rows;
    const value = round && (await beacon.round(Number(round.beaconRound)).catch(() => undefined));
    if (round && value)
      await changeRound(db, round, { beaconValue: value.randomness, beaconSignature: value.signature });
  }

  async function step(): Promise<number> {
    if (!(await holds())) return standbyMs;
    const before = await newestRound(db, game);
    if (clock.monotonic() >= freeAt) {
      freeAt = clock.monotonic() + freeSeatsMs;
      if (await freeSeats()) await changed();
    }
    const wait = await advance(before);
    if (wait === 0) await changed();
    return wait;
  }

  function next(ms: number): void {
    if (stopped) return;
    cancel = clock.after(ms, () => {
      running = step()
        .catch((error: unknown) => {
          heldUntil = Number.NEGATIVE_INFINITY;
          if (!(error instanceof LeaseLost)) log.warn({ err: error, table: game }, "a step of a table failed");
          return failedMs;
        })
        .then(next);
    });
  }

  return {
    start() {
      stopped = false;
      next(0);
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
      await lease.release();
    },
    step,
  };
}
