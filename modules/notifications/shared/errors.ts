import { errorCode } from "#kit/contract/error-code.ts";

export const entryStays = errorCode("inbox_entry_stays", {
  status: 409,
  when: "a notice about security is removed from the inbox before it is 30 days old",
});
