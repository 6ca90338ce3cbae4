import { errorCode } from "#kit/contract/error-code.ts";

export const bonusUnavailable = errorCode("bonus_unavailable", {
  status: 409,
  when: "a claim of an offer that is paused, over, used up, in another currency or claimed before, or during a break",
});
export const bonusEnded = errorCode("bonus_ended", {
  status: 409,
  when: "giving up a bonus that has ended; `data.status` says how",
});
export const campaignClosed = errorCode("bonus_campaign_closed", {
  status: 409,
  when: "a bonus campaign is activated or paused that its state or its end does not allow; `data.state` is its state",
});
export const bonusErrors = [bonusUnavailable, bonusEnded, campaignClosed];
