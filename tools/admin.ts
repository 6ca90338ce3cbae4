import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { readConfig } from "#kit/host/config.ts";
import { CommandFailure, runCommand } from "./admin/commands.ts";
import { runningAppEnvironment } from "./start/running-database.ts";

/**
 * `npm run admin`: access to the installation on DATA_DIR or DATABASE_URL: mirrors, redirects, promo codes,
 * locks. Every server process is notified of a change immediately.
 */
try {
  const { host, close } = systemHost(readConfig(await runningAppEnvironment(process.env)));
  try {
    const modules = createModules(host);
    await modules.mirrors.start?.();
    await modules.redirects.start?.();
    await modules.content.start?.();
    for (const line of await runCommand({ host, modules }, process.argv.slice(2))) console.log(line);
    await modules.mirrors.stop?.();
    await modules.content.stop?.();
    await modules.redirects.stop?.();
  } finally {
    await close();
  }
} catch (error) {
  console.error(error instanceof StartFailure || error instanceof CommandFailure ? error.message : error);
  process.exitCode = 1;
}
