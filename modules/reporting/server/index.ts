import { join } from "node:path";
import type { ServerModule } from "#kit/host/server-module.ts";
import { fileMade } from "#modules/exports/shared/events.ts";
import manifest from "../module.ts";
import * as errors from "../shared/errors.ts";
import { deliver, type ReportingNeeds, runDue } from "./run-schedules.ts";
import { scheduleHandlers } from "./schedule-handlers.ts";

export { type CountryRow, countriesReport } from "./read-countries.ts";
export { fundsReport } from "./read-funds.ts";
export { protectionReport } from "./read-protection.ts";
export {
  balancesReport,
  gamesReport,
  keyOfOffer,
  offersReport,
  periodOf,
  type Report,
  type ReportQuery,
  revenueReport,
} from "./read-reports.ts";

export { keyOfTax, type TaxRow, taxReport } from "./read-tax.ts";
export { keyOfVersion, type RulesInForce, type VersionRow, versionsReport } from "./read-versions.ts";
export { winsReport } from "./read-wins.ts";
export {
  askTaxRule,
  payloadOfRule,
  registerTaxRules,
  type TaxRule,
  taxRequest,
  taxRules,
  taxSubject,
} from "./tax-rules.ts";

/** Reports of days and months on a schedule. What they show is read by `office/handlers.ts`. */
export function createReporting(needs: ReportingNeeds): ServerModule {
  const { host } = needs;
  const unsubscribe = host.bus.beforeCommit(fileMade, (tx, made) => deliver(needs, tx, made));
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: Object.values(errors),
    handlers: scheduleHandlers(needs),
    jobs: [{ name: "reporting-run", cron: "*/10 * * * *", run: async () => void (await runDue(needs)) }],
    async stop() {
      unsubscribe();
    },
  };
}
