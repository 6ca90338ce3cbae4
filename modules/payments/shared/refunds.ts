/** States of a refund, by the numbers of returns. `recalled`: the bank took the payment back meanwhile, and this part with it. */
export const refundStatus = { pending: 1, processing: 2, paid: 3, declined: 5, recalled: 6 } as const;
export type RefundStatus = (typeof refundStatus)[keyof typeof refundStatus];
