import { errorCode } from "#kit/contract/error-code.ts";

export const promoCodeRefused = errorCode("promo_code_refused", {
  status: 409,
  when: "a promo code that is unknown, used up, expired, for another currency, or claimed before: the error is the same for all",
});
export const promoCodesTried = errorCode("promo_codes_tried", {
  status: 429,
  when: "more than ten wrong promo codes within an hour, of one player or from one address",
});
export const promoCodeTaken = errorCode("promo_code_taken", {
  status: 409,
  when: "an operator creates a promo code that already exists, or one for a campaign that is claimed without a code",
});
export const campaignClosed = errorCode("bonus_campaign_closed", {
  status: 409,
  when: "a bonus campaign is activated or paused although its state or end does not allow it; `data.state` is its state",
});
export const otherProfile = errorCode("bonus_other_profile", {
  status: 409,
  when: "a bonus campaign or welcome pack is activated that was drafted under the rules of another license; `data.drafted` and `data.profile` name both",
});
export const freeBetsFull = errorCode("free_bets_full", {
  status: 409,
  when: "an operator grants a free bet to a player who has `data.most` unused ones",
});
export const freeBetsBlocked = errorCode("free_bets_blocked", {
  status: 409,
  when: "an operator gives a free bet to a player who is self-excluded, in a time-out, or underage by an unverified date of birth",
});
export const bonusErrors = [
  promoCodeRefused,
  promoCodesTried,
  promoCodeTaken,
  campaignClosed,
  otherProfile,
  freeBetsFull,
  freeBetsBlocked,
];
