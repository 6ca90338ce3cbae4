import { randomUUID } from "node:crypto";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { SlipRevision } from "#modules/wallet/server/index.ts";
import type { BenchRow } from "../bench-suite.ts";
import { round, times } from "../figures.ts";
import { type BettingServer, withBettingServer } from "./server.ts";
import { slipOf, unit } from "./slips.ts";

/** How many are sent at once while the slips are placed. */
const atOnce = 512;

/**
 * Slips on one event, one of twenty by one player, settled by the job and settled differently after a correction; the same revisions beside
 * it as a transaction a slip, each of them already judged.
 */
export async function benchSettlement(slips: number): Promise<readonly BenchRow[]> {
  return withBettingServer(async server => {
    console.log(`betting: ${slips} slips on one event, settled and corrected`);
    const [event, other] = ["m:s:1", "m:s:2"];
    await server.open([event, other]);
    const players = await server.players(Math.ceil(slips / 5));
    const many = (players[0] ?? "") as PlayerId;
    const owner = (number: number) => (number % 20 === 0 ? many : (players[number % players.length] ?? many));
    await place(server, slips, number => slipOf(owner(number), [event], "single"));
    const keys = await place(server, slips, number => slipOf(owner(number), [other], "single"));
    const messages = server.messagesFor(event);
    server.feed.send("live", [
      messages.state("ended", [
        [1, 0],
        [0, 0],
      ]),
      messages.settlement("home"),
    ]);
    await server.applied();
    const settled = await timed(() => server.betting.settle());
    server.feed.send("live", [
      messages.state("ended", [
        [0, 1],
        [0, 0],
      ]),
      messages.settlement("away"),
    ]);
    await server.applied();
    const corrected = await timed(() => server.betting.settle());
    const first = await timed(() =>
      reviseEach(server, keys, 0, { kind: "settled", payout: micros(unit * 2n), boost: micros(0n) }),
    );
    const second = await timed(() =>
      reviseEach(server, keys, 1, { kind: "settled", payout: micros(0n), boost: micros(0n) }),
    );
    await server.requireRightBooks();
    const row = (figure: string, seconds: number, baseline: number): BenchRow => ({
      figure: `${figure}, ${slips} slips: seconds`,
      measured: round(seconds, 2),
      baseline: round(baseline, 2),
      times: times(baseline, seconds),
      note: `${Math.round(slips / seconds)} slips/s; of 100,000: ${round((seconds * 100_000) / slips)} s`,
    });
    return [row("settled", settled, first), row("corrected", corrected, second)];
  });
}

interface Key {
  readonly player: PlayerId;
  readonly key: Uuid;
}

async function place(
  { wallet }: BettingServer,
  count: number,
  slip: (number: number) => ReturnType<typeof slipOf>,
): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => slip(from + at));
    const answers = await Promise.all(batch.map(each => wallet.placeSlip(each)));
    const refused = answers.find(({ kind }) => kind === "refused");
    if (refused) throw new Error(`a slip was refused: ${JSON.stringify(refused, (_, value) => `${value}`)}`);
    keys.push(...batch.map(({ player, key }) => ({ player, key })));
  }
  return keys;
}

async function reviseEach(
  { oneByOne }: BettingServer,
  keys: readonly Key[],
  after: number,
  result: SlipRevision["result"],
): Promise<void> {
  for (let from = 0; from < keys.length; from += atOnce)
    await Promise.all(
      keys.slice(from, from + atOnce).map(async ({ player, key: slip }) => {
        const revision = { slip, after, id: randomUUID() as Uuid, cause: { reason: "result" }, result };
        const [answer] = await oneByOne.reviseSlips(player, [revision]);
        if (answer?.kind !== "revised") throw new Error("a revision was refused");
      }),
    );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
