import type { LiveChannel } from "#kit/host/server-module.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import {
  bettingEvent,
  createRoster,
  type Leadership,
  lockRound,
  openRound,
  revealResult,
  settleRound,
  startRound,
} from "#modules/engines/shared-rounds/server/index.ts";
import type { ChainRound } from "#modules/fairness/server/index.ts";
import type { crashChannel } from "../shared/contract.ts";
import { betsPerPlayer, bettingMs, crashedMs } from "../shared/round.ts";
import { claim } from "./cash-out.ts";
import type { CrashFeeds } from "./feed.ts";
import { Flight } from "./flight.ts";
import { type CrashLive, type CrashRounds, reservedBy } from "./live-round.ts";
import type { WinCaps } from "./round-caps.ts";

export interface LoopNeeds {
  readonly crash: CrashRounds;
  readonly channel: LiveChannel<typeof crashChannel>;
  readonly winCaps: () => WinCaps;
  readonly feedOf: (round: number) => CrashFeeds;
}

/** One round from its first bet to its end: betting, locked, flying, crashed, settled. */
export async function playRound(needs: LoopNeeds, leadership: Leadership): Promise<void> {
  const { crash, channel } = needs;
  const { failpoints } = crash;
  const { opened, secret } = await openRound(crash, leadership, bettingMs);
  const number = Number(opened.number);
  const roster = createRoster(betsPerPlayer, reservedBy);
  const round = crash.show({ ...opened, roster, ...needs.feedOf(number), flight: null });
  channel.publish("betting", { ...bettingEvent(round, secret), win_caps: needs.winCaps() });
  failpoints.hit("crash.betting");
  await leadership.wait(bettingMs);
  await lockRound(crash, round);
  channel.publish("locked", { round: number });
  failpoints.hit("crash.locked");
  await startFlight(needs, round, secret);
  failpoints.hit("crash.flying");
  await runFlight(crash, round);
  failpoints.hit("crash.landed");
  await endFlight(needs, round, secret);
  failpoints.hit("crash.crashed");
  await settleRound(crash, round, crashedMs);
  failpoints.hit("crash.settled");
}

/** Draws the point, after betting has closed, and starts the clock. */
async function startFlight({ crash, channel }: LoopNeeds, round: CrashLive, secret: ChainRound): Promise<void> {
  const point = crash.ends.draw(crash.rulesVersion, secret.stream());
  await startRound(crash, round, "flying");
  round.flight = new Flight(point, crash.clock.monotonic());
  channel.publish("fly", { round: Number(round.number), started_at: new Date(round.startedAt ?? 0).toISOString() });
}

/** Pays automatic cash-outs as the multiplier passes them, until the flight is over. */
async function runFlight(crash: CrashRounds, round: CrashLive): Promise<void> {
  const { clock } = crash;
  const flight = required(round.flight, "a flight in progress");
  const waiting = round.roster.seats().sort((a, b) => b.terms.target - a.terms.target);
  for (;;) {
    const now = clock.monotonic();
    for (
      let next = waiting.at(-1);
      next && (next.terms.claim || flight.isDue(next.terms.target, now));
      next = waiting.at(-1)
    ) {
      waiting.pop();
      if (!next.terms.claim) claim(crash, round, next, next.terms.target);
    }
    if (flight.isOver(now)) return;
    await round.leadership.wait(flight.timeTo(waiting.at(-1)?.terms.target ?? null, now));
  }
}

/** Publishes the point, after every cash-out that was stamped in time is in the books. */
async function endFlight({ crash, channel }: LoopNeeds, round: CrashLive, secret: ChainRound): Promise<void> {
  const point = required(round.flight, "a flight in progress").end(crash.clock.monotonic());
  await Promise.all(round.roster.seats().map(({ terms }) => terms.claim?.paid));
  const link = await revealResult(crash, round, "crashed", point, secret);
  round.cashOuts.flush();
  channel.publish("crash", { round: Number(round.number), point: formatHundredths(point), link });
}
