import { createHouse } from "#apps/server/house.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { StartFailure } from "#kit/db/embedded/sentence.ts";
import { readConfig } from "#kit/host/config.ts";
import { CommandFailure, runCommand } from "./doors/commands.ts";
import { houseOf } from "./start/running-database.ts";

/**
 * `npm run doors`: how people come in to the house that runs on DATA_DIR or has DATABASE_URL: mirrors, redirects, promo codes,
 * locks. Every process of the house hears of a change at once.
 */
try {
  const { host, close } = systemHost(readConfig(await houseOf(process.env)));
  try {
    const house = createHouse(host);
    await house.mirrors.start?.();
    await house.redirects.start?.();
    for (const line of await runCommand({ host, house }, process.argv.slice(2))) console.log(line);
    await house.mirrors.stop?.();
    await house.redirects.stop?.();
  } finally {
    await close();
  }
} catch (error) {
  console.error(error instanceof StartFailure || error instanceof CommandFailure ? error.message : error);
  process.exitCode = 1;
}
