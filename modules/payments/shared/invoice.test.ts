import { expect, test } from "vitest";
import { type InvoiceStatus, invoiceStatus, pollMs } from "./invoice.ts";

test("a page reads an invoice every 5 s while it is open, and stops at status 3 and at every other end", () => {
  const read = Object.values(invoiceStatus).map((status: InvoiceStatus) => [status, pollMs(status)]);
  expect(read).toEqual([
    [1, 5_000],
    [2, 5_000],
    [3, false],
    [4, false],
    [5, false],
    [6, false],
  ]);
});
