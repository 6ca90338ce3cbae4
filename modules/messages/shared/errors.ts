import { errorCode } from "#kit/contract/error-code.ts";

export const phonePaused = errorCode("phone_messages_paused", {
  status: 503,
  when: "a code by SMS or call after the budget of the hour or day (UTC) for all numbers is spent; Retry-After says when that hour or day ends",
});
