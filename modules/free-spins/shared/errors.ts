import { errorCode } from "#kit/contract/error-code.ts";

export const freeSpinsOver = errorCode("free_spins_over", {
  status: 409,
  when: "free spins to be cancelled that are used up, expired or already cancelled in another way; `data.status` says which",
});

export const campaignClosed = errorCode("campaign_closed", {
  status: 409,
  when: "free spins granted from a campaign that is a draft, cancelled or expired, or such a campaign started; `data.state` says which",
});

export const campaignOverCap = errorCode("campaign_over_cap", {
  status: 409,
  when: "free spins granted to more players than the rest of the campaign's cost cap pays for; none are granted. `data.left` is that rest",
});
