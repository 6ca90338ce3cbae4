import { fileURLToPath } from "node:url";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { isCurrency } from "#kit/money/currency.ts";
import manifest from "../module.ts";
import { readDashboard, readNodes } from "../office/contract.ts";
import { countHandler } from "../office/handlers.ts";
import { alertGone, alertOwned, jobGone } from "../shared/errors.ts";
import { alertHandlers, endAlertOwners } from "./alert-owners.ts";
import { alertsOf, diskAlert } from "./alerts.ts";
import { createBookWatch } from "./book-watch.ts";
import { createDashboard } from "./dashboard.ts";
import { createDiskWatch } from "./disk-watch.ts";
import { figureHandlers } from "./figures/handlers.ts";
import { followJobRuns } from "./follow-job-runs.ts";
import { jobHandlers } from "./jobs.ts";
import type { OfficeNeeds } from "./needs.ts";
import { nodesView } from "./nodes.ts";
import { searchHandler } from "./search.ts";
import { timelineHandler } from "./timeline.ts";

export { readFigures } from "./figures/read-figures.ts";
export type { OfficeNeeds } from "./needs.ts";
export type { TimelineSources } from "./timeline.ts";
export { type WatchEvent, watchEvents } from "./watch-events.ts";

/** The dashboard of the back office, and monitoring of the ledger and the disk. */
export function createOperations(needs: OfficeNeeds): ServerModule {
  const watch = createBookWatch(needs);
  const disk = createDiskWatch(needs.host);
  const readAlerts = () => alertsOf(needs, watch, disk);
  const dashboard = createDashboard(needs, readAlerts);
  const isOpen = async (name: string) =>
    (await readAlerts()).some(({ alert, kind }) => alert === name && kind !== "whole");
  needs.payments.payOnlyWhile(() => watch.isOpen("payout") && disk.isOpen());
  return {
    manifest,
    errors: [jobGone, alertGone, alertOwned],
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    handlers: [
      handle(readDashboard, async ({ input: { query } }) => {
        const { currency } = query;
        return { data: await dashboard(currency !== undefined && isCurrency(currency) ? currency : undefined) };
      }),
      handle(readNodes, async () => ({ data: await nodesView(needs.host.db) })),
      countHandler(needs),
      ...alertHandlers(needs, isOpen),
      ...figureHandlers(needs),
      searchHandler(needs),
      timelineHandler(needs),
      ...jobHandlers(needs),
    ],
    guard(route) {
      watch.guard(route);
      disk.guard(route);
    },
    jobs: [
      { name: "office-books", cron: "* * * * *", second: 25, run: watch.check },
      {
        name: "office-alert-owners",
        cron: "* * * * *",
        async run() {
          const now = new Date(needs.host.clock.now());
          const open = (await readAlerts()).map(({ alert }) => alert);
          await endAlertOwners(needs.host.db, { open, disk: diskAlert(needs.host), now });
        },
      },
      { name: "office-job-runs", cron: "* * * * *", run: () => followJobRuns(needs.host, needs.audit) },
    ],
    async start() {
      await watch.start();
      await disk.start();
    },
    async stop() {
      watch.stop();
      disk.stop();
    },
  };
}
