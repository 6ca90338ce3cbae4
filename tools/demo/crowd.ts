import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig, siteHost } from "#kit/host/config.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { apiClient } from "./api-client.ts";
import { openCrowdAccounts } from "./crowd/accounts.ts";
import { chat } from "./crowd/chat.ts";
import { type Hosting, joinSomebody, keepOpen, keepSeats } from "./crowd/hosting.ts";
import { onlySandbox } from "./crowd/only-sandbox.ts";
import { type DemoPlayer, demoPlayers } from "./crowd/people.ts";
import { type Casino, SignedIn } from "./crowd/player.ts";

const [anyVisit, ...otherVisits] = Object.values(gameTesting).flatMap(game => game.visits ?? []);
const visits = [required(anyVisit, "a game that demo players visit"), ...otherVisits] as const;

/**
 * The demo crowd: a dozen test players who play all games at human pace through the public API while `npm start` runs on the
 * sandbox's payments (`DEMO_CROWD=0` disables it). Runs until it is ended; nothing depends on it.
 */
const config = readConfig(process.env);
const refusal = onlySandbox(config, required(process.env.SANDBOX_PORT, "SANDBOX_PORT is set by the launcher"));
invariant(refusal === undefined, refusal ?? "");

const casino: Casino = {
  client: apiClient(required(config.API_PORT, "API_PORT is set by the launcher"), `api.${siteHost(config)}`),
  providerPort: Number(new URL(config.PAYMENTS_URL).port),
  chance: Math.random,
};

await openAccounts();
await Promise.all(demoPlayers.map(keepPlaying));

async function openAccounts(): Promise<void> {
  const { host, close } = systemHost(config);
  try {
    await openCrowdAccounts(createModules(host).accounts);
  } finally {
    await close();
  }
}

/** Plays until the process ends. Waits for a server that is briefly unavailable. */
async function keepPlaying(demo: DemoPlayer): Promise<never> {
  const player = new SignedIn(demo, casino);
  const hosting: Hosting = { seats: new Map() };
  let isIn = false;
  for (;;) {
    try {
      if (!isIn) await player.enter();
      if (!isIn || casino.chance() < 0.02) await player.joinTournaments();
      isIn = true;
      await playOnce(player, hosting);
    } catch (error) {
      isIn = false;
      console.log(`${demo.email}: ${error instanceof Error ? error.message : error}`);
      await player.pause(5_000);
    }
  }
}

async function playOnce(player: SignedIn, hosting: Hosting): Promise<void> {
  if (player.demo.hosts) {
    await keepSeats(player, hosting);
    await keepOpen(player);
  } else if (casino.chance() < 0.06) await joinSomebody(player);
  await player.pick(visits)(player);
  if (casino.chance() < 0.1) await player.fill();
  if (casino.chance() < 0.03) await chat(player);
  await player.pause(4_000);
}
