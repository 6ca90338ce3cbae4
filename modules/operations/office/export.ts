import { exportList } from "#modules/exports/shared/export-list.ts";
import { readClosedDay } from "./figures-contract.ts";

export const closedDayExport = exportList("closed-day", readClosedDay, {
  of_day: row => row.of_day,
  late: row => row.is_late,
  test: ({ test }) => test,
  currency: ({ currency }) => currency,
  kind: ({ kind }) => kind,
  debit: ({ debit }) => debit,
  credit: ({ credit }) => credit,
  transfers: ({ transfers }) => transfers,
  amount: ({ amount }) => amount,
});
