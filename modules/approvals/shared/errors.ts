import { errorCode } from "#kit/contract/error-code.ts";

export const requestStale = errorCode("request_stale", {
  status: 409,
  when: "approving a request whose subject has changed since, or content other than the stored one",
});
export const requestClosed = errorCode("request_closed", {
  status: 409,
  when: "deciding a request that is approved or declined; `data.status` says which",
});
export const requestExpired = errorCode("request_expired", {
  status: 409,
  when: "deciding a request more than 24 hours after it was made",
});
export const requestApprovedAlready = errorCode("request_approved_already", {
  status: 409,
  when: "an operator approves a request a second time",
});
