import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import type { ChainRounds, Leadership, RoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import type { ChainRound, RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { CrashState, crashChannel } from "../shared/contract.ts";
import { bettingMs, crashedMs } from "../shared/round.ts";
import { crashRules, drawPoint } from "../shared/rules.ts";
import { claim } from "./cash-out.ts";
import { Flight } from "./flight.ts";
import type { LiveRound } from "./live-round.ts";
import { recoverRound } from "./recover-round.ts";
import { settleAll } from "./settle-round.ts";

export interface LoopNeeds {
  readonly host: Pick<Host, "clock" | "log" | "failpoints">;
  readonly wallet: WalletPort;
  readonly rounds: ChainRounds<CrashState>;
  readonly channel: LiveChannel<typeof crashChannel>;
  /** Makes the round's state in memory and shows it to the handlers; called when its betting window is open. */
  readonly begin: (leadership: Leadership, number: bigint, chain: RoundFacts) => LiveRound;
  /** Of each bet that was decided, after its commit. */
  readonly decided: (bet: Bet) => void;
  /** Of each round that ended, after its commit. */
  readonly ended: (number: bigint) => Promise<void>;
}

/** Runs rounds one after the other during the leadership. First ends the round of an earlier leader. */
export function runRounds(
  needs: LoopNeeds,
  leadership: Leadership,
  owner: Pick<RoundOwner, "isDraining">,
): Promise<void> {
  const recover = async () => {
    const left = await recoverRound(needs, leadership);
    if (!left) return;
    await needs.ended(left.number);
    for (const bet of left.bets) needs.decided(bet);
  };
  return needs.rounds.run({ recover, play: () => playRound(needs, leadership) }, leadership, owner);
}

/** One round from its first bet to its end: betting, locked, flying, crashed, settled. */
async function playRound(needs: LoopNeeds, leadership: Leadership): Promise<void> {
  const { failpoints } = needs.host;
  const secret = await needs.rounds.openNext(leadership);
  const round = beginBetting(needs, leadership, secret);
  failpoints.hit("crash.betting");
  await leadership.wait(bettingMs);
  await lock(needs, round);
  failpoints.hit("crash.locked");
  await fly(needs, round, secret);
  failpoints.hit("crash.flying");
  await flyOn(needs, round);
  failpoints.hit("crash.landed");
  await crash(needs, round, secret);
  failpoints.hit("crash.crashed");
  await settle(needs, round);
  failpoints.hit("crash.settled");
}

function beginBetting({ host, channel, begin }: LoopNeeds, leadership: Leadership, secret: ChainRound): LiveRound {
  const { chain, commitment } = secret;
  const round = begin(leadership, BigInt(secret.round), { ...chain, commitment, link: null });
  round.bettingEndsAt = host.clock.now() + bettingMs;
  channel.publish("betting", {
    round: secret.round,
    commitment,
    salt: chain.salt,
    betting_ends_at: new Date(round.bettingEndsAt).toISOString(),
    win_caps: round.winCaps(),
  });
  return round;
}

/** Closes the betting window: from here on the bets of the round are those in the books, and no further bet is accepted. */
async function lock({ rounds, channel }: LoopNeeds, round: LiveRound): Promise<void> {
  round.state = "locked";
  round.bettingEndsAt = null;
  for (const bet of await rounds.close(round)) if (round.roster.admit(bet).isNew) round.feed.joined(bet);
  await rounds.advance(round, "betting", "locked");
  round.feed.flush();
  channel.publish("locked", { round: Number(round.number) });
}

/** Draws the point, after betting has closed, and starts the clock. */
async function fly({ rounds, channel, host }: LoopNeeds, round: LiveRound, secret: ChainRound): Promise<void> {
  const point = drawPoint(crashRules.current, secret.stream());
  await rounds.advance(round, "locked", "flying");
  round.flight = new Flight(point, host.clock.monotonic());
  round.startedAt = host.clock.now();
  round.state = "flying";
  channel.publish("fly", { round: Number(round.number), started_at: new Date(round.startedAt).toISOString() });
}

/** Pays automatic cash-outs as the multiplier passes them, until the flight is over. */
async function flyOn(needs: LoopNeeds, round: LiveRound): Promise<void> {
  const { clock } = needs.host;
  const flight = required(round.flight, "a flight is on");
  const waiting = [...round.roster.seats.values()].sort((a, b) => b.target - a.target);
  for (;;) {
    const now = clock.monotonic();
    for (let next = waiting.at(-1); next && (next.claim || flight.isDue(next.target, now)); next = waiting.at(-1)) {
      waiting.pop();
      if (!next.claim) claim(needs, round, next, next.target);
    }
    if (flight.isOver(now)) return;
    await round.leadership.wait(flight.timeTo(waiting.at(-1)?.target ?? null, now));
  }
}

/** Says the point, after every cash-out that was stamped in time is in the books. */
async function crash({ host, rounds, channel }: LoopNeeds, round: LiveRound, secret: ChainRound): Promise<void> {
  const point = required(round.flight, "a flight is on").end(host.clock.monotonic());
  await Promise.all([...round.roster.seats.values()].map(seat => seat.claim?.paid));
  const link = await rounds.reveal(round, "flying", "crashed", point, secret);
  round.crash = { point, link };
  round.state = "crashed";
  round.feed.flush();
  channel.publish("crash", { round: Number(round.number), point: formatHundredths(point), link });
}

/** Takes the stakes of those who were still in, while the crash is on the screens. */
async function settle(needs: LoopNeeds, round: LiveRound): Promise<void> {
  const { leadership, number } = round;
  const shown = leadership.wait(crashedMs);
  const lost = [...round.roster.seats.values()].filter(seat => !seat.claim);
  const [bets] = await Promise.all([
    settleAll(
      needs.wallet,
      leadership,
      lost.map(({ bet }) => ({ bet, ending: { kind: "lost" } }) as const),
    ),
    shown,
  ]);
  for (const bet of bets) {
    const seat = required(round.roster.seat(bet.player, bet.key), "a settled bet has a seat");
    seat.ended = bet;
    round.feed.lost(bet);
    needs.decided(bet);
  }
  await needs.rounds.advance(round, "crashed", "settled");
  round.state = "settled";
  await needs.ended(number);
}
