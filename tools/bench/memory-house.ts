import { setTimeout as sleep } from "node:timers/promises";
import { noFailpoints } from "#kit/host/system.ts";
import { fastClock, runHouse } from "../kills/house.ts";

/**
 * A house in a process of its own in which time goes hundreds of times faster, with its players inside: whenever a shared game
 * takes bets, they are in it. Told "heap", it answers with the heap right after a collection.
 */

/** A round of half a minute takes a sixth of a second; the lease of a table's leader is still longer than a commit. */
const factor = 200;

const { api } = await runHouse(process.env, noFailpoints, fastClock(factor, Date.now(), Date.now()));
const players = (process.env.BENCH_PLAYERS ?? "").split(",").map((id, i) => `${id} USD session-${i}`);

/** What is refused because the table takes no bets now is tried again soon. */
async function play(token: string, call: string, body: object, pauseMs: number): Promise<never> {
  for (;;) {
    const { status } = await api.call(call, { token, body, key: crypto.randomUUID() });
    await sleep(status < 300 ? pauseMs : 3);
  }
}

async function duel(opener: string, joiner: string): Promise<never> {
  const path = "POST /api/v1/games/coinflip/duels";
  for (;;) {
    const wish = { stake: "0.01", side: "heads", house: false };
    const opened = await api.call(path, { token: opener, body: wish, key: crypto.randomUUID() });
    const round = opened.body?.data?.round;
    if (round) await api.call(`${path}/duels-${round}/join`, { token: joiner, body: {}, key: crypto.randomUUID() });
    await sleep(20);
  }
}

process.on("disconnect", () => process.exit());
process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
const [alice = "", bob = ""] = players;
for (const token of [alice, bob]) {
  void play(token, "POST /api/v1/games/crash/bets", { stake: "0.01", auto_cash_out: "1.20" }, 15);
  void play(token, "POST /api/v1/games/roulette/bets", { chips: [{ spot: "red", stake: "0.01" }] }, 15);
  void play(token, "POST /api/v1/games/rooms/red/bets", { stake: "0.01" }, 15);
}
void duel(alice, bob);
process.send?.("open");
