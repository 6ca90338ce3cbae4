import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { must } from "#kit/std/invariant.ts";
import { type Reign, type RoundOwner, runSequence } from "#modules/desk/server/index.ts";
import type { ChainRound, ChainSequences, RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet, WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
import type { RouletteState, rouletteChannel } from "../shared/contract.ts";
import { bettingMs, fallMs, shownMs, spinMs, tableName } from "../shared/round.ts";
import { drawPocket, rouletteConfiguration } from "../shared/rules.ts";
import type { LiveRound } from "./live-round.ts";
import { recoverRound } from "./recover-round.ts";
import { settleAll } from "./settle-round.ts";
import type { RouletteStore } from "./store.ts";

export interface LoopNeeds {
  readonly host: Pick<Host, "clock" | "log" | "failpoints">;
  readonly wallet: WalletPort & WalletGates;
  readonly sequences: ChainSequences;
  readonly store: RouletteStore;
  readonly channel: LiveChannel<typeof rouletteChannel>;
  /** Makes the round's state in memory and shows it to the handlers; called when its gate is open. */
  readonly begin: (reign: Reign, number: bigint, chain: RoundFacts) => LiveRound;
  /** Of each bet that was decided, when its number is out. */
  readonly decided: (bet: Bet) => void;
  /** Of each round that ended, after its commit. */
  readonly ended: (number: bigint, paid: { id: string; payout: string }[]) => Promise<void>;
}

/** Plays the shared table while the reign lasts. First ends what an earlier leader left. */
export function runTable(needs: LoopNeeds, reign: Reign, owner: Pick<RoundOwner, "isDraining">): Promise<void> {
  const { sequences } = needs;
  const recover = async () => {
    const left = await recoverRound({ clock: needs.host.clock, ...needs }, reign);
    if (!left) return;
    await needs.ended(left.number, []);
    for (const bet of left.bets) needs.decided(bet);
  };
  return runSequence({ sequences, sequence: tableName, recover, play: () => playRound(needs, reign) }, reign, owner);
}

/** One round from its first chip to the ball at rest: betting, locked, spinning, landed, settled. */
async function playRound(needs: LoopNeeds, reign: Reign): Promise<void> {
  const { failpoints } = needs.host;
  const secret = await needs.sequences.open(tableName, await needs.sequences.nextRound(tableName));
  const round = await openBetting(needs, reign, secret);
  failpoints.hit("roulette.betting");
  await reign.wait(bettingMs);
  await lock(needs, round);
  failpoints.hit("roulette.locked");
  await spin(needs, round);
  failpoints.hit("roulette.spinning");
  await reign.wait(spinMs - fallMs);
  await land(needs, round, secret);
  failpoints.hit("roulette.landed");
  await settle(needs, round);
  failpoints.hit("roulette.settled");
  await reign.wait(shownMs);
}

async function openBetting(needs: LoopNeeds, reign: Reign, secret: ChainRound): Promise<LiveRound> {
  const { host, store, wallet, channel } = needs;
  const { epoch } = reign;
  const number = BigInt(secret.round);
  const openedAt = new Date(host.clock.now());
  const opened = await store.open({ number, epoch, rulesVersion: rouletteConfiguration.version, openedAt }, on =>
    wallet.openGate(on, tableName, number, epoch),
  );
  reign.unlessFenced(opened);
  const round = needs.begin(reign, number, { ...secret.chain, commitment: secret.commitment, link: null });
  round.bettingEndsAt = host.clock.now() + bettingMs;
  channel.tell("betting", {
    round: secret.round,
    commitment: secret.commitment,
    salt: secret.chain.salt,
    betting_ends_at: new Date(round.bettingEndsAt).toISOString(),
    win_caps: round.winCaps(),
  });
  return round;
}

/** Closes the gate: from here on the bets of the round are those in the books, no other can come, and the number is fixed. */
async function lock(needs: LoopNeeds, round: LiveRound): Promise<void> {
  const { number, reign } = round;
  const { wallet } = needs;
  round.state = "locked";
  round.bettingEndsAt = null;
  reign.unlessFenced(await reign.untilDone("close betting", () => wallet.closeGate(tableName, reign.epoch)));
  const bets = await reign.untilDone("read the bets", () => wallet.openBets(tableName, number));
  for (const bet of bets) if (round.roster.admit(bet)) round.feed.joined(bet);
  await advance(needs, round, "betting", "locked");
  round.feed.flush();
  needs.channel.tell("locked", { round: Number(number) });
}

async function spin(needs: LoopNeeds, round: LiveRound): Promise<void> {
  await advance(needs, round, "locked", "spinning");
  round.startedAt = needs.host.clock.now();
  round.state = "spinning";
  needs.channel.tell("spin", { round: Number(round.number), ...spinTimes(round.startedAt) });
}

/** When the wheel was spun and when the ball will rest, on the wire. */
export function spinTimes(startedAt: number) {
  return { started_at: new Date(startedAt).toISOString(), rests_at: new Date(startedAt + spinMs).toISOString() };
}

/** Draws the number and says it, in one commit with its link: the ball begins to fall. */
async function land(needs: LoopNeeds, round: LiveRound, secret: ChainRound): Promise<void> {
  const { host, sequences, store, channel } = needs;
  const { number, reign } = round;
  const pocket = drawPocket(secret.stream());
  let link = "";
  const at = new Date(host.clock.now());
  const revealed = await reign.untilDone("reveal the link", () =>
    store.reveal({ number, epoch: reign.epoch }, "spinning", "landed", pocket, at, async tx => {
      link = await sequences.reveal(tx, secret);
      return link;
    }),
  );
  reign.unlessFenced(revealed);
  round.landing = { pocket, link };
  round.state = "landed";
  channel.tell("landed", { round: Number(number), pocket, link });
}

/** Pays while the ball falls, and tells of it when the ball rests. */
async function settle(needs: LoopNeeds, round: LiveRound): Promise<void> {
  const { reign, number, landing } = round;
  const { pocket } = must(landing, "the number is out");
  const fallen = reign.wait(fallMs);
  const [bets] = await Promise.all([settleAll(needs.wallet, reign, round.roster.bets(), pocket), fallen]);
  for (const bet of bets) {
    round.roster.end(bet);
    round.feed.ended(bet);
    needs.decided(bet);
  }
  await advance(needs, round, "landed", "settled");
  round.state = "settled";
  await needs.ended(number, round.feed.paid());
}

async function advance(
  { store, host }: Pick<LoopNeeds, "store" | "host">,
  { number, reign }: LiveRound,
  from: RouletteState,
  to: RouletteState,
): Promise<void> {
  const key = { number, epoch: reign.epoch };
  const at = new Date(host.clock.now());
  reign.unlessFenced(await reign.untilDone(`go on to ${to}`, () => store.advance(key, from, to, at)));
}
