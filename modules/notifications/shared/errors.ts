import { errorCode } from "#kit/contract/error-code.ts";

export const entryStays = errorCode("inbox_entry_stays", {
  status: 409,
  when: "a notice about security is removed from the inbox before it is 30 days old",
});

export const messageSent = errorCode("message_sent", {
  status: 409,
  when: "a message of an operator is sent that was sent before",
});

export const noRecipients = errorCode("no_recipients", {
  status: 409,
  when: "none of the chosen players may get a message now",
});
