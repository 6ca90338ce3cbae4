import { errorCode } from "#kit/contract/error-code.ts";

export const exchangeOutOfLimits = errorCode("exchange_out_of_limits", {
  status: 422,
  when: "an exchange of more than `data.max`, or of so little that it would give less than a hundredth of the other currency",
});
export const exchangeLimitReached = errorCode("exchange_limit_reached", {
  status: 409,
  when: "an exchange that would pass the day's limit of its currency together with the others of this day (UTC); `data.limit` is that limit",
});
export const quoteExpired = errorCode("quote_expired", {
  status: 409,
  when: "an exchange at a quote that is older than 30 seconds, or that a later quote of the same player has replaced",
});
export const quoteUsed = errorCode("quote_used", {
  status: 409,
  when: "a second exchange at one quote, under another idempotency key",
});
export const quoteChanged = errorCode("quote_changed", {
  status: 409,
  when: "an exchange at a quote whose rate differs from the current one by more than half a spread (0.25 %)",
});
