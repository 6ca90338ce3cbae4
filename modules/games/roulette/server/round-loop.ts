import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { required } from "#kit/std/invariant.ts";
import type { ChainRounds, Leadership, RoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import type { ChainRound, RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { RouletteState, rouletteChannel } from "../shared/contract.ts";
import { bettingMs, fallMs, shownMs, spinMs } from "../shared/round.ts";
import { drawPocket, rouletteRules } from "../shared/rules.ts";
import type { LiveRound } from "./live-round.ts";
import { recoverRound } from "./recover-round.ts";
import { settleAll } from "./settle-round.ts";

export interface LoopNeeds {
  readonly host: Pick<Host, "clock" | "log" | "failpoints">;
  readonly wallet: WalletPort;
  readonly rounds: ChainRounds<RouletteState>;
  readonly channel: LiveChannel<typeof rouletteChannel>;
  /** Makes the round's state in memory and shows it to the handlers; called when its betting window is open. */
  readonly begin: (leadership: Leadership, number: bigint, chain: RoundFacts) => LiveRound;
  /** Of each bet that was decided, when its number is out. */
  readonly decided: (bet: Bet) => void;
  /** Of each round that ended, after its commit. */
  readonly ended: (number: bigint, paid: { id: string; payout: string }[]) => Promise<void>;
}

/** Runs the rounds of the shared table during the leadership. First ends the round of an earlier leader. */
export function runTable(
  needs: LoopNeeds,
  leadership: Leadership,
  owner: Pick<RoundOwner, "isDraining">,
): Promise<void> {
  const recover = async () => {
    const left = await recoverRound(needs, leadership);
    if (!left) return;
    await needs.ended(left.number, []);
    for (const bet of left.bets) needs.decided(bet);
  };
  return needs.rounds.run({ recover, play: () => playRound(needs, leadership) }, leadership, owner);
}

/** One round from its first chip to the ball at rest: betting, locked, spinning, landed, settled. */
async function playRound(needs: LoopNeeds, leadership: Leadership): Promise<void> {
  const { failpoints } = needs.host;
  const secret = await needs.rounds.openNext(leadership);
  const round = beginBetting(needs, leadership, secret);
  failpoints.hit("roulette.betting");
  await leadership.wait(bettingMs);
  await lock(needs, round);
  failpoints.hit("roulette.locked");
  await spin(needs, round);
  failpoints.hit("roulette.spinning");
  await leadership.wait(spinMs - fallMs);
  await land(needs, round, secret);
  failpoints.hit("roulette.landed");
  await settle(needs, round);
  failpoints.hit("roulette.settled");
  await leadership.wait(shownMs);
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

/** Closes the betting window: from here on the bets of the round are those in the books, no further bet is accepted, and the number is fixed. */
async function lock({ rounds, channel }: LoopNeeds, round: LiveRound): Promise<void> {
  round.state = "locked";
  round.bettingEndsAt = null;
  for (const bet of await rounds.close(round)) if (round.roster.admit(bet)) round.feed.joined(bet);
  await rounds.advance(round, "betting", "locked");
  round.feed.flush();
  channel.publish("locked", { round: Number(round.number) });
}

async function spin(needs: LoopNeeds, round: LiveRound): Promise<void> {
  await needs.rounds.advance(round, "locked", "spinning");
  round.startedAt = needs.host.clock.now();
  round.state = "spinning";
  needs.channel.publish("spin", { round: Number(round.number), ...spinTimes(round.startedAt) });
}

/** When the wheel was spun and when the ball will rest, on the wire. */
export function spinTimes(startedAt: number) {
  return { started_at: new Date(startedAt).toISOString(), rests_at: new Date(startedAt + spinMs).toISOString() };
}

/** Draws the number and says it, in one commit with its link: the ball begins to fall. */
async function land({ rounds, channel }: LoopNeeds, round: LiveRound, secret: ChainRound): Promise<void> {
  const pocket = drawPocket(rouletteRules.current, secret.stream());
  const link = await rounds.reveal(round, "spinning", "landed", pocket, secret);
  round.landing = { pocket, link };
  round.state = "landed";
  channel.publish("landed", { round: Number(round.number), pocket, link });
}

/** Pays while the ball falls, and publishes payouts when the ball rests. */
async function settle(needs: LoopNeeds, round: LiveRound): Promise<void> {
  const { leadership, number, landing } = round;
  const { pocket } = required(landing, "the number is out");
  const fallen = leadership.wait(fallMs);
  const [bets] = await Promise.all([settleAll(needs.wallet, leadership, round.roster.bets(), pocket), fallen]);
  for (const bet of bets) {
    round.roster.end(bet);
    round.feed.ended(bet);
    needs.decided(bet);
  }
  await needs.rounds.advance(round, "landed", "settled");
  round.state = "settled";
  await needs.ended(number, round.feed.paid());
}
