import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { numberOf } from "#tools/cluster/settings.ts";
import { runRestoreDrill } from "./drill.ts";

/** `npm run restore-drill [-- --players=40 --seconds=15 --archive-seconds=30 --port=4200]`: exits with 1 when anything did not hold. */
const began = performance.now();
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`);
const args = process.argv.slice(2);
try {
  const drill = {
    players: numberOf(args, "players", 40, 1_000),
    seconds: numberOf(args, "seconds", 15, 3_600),
    archiveSeconds: numberOf(args, "archive-seconds", 30, 3_600),
    port: numberOf(args, "port", 4_200, 65_000),
  };
  process.exit((await runRestoreDrill(drill, say)) ? 0 : 1);
} catch (error) {
  console.error(`\n${error instanceof StartFailure ? error.message : (error as Error).stack}`);
  process.exit(1);
}
