import { errorCode } from "#kit/contract/error-code.ts";

export const flagUnchanged = errorCode("flag_unchanged", {
  status: 409,
  when: "a flag is to be set to the value and end that it has, or restored where no value is set",
});
export const flagErrors = [flagUnchanged];
