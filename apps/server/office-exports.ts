import { playersExport } from "#modules/accounts/office/export.ts";
import { auditExport } from "#modules/audit/office/export.ts";
import { betsExport } from "#modules/bets/office/export.ts";
import type { ExportList } from "#modules/exports/shared/export-list.ts";
import { closedDayExport } from "#modules/operations/office/export.ts";
import { depositsExport, payoutsExport } from "#modules/payments/office/exports.ts";
import {
  accessExport,
  balancesExport,
  chargebacksExport,
  checksExport,
  complaintsExport,
  countriesExport,
  eventsExport,
  fundsExport,
  gamesExport,
  offersExport,
  protectionExport,
  revenueExport,
  taxExport,
  versionsExport,
  winsExport,
} from "#modules/reporting/office/exports.ts";

/** The lists of the back office that can be exported. */
export const officeExports: readonly ExportList[] = [
  playersExport,
  payoutsExport,
  depositsExport,
  betsExport,
  auditExport,
  closedDayExport,
  revenueExport,
  gamesExport,
  countriesExport,
  taxExport,
  offersExport,
  protectionExport,
  balancesExport,
  versionsExport,
  winsExport,
  fundsExport,
  chargebacksExport,
  checksExport,
  complaintsExport,
  accessExport,
  eventsExport,
];
