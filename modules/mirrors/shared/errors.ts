import { errorCode } from "#kit/contract/error-code.ts";

export const returnRefused = errorCode("return_refused", {
  status: 400,
  when: "a sign-on whose return address is not a registered mirror's, with this deployment's scheme and port",
});
