import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { readConfig } from "#kit/host/config.ts";
import { reseal } from "#kit/host/reseal.ts";
import { runningAppEnvironment } from "./start/running-database.ts";

/**
 * `npm run reseal`: seals everything in the database again that is not under SEAL_KEY, while the nodes run; SEAL_KEY_OLD opens it. `--check` only
 * counts. Exits with 1 if a row opens with neither key, and with `--check` if one is left to do.
 */
const args = process.argv.slice(2);
try {
  if (args.some(arg => arg !== "--check")) throw new StartFailure("npm run reseal takes --check, and nothing else.");
  const left = await run(args.includes("--check"));
  if (left > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}

async function run(isCheck: boolean): Promise<number> {
  const config = readConfig(await runningAppEnvironment(process.env));
  const { host, close } = systemHost(config);
  let left = 0;
  try {
    for (const column of createModules(host).all.flatMap(({ sealed = [] }) => sealed)) {
      const name = `${column.table}.${column.column}`;
      const onBatch = (done: number) => process.stderr.write(`\r${name}: ${done} `);
      const counts = await reseal(host, column, { isCheck, ...(process.stderr.isTTY && { onBatch }) });
      const verb = isCheck ? "to reseal" : "resealed";
      console.log(`${name}: ${counts.resealed} ${verb}, ${counts.current} current, ${counts.unreadable} unreadable`);
      left += counts.unreadable + (isCheck ? counts.resealed : 0);
    }
  } finally {
    await close();
  }
  return left;
}
