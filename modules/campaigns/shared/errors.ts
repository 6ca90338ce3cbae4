import { errorCode } from "#kit/contract/error-code.ts";

export const campaignState = errorCode("campaign_state", {
  status: 409,
  when: "a campaign is started, paused, resumed or stopped that its state or its end does not allow; `data.state` is its state",
});
export const segmentChanged = errorCode("segment_changed", {
  status: 409,
  when: "a segment is saved over a version that is no longer the newest; `data.version` is",
});
export const campaignErrors = [campaignState, segmentChanged];
