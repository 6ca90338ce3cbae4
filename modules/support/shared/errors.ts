import { errorCode } from "#kit/contract/error-code.ts";

export const tooManyMessages = errorCode("too_many_messages", {
  status: 429,
  when: "a message to support after 20 from the same player, or 30 from the same guest's address, within 24 hours",
});
