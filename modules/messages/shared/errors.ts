import { errorCode } from "#kit/contract/error-code.ts";

export const phonePaused = errorCode("phone_messages_paused", {
  status: 503,
  when: "a code by SMS or call when the budget of this hour or day (UTC) is spent; the same for every number, and Retry-After says when the window ends",
});
