import { invariants } from "#apps/server/invariants.ts";
import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { readConfig } from "#kit/host/config.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { archiveAfterMs } from "#modules/wallet/server/index.ts";
import { runningAppEnvironment } from "./start/running-database.ts";

/**
 * `npm run archive -- --days=60`: moves bets of our own games that ended so many days ago, and all transfers of bets that are as old, to the archive,
 * while the nodes run; ARCHIVE_AFTER_DAYS unless given. It can be stopped at any moment and run again. `npm run archive -- verify` compares the
 * archive with its digests, the audit log and the hot tables, and changes nothing; `npm run audit` does that with everything else.
 */
const dayMs = 86_400_000;
const leastDays = archiveAfterMs / dayMs;
const args = process.argv.slice(2);
try {
  if (args.length === 1 && args[0] === "verify") {
    if (!(await verify())) process.exitCode = 1;
  } else {
    const { segments, bets, transfers } = await run(args);
    console.log(`${bets} bets and ${transfers} transfers moved to ${segments} segments`);
  }
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}

async function verify(): Promise<boolean> {
  const { host, close } = systemHost(readConfig(await runningAppEnvironment(process.env)));
  try {
    const rules = invariants.filter(({ id }) => id === "I25");
    const found = await differencesOf(host.db, rules);
    for (const { id, name } of rules)
      console.log(`${found.some(({ rule }) => rule === `${id} ${name}`) ? "broken" : "ok    "}  ${name}`);
    for (const difference of found) console.log(JSON.stringify(difference));
    return found.length === 0;
  } finally {
    await close();
  }
}

async function run(options: readonly string[]) {
  const config = readConfig(await runningAppEnvironment(process.env));
  const days = daysOf(options, config.ARCHIVE_AFTER_DAYS);
  const { host, close } = systemHost(config);
  try {
    return await createModules(host).wallet.archive(new Date(host.clock.now() - days * dayMs));
  } finally {
    await close();
  }
}

function daysOf(options: readonly string[], setting: number | undefined): number {
  const [option = "", ...others] = options;
  const given = /^--days=([0-9]{1,5})$/.exec(option)?.[1];
  if (others.length > 0 || (option !== "" && given === undefined))
    throw new StartFailure("npm run archive takes --days= or verify, and nothing else.");
  const days = given === undefined ? setting : Number(given);
  if (days === undefined) throw new StartFailure("Set ARCHIVE_AFTER_DAYS, or run npm run archive -- --days=60.");
  if (days < leastDays)
    throw new StartFailure(
      `Bets are archived after ${leastDays} days at the earliest: until then their keys are repeated.`,
    );
  return days;
}
