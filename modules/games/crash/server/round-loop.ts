import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { must } from "#kit/std/invariant.ts";
import { type Reign, type RoundOwner, runSequence } from "#modules/desk/server/index.ts";
import type { ChainRound, ChainSequences, RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet, WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
import type { crashChannel } from "../shared/contract.ts";
import { bettingMs, crashedMs } from "../shared/round.ts";
import { crashConfiguration, drawPoint } from "../shared/rules.ts";
import { claim } from "./cash-out.ts";
import { Flight } from "./flight.ts";
import type { LiveRound } from "./live-round.ts";
import { recoverRound } from "./recover-round.ts";
import { gateName, settleAll } from "./settle-round.ts";
import type { CrashStore } from "./store.ts";

export interface LoopNeeds {
  readonly host: Pick<Host, "clock" | "log" | "failpoints">;
  readonly wallet: WalletPort & WalletGates;
  readonly sequences: ChainSequences;
  readonly store: CrashStore;
  readonly channel: LiveChannel<typeof crashChannel>;
  /** Makes the round's state in memory and shows it to the handlers; called when its gate is open. */
  readonly begin: (reign: Reign, number: bigint, chain: RoundFacts) => LiveRound;
  /** Of each bet that was decided, after its commit. */
  readonly decided: (bet: Bet) => void;
  /** Of each round that ended, after its commit. */
  readonly ended: (number: bigint) => Promise<void>;
}

/** Runs rounds one after the other while the reign lasts. First ends what an earlier leader left. */
export function runRounds(needs: LoopNeeds, reign: Reign, owner: Pick<RoundOwner, "isDraining">): Promise<void> {
  const { sequences } = needs;
  const recover = async () => {
    const left = await recoverRound({ clock: needs.host.clock, ...needs }, reign);
    if (left) await tellRecovered(needs, left);
  };
  const play = () => playRound(needs, reign);
  return runSequence({ sequences, sequence: gateName, recover, play }, reign, owner);
}

async function tellRecovered(needs: LoopNeeds, left: { number: bigint; bets: readonly Bet[] }): Promise<void> {
  await needs.ended(left.number);
  for (const bet of left.bets) needs.decided(bet);
}

/** One round from its first bet to its end: betting, locked, flying, crashed, settled. */
async function playRound(needs: LoopNeeds, reign: Reign): Promise<void> {
  const { failpoints } = needs.host;
  const secret = await needs.sequences.open(gateName, await needs.sequences.nextRound(gateName));
  const round = await openBetting(needs, reign, secret);
  failpoints.hit("crash.betting");
  await reign.wait(bettingMs);
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

async function openBetting(needs: LoopNeeds, reign: Reign, secret: ChainRound): Promise<LiveRound> {
  const { host, store, wallet, channel } = needs;
  const { epoch } = reign;
  const number = BigInt(secret.round);
  const openedAt = new Date(host.clock.now());
  const opened = await store.open({ number, epoch, rulesVersion: crashConfiguration.version, openedAt }, on =>
    wallet.openGate(on, gateName, number, epoch),
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

/** Closes the gate: from here on the bets of the round are those in the books, and no other can come. */
async function lock({ wallet, store, channel, host }: LoopNeeds, round: LiveRound): Promise<void> {
  const { number, reign } = round;
  round.state = "locked";
  round.bettingEndsAt = null;
  reign.unlessFenced(await reign.untilDone("close betting", () => wallet.closeGate(gateName, reign.epoch)));
  const bets = await reign.untilDone("read the bets", () => wallet.openBets(gateName, number));
  for (const bet of bets) if (round.roster.admit(bet).isNew) round.feed.joined(bet);
  await advance(store, round, "betting", "locked", host.clock.now());
  round.feed.flush();
  channel.tell("locked", { round: Number(number) });
}

/** Draws the point, now that nobody can bet on it any more, and starts the clock. */
async function fly({ store, channel, host }: LoopNeeds, round: LiveRound, secret: ChainRound): Promise<void> {
  const point = drawPoint(secret.stream());
  await advance(store, round, "locked", "flying", host.clock.now());
  round.flight = new Flight(point, host.clock.monotonic());
  round.startedAt = host.clock.now();
  round.state = "flying";
  channel.tell("fly", { round: Number(round.number), started_at: new Date(round.startedAt).toISOString() });
}

/** Pays automatic cash-outs as the multiplier passes them, until the flight is over. */
async function flyOn(needs: LoopNeeds, round: LiveRound): Promise<void> {
  const { clock } = needs.host;
  const flight = must(round.flight, "a flight is on");
  const waiting = [...round.roster.seats.values()].sort((a, b) => b.target - a.target);
  for (;;) {
    const now = clock.monotonic();
    for (let next = waiting.at(-1); next && (next.claim || flight.isDue(next.target, now)); next = waiting.at(-1)) {
      waiting.pop();
      if (!next.claim) claim(needs, round, next, next.target);
    }
    if (flight.isOver(now)) return;
    await round.reign.wait(flight.timeTo(waiting.at(-1)?.target ?? null, now));
  }
}

/** Says the point, after every cash-out that was stamped in time is in the books. */
async function crash(needs: LoopNeeds, round: LiveRound, secret: ChainRound): Promise<void> {
  const { host, sequences, store, channel } = needs;
  const { number, reign } = round;
  const point = must(round.flight, "a flight is on").end(host.clock.monotonic());
  await Promise.all([...round.roster.seats.values()].map(seat => seat.claim?.paid));
  let link = "";
  const at = new Date(host.clock.now());
  const revealed = await reign.untilDone("reveal the link", () =>
    store.reveal({ number, epoch: reign.epoch }, "flying", "crashed", point, at, async tx => {
      link = await sequences.reveal(tx, secret);
      return link;
    }),
  );
  reign.unlessFenced(revealed);
  round.crash = { point, link };
  round.state = "crashed";
  round.feed.flush();
  channel.tell("crash", { round: Number(number), point: formatHundredths(point), link });
}

/** Takes the stakes of those who were still in, while the crash is on the screens. */
async function settle(needs: LoopNeeds, round: LiveRound): Promise<void> {
  const { reign, number } = round;
  const shown = reign.wait(crashedMs);
  const lost = [...round.roster.seats.values()].filter(seat => !seat.claim);
  const [bets] = await Promise.all([
    settleAll(
      needs.wallet,
      reign,
      lost.map(({ bet }) => ({ bet, ending: { kind: "lost" } }) as const),
    ),
    shown,
  ]);
  for (const bet of bets) {
    const seat = must(round.roster.seat(bet.player, bet.key), "a settled bet has a seat");
    seat.ended = bet;
    round.feed.lost(bet);
    needs.decided(bet);
  }
  await advance(needs.store, round, "crashed", "settled", needs.host.clock.now());
  round.state = "settled";
  await needs.ended(number);
}

async function advance(
  store: CrashStore,
  { number, reign }: LiveRound,
  from: "betting" | "locked" | "crashed",
  to: "locked" | "flying" | "settled",
  nowMs: number,
): Promise<void> {
  const key = { number, epoch: reign.epoch };
  reign.unlessFenced(await reign.untilDone(`go on to ${to}`, () => store.advance(key, from, to, new Date(nowMs))));
}
