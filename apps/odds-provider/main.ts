import { systemClock, systemRandom } from "#kit/host/system.ts";
import { createLog } from "#kit/log/create-log.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { createHttp } from "#odds-sandbox/server/http.ts";
import { OddsProvider } from "#odds-sandbox/server/provider.ts";
import { readOddsSettings } from "#odds-sandbox/server/settings.ts";

/** The odds provider's process: settings from the environment, a tick every 50 ms, a graceful end on SIGTERM. */

const log = createLog({ level: process.env.LOG_LEVEL === "debug" ? "debug" : "info" });
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

try {
  const settings = readOddsSettings(process.env);
  const provider = new OddsProvider({
    folder: settings.ODDS_DATA,
    seed: settings.ODDS_SEED,
    speed: settings.ODDS_SPEED,
    clock: systemClock,
    random: systemRandom,
    signingKey: settings.ODDS_SIGNING_KEY === undefined ? undefined : parseHex(settings.ODDS_SIGNING_KEY),
  });
  const server = createHttp({ provider, log, chaos: settings.ODDS_CHAOS === "on" });
  const ticks = setInterval(() => provider.tick(), 50);
  server.listen(settings.ODDS_PORT, settings.ODDS_LISTEN, () =>
    log.info({ port: settings.ODDS_PORT }, "the odds provider is open"),
  );
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      clearInterval(ticks);
      server.close();
      server.closeAllConnections();
      process.exit(0);
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
