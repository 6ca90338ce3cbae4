import { errorCode } from "#kit/contract/error-code.ts";

export const chatClosed = errorCode("chat_closed", {
  status: 403,
  when: "a player in a time-out or self-exclusion opens a chat room, or writes in one",
});
export const chatNotAllowed = errorCode("chat_not_allowed", {
  status: 403,
  when: "a player writes without a confirmed contact (`data.missing`: `contact`) or with fewer than 20 settled bets in the last 30 days (`play`)",
});
export const chatMuted = errorCode("chat_muted", {
  status: 403,
  when: "a player whom a moderator has muted writes; `data.until` is the end",
});
export const chatTooFast = errorCode("chat_too_fast", {
  status: 429,
  when: "a player writes again within the pause of the slow mode, sends the same text within a minute, or reports more than ten messages a minute",
});
export const rainOver = errorCode("chat_rain_over", {
  status: 409,
  when: "a rain of the chat is collected after its end",
});
export const rainNotAllowed = errorCode("chat_rain_not_allowed", {
  status: 403,
  when: "a rain is collected by a player who lacks what it takes; `data.missing`: `contact`, `identity`, `play`, `household` (a linked account takes part), `closed`",
});
export const rainFull = errorCode("chat_rain_full", {
  status: 409,
  when: "joining a rain that already has the maximum number of participants",
});
export const rainOpen = errorCode("chat_rain_open", {
  status: 409,
  when: "a rain is started in a room that has one, or a budget of the chat is closed while one of its rains is open",
});
export const budgetClosed = errorCode("chat_budget_closed", {
  status: 409,
  when: "a budget of the chat that is closed is used or closed",
});
export const budgetShort = errorCode("chat_budget_short", {
  status: 409,
  when: "a rain or a tip above what is left of its budget",
});
export const tipNotAllowed = errorCode("chat_tip_not_allowed", {
  status: 409,
  when: "a tip to a player who may be given nothing, or who has had one that day; `data.why`: `closed`, `contact`, `identity`, `play`, `day`",
});
export const chatErrors = [
  chatClosed,
  chatNotAllowed,
  chatMuted,
  chatTooFast,
  rainOver,
  rainNotAllowed,
  rainFull,
  rainOpen,
  budgetClosed,
  budgetShort,
  tipNotAllowed,
] as const;
