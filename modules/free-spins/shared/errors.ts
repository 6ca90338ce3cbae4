import { errorCode } from "#kit/contract/error-code.ts";

export const freeSpinsOver = errorCode("free_spins_over", {
  status: 409,
  when: "canceling free spins that are used up, expired or already canceled in another way; `data.status` says which",
});

export const campaignClosed = errorCode("campaign_closed", {
  status: 409,
  when: "free spins are granted from a campaign that is a draft, canceled or expired, or given by a bonus campaign, or such a campaign is started; `data.state` says which",
});

export const campaignOverCap = errorCode("campaign_over_cap", {
  status: 409,
  when: "free spins are granted to more players than the rest of the campaign's cost cap covers; none are granted. `data.left` is that rest",
});
