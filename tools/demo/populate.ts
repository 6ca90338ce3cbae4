import { createHash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createModules, type Modules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig, siteHost } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { publishLiabilities } from "#modules/solvency/server/publish.ts";
import { connectAdNetworks } from "./ad-networks.ts";
import { type ApiClient, apiClient, dataOf } from "./api-client.ts";
import { holdJackpots } from "./jackpots.ts";
import { setUpMirrorsAndRegions } from "./mirrors-and-regions.ts";
import { setMissions } from "./missions.ts";
import { confirmEmail, type Guest, hide, logIn, payIn, setClientSeed, showIdentity } from "./moves.ts";
import { offerBonuses } from "./offers.ts";
import { caseAccounts, leaveOfficeWork, reportedAccount, reportedNote } from "./office-work.ts";
import { unlessThere, uuidOf } from "./once.ts";
import { hireOperators } from "./operators.ts";
import { openPacks } from "./packs.ts";
import { closePartnersMonth, depositOfReferred, partnerAccount, runPartner } from "./partner.ts";
import { inThePast } from "./past.ts";
import { demoPassword, type Persona, personas } from "./personas.ts";
import { holdTournaments } from "./tournaments.ts";
import { playYesterday, taxCountry } from "./yesterday.ts";

/**
 * The first part of the demo, played on a fresh database while the server runs: five people get test accounts, pay
 * in through the payment provider and roll dice with their own seeds. Everything goes through the use cases and the
 * public API, so every row is a real event. The demo crowd then continues to play (crowd.ts).
 *
 * It can be interrupted and restarted at any time: existing registrations are reused, and money moves under keys that are the same
 * each time, so that completed steps are replayed and not repeated.
 */
const config = readConfig(process.env);
const client = apiClient(required(config.API_PORT, "API_PORT is set by the launcher"), `api.${siteHost(config)}`);
const folder = required(process.env.DATA_DIR, "DATA_DIR is set by the launcher");
const sandboxPort = Number(new URL(config.PAYMENTS_URL).port);

const word = await readFile(join(folder, "story-pending"), "utf8").catch(() => randomBytes(16).toString("hex"));
/** The key of a step that moves money: the same in each run of the demo. */
const keyOf = (step: string) => uuidOf(createHash("sha256").update(`${word} ${step}`).digest());

await prepare();
const logins = personas.map(({ email, currency, identity }) => {
  const note = `plays in ${currency}${identity ? ", verified" : ""}`;
  return { email, password: demoPassword, note };
});
logins.push({ email: partnerAccount.email, password: demoPassword, note: "brings players: /partner" });
await writeFile(join(folder, "demo.json"), JSON.stringify({ logins }, null, 2), { mode: 0o600 });

const people = await Promise.all(personas.map(enter));
const most = Math.max(...personas.map(persona => persona.rolls));
for (let roll = 0; roll < most; roll++) await Promise.all(people.map(person => rollDice(client, person, roll)));
// Both wait for others most of the time.
await Promise.all([leaveOfficeWork({ client, sandboxPort, keyOf }), playPast()]);
await finish();
for (const { persona, won } of people) {
  console.log(`${persona.email}: paid in ${persona.deposit} ${persona.currency}, won ${won} of ${persona.rolls} rolls`);
}

interface Person {
  readonly persona: Persona;
  readonly guest: Guest;
  won: number;
}

/** What was over before today: a month of a partner, and yesterday. Once, on the first start. */
async function playPast(): Promise<void> {
  const { host, close } = systemHost(config);
  try {
    const { rowCount } = await host.db.query("SELECT FROM projections.closed_days LIMIT 1");
    if (rowCount === 0)
      await inThePast(host, async past => {
        await runPartner(past);
        await playYesterday(past);
        past.end();
        await taxCountry(past);
        await past.modules.projections.foldNow();
        while ((await past.modules.projections.closeDays()) > 0);
        await closePartnersMonth(past);
      });
  } finally {
    await close();
  }
  await depositOfReferred({ client, sandboxPort, keyOf });
}

/** Bonuses, tournaments and jackpots from now on, and the first sum of what we owe, which the server's timer would publish within the hour. */
async function finish(): Promise<void> {
  await withModules(async (host, modules) => {
    await offerBonuses(host, modules);
    await openPacks(host, modules);
    await setMissions(host, modules);
    await holdTournaments(host, modules);
    await holdJackpots(host, modules);
    await connectAdNetworks(host, modules);
    await publishLiabilities({ host, wallet: modules.wallet });
  });
}

/** Modules that nobody else uses; they end what they began in the background before their connections are closed. */
async function withModules(work: (host: Host, modules: Modules) => Promise<void>): Promise<void> {
  const { host, close } = systemHost(config);
  const modules = createModules(host);
  try {
    await work(host, modules);
  } finally {
    for (const module of modules.all) await module.stop?.();
    await close();
  }
}

/** Signs in, sets seed and privacy, verifies the identity of a persona that does so, and deposits. */
async function enter(persona: Persona): Promise<Person> {
  const guest = await logIn(client, persona.email, demoPassword);
  await setClientSeed(client, guest, randomBytes(8).toString("hex"));
  await confirmEmail(client, guest, persona.email, sandboxPort);
  if (persona.hidden) await hide(client, guest);
  if (persona.identity) await showIdentity(client, guest, persona.identity);
  await payIn(client, guest, persona.deposit, sandboxPort, attempt => keyOf(`${persona.email} pays in ${attempt}`));
  return { persona, guest, won: 0 };
}

async function prepare(): Promise<void> {
  await withModules(async (host, modules) => {
    const { accounts } = modules;
    await hireOperators(modules, folder);
    await setUpMirrorsAndRegions(host, modules, `http://localhost:${sandboxPort}`);
    for (const { email, currency, locale } of [...personas, ...caseAccounts.map(of => ({ ...of, locale: null }))]) {
      await unlessThere("validation_failed", async () => {
        const player = await accounts.registerTestAccount({ email, password: demoPassword, currency, locale });
        // A case of player protection that waits for somebody to contact the player.
        if (email === reportedAccount)
          await host.db.tx(tx => modules.harm.report(tx, player, "relative", { note: reportedNote, by: "Dana" }));
      });
    }
  });
}

/** The persona's n-th roll, where there is one. A refusal for insufficient funds does not stop the persona: the next roll has another stake. */
async function rollDice(api: ApiClient, person: Person, n: number): Promise<void> {
  const { stakes, chances, rolls } = person.persona;
  if (n >= rolls) return;
  const stake = required(stakes[n % stakes.length], "a persona has stakes");
  const chance = required(chances[n % chances.length], "a persona has chances");
  const over = n % 3 !== 2;
  const target = (over ? 99.99 - chance : chance).toFixed(2);
  const reply = await api.call("POST", "/api/v1/games/dice/bets", {
    token: person.guest.token,
    money: keyOf(`${person.persona.email} rolls ${n}`),
    body: { stake, direction: over ? "over" : "under", target },
  });
  if (reply.status === 409) return;
  const { payout } = dataOf<{ payout: string }>(reply, "a roll");
  if (payout !== "0") person.won += 1;
}
