import { errorCode } from "#kit/contract/error-code.ts";

export const vipRequestOpen = errorCode("vip_request_open", {
  status: 409,
  when: "a second request to the VIP club while one is open",
});
