/** States of an invoice, by the numbers the specification gives them. */
export const invoiceStatus = { created: 1, awaiting: 2, paid: 3, expired: 4, declined: 5, cancelled: 6 } as const;

export type InvoiceStatus = (typeof invoiceStatus)[keyof typeof invoiceStatus];

/** Seconds a payer has. */
export const invoiceLifeSeconds = 1200;

/** Still waiting for its payment. Every other state but `paid` can only be followed by `paid`: late money is money. */
export function isOpen(status: InvoiceStatus): boolean {
  return status === invoiceStatus.created || status === invoiceStatus.awaiting;
}
