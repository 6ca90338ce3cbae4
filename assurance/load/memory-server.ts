import { setTimeout as sleep } from "node:timers/promises";
import { noFailpoints } from "#kit/host/system.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { roomColours } from "#modules/games/rooms/shared/limits.ts";
import { fastClock, runRecoveryApp } from "../crash-recovery/recovery-app.ts";

/**
 * A server in its own process with time accelerated by hundreds, and its players inside: whenever a shared game
 * takes bets, they play, until the message `enough` names that game. The message `heap` returns the heap size right
 * after a collection.
 */

const factor = Number(process.env.BENCH_FACTOR);
const games = new Set(process.env.BENCH_GAMES?.split(","));
const { api } = await runRecoveryApp(process.env, noFailpoints, {
  clock: fastClock(factor, Date.now(), Date.now()),
});
const players = process.env.BENCH_PLAYERS?.split(",") ?? [];
/** Large enough for every room. */
const stakes: Readonly<Record<Currency, string>> = { USD: "0.5", EUR: "0.5", RUB: "50", INR: "50", KZT: "250" };

/** A bet refused because betting is closed is retried soon. */
async function play(game: string, token: string, call: string, body: object, pauseMs: number): Promise<void> {
  while (games.has(game)) {
    const { status } = await api.call(call, { token, body, key: crypto.randomUUID() });
    await sleep(status < 300 ? pauseMs : 3);
  }
}

async function duel(opener: string, joiner: string, stake: string): Promise<void> {
  const path = "POST /api/v1/games/coinflip/duels";
  while (games.has("duels")) {
    const duelBody = { stake, side: "heads", house: false };
    const opened = await api.call(path, { token: opener, body: duelBody, key: crypto.randomUUID() });
    const round = opened.body?.data?.proof?.round;
    if (round) {
      const id = `duels-${round}`;
      const joined = await api.call(`${path}/${id}/join`, { token: joiner, body: {}, key: crypto.randomUUID() });
      // Twenty duels without an opponent would block the next one for a day.
      if (joined.status >= 300) await api.call(`DELETE ${path}/${id}`, { token: opener });
    }
    await sleep(20);
  }
}

process.on("disconnect", () => process.exit());
process.on("message", ({ enough }: { readonly enough?: string }) => {
  if (enough !== undefined) {
    games.delete(enough);
    return;
  }
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
for (const player of players) {
  const token = `${player} USD session-of-${player}`;
  if (games.has("crash"))
    void play("crash", token, "POST /api/v1/games/crash/bets", { stake: "0.01", auto_cash_out: "1.20" }, 15);
  if (games.has("roulette"))
    void play("roulette", token, "POST /api/v1/games/roulette/bets", { chips: [{ spot: "red", stake: "0.01" }] }, 15);
}
for (const currency of currencyCodes) {
  const tokens = players.map(player => `${player} ${currency} session-of-${player}`);
  const stake = stakes[currency];
  const [alice = "", bob = ""] = tokens;
  if (games.has("duels")) void duel(alice, bob, stake);
  if (games.has("rooms"))
    for (const token of tokens)
      for (const colour of roomColours)
        void play("rooms", token, `POST /api/v1/games/rooms/${colour}/bets`, { stake }, 200);
}
process.send?.("open");
