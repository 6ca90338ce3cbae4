import { errorCode } from "#kit/contract/error-code.ts";

export const chatClosed = errorCode("chat_closed", {
  status: 403,
  when: "a player in a time-out or self-exclusion opens a chat room, or writes in one",
});
export const chatNotAllowed = errorCode("chat_not_allowed", {
  status: 403,
  when: "a player writes without a confirmed contact or before enough settled bets; `data.missing` names which",
});
export const chatMuted = errorCode("chat_muted", {
  status: 403,
  when: "a player whom a moderator has muted writes; `data.until` is the end",
});
export const chatTooFast = errorCode("chat_too_fast", {
  status: 429,
  when: "a player writes again within the pause of the slow mode, sends the same text within a minute, or reports more than ten messages a minute",
});
export const chatErrors = [chatClosed, chatNotAllowed, chatMuted, chatTooFast] as const;
