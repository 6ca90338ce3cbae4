import { errorCode } from "#kit/contract/error-code.ts";

export const socialRefused = errorCode("social_refused", {
  status: 422,
  when: "a response from a sign-in provider that is forged, late, used before, or for another browser",
});
export const socialCancelled = errorCode("social_cancelled", {
  status: 422,
  when: "the provider reports that the visitor declined",
});
export const socialEmailKnown = errorCode("social_email_known", {
  status: 409,
  when: "a first social sign-in whose verified email belongs to an account that the provider may not open",
});
export const socialLinkedElsewhere = errorCode("social_linked_elsewhere", {
  status: 409,
  when: "linking an identity that belongs to another player, or a second one of the same provider",
});
export const lastSignInMethod = errorCode("last_way_in", {
  status: 409,
  when: "unlinking the only way of signing in",
});
