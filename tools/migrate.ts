import { installDatabase, openMigrations } from "#apps/server/install-database.ts";
import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { createDb } from "#kit/db/create-db.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import type { Migration } from "#kit/db/migrate.ts";
import { makeServerRole, mayMakeRoles, serverRole } from "#kit/db/server-role.ts";
import { readConfig } from "#kit/host/config.ts";
import { runningAppEnvironment } from "./start/running-database.ts";

/**
 * `npm run migrate`: applies the open migrations to DATABASE_URL, which the owner of the tables opens, for nodes with MIGRATE=never. `--phase=expand`
 * leaves those of phase contract for the release after; `--check` only lists them.
 */
const args = process.argv.slice(2);
try {
  const unknown = args.find(arg => !["--phase=expand", "--phase=contract", "--check"].includes(arg));
  if (unknown !== undefined) throw new StartFailure(`${unknown} is unknown: --phase=expand, --check.`);
  for (const { module, file, phase } of await run())
    console.log(`${args.includes("--check") ? "open" : "applied"}  ${module}: ${file} (${phase ?? "no phase"})`);
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<readonly Migration[]> {
  const config = readConfig(await runningAppEnvironment(process.env));
  const { host, close } = systemHost(config);
  const modules = createModules(host).all;
  const owner = createDb(config.DATABASE_URL, { pool: 1 });
  try {
    if (args.includes("--check")) return await openMigrations(owner, modules);
    const role = (await mayMakeRoles(owner)) ? serverRole(config.DATABASE_URL, config.SECRET_KEY) : undefined;
    if (role) await owner.tx(tx => makeServerRole(tx, role));
    const phase = args.includes("--phase=expand") ? "expand" : "contract";
    return await installDatabase(owner, { databaseUrl: config.DATABASE_URL, modules, role, phase });
  } finally {
    await owner.end();
    await close();
  }
}
