import { errorCode } from "#kit/contract/error-code.ts";

export const recipientRefused = errorCode("recipient_refused", {
  status: 422,
  when: "a recipient of a scheduled report is disabled, or may not export the report",
});
export const scheduleEnded = errorCode("schedule_ended", {
  status: 409,
  when: "changing a schedule that has ended",
});
export const runComplete = errorCode("run_complete", {
  status: 409,
  when: "retrying a report that every recipient can fetch or has fetched",
});
