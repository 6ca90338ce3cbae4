import { errorCode } from "#kit/contract/error-code.ts";

export const jobGone = errorCode("job_gone", {
  status: 409,
  when: "an operator runs or drops a job that is running now, has succeeded or was dropped",
});
export const alertGone = errorCode("alert_gone", {
  status: 409,
  when: "an operator takes or hands over an alert whose cause has gone",
});
export const alertOwned = errorCode("alert_owned", {
  status: 409,
  when: "an alert has another owner than the caller has seen, or is handed over by somebody else; `data.operator` names the owner, null for none",
});
