import { setTimeout as sleep } from "node:timers/promises";
import { readConfig, siteHost } from "#kit/host/config.ts";
import { must } from "#kit/std/invariant.ts";
import { type HouseClient, houseClient } from "./house-client.ts";
import { type Guest, logIn } from "./moves.ts";
import { demoPassword, type Persona, personas } from "./personas.ts";

/**
 * The second part of the demo story: the same five people join the crash rounds of the first ten minutes, in real time,
 * through the public API. It ends by itself; nothing in the house depends on it.
 */
const config = readConfig(process.env);
const client = houseClient(must(config.API_PORT, "API_PORT is set by the launcher"), `api.${siteHost(config)}`);
const eveningMs = 10 * 60_000;
const pauseMs = 1500;

await Promise.all(personas.map(persona => play(client, persona)));

async function play(house: HouseClient, persona: Persona): Promise<void> {
  let guest = await logIn(house, persona.email, demoPassword);
  const until = performance.now() + eveningMs;
  for (let bets = 0; performance.now() < until; ) {
    const reply = await join(house, guest, persona, bets);
    if (reply === 401) guest = await logIn(house, persona.email, demoPassword);
    if (reply === 201) bets += 1;
    await sleep(pauseMs + Math.random() * pauseMs);
  }
}

/** One try to join the round. A second bet in one round, or closed betting, is refused and costs nothing. */
async function join(house: HouseClient, { token }: Guest, persona: Persona, bets: number): Promise<number> {
  const stake = must(persona.stakes[bets % persona.stakes.length], "a persona has stakes");
  const target = must(persona.targets[bets % persona.targets.length], "a persona has targets");
  const reply = await house
    .call("POST", "/api/v1/games/crash/bets", { token, money: true, body: { stake, auto_cash_out: target } })
    .catch(() => ({ status: 0 }));
  return reply.status;
}
