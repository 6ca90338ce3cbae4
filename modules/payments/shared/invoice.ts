/** States of an invoice, numbered as in the specification. */
export const invoiceStatus = { created: 1, awaiting: 2, paid: 3, expired: 4, declined: 5, cancelled: 6 } as const;

export type InvoiceStatus = (typeof invoiceStatus)[keyof typeof invoiceStatus];

/** Seconds until an invoice expires. */
export const invoiceLifeSeconds = 1200;

/** Still waiting for its payment. Any other state but `paid` can only be followed by `paid`: late payments are credited. */
export function isOpen(status: InvoiceStatus): boolean {
  return status === invoiceStatus.created || status === invoiceStatus.awaiting;
}

const pollEveryMs = 5_000;

/** How often a page reads an invoice that its player pays: not at all once it has ended. */
export function pollMs(status: InvoiceStatus): number | false {
  return isOpen(status) && pollEveryMs;
}
