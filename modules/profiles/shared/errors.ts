import { errorCode } from "#kit/contract/error-code.ts";

export const nameChangeTooSoon = errorCode("name_change_too_soon", {
  status: 409,
  when: "a name is chosen within 30 days of the last one that was not rejected; `data.next_change_at` says when the next is allowed",
});
export const moderationClosed = errorCode("moderation_closed", {
  status: 409,
  when: "a decision about a name or picture that is not in review; an approved one that is still in use may be rejected later; `data.state` says what was decided",
});
