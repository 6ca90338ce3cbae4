import { errorCode } from "#kit/contract/error-code.ts";

export const jobGone = errorCode("job_gone", {
  status: 409,
  when: "an operator runs or drops a job that is running now, has succeeded or was dropped",
});
export const alertGone = errorCode("alert_gone", {
  status: 409,
  when: "an operator claims or hands over an alert whose cause is resolved",
});
export const alertOwned = errorCode("alert_owned", {
  status: 409,
  when: "an alert has a different owner than the caller saw, or is handed over by someone who does not own it; `data.operator` names the owner, null for none",
});
