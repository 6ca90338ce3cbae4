import { errorCode } from "#kit/contract/error-code.ts";

export const campaignState = errorCode("campaign_state", {
  status: 409,
  when: "a campaign is started, paused, resumed or stopped although its state or end does not allow it; `data.state` is its state",
});
export const segmentChanged = errorCode("segment_changed", {
  status: 409,
  when: "a segment is saved over a version that is no longer the newest; `data.version` is the newest",
});
export const campaignErrors = [campaignState, segmentChanged];
