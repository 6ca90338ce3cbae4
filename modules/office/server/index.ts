import { fileURLToPath } from "node:url";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { isCurrency } from "#kit/money/currency.ts";
import manifest from "../module.ts";
import { readDashboard } from "../shared/contract.ts";
import { approvalHandlers } from "./approval-handlers.ts";
import { createBookWatch } from "./book-watch.ts";
import { coinHandlers } from "./coin-handlers.ts";
import { correctionHandlers } from "./correction-handlers.ts";
import { createDashboard } from "./dashboard.ts";
import { createDiskWatch } from "./disk-watch.ts";
import { moderationHandlers } from "./moderation-handlers.ts";
import type { OfficeNeeds } from "./needs.ts";
import { paymentHandlers } from "./payment-handlers.ts";
import { playerHandlers } from "./player-handlers.ts";
import { queueHandlers } from "./queue-handlers.ts";
import { wheelHandlers } from "./wheel-handlers.ts";

export type { OfficeNeeds } from "./needs.ts";

/** The rooms of the back office, and the books watched while the house runs. */
export function createOffice(needs: OfficeNeeds): ServerModule {
  const watch = createBookWatch(needs);
  const disk = createDiskWatch(needs.host);
  const dashboard = createDashboard(needs, watch, disk);
  needs.payments.payOnlyWhile(() => watch.isOpen("payout") && disk.isOpen());
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    handlers: [
      handle(readDashboard, async ({ input: { query } }) => {
        const { currency, tests = "without" } = query;
        return { data: await dashboard(currency !== undefined && isCurrency(currency) ? currency : undefined, tests) };
      }),
      ...playerHandlers(needs),
      ...paymentHandlers(needs),
      ...coinHandlers(needs),
      ...correctionHandlers(needs),
      ...approvalHandlers(needs),
      ...queueHandlers(needs),
      ...moderationHandlers(needs),
      ...wheelHandlers(needs),
    ],
    guard(route) {
      watch.guard(route);
      disk.guard(route);
    },
    jobs: [{ name: "office-books", cron: "* * * * *", run: watch.look }],
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
