import type { LiveChannel } from "#kit/host/server-module.ts";
import {
  bettingEvent,
  createRoster,
  type Leadership,
  lockRound,
  openRound,
  type RoundFeed,
  revealResult,
  settleRound,
  startRound,
} from "#modules/engines/shared-rounds/server/index.ts";
import type { ChainRound } from "#modules/fairness/server/index.ts";
import type { RouletteRow, rouletteChannel } from "../shared/contract.ts";
import { betsPerPlayer, bettingMs, fallMs, shownMs, spinMs } from "../shared/round.ts";
import type { RouletteRules } from "../shared/rules.ts";
import { type RouletteLive, type RouletteRounds, reservedBy, type WinCaps } from "./live-round.ts";

export interface LoopNeeds {
  readonly roulette: RouletteRounds;
  readonly rules: RouletteRules;
  readonly channel: LiveChannel<typeof rouletteChannel>;
  readonly winCaps: () => WinCaps;
  readonly feedOf: (round: number) => RoundFeed<RouletteRow>;
}

/** One round from its first chip to the ball at rest: betting, locked, spinning, landed, settled. */
export async function playRound(needs: LoopNeeds, leadership: Leadership): Promise<void> {
  const { roulette, channel } = needs;
  const { failpoints } = roulette;
  const { opened, secret } = await openRound(roulette, leadership, bettingMs);
  const number = Number(opened.number);
  const roster = createRoster(betsPerPlayer, bet => reservedBy(needs.rules, bet));
  const round = roulette.show({ ...opened, roster, feed: needs.feedOf(number) });
  channel.publish("betting", {
    ...bettingEvent(round, secret),
    rules_version: roulette.rulesVersion,
    win_caps: needs.winCaps(),
  });
  failpoints.hit("roulette.betting");
  await leadership.wait(bettingMs);
  await lockRound(roulette, round);
  channel.publish("locked", { round: number });
  failpoints.hit("roulette.locked");
  await startRound(roulette, round, "spinning");
  channel.publish("spin", { round: number, ...spinTimes(round.startedAt ?? 0) });
  failpoints.hit("roulette.spinning");
  await leadership.wait(spinMs - fallMs);
  await land(needs, round, secret);
  failpoints.hit("roulette.landed");
  await settleRound(roulette, round, fallMs);
  failpoints.hit("roulette.settled");
  await leadership.wait(shownMs);
}

/** When the wheel was spun and when the ball will rest, on the wire. */
export function spinTimes(startedAt: number) {
  return { started_at: new Date(startedAt).toISOString(), rests_at: new Date(startedAt + spinMs).toISOString() };
}

/** Draws the number and publishes it, in one commit with its link: the ball begins to fall. */
async function land({ roulette, channel }: LoopNeeds, round: RouletteLive, secret: ChainRound): Promise<void> {
  const pocket = roulette.ends.draw(roulette.rulesVersion, secret.stream());
  const link = await revealResult(roulette, round, "landed", pocket, secret);
  channel.publish("landed", { round: Number(round.number), pocket, link });
}

/** What the shown bets of a round were paid. */
export function paidIn(feed: RoundFeed<RouletteRow>): { id: string; payout: string }[] {
  return feed.rows().flatMap(({ id, payout }) => (payout === null ? [] : [{ id, payout }]));
}
