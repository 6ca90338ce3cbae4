import "./node-env.ts";

import { readConfig } from "#kit/host/config.ts";
import { createLog } from "#kit/log/create-log.ts";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { officeSite } from "./office-site.ts";
import { siteForModules } from "./site.ts";
import { startServer } from "./start-server.ts";
import { standardOutput } from "./system-host.ts";

/** The server process: settings from the environment, one log line when it is open, a graceful end on SIGTERM. */

const log = createLog({ level: "info", write: standardOutput(createMetrics({ process: false })) });
// A closed terminal or a full disk does not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

function exitWithError(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

process.on("uncaughtException", error => {
  log.fatal({ err: error }, "uncaught error: the process ends and must be restarted");
  process.exit(1);
});

const production = process.env.MODE === undefined || process.env.MODE === "production";
try {
  const running = await startServer(readConfig(process.env), {
    noticeMs: production ? 1000 : 0,
    site: siteForModules,
    office: officeSite,
  });
  process.send?.({ open: true, port: running.port, apiPort: running.apiPort });
  let isDraining = false;
  const drain = () => {
    // A second signal exits immediately.
    if (isDraining) process.exit(1);
    isDraining = true;
    running.stop().then(() => process.exit(0), exitWithError);
  };
  process.on("SIGTERM", drain);
  process.on("SIGINT", drain);
} catch (error) {
  exitWithError(error);
}
