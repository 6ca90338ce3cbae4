import { errorCode } from "#kit/contract/error-code.ts";

export const jobGone = errorCode("job_gone", {
  status: 409,
  when: "an operator runs or drops a job that is running now, has succeeded or was dropped",
});
